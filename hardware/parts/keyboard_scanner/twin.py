"""A barcode scanner that poses as a keyboard: the kernel's events while it types a label."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from pathlib import Path

from hardware.clock import Clock
from hardware.parts.keyboard_scanner.driver import DOWN, EV_KEY, EV_SYN, LEFT_SHIFT, SYN_DROPPED, TYPED

EV_MSC, MSC_SCAN = 4, 4
KEYS = {char: (code, shifted) for code, both in TYPED.items() for shifted, char in enumerate(both)}
"""By character, its key and whether Shift is held."""


@dataclass(frozen=True, slots=True)
class TypedEvent:
    """One input event of the kernel; see driver.KeyEvent."""

    type: int
    code: int
    value: int


def typed(text: str, *, dropped: bool = False) -> list[TypedEvent]:
    """The kernel's events while `text` and Enter are typed: scan codes and reports between the keys.

    `dropped`: the kernel's buffer ran over, and the second event is lost.
    """
    events: list[TypedEvent] = []
    for char in (*text, "\r"):
        code, shifted = KEYS[char]
        events += [TypedEvent(EV_KEY, LEFT_SHIFT, DOWN)] * shifted
        events += [TypedEvent(EV_MSC, MSC_SCAN, 458_000 + code), TypedEvent(EV_KEY, code, DOWN)]
        events += [TypedEvent(EV_SYN, 0, 0), TypedEvent(EV_KEY, code, 0)]
        events += [TypedEvent(EV_KEY, LEFT_SHIFT, 0)] * shifted
    if dropped:
        events[1:2] = [TypedEvent(EV_SYN, SYN_DROPPED, 0)]
    return events


class ScannerKeyboard:
    """The scanner as evdev shows it: events wait in it, and one program at a time may grab it."""

    def __init__(self) -> None:
        self.waiting: list[TypedEvent] = []
        self.plugged, self.grabbed = True, False

    def type(self, text: str, *, dropped: bool = False) -> None:
        """Type a label; nobody gets it unless the scanner is plugged in and grabbed."""
        if self.grabbed and self.plugged:
            self.waiting += typed(text, dropped=dropped)

    def grab(self) -> None:
        """Have its events alone; OSError if another program has them."""
        if self.grabbed:
            raise OSError(errno.EBUSY, "Device or resource busy")
        self.grabbed = True

    def read(self) -> list[TypedEvent]:
        """The events that wait; OSError when it is unplugged, BlockingIOError when none wait."""
        if not self.plugged:
            raise OSError(errno.ENODEV, "No such device")
        if not self.waiting:
            raise BlockingIOError(errno.EAGAIN, "nothing waits")
        events, self.waiting = self.waiting, []
        return events

    def close(self) -> None:
        """Let it go."""
        self.grabbed = False


def make(_word: str, _path: Path, _clock: Clock) -> ScannerKeyboard:
    """A scanner that is plugged in."""
    return ScannerKeyboard()
