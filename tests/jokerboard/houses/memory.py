"""Wires in memory that lose, repeat, delay and reorder packets as a network does, on any clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from hardware.clock import Clock
from jokerboard.houses.channel import Side
from jokerboard.houses.transports.port import Receiver


@dataclass(frozen=True, slots=True)
class Unkindness:
    """The shares of packets that are lost and repeated, and the longest delay of a packet in seconds."""

    lost: float = 0.0
    repeated: float = 0.0
    delay: float = 0.02


@dataclass
class MemoryNetwork:
    """Joins the two sides of each rendezvous; packets pass only while `up` is true."""

    clock: Clock
    chance: Random
    unkind: Unkindness = Unkindness()
    up: bool = True
    seen: list[bytes] | None = None
    """A list to which every packet is appended; None keeps no packets."""
    _ends: dict[tuple[str, Side], MemoryWire] = field(default_factory=dict)

    def wire(self, side: Side, rendezvous: str) -> MemoryWire:
        """One side of a rendezvous."""
        return MemoryWire(self, side, rendezvous)

    def set_up(self, up: bool) -> None:
        self.up = up
        for end in tuple(self._ends.values()):
            end.report()

    def join(self, wire: MemoryWire) -> None:
        self._ends[wire.rendezvous, wire.side] = wire

    def leave(self, wire: MemoryWire) -> None:
        if self._ends.get((wire.rendezvous, wire.side)) is wire:
            del self._ends[wire.rendezvous, wire.side]

    def pass_on(self, wire: MemoryWire, packet: bytes) -> None:
        """Deliver a packet to the other side, unless it is lost."""
        if self.seen is not None:
            self.seen.append(packet)
        other: Side = "guest" if wire.side == "host" else "host"
        copies = 1 + (self.chance.random() < self.unkind.repeated)
        for _ in range(copies):
            if self.up and self.chance.random() >= self.unkind.lost:
                at = self.clock.now() + self.chance.random() * self.unkind.delay
                self.clock.call_at(at, lambda: self._deliver(wire.rendezvous, other, packet))

    def _deliver(self, rendezvous: str, side: Side, packet: bytes) -> None:
        end = self._ends.get((rendezvous, side))
        if self.up and end is not None:
            end.receive(packet)


class MemoryWire:
    """One side of a rendezvous in memory."""

    def __init__(self, network: MemoryNetwork, side: Side, rendezvous: str) -> None:
        self._network, self.side, self.rendezvous = network, side, rendezvous
        self._receiver: Receiver | None = None

    def start(self, receiver: Receiver) -> None:
        self._receiver = receiver
        self._network.join(self)
        self.report()

    def send(self, packet: bytes) -> None:
        if self._receiver is not None and self._network.up:
            self._network.pass_on(self, packet)

    def close(self) -> None:
        self._receiver = None
        self._network.leave(self)

    def receive(self, packet: bytes) -> None:
        if self._receiver is not None:
            self._receiver.packet(packet)

    def report(self) -> None:
        """Report whether the network is up."""
        if self._receiver is not None:
            self._receiver.obstacle(None if self._network.up else "the network in memory is down")
