"""A simulated barcode scanner that appears as a keyboard: the kernel's events while it types a label."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from pathlib import Path

from hardware.clock import Clock
from hardware.parts.keyboard_scanner.driver import (
    ALT_GR,
    DOWN,
    EV_KEY,
    EV_SYN,
    LEFT_ALT,
    LEFT_SHIFT,
    SYN_DROPPED,
    TYPED,
)

EV_MSC, MSC_SCAN = 4, 4
KEYS = {char: (code, shifted) for code, both in TYPED.items() for shifted, char in enumerate(both)}
"""For each character of an American keyboard, (code of the key, whether Shift is held)."""

LAYOUTS = {
    "german": {
        "#": (43, False, False),
        "Y": (44, True, False),
        "Z": (21, True, False),
    },
    "french": {
        **{digit: (2 + at, True, False) for at, digit in enumerate("1234567890")},
        **{char: (code, True, False) for char, code in zip("AQZW", (16, 30, 17, 44), strict=True)},
        "#": (4, False, True),
    },
    "spanish": {"#": (4, False, True)},
}
"""For each keyboard that is not American, the characters that it types differently.

A value is (code of the key, whether Shift is held, whether AltGr is held).
"""
KEYPAD = dict(zip("7894561230", (71, 72, 73, 75, 76, 77, 79, 80, 81, 82), strict=True))


@dataclass(frozen=True, slots=True)
class TypedEvent:
    """An input event of the kernel; see driver.KeyEvent."""

    type: int
    code: int
    value: int


def typed(text: str, *, layout: str = "", dropped: bool = False) -> list[TypedEvent]:
    """The kernel's events, with scan codes and reports, while a scanner types `text` and Enter.

    `layout`: a key of LAYOUTS if the scanner is not set to the American keyboard. `dropped`: the kernel's
    buffer overflows and loses the second event.
    """
    events: list[TypedEvent] = []
    for char in (*text, "\r"):
        code, shifted, alt_gr = LAYOUTS.get(layout, {}).get(char, (*KEYS[char], False))
        events += [TypedEvent(EV_KEY, LEFT_SHIFT, DOWN)] * shifted
        events += [TypedEvent(EV_KEY, ALT_GR, DOWN)] * alt_gr
        events += [TypedEvent(EV_MSC, MSC_SCAN, 458_000 + code), TypedEvent(EV_KEY, code, DOWN)]
        events += [TypedEvent(EV_SYN, 0, 0), TypedEvent(EV_KEY, code, 0)]
        events += [TypedEvent(EV_KEY, ALT_GR, 0)] * alt_gr
        events += [TypedEvent(EV_KEY, LEFT_SHIFT, 0)] * shifted
    if dropped:
        events[1:2] = [TypedEvent(EV_SYN, SYN_DROPPED, 0)]
    return events


def typed_by_number(text: str) -> list[TypedEvent]:
    """The kernel's events while a scanner types `text` as numbers on the keypad with Alt held."""
    events: list[TypedEvent] = []
    for char in (*text, "\r"):
        events.append(TypedEvent(EV_KEY, LEFT_ALT, DOWN))
        for digit in f"{ord(char):04d}":
            events += [TypedEvent(EV_KEY, KEYPAD[digit], DOWN), TypedEvent(EV_KEY, KEYPAD[digit], 0)]
        events.append(TypedEvent(EV_KEY, LEFT_ALT, 0))
    return events


class ScannerKeyboard:
    """The scanner as evdev shows it: events wait until they are read, and only one program may grab it."""

    def __init__(self) -> None:
        self.waiting: list[TypedEvent] = []
        self.plugged, self.grabbed = True, False

    def type(self, text: str, *, dropped: bool = False) -> None:
        """Type a label. Its events wait here only if the scanner is plugged in and grabbed."""
        if self.grabbed and self.plugged:
            self.waiting += typed(text, dropped=dropped)

    def grab(self) -> None:
        """Grab the keyboard; raise OSError if another program has it."""
        if self.grabbed:
            raise OSError(errno.EBUSY, "Device or resource busy")
        self.grabbed = True

    def read(self) -> list[TypedEvent]:
        """The waiting events; raise OSError if the scanner is unplugged, BlockingIOError if none wait."""
        if not self.plugged:
            raise OSError(errno.ENODEV, "No such device")
        if not self.waiting:
            raise BlockingIOError(errno.EAGAIN, "nothing waits")
        events, self.waiting = self.waiting, []
        return events

    def close(self) -> None:
        """End the grab, so that other programs get the keyboard's events."""
        self.grabbed = False


def make(_word: str, _path: Path, _clock: Clock) -> ScannerKeyboard:
    """A simulated scanner that is plugged in."""
    return ScannerKeyboard()
