"""Benches in virtual time for simulated devices."""

from __future__ import annotations

from hardware.clock import VirtualClock
from hardware.ports import HardwareEvent
from hardware.twin.wood import VirtualBoard

HOLES = 28


class TwinBench:
    """A bench in virtual time; subclasses add a device."""

    def __init__(self) -> None:
        self.clock = VirtualClock()

    def wait(self, seconds: float) -> None:
        self.clock.run_until(self.clock.now() + seconds)


class WoodBench(TwinBench):
    """A bench with a virtual board: marbles in holes, and enough marbles in hands for the tests."""

    occupied = frozenset({0, 3, 27})

    def __init__(self) -> None:
        super().__init__()
        self.wood = VirtualBoard(HOLES, dict.fromkeys((*self.occupied, *range(6, 16)), 0))
        for hole in range(6, 16):
            self.wood.lift(hole)
        self.events: list[HardwareEvent] = []
        # Wait until the bounce of the lifted marbles has ended.
        self.wait(0.1)

    def put(self, channel: int) -> None:
        self.wood.place(channel, 0)

    def take(self, channel: int) -> None:
        self.wood.lift(channel)
