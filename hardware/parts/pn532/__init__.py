"""The PN532, a card reader for 13.56 MHz that must be polled."""

from __future__ import annotations

from hardware.parts.part import ReaderPads, serial_reader
from hardware.parts.pn532.driver import Pn532

REMOVED_AFTER = 0.300
"""Seconds without a read after which a card counts as removed: some cards answer only every second poll."""

PN532 = serial_reader(
    word="pn532",
    name="NFC reader 13.56 MHz, on a USB serial adapter",
    number="PN532 module + CP2102",
    sheet="NXP PN532/C1 and UM0701-02",
    milliamperes=150.0,
    baud=115200,
    parser=Pn532,
    removed_after=REMOVED_AFTER,
    presence="300 ms without an answer that names the card are a removal",
    pads=ReaderPads("VCC", "GND", "SDA (TXD)", "SCL (RXD)"),
    folder=__name__,
)
PARTS = (PN532,)
