"""Barcode scanners on a serial line."""

from __future__ import annotations

from typing import Any

from hardware.cards.presence import LAID_AGAIN_AFTER
from hardware.cards.serial_part import serial_part
from hardware.parts.part import module_of


def _parser() -> Any:
    return module_of(__name__).LineParser()


BARCODE = serial_part(
    word="barcode",
    name="barcode scanner as a USB serial port",
    number="GM65 or the like",
    alternatives="any in USB-COM mode",
    sheet="Hangzhou Grow GM65",
    milliamperes=300.0,
    baud=9600,
    parser=_parser,
    removed_after=LAID_AGAIN_AFTER,
    notices_removal=False,
    presence="a removal is not noticed: the same card counts again after a second",
    pads=None,
    folder=__name__,
)
PARTS = (BARCODE,)
