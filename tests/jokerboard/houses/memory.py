"""Wires in memory that are as unkind as a network: they lose, repeat, delay and overtake, on any clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from hardware.clock import Clock
from jokerboard.houses.channel import Side
from jokerboard.houses.transports.port import Receiver


@dataclass(frozen=True, slots=True)
class Unkindness:
    """The shares of packets that are lost and repeated, and the longest delay of one in seconds."""

    lost: float = 0.0
    repeated: float = 0.0
    delay: float = 0.02


@dataclass
class MemoryNetwork:
    """Joins the sides of each rendezvous; `up` is whether anything passes."""

    clock: Clock
    chance: Random
    unkind: Unkindness = Unkindness()
    up: bool = True
    seen: list[bytes] | None = None
    """If it is a list, every packet is kept here."""
    _ends: dict[tuple[str, Side], MemoryWire] = field(default_factory=dict)

    def wire(self, side: Side, rendezvous: str) -> MemoryWire:
        """One side of a rendezvous."""
        return MemoryWire(self, side, rendezvous)

    def set_up(self, up: bool) -> None:
        """Cut every wire, or connect all of them again."""
        self.up = up
        for end in tuple(self._ends.values()):
            end.report()

    def join(self, wire: MemoryWire) -> None:
        """Take in a side that has joined."""
        self._ends[wire.rendezvous, wire.side] = wire

    def leave(self, wire: MemoryWire) -> None:
        """Remove a side that has left."""
        if self._ends.get((wire.rendezvous, wire.side)) is wire:
            del self._ends[wire.rendezvous, wire.side]

    def pass_on(self, wire: MemoryWire, packet: bytes) -> None:
        """Deliver a packet to the other side, if nothing befalls it."""
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
        """Join the network."""
        self._receiver = receiver
        self._network.join(self)
        self.report()

    def send(self, packet: bytes) -> None:
        """Send a packet."""
        if self._receiver is not None and self._network.up:
            self._network.pass_on(self, packet)

    def close(self) -> None:
        """Leave the network."""
        self._receiver = None
        self._network.leave(self)

    def receive(self, packet: bytes) -> None:
        """Take a packet of the other side."""
        if self._receiver is not None:
            self._receiver.packet(packet)

    def report(self) -> None:
        """Report whether the network is up."""
        if self._receiver is not None:
            self._receiver.obstacle(None if self._network.up else "the network in memory is down")
