"""The parts that a board can be built of, with the figures that the checks and the power budget use.

Currents are worst cases in milliamperes from the parts' data sheets; the computers' are what a board without
anything plugged in takes under load, rounded up. Rates are how often a sensor looks for its magnet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal


@dataclass(frozen=True, slots=True)
class SensorPart:
    """One kind of hall sensor; `hertz` 0 means continuously."""

    number: str
    poles: Literal["omnipolar", "unipolar", "analog"]
    volts: float
    milliamperes: float
    open_drain: bool
    hertz: int
    package: str
    alternatives: str


SENSORS: Mapping[str, SensorPart] = MappingProxyType(
    {
        "drv5033": SensorPart(
            "TI DRV5033FAQLPG", "omnipolar", 3.3, 3.5, True, 0, "TO-92", "DRV5033AJQLPG (weaker)"
        ),
        "drv5032": SensorPart(
            "TI DRV5032, a variant of 80 Hz",
            "omnipolar",
            3.3,
            0.02,
            False,
            80,
            "SOT-23",
            "20 Hz for pegs at most; never 5 Hz",
        ),
        "a3144": SensorPart(
            "Allegro A3144EUA-T", "unipolar", 5.0, 9.0, True, 0, "TO-92 (UA)", "A1104EUA-T, AH3144E, OH3144E"
        ),
        "drv5055": SensorPart(
            "TI DRV5055A4QLPG", "analog", 3.3, 10.0, False, 0, "TO-92", "DRV5055A3QLPG (twice as sensitive)"
        ),
    }
)

COMPUTERS: Mapping[str, float] = MappingProxyType({"zero2": 0.8, "pi3": 1.2, "pi4": 1.5, "pi5": 2.4})
"""Amperes at 5 V."""

READER_AMPERES: Mapping[str, float] = MappingProxyType(
    {"rdm6300": 0.05, "id12la": 0.05, "pn532": 0.15, "barcode": 0.3, "keyboard": 0.3}
)

PICO_AMPERES = 0.1

RAIL_AMPERES: Mapping[str, float] = MappingProxyType({"pi": 0.5, "pico": 0.3})
"""What may be taken from the 3.3 V pin; more wants a regulator of its own."""

LED_DARK, LED_WHITE = 0.001, 0.060
"""Amperes of one LED."""
