"""The devices that a description names, opened by the drivers of their parts."""

from __future__ import annotations

from typing import NamedTuple

from hardware.clock import Clock
from hardware.late import LateSounder, LateStrip
from hardware.parts.catalogue import BUZZER
from hardware.ports import LightStrip, SensorBank, Sounder
from wiring.description import Description


class Devices(NamedTuple):
    """The open devices of a board."""

    sensors: SensorBank
    lights: LightStrip
    sounder: Sounder | None


def open_devices(board: Description, clock: Clock, *, late_lights: bool = False) -> Devices:
    """Open the sensors, the LED chain and the buzzer; DeviceMissing names the missing one and the remedy.

    `late_lights`: lights on a pin of the Pi may be missing at first, see LateStrip. Each driver's module is
    imported only for a board that has it.
    """
    opened, leds = board.bank.open(board, clock), len(board.lights.holes)
    strip = opened.lights
    if strip is None:
        try:
            strip = LateStrip(lambda: open_lights(board), leds) if late_lights else open_lights(board)
        except OSError:
            opened.sensors.close()
            raise
    return Devices(opened.sensors, strip, _sounder(board, clock) or opened.sounder)


def open_lights(board: Description) -> LightStrip:
    """Open the chain on one of the Pi's own pins."""
    lights, drive = board.lights, board.lights.drive
    assert drive.open is not None
    return drive.open(len(lights.holes), lights.pin, lights.amperes)


def _sounder(board: Description, clock: Clock) -> Sounder | None:
    """The buzzer on a pin of the Pi, opened at its first tune; None without a buzzer."""
    pin = board.buzzer
    return None if pin is None else LateSounder(lambda: BUZZER.open(clock, pin))
