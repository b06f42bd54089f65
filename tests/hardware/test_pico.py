"""The Pico's ports against its own firmware: on CPython, and on MicroPython's unix port if there is one."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from firmware_bridge.errors import LinkError
from firmware_bridge.simulated import PtyBoard, find_micropython
from firmware_bridge.transport import Line
from hardware.clock import LoopClock
from hardware.errors import DeviceMissing
from hardware.pico import PicoBoard
from tests.hardware.contract_light_strip import LightStripContract, StripRig
from tests.hardware.contract_sensor_bank import BankRig, SensorBankContract

CHANNELS = 28
PATIENCE = 3000
"""Looks of 10 ms at what must come about: a very busy machine is no failure."""

needs_micropython = pytest.mark.skipif(
    find_micropython() is None, reason="no MicroPython here: .ci/micropython fetches it, or set MICROPYTHON"
)


class PicoBench:
    """A firmware in a process of its own at the end of a pty; time is the real one."""

    occupied = frozenset({0, 3, 27})

    def __init__(self, loop: asyncio.AbstractEventLoop, interpreter: list[str] | None) -> None:
        self.loop = loop
        self.far = PtyBoard(interpreter=interpreter, channels=CHANNELS, leds=CHANNELS, cap_ma=10_000)
        for channel in self.occupied:
            self.far.set_level(channel, True)
        self.board = PicoBoard(
            LoopClock(loop), self.far.path, CHANNELS, CHANNELS, brightness=1, gamma=1, amperes=10
        )
        self.bank, self.strip = self.board.sensors, self.board.strip
        self.marbles = set(self.occupied)
        self.until(self.told)

    def told(self) -> bool:
        """Whether what lies there has been told."""
        return self.board._levels == tuple(channel in self.marbles for channel in range(CHANNELS))

    def put(self, channel: int) -> None:
        self.marbles.add(channel)
        self.far.set_level(channel, True)

    def take(self, channel: int) -> None:
        self.marbles.discard(channel)
        self.far.set_level(channel, False)

    def wait(self, seconds: float) -> None:
        self.loop.run_until_complete(asyncio.sleep(seconds))
        if self.board._users == {"sensors", "strip"} and self.board._link.linked and seconds >= 0.3:
            self.until(self.told)

    def until(self, so: Callable[[], bool]) -> None:
        for _ in range(PATIENCE):
            if so():
                return
            self.loop.run_until_complete(asyncio.sleep(0.01))
        raise AssertionError("it did not come about")

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

    def close(self) -> None:
        self.bank.close()
        self.strip.close()
        self.far.close()


class StripBench(PicoBench):
    def unplug(self) -> None:
        super().unplug()
        self.until(lambda: not self.board._link.linked)

    def replug(self) -> None:
        super().replug()
        self.until(lambda: self.board._link.linked)


@contextmanager
def bench(made_of: type[PicoBench], interpreter: list[str] | None) -> Iterator[PicoBench]:
    loop = asyncio.new_event_loop()
    made = made_of(loop, interpreter)
    try:
        yield made
    finally:
        made.close()
        loop.close()


class TestPicoSensors(SensorBankContract):
    interpreter: list[str] | None = [sys.executable]  # noqa: RUF012 - never changed

    @contextmanager
    def rig(self) -> Iterator[BankRig]:
        with bench(PicoBench, self.interpreter) as made:
            yield made

    @pytest.mark.parametrize("seed", range(3))
    def test_snapshot_and_edges_always_tell_the_same_story(self, seed: int) -> None:
        super().test_snapshot_and_edges_always_tell_the_same_story(seed)


@needs_micropython
class TestPicoSensorsOnMicroPython(TestPicoSensors):
    interpreter = None


class TestPicoStrip(LightStripContract):
    interpreter: list[str] | None = [sys.executable]  # noqa: RUF012 - never changed

    @contextmanager
    def rig(self) -> Iterator[StripRig]:
        with bench(StripBench, self.interpreter) as made:
            yield made


@needs_micropython
class TestPicoStripOnMicroPython(TestPicoStrip):
    interpreter = None


def test_a_board_that_is_not_there_says_so_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.pico.LINKS_WITHIN", 0.2)

    def refuse(path: str) -> Line:
        raise LinkError(f"cannot open {path}: it is not there; is the board plugged in?")

    loop = asyncio.new_event_loop()
    with pytest.raises(DeviceMissing, match=r"^no board at /dev/x: cannot open /dev/x: it is not there"):
        PicoBoard(LoopClock(loop), "/dev/x", 28, 28, open_line=refuse)
    loop.close()


def test_a_board_that_is_too_small_for_the_game_is_refused() -> None:
    loop = asyncio.new_event_loop()
    with (
        PtyBoard(interpreter=[sys.executable], channels=28, leds=28) as far,
        pytest.raises(DeviceMissing, match="has 28 sensors and 28 LEDs, this game needs 112 and 112"),
    ):
        PicoBoard(LoopClock(loop), far.path, 112, 112)
    loop.close()
