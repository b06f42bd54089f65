"""Hall sensors: every variant that a board may have under its holes, with the figures of its data sheet.

For the DRV5032, the poles, rates, operate points and packages were compared with the data sheet. The release
points, and all figures of the other sensors, still have to be checked against the sheet that each names.
Unsuitable sensors are listed as well, so that the check of a board can explain why they do not fit.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from hardware.parts.bank_part import HallSensor

READ_BY = "the driver of the sensor bank reads it"


def _ti(
    word: str,
    number: str,
    sheet: str,
    milliamperes: float,
    fields: tuple[float, float],
    *,
    poles: Literal["omnipolar", "unipolar", "analog"],
    output: Literal["open drain", "push-pull", "analog"] = "open drain",
    hertz: int = 0,
    package: str = "TO-92",
) -> HallSensor:
    """The facts about a sensor of Texas Instruments; `fields`: operate and release point in millitesla."""
    return HallSensor(
        folder=__name__,
        no_driver=READ_BY,
        word=word,
        name=f"hall sensor {number}",
        number=f"TI {number}",
        sheet=f"TI {sheet}",
        volts=3.3,
        milliamperes=milliamperes,
        poles=poles,
        output=output,
        hertz=hertz,
        package=package,
        operate=fields[0],
        release=fields[1],
    )


def _drv5023(word: str, variant: str, operate: float, release: float) -> HallSensor:
    sheet = "SLIS151, DRV5023, magnetic characteristics"
    return _ti(word, f"DRV5023{variant}QLPG", sheet, 3.5, (operate, release), poles="unipolar")


def _drv5033(word: str, variant: str, operate: float, release: float) -> HallSensor:
    sheet = "SLIS152, DRV5033, magnetic characteristics"
    return _ti(word, f"DRV5033{variant}QLPG", sheet, 3.5, (operate, release), poles="omnipolar")


def _drv5032(
    word: str,
    variant: str,
    poles: Literal["omnipolar", "unipolar"],
    hertz: int,
    operate: float,
    release: float,
) -> HallSensor:
    return _ti(
        word,
        "DRV5032DGDMR" if variant == "DG" else f"DRV5032{variant}LPG",
        "SLVSDC7, DRV5032, device comparison",
        0.02,
        (operate, release),
        poles=poles,
        output="open drain" if variant in ("FC", "AJ") else "push-pull",
        hertz=hertz,
        package="X2SON" if variant == "DG" else "TO-92",
    )


def _drv5055(word: str, variant: str, sensitivity: float) -> HallSensor:
    """The facts about an analog sensor with a sensitivity of `sensitivity` mV/mT at 3.3 V.

    It counts as on from 150 mV, the threshold of a new board's firmware: 3,000 of 65,536.
    """
    operate = round(150 / sensitivity, 1)
    return _ti(
        word,
        f"DRV5055{variant}QLPG",
        "SBAS640, DRV5055, sensitivity",
        10.0,
        (operate, round(0.67 * operate, 1)),
        poles="analog",
        output="analog",
    )


PARTS = (
    replace(_drv5023("drv5023", "AJ", 12.0, 1.0), suits=("pegs",)),
    _drv5023("drv5023fa", "FA", 6.8, 0.5),
    _drv5023("drv5023bi", "BI", 24.0, 3.0),
    replace(_drv5033("drv5033", "FA", 6.8, 0.5), suits=("marbles",)),
    _drv5033("drv5033aj", "AJ", 12.0, 1.0),
    _drv5032("drv5032", "FA", "omnipolar", 20, 4.8, 0.5),
    _drv5032("drv5032fb", "FB", "omnipolar", 5, 4.8, 0.5),
    _drv5032("drv5032fc", "FC", "omnipolar", 20, 4.8, 0.5),
    _drv5032("drv5032aj", "AJ", "omnipolar", 20, 9.5, 3.0),
    _drv5032("drv5032du", "DU", "unipolar", 20, 3.9, 0.9),
    _drv5032("drv5032dg", "DG", "unipolar", 80, 3.4, 0.5),
    HallSensor(
        folder=__name__,
        no_driver=READ_BY,
        word="a3144",
        name="hall sensor A3144",
        number="Allegro A3144EUA-T",
        alternatives="no longer made, use the A1104EUA-T; AH3144E and OH3144E have data sheets of their own",
        sheet="Allegro 27621, 3141 to 3144, magnetic characteristics at 25 °C",
        volts=5.0,
        milliamperes=9.0,
        poles="unipolar",
        output="open drain",
        hertz=0,
        package="TO-92 (UA)",
        operate=35.0,
        release=5.0,
    ),
    _drv5055("drv5055", "A2", 30.0),
    _drv5055("drv5055a1", "A1", 60.0),
    _drv5055("drv5055a3", "A3", 15.0),
    _drv5055("drv5055a4", "A4", 7.5),
)
