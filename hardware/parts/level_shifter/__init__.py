"""The level shifter that raises the signals of the lights from 3.3 V to 5 V."""

from __future__ import annotations

from hardware.parts.light_part import LevelShifter

SHIFTER = LevelShifter(
    word="ahct125",
    name="level shifter 3.3 V to 5 V, DIP-14",
    number="SN74AHCT125N",
    sheet="TI SCLS264, SN74AHCT125",
    volts=5.0,
    milliamperes=2.0,
    gates=((1, 2, 3), (4, 5, 6), (10, 9, 8), (13, 12, 11)),
    supply_pin=14,
    ground_pin=7,
    high_from=2.0,
    delay_nanoseconds=8.5,
    folder=__name__,
    no_driver="it has no line to a computer",
)
PARTS = (SHIFTER,)
