"""RDM6300 and ID-12LA: card readers for 125 kHz on a serial line."""

from __future__ import annotations

from hardware.parts.part import ReaderPads, serial_reader
from hardware.parts.rfid_module.driver import RfidParser
from hardware.tags import LAID_AGAIN_AFTER

RDM6300 = serial_reader(
    word="rdm6300",
    name="RFID reader 125 kHz with coil, on a USB serial adapter",
    number="RDM6300 + CP2102",
    alternatives="ID-12LA",
    sheet="Seeed RDM6300",
    milliamperes=50.0,
    baud=9600,
    parser=RfidParser,
    confirm=2,
    presence="two equal frames are a card, 150 ms of silence a removal",
    pads=ReaderPads("P1 pin 5 (+5V)", "P1 pin 4 (GND)", "P1 pin 1 (TX)"),
    folder=__name__,
)
ID12LA = serial_reader(
    word="id12la",
    name="RFID reader 125 kHz, on a USB serial adapter",
    number="ID-12LA + CP2102",
    alternatives="ID-20LA, RDM6300",
    sheet="ID Innovations ID-12LA",
    milliamperes=50.0,
    baud=9600,
    parser=RfidParser,
    removed_after=LAID_AGAIN_AFTER,
    notices_removal=False,
    presence="a removal is not noticed: the same card counts again after a second",
    pads=ReaderPads("pin 11 (VCC), with pin 2 (RES)", "pin 1 (GND), with pin 7 (FORM)", "pin 9 (D0)"),
    folder=__name__,
)
PARTS = (RDM6300, ID12LA)
