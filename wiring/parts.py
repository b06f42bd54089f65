"""The parts that a board can be built of, with the figures that the checks and the power budget use.

Of the sensors, the DRV5032's poles, rates, operate points and packages were compared with its data sheet. The
release points and the other parts' figures are to be checked against the sheet that each part names.

Currents are worst cases in milliamperes from the parts' data sheets; the computers' are what a board without
anything plugged in takes under load, rounded up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal


@dataclass(frozen=True, slots=True)
class SensorPart:
    """One variant of a hall sensor, as its data sheet has it."""

    number: str
    poles: Literal["omnipolar", "unipolar", "analog"]
    """Which pole it feels: either, the south pole at its marked face, or both with their strength."""
    volts: float
    milliamperes: float
    output: Literal["open drain", "push-pull", "analog"]
    hertz: int
    """How often it looks; 0: continuously."""
    package: str
    operate: float
    """At this field, in millitesla, the least sensitive one is on.

    Of an analog one, what it can tell surely.
    """
    release: float
    """At this field the most sensitive one may still be on."""
    sheet: str
    """The data sheet that the figures are from."""
    alternatives: str = ""
    pins: str = "VCC, GND, OUT"
    """The pins of the package from left to right, the marked face towards you."""

    @property
    def open_drain(self) -> bool:
        """Whether it only pulls down, and needs a resistor to 3.3 V."""
        return self.output == "open drain"


def _drv5023(variant: str, operate: float, release: float) -> SensorPart:
    sheet = "TI SLIS151, DRV5023, magnetic characteristics"
    return SensorPart(
        f"TI DRV5023{variant}QLPG", "unipolar", 3.3, 3.5, "open drain", 0, "TO-92", operate, release, sheet
    )


def _drv5033(variant: str, operate: float, release: float) -> SensorPart:
    sheet = "TI SLIS152, DRV5033, magnetic characteristics"
    return SensorPart(
        f"TI DRV5033{variant}QLPG", "omnipolar", 3.3, 3.5, "open drain", 0, "TO-92", operate, release, sheet
    )


def _drv5032(
    variant: str, poles: Literal["omnipolar", "unipolar"], hertz: int, operate: float, release: float
) -> SensorPart:
    output: Literal["open drain", "push-pull"] = "open drain" if variant in ("FC", "AJ") else "push-pull"
    package = "X2SON" if variant == "DG" else "TO-92"
    number = "TI DRV5032DGDMR" if variant == "DG" else f"TI DRV5032{variant}LPG"
    sheet = "TI SLVSDC7, DRV5032, device comparison"
    return SensorPart(number, poles, 3.3, 0.02, output, hertz, package, operate, release, sheet)


def _drv5055(variant: str, sensitivity: float) -> SensorPart:
    """`sensitivity`: mV/mT at 3.3 V; 3,000 of 65,536 are 150 mV, what a board begins with."""
    sheet = "TI SBAS640, DRV5055, sensitivity"
    operate = round(150 / sensitivity, 1)
    release = round(0.67 * operate, 1)
    return SensorPart(
        f"TI DRV5055{variant}QLPG", "analog", 3.3, 10.0, "analog", 0, "TO-92", operate, release, sheet
    )


SENSORS: Mapping[str, SensorPart] = MappingProxyType(
    {
        "drv5023": _drv5023("AJ", 12.0, 1.0),
        "drv5023fa": _drv5023("FA", 6.8, 0.5),
        "drv5023bi": _drv5023("BI", 24.0, 3.0),
        "drv5033": _drv5033("FA", 6.8, 0.5),
        "drv5033aj": _drv5033("AJ", 12.0, 1.0),
        "drv5032": _drv5032("FA", "omnipolar", 20, 4.8, 0.5),
        "drv5032fb": _drv5032("FB", "omnipolar", 5, 4.8, 0.5),
        "drv5032fc": _drv5032("FC", "omnipolar", 20, 4.8, 0.5),
        "drv5032aj": _drv5032("AJ", "omnipolar", 20, 9.5, 3.0),
        "drv5032du": _drv5032("DU", "unipolar", 20, 3.9, 0.9),
        "drv5032dg": _drv5032("DG", "unipolar", 80, 3.4, 0.5),
        "a3144": SensorPart(
            "Allegro A3144EUA-T",
            "unipolar",
            5.0,
            9.0,
            "open drain",
            0,
            "TO-92 (UA)",
            35.0,
            5.0,
            "Allegro 27621, 3141 to 3144, magnetic characteristics at 25 °C",
            "no longer made: A1104EUA-T; of AH3144E and OH3144E see their own sheets",
        ),
        "drv5055": _drv5055("A2", 30.0),
        "drv5055a1": _drv5055("A1", 60.0),
        "drv5055a3": _drv5055("A3", 15.0),
        "drv5055a4": _drv5055("A4", 7.5),
    }
)
"""By the word that a description takes.

Those that cannot serve are here too, so that the check can say why.
"""

COMPUTERS: Mapping[str, float] = MappingProxyType({"zero2": 0.8, "pi3": 1.2, "pi4": 1.5, "pi5": 2.4})
"""Amperes at 5 V."""

READER_AMPERES: Mapping[str, float] = MappingProxyType(
    {"rdm6300": 0.05, "id12la": 0.05, "pn532": 0.15, "barcode": 0.3, "keyboard": 0.3}
)

PICO_AMPERES = 0.1

RAIL_AMPERES: Mapping[str, float] = MappingProxyType({"pi": 0.5, "pico": 0.3})
"""The greatest current of the 3.3 V pin; more needs a regulator of its own."""

LED_DARK, LED_WHITE = 0.001, 0.060
"""Amperes of one LED."""
