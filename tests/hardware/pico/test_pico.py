"""Tests of the Pico's drivers with the real firmware, on CPython, and on MicroPython if it is installed."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from firmware_bridge.errors import LinkError
from firmware_bridge.transport import Line
from firmware_bridge.twin import PtyBoard
from hardware.clock import LoopClock, VirtualClock
from hardware.errors import DeviceMissing
from hardware.parts.pico.driver import PicoBoard
from hardware.parts.pico.twin import PtySensors
from hardware.twin.wood import VirtualBoard
from tests.hardware.contract_light_strip import LightStripContract
from tests.hardware.contract_sensor_bank import SensorBankContract
from tests.hardware.pico.pico_bench import PicoBench, StripBench, bench, needs_micropython


class OnCPython:
    interpreter: list[str] | None = [sys.executable]  # noqa: RUF012 - never changed
    kind: type[PicoBench]

    @contextmanager
    def rig(self) -> Iterator[PicoBench]:
        with bench(self.kind, self.interpreter) as made:
            yield made


class TestPicoSensors(OnCPython, SensorBankContract):
    kind = PicoBench

    @pytest.mark.parametrize("seed", range(3))
    def test_every_snapshot_agrees_with_the_edges_reported_so_far(self, seed: int) -> None:
        super().test_every_snapshot_agrees_with_the_edges_reported_so_far(seed)


@needs_micropython
class TestPicoSensorsOnMicroPython(TestPicoSensors):
    interpreter = None


class TestPicoStrip(OnCPython, LightStripContract):
    kind = StripBench


@needs_micropython
class TestPicoStripOnMicroPython(TestPicoStrip):
    interpreter = None


def test_a_missing_pico_is_reported_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.parts.pico.link.LINKS_WITHIN", 0.2)

    def refuse(path: str) -> Line:
        raise LinkError(f"cannot open {path}: it is not there; is the board plugged in?")

    loop = asyncio.new_event_loop()
    with pytest.raises(DeviceMissing, match=r"^no board at /dev/x: cannot open /dev/x: it is not there"):
        PicoBoard(LoopClock(loop), "/dev/x", 28, 28, open_line=refuse)
    loop.close()


def test_a_pico_with_too_few_channels_or_leds_is_refused() -> None:
    loop = asyncio.new_event_loop()
    with (
        PtyBoard(interpreter=[sys.executable], channels=28, leds=28) as far,
        pytest.raises(DeviceMissing, match="has 28 sensors and 28 LEDs, this game needs 112 and 112"),
    ):
        PicoBoard(LoopClock(loop), far.path, 112, 112)
    loop.close()


def test_closing_the_sensors_and_the_lights_of_a_simulated_board_ends_its_firmware() -> None:
    clock = VirtualClock()
    bank = PtySensors(VirtualBoard(8), clock, interpreter=[sys.executable])
    (process,) = [each for each in vars(bank.firmware).values() if isinstance(each, subprocess.Popen)]
    bank.close()
    bank.strip.close()
    assert process.poll() is not None
