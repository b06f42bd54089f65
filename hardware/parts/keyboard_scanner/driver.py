"""A barcode scanner that poses as a keyboard, read through evdev and grabbed.

Grabbed, so that its digits go nowhere else: not to a login prompt, not to the page's browser. It looks to
`SerialCardReader` like a port whose bytes are what is typed, each line ended by Enter, so a `LineParser`
reads it. Scanners type as an American keyboard unless they are told otherwise; leave them at that.

Where the kernel dropped events (SYN_DROPPED) part of a label is missing: a byte that is in no label takes
its place, and the line counts as garbled.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any, Protocol

from hardware.errors import DeviceMissing
from hardware.opening import INSTALL, not_opened

EV_SYN, EV_KEY, SYN_DROPPED = 0, 1, 3
DOWN = 1
"""An event's value when a key goes down; 0 is up, 2 a repeat."""
LEFT_SHIFT, RIGHT_SHIFT, CAPS_LOCK = 42, 54, 58
HOLE = b"\xff"
"""Stands for what the kernel dropped."""

# linux/input-event-codes.h: (first code, what the keys from there on type, the same with Shift).
_ROWS = (
    (2, "1234567890-=", "!@#$%^&*()_+"),
    (15, "\t", "\t"),
    (16, "qwertyuiop[]\r", "QWERTYUIOP{}\r"),
    (30, "asdfghjkl;'`", 'ASDFGHJKL:"~'),
    (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
    (57, " ", " "),
    (71, "789-456+1230.", "789-456+1230."),
    (96, "\r", "\r"),
    (98, "/", "/"),
    (108, "\n", "\n"),
)
TYPED = {first + i: (plain[i], shifted[i]) for first, plain, shifted in _ROWS for i in range(len(plain))}


class KeyEvent(Protocol):
    """evdev's InputEvent."""

    @property
    def type(self) -> int:
        """EV_KEY for keys."""
        ...

    @property
    def code(self) -> int:
        """Which key."""
        ...

    @property
    def value(self) -> int:
        """1 down, 0 up, 2 repeated."""
        ...


class Keyboard(Protocol):
    """The part of evdev's InputDevice that is used."""

    def grab(self) -> None:
        """Have its events alone."""

    def read(self) -> Iterable[KeyEvent]:
        """The events that wait; BlockingIOError when none do."""
        ...

    def close(self) -> None:
        """Release it; the grab ends too."""


class Typed:
    """Key events to characters, sans-I/O."""

    def __init__(self) -> None:
        self._shifts: set[int] = set()
        self._caps = False  # some scanners press Caps Lock around capital letters

    def take(self, event: KeyEvent) -> bytes:
        """What `event` types."""
        if event.type == EV_SYN and event.code == SYN_DROPPED:
            self._shifts.clear()
            return HOLE
        if event.type != EV_KEY:
            return b""
        if event.code in (LEFT_SHIFT, RIGHT_SHIFT):
            (self._shifts.add if event.value else self._shifts.discard)(event.code)
        if event.code == CAPS_LOCK and event.value == DOWN:
            self._caps = not self._caps
        if event.value != DOWN or event.code not in TYPED:
            return b""
        plain = TYPED[event.code][0]
        shifted = bool(self._shifts) != (self._caps and plain.isalpha())
        return TYPED[event.code][shifted].encode("ascii")


class KeyboardPort:
    """A keyboard as a port to read from; see SerialPort."""

    def __init__(self, keyboard: Keyboard) -> None:
        self._keyboard, self._typed = keyboard, Typed()

    def read(self, size: int = 1, /) -> bytes:
        """The keys typed since the last call; OSError when the keyboard is gone."""
        del size  # The kernel's buffer comes in one piece, a few hundred events at most.
        try:
            return b"".join([self._typed.take(event) for event in self._keyboard.read()])
        except BlockingIOError:
            return b""

    def close(self) -> None:
        """Let the keyboard go."""
        self._keyboard.close()


def open_keyboard(path: str) -> KeyboardPort:
    """The keyboard at `path` (/dev/input/by-id/...-event-kbd), grabbed; DeviceMissing says what to do."""
    try:
        evdev: Any = import_module("evdev")
    except ImportError as error:
        raise DeviceMissing(f"{path} cannot be used: the module evdev is not installed; {INSTALL}") from error
    absent = "plug the scanner in, or look for its name in /dev/input/by-id"
    try:
        keyboard: Keyboard = evdev.InputDevice(path)
    except OSError as error:
        raise not_opened(path, error, absent=absent, group="input") from error
    try:
        keyboard.grab()
    except OSError as error:
        keyboard.close()
        raise not_opened(path, error, absent=absent, group="input") from error
    return KeyboardPort(keyboard)
