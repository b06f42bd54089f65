"""Barcode scanners that appear as a keyboard."""

from __future__ import annotations

from typing import Any

from hardware.cards.presence import LAID_AGAIN_AFTER
from hardware.clock import Clock
from hardware.parts.computer import EVDEV, INPUT_FILES, Port, Take
from hardware.parts.part import ReaderPart, module_of
from hardware.ports import CardReader


def _takes(role: str, path: str, _computer: str) -> tuple[Take, ...]:
    remedy = f"plug the reader of {role} in, or correct its path (see /dev/input/by-id)"
    return (
        Take("path", f"reader {role}", Port("USB", path, INPUT_FILES, modules=(EVDEV,), absent=remedy), ()),
    )


def _open_port(path: str) -> Any:
    return module_of(__name__).open_keyboard(path)


def _parser() -> Any:
    return module_of(__name__).TypedLineParser()


def _open(role: str, path: str, clock: Clock) -> CardReader:
    from hardware.cards.serial_reader import card_reader

    return card_reader(
        role,
        clock,
        lambda: _open_port(path),
        _parser(),
        removed_after=LAID_AGAIN_AFTER,
        notices_removal=False,
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
    open_port=_open_port,
    parser=_parser,
    open=_open,
    folder=__name__,
)
PARTS = (KEYBOARD,)
