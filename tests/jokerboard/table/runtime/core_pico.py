"""The firmware's own core as a table's sensors, in virtual time, on a wire that damages or delays bytes."""

from __future__ import annotations

import importlib
import random
import socket
from contextlib import suppress
from typing import Any

from hardware.clock import Clock, VirtualClock
from hardware.parts.pico.driver import PicoBoard
from hardware.ports import HardwareEvent, SensorEdge, Sink
from hardware.twin.sensors import TwinSensors
from hardware.twin.wood import VirtualBoard
from tests.firmware_bridge.noisy_wire import NoisyWire
from tests.firmware_bridge.virtual import VirtualHal

EDGES = b"\x82"
"""The first byte of a frame of edges, after the byte that the byte stuffing adds."""

STALLS = 0.002
"""The chance in each millisecond that a stalling wire begins to stall: twice a second on average."""


class StallingWire:
    """A wire that delays all bytes now and then, for at most `longest` seconds, and after each `hold`."""

    def __init__(self, clock: Clock, chance: random.Random, longest: float) -> None:
        self._clock, self._chance, self._longest = clock, chance, longest
        self._until = 0.0
        self._kept = bytearray()

    def hold(self, seconds: float) -> None:
        """Delay all bytes for this number of seconds."""
        self._until = self._clock.now() + seconds

    def carry(self, data: bytes) -> bytes:
        """Take the bytes that are sent now, and return those that arrive; called every millisecond."""
        self._kept += data
        if self._clock.now() < self._until:
            return b""
        if self._longest and self._chance.random() < STALLS:
            self.hold(self._longest * self._chance.random())
        out, self._kept = bytes(self._kept), bytearray()
        return out


class CorePico(PicoBoard):
    """A SensorBank: the firmware's own core, its driver, and the two wires between them."""

    def __init__(
        self,
        wood: VirtualBoard,
        clock: VirtualClock,
        *,
        seed: int,
        record: Sink = lambda _: None,
        harm: float = 0.0,
        stall: float = 0.0,
    ) -> None:
        """`harm`: the share of bytes that are damaged, either way; `record` gets the contacts' edges.

        `stall`: the longest stall of the wire to the host, in seconds.
        """
        self._virtual, self._record = clock, record
        chance = random.Random(seed)
        board = importlib.import_module("firmware_bridge.firmware.board")
        device = importlib.import_module("firmware_bridge.firmware.device")
        self.hal = VirtualHal(board.Board({"channels": wood.holes, "leds": 0}), chance)
        self.contacts = TwinSensors(wood, clock, seed=seed)
        self.hal.levels = list(self.contacts.snapshot())
        self.hal.reading_takes = 1
        self.contacts.start(self._soldered)
        self._device: Any = device.Device(self.hal, self.hal.board)
        self.harm = NoisyWire(harm, chance)
        self.wire = StallingWire(clock, chance, stall)
        self.loses_edges = False
        """Whether all frames of edges get lost."""
        self._near, self._far = socket.socketpair()
        for end in (self._near, self._far):
            end.setblocking(False)
        self._next_step = clock.call_at(clock.now(), self._step)
        self._meeting = True
        super().__init__(clock, "/dev/core", wood.holes, 0, open_line=lambda _: self)
        self._meeting = False

    def fileno(self) -> int:
        if self._meeting:  # The driver waits for the board, so time must pass.
            self._virtual.run_until(self._virtual.now() + 0.001)
        return self._near.fileno()

    def read(self) -> bytes:
        return self.harm._harm(self._near.recv(4096))

    def write(self, data: bytes) -> int:
        self._near.send(self.harm._harm(data) or b"\0")
        return len(data)

    def close(self) -> None:
        self._next_step.cancel()
        self.contacts.close()
        if self._near.fileno() >= 0:
            super().close()
            self._near.close()
            self._far.close()

    def _step(self) -> None:
        self._next_step = self._virtual.call_at(self._virtual.now() + 0.001, self._step)
        self.hal.ms = max(self.hal.ms, round(1000 * self._virtual.now()))
        with suppress(BlockingIOError):
            self.hal.incoming += self._far.recv(4096)
        self._device.step()
        out = self.wire.carry(bytes(self.hal.outgoing))
        self.hal.outgoing.clear()
        if self.loses_edges:
            out = b"\0".join(frame for frame in out.split(b"\0") if frame[1:2] != EDGES)
        if out:
            self._far.send(out)

    def _soldered(self, event: HardwareEvent) -> None:
        self._record(event)
        if isinstance(event, SensorEdge):
            self.hal.levels[event.channel] = event.on
