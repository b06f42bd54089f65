"""Barcode scanners on a serial line."""

from __future__ import annotations

from hardware.parts.barcode_scanner.driver import LineParser
from hardware.parts.part import serial_reader
from hardware.tags import LAID_AGAIN_AFTER

BARCODE = serial_reader(
    word="barcode",
    name="barcode scanner as a USB serial port",
    number="GM65 or the like",
    alternatives="any in USB-COM mode",
    sheet="Hangzhou Grow GM65",
    milliamperes=300.0,
    baud=9600,
    parser=LineParser,
    removed_after=LAID_AGAIN_AFTER,
    notices_removal=False,
    presence="a removal is not noticed: the same card counts again after a second",
    pads=None,
    folder=__name__,
)
PARTS = (BARCODE,)
