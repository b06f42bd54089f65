"""The driver of barcode scanners that appear as a keyboard, grabbed and read through evdev.

The scanner is grabbed, so that its digits reach no other program, such as a login prompt or the page's
browser. For `SerialCardReader` the scanner is a port whose bytes are the typed characters, each line ended by
Enter, so a `LineParser` can read them. Scanners type as an American keyboard unless they are set differently;
leave this setting as it is.

- *Another country's keyboard.* On a French keyboard A and Q are exchanged, so an ace is read as a queen. A
  `TypedLineParser` recognises such a scanner by the keys of digits and of `#`, refuses its lines and names
  the setting, until a line has digits as an American keyboard types them.
- *Alt and the keypad.* A scanner may hold Alt and type a character's number on the keypad. This is the same
  with every keyboard, and is decoded.
- *Ctrl.* A scanner may type the ends of a line as Ctrl-M, Ctrl-J, Ctrl-B or Ctrl-C.

If the kernel dropped events (SYN_DROPPED), part of a label is missing: a byte that is in no label stands for
this part, and the line counts as garbled.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any, Protocol

from hardware.errors import INSTALL, DeviceMissing, not_opened
from hardware.parts.barcode_scanner.driver import LineParser
from hardware.tags import Garbled, Read, WrongSetting

EV_SYN, EV_KEY, SYN_DROPPED = 0, 1, 3
DOWN = 1
"""The value of an event in which a key is pressed; 0 means released, 2 repeated."""
LEFT_SHIFT, RIGHT_SHIFT, CAPS_LOCK = 42, 54, 58
LEFT_ALT, ALT_GR = 56, 100
CTRL = (29, 97)
HOLE = b"\xff"
"""The byte for unreadable input: events that the kernel dropped, and Alt codes outside 1 to 126."""
WITH_ALT_GR = 0x80
"""The bit that is set in a key's character if AltGr is held; no key of an American keyboard types it."""

# From linux/input-event-codes.h: (code of the first key, characters of consecutive keys, characters with
# Shift).
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


_KEYPAD = {
    first + i: digit
    for first, digits in ((71, "789"), (75, "456"), (79, "1230"))
    for i, digit in enumerate(digits)
}
_US_SHIFTED_DIGITS = frozenset(b"!@#$%^&*()")
_DIGITS = frozenset(b"0123456789")


class KeyEvent(Protocol):
    """The attributes of evdev's InputEvent that the driver uses."""

    @property
    def type(self) -> int:
        """The type of the event; EV_KEY for a key."""
        ...

    @property
    def code(self) -> int:
        """The code of the key."""
        ...

    @property
    def value(self) -> int:
        """1 if the key is pressed, 0 if it is released, 2 if it is repeated."""
        ...


class Keyboard(Protocol):
    """The methods of evdev's InputDevice that the driver uses."""

    def grab(self) -> None:
        """Take the keyboard's events for this program alone."""

    def read(self) -> Iterable[KeyEvent]:
        """The events that wait in the device; raise BlockingIOError if there are none."""
        ...

    def close(self) -> None:
        """Close the keyboard, which ends the grab."""


class Typed:
    """Turns key events into characters, sans-I/O."""

    def __init__(self) -> None:
        self._shifts: set[int] = set()
        self._caps = False  # Some scanners press Caps Lock around capital letters.
        self._held: set[int] = set()  # The held keys among Alt, AltGr and Ctrl.
        self._number = ""  # Digits typed on the keypad since Alt went down.

    def take(self, event: KeyEvent) -> bytes:
        """The characters that `event` types; usually none or one."""
        if event.type == EV_SYN and event.code == SYN_DROPPED:
            self._shifts.clear()
            self._held.clear()
            self._number = ""
            return HOLE
        if event.type != EV_KEY:
            return b""
        if event.code in (LEFT_SHIFT, RIGHT_SHIFT):
            (self._shifts.add if event.value else self._shifts.discard)(event.code)
        elif event.code in (LEFT_ALT, ALT_GR, *CTRL):
            return self._hold(event)
        elif event.code == CAPS_LOCK and event.value == DOWN:
            self._caps = not self._caps
        elif event.value == DOWN:
            return self._pressed(event.code)
        return b""

    def _hold(self, event: KeyEvent) -> bytes:
        """Note that Alt, AltGr or Ctrl is held or released.

        When Alt is released, return the character whose number was typed while Alt was held.
        """
        (self._held.add if event.value else self._held.discard)(event.code)
        if event.code != LEFT_ALT or event.value:
            return b""
        number, self._number = self._number, ""
        if not number:
            return b""
        return bytes([int(number)]) if 0 < int(number) < 127 else HOLE

    def _pressed(self, code: int) -> bytes:
        if LEFT_ALT in self._held and code in _KEYPAD:
            self._number += _KEYPAD[code]
            return b""
        if code not in TYPED:
            return b""
        plain = TYPED[code][0]
        byte = ord(TYPED[code][bool(self._shifts) != (self._caps and plain.isalpha())])
        if not self._held.isdisjoint(CTRL) and plain.isalpha():
            return bytes([byte & 0x1F])
        return bytes([byte | WITH_ALT_GR if ALT_GR in self._held else byte])


class TypedLineParser(LineParser):
    """A LineParser that detects a scanner set to another country's keyboard, and then returns
    WrongSetting.
    """

    def __init__(self) -> None:
        super().__init__()
        self._foreign: WrongSetting | None = None

    def _text(self, line: bytes) -> Read:
        if HOLE[0] in line:
            return Garbled("a line with a part missing")
        keyboard = _foreign_keyboard(line)
        if keyboard:
            remedy = "set it to the American (US) keyboard by the code in its manual"
            self._foreign = WrongSetting(f"types as {keyboard} keyboard: {remedy}")
        elif not _DIGITS.isdisjoint(line):
            # No French keyboard types digits without Shift. A line without digits proves nothing.
            self._foreign = None
        return self._foreign or super()._text(line)


def _foreign_keyboard(line: bytes) -> str:
    """The keyboard to which the scanner seems to be set, with an article; "" for an American keyboard."""
    if not _US_SHIFTED_DIGITS.isdisjoint(line) and _DIGITS.isdisjoint(line):
        return "a French"  # On this keyboard layout digits need Shift.
    if any(byte >= WITH_ALT_GR for byte in line):
        return "a French" if _DIGITS.isdisjoint(line) else "another country's"
    # The # key of German and British keyboards is the \\ key of the American one.
    return "a German or British" if b"\\" in line else ""


class KeyboardPort:
    """A keyboard as a SerialPort."""

    def __init__(self, keyboard: Keyboard) -> None:
        self._keyboard, self._typed = keyboard, Typed()

    def read(self, size: int = 1, /) -> bytes:
        """The characters typed since the last call; raise OSError if the keyboard is gone."""
        # The kernel hands its buffer over in one piece, a few hundred events at most, so `size` is not
        # needed.
        del size
        try:
            return b"".join([self._typed.take(event) for event in self._keyboard.read()])
        except BlockingIOError:
            return b""

    def close(self) -> None:
        """Close the keyboard."""
        self._keyboard.close()


def open_keyboard(path: str) -> KeyboardPort:
    """Open and grab the keyboard at `path` (/dev/input/by-id/...-event-kbd).

    Raise DeviceMissing, with the remedy, if this fails.
    """
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
