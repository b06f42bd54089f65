"""A bench with the Pico's firmware, which runs in a process at the end of a pty."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from firmware_bridge.twin import PtyBoard, find_micropython
from hardware.clock import LoopClock
from hardware.parts.pico.driver import PicoBoard

CHANNELS = 28
PATIENCE = 3000
"""The most pauses of 10 ms for which a bench waits; a very busy machine is slow."""

needs_micropython = pytest.mark.skipif(
    find_micropython() is None, reason="no MicroPython here: .ci/micropython fetches it, or set MICROPYTHON"
)


def until(loop: asyncio.AbstractEventLoop, so: Callable[[], bool]) -> None:
    """Run the event loop until `so` returns True."""
    for _ in range(PATIENCE):
        if so():
            return
        loop.run_until_complete(asyncio.sleep(0.01))
    raise AssertionError("it did not come about")


class PicoBench:
    """A bench in real time, with the firmware in a process at the end of a pty."""

    occupied = frozenset({0, 3, 27})

    def __init__(self, loop: asyncio.AbstractEventLoop, interpreter: list[str] | None) -> None:
        self.loop = loop
        self.far = PtyBoard(interpreter=interpreter, channels=CHANNELS, leds=CHANNELS, cap_ma=10_000)
        for channel in self.occupied:
            self.far.set_level(channel, True)
        self.board = PicoBoard(
            LoopClock(loop), self.far.path, CHANNELS, CHANNELS, brightness=1, gamma=1, amperes=10
        )
        self.bank, self.strip = self.board, self.board.strip
        self.marbles = set(self.occupied)
        self.until(self.caught_up)

    def caught_up(self) -> bool:
        """Whether the present levels have been reported."""
        return self.board._levels.levels == [channel in self.marbles for channel in range(CHANNELS)]

    def put(self, channel: int) -> None:
        self.marbles.add(channel)
        self.far.set_level(channel, True)

    def take(self, channel: int) -> None:
        self.marbles.discard(channel)
        self.far.set_level(channel, False)

    def wait(self, seconds: float) -> None:
        self.loop.run_until_complete(asyncio.sleep(seconds))
        if self.board._users == {"sensors", "strip"} and self.board._link.linked and seconds >= 0.3:
            self.until(self.caught_up)

    def until(self, so: Callable[[], bool]) -> None:
        until(self.loop, so)

    def shining(self) -> bytes:
        link = self.board._link
        if link.linked:
            self.until(lambda: link.session.lights.settled(CHANNELS))
        seen = b""

        def steady() -> bool:
            nonlocal seen
            before, seen = seen, self.far.leds() or bytes(3 * CHANNELS)
            return before == seen

        self.loop.run_until_complete(asyncio.sleep(0.1))
        self.until(steady)
        return seen

    def unplug(self) -> None:
        self.far.unplug()

    def replug(self) -> None:
        self.far.plug()
        self.until(lambda: self.board._link.linked)

    def close(self) -> None:
        self.bank.close()
        self.strip.close()
        self.far.close()


class StripBench(PicoBench):
    def unplug(self) -> None:
        super().unplug()
        self.until(lambda: not self.board._link.linked)


@contextmanager
def bench(made_of: type[PicoBench], interpreter: list[str] | None) -> Iterator[PicoBench]:
    loop = asyncio.new_event_loop()
    made = made_of(loop, interpreter)
    try:
        yield made
    finally:
        made.close()
        loop.close()
