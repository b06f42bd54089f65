"""Barcode scanners that appear as a keyboard."""

from __future__ import annotations

from hardware.parts.computer import EVDEV, INPUT_FILES, Port, Take
from hardware.parts.keyboard_scanner.driver import TypedLineParser, open_keyboard
from hardware.parts.part import ReaderPart
from hardware.tags import LAID_AGAIN_AFTER


def _takes(role: str, path: str, _computer: str) -> tuple[Take, ...]:
    remedy = f"plug the reader of {role} in, or correct its path (see /dev/input/by-id)"
    return (
        Take("path", f"reader {role}", Port("USB", path, INPUT_FILES, modules=(EVDEV,), absent=remedy), ()),
    )


KEYBOARD = ReaderPart(
    word="keyboard",
    name="barcode scanner as a USB keyboard",
    number="any",
    sheet="USB HID usage tables 1.12, chapter 10",
    volts=5.0,
    milliamperes=300.0,
    access=(INPUT_FILES,),
    modules=(EVDEV,),
    line="as a keyboard",
    pads=None,
    by_path="input/by-path/*-event-kbd",
    presence="a removal is not noticed: the same card counts again after a second",
    takes=_takes,
    open_port=open_keyboard,
    parser=TypedLineParser,
    removed_after=LAID_AGAIN_AFTER,
    notices_removal=False,
    folder=__name__,
)
PARTS = (KEYBOARD,)
