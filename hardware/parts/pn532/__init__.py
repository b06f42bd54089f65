"""The PN532, a card reader for 13.56 MHz that must be polled."""

from __future__ import annotations

from typing import Any

from hardware.cards.serial_part import serial_part
from hardware.parts.part import ReaderPads, module_of

REMOVED_AFTER = 0.300
"""Seconds without a read after which a card counts as removed: some cards answer only every second poll."""


def _parser() -> Any:
    return module_of(__name__).Pn532()


PN532 = serial_part(
    word="pn532",
    name="NFC reader 13.56 MHz, on a USB serial adapter",
    number="PN532 module + CP2102",
    sheet="NXP PN532/C1 and UM0701-02",
    milliamperes=150.0,
    baud=115200,
    parser=_parser,
    removed_after=REMOVED_AFTER,
    presence="300 ms without an answer that names the card are a removal",
    pads=ReaderPads("VCC", "GND", "SDA (TXD)", "SCL (RXD)"),
    folder=__name__,
)
PARTS = (PN532,)
