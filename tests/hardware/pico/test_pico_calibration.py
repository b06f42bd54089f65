"""Tests of a Pico with analog sensors: readings, calibration, and loss."""

from __future__ import annotations

import asyncio
import sys

import pytest

from firmware_bridge.facts import Calibration
from firmware_bridge.twin import PtyBoard
from hardware.clock import LoopClock
from hardware.errors import DeviceLost, DeviceMissing
from hardware.parts.pico.driver import PicoBoard
from tests.hardware.pico.pico_bench import CHANNELS, needs_micropython, until


class TestAnalogPico:
    """Analog hall sensors pass the tests of SensorBank behind the firmware's thresholds."""

    interpreter: list[str] | None = [sys.executable]  # noqa: RUF012 - never changed
    WANTED = (Calibration(30_000, 4000, 1000), None, *[Calibration(0x8000, 3000, 900)] * (CHANNELS - 2))

    def test_a_pico_measures_analog_sensors_and_uses_a_new_calibration(self) -> None:
        with PtyBoard(interpreter=self.interpreter, channels=CHANNELS, leds=CHANNELS, analog=True) as far:
            loop = asyncio.new_event_loop()
            try:
                clock = LoopClock(loop)
                board = PicoBoard(clock, far.path, CHANNELS, CHANNELS, calibration=self.WANTED)
                for channel, reading in enumerate((34_100, 65_000, 0x8000 - 3100)):
                    far.set_reading(channel, reading)
                until(loop, lambda: board.snapshot()[:3] == (True, False, True))
                assert board.readings()[:4] == (34_100, 65_000, 0x8000 - 3100, 0x8000)
                far.set_reading(0, 33_200)
                until(loop, lambda: board.readings()[0] == 33_200)
                assert board.snapshot()[0]
                far.set_reading(0, 32_900)
                until(loop, lambda: not board.snapshot()[0])
                board.calibrate((Calibration(30_000, 2000, 500), *self.WANTED[1:]))
                assert board.snapshot()[0]
                far.unplug()
                until(loop, lambda: not board._link.linked)
                with pytest.raises(DeviceLost, match="does not answer within"):
                    board.readings()
                with pytest.raises(DeviceLost, match="does not answer within"):
                    board.calibrate(self.WANTED)
                board.close()
                board.strip.close()
            finally:
                loop.close()

    def test_a_digital_board_cannot_be_calibrated(self) -> None:
        with PtyBoard(interpreter=self.interpreter, channels=CHANNELS, leds=CHANNELS) as far:
            loop = asyncio.new_event_loop()
            with pytest.raises(DeviceMissing, match="its sensors are not analog"):
                PicoBoard(LoopClock(loop), far.path, CHANNELS, CHANNELS, calibration=self.WANTED)
            loop.close()


@needs_micropython
class TestAnalogPicoOnMicroPython(TestAnalogPico):
    interpreter = None
