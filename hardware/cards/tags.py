"""Bytes of card readers turned into reads. Sans-I/O: feed bytes, get reads: texts of tags read whole.

RDM6300 and ID-12LA send a 125 kHz tag as `02`, ten hex characters, two hex characters of checksum (the
XOR of the five bytes), `03`; the ID-12LA puts `0D 0A` before the `03`. Both name a tag by the same ten
characters, so one parser serves both. Barcode scanners send a line of text, ended by CR, LF or both.

Scanners differ in what they put around a code: an Enter before it, an AIM identifier such as `]Q1`, a TAB, a
NUL, a down-arrow or nothing after it. All of that is taken off, and silence ends a code too.

A read that cannot be right is `Garbled`, never silence: something is there, and what cannot be told.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import Protocol

STX, ETX = 0x02, 0x03
LONGEST_FRAME = 14
"""Between STX and ETX: ten characters, two of checksum, CR and LF."""
LONGEST_LINE = 64
"""Characters of a barcode; a longer line is noise."""


@dataclass(frozen=True, slots=True)
class Garbled:
    """Something was read that cannot be right, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class Unusable:
    """Something was read whole that can never be a card, and what it is."""

    what: str


QUIET = 0.100
"""Seconds without a byte that end a code: at 9600 baud a byte takes one millisecond."""


class TagParser(Protocol):
    """The bytes of one kind of reader."""

    def feed(self, data: bytes) -> tuple[str | Garbled | Unusable, ...]:
        """Take the next bytes, cut anywhere; what they complete."""
        ...

    def silence(self) -> tuple[str | Garbled | Unusable, ...]:
        """Nothing came for `QUIET` seconds; what that completes."""
        ...

    def reset(self) -> None:
        """Forget a half-read frame: the line was interrupted."""


class RfidParser:
    """RDM6300 and ID-12LA frames."""

    def __init__(self) -> None:
        self._frame: bytearray | None = None

    def reset(self) -> None:
        """Wait for the next frame's beginning."""
        self._frame = None

    def silence(self) -> tuple[str | Garbled, ...]:
        """A frame is sent in one go: what is half read is no frame."""
        frame, self._frame = self._frame, None
        return () if frame is None else (Garbled(f"a frame broke off after {len(frame)} bytes"),)

    def feed(self, data: bytes) -> tuple[str | Garbled, ...]:
        """The frames that `data` completes; ten upper-case hex characters a tag."""
        reads: list[str | Garbled] = []
        for byte in data:
            frame = self._frame
            if byte == STX:
                if frame is not None:
                    reads.append(Garbled(f"a frame broke off after {len(frame)} bytes"))
                self._frame = bytearray()
            elif byte == ETX:
                reads.append(Garbled("a frame's end without its beginning") if frame is None else _tag(frame))
                self._frame = None
            elif frame is not None:
                frame.append(byte)
                if len(frame) > LONGEST_FRAME:
                    reads.append(Garbled(f"a frame does not end after {LONGEST_FRAME} bytes"))
                    self._frame = None
        return tuple(reads)


def _tag(frame: bytearray) -> str | Garbled:
    """The tag between STX and ETX."""
    body = frame.removesuffix(b"\r\n")
    if len(body) != 12:
        return Garbled(f"a frame of {len(body)} characters, not 12")
    if any(byte not in b"0123456789ABCDEFabcdef" for byte in body):
        return Garbled("a frame with characters that are not hexadecimal")
    *tag, checksum = bytes.fromhex(body.decode("ascii"))
    if reduce(xor, tag) != checksum:
        return Garbled(f"a frame whose checksum is {checksum:02X}, not {reduce(xor, tag):02X}")
    if not any(tag):
        return Garbled("a tag of zeros, which an RDM6300 sends now and then when none is there")
    return bytes(tag).hex().upper()


_ENDS = b"\r\n\t"
_ESCAPE = 0x1B
_ARROW = 2
"""Bytes after the escape of a terminal's arrow key, `ESC [ B`."""
_AIM = re.compile(r"\][A-Za-z][0-9A-Za-z]")


class LineParser:
    """Barcode scanners on a serial line: text ended by CR, LF, TAB, NUL, a down-arrow, or silence."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._too_long = False
        self._skip = 0  # bytes of an arrow key that are still to come

    def reset(self) -> None:
        """Forget a half-read line."""
        self._line.clear()
        self._too_long = False
        self._skip = 0

    def feed(self, data: bytes) -> tuple[str | Garbled, ...]:
        """The lines that `data` completes, blanks around them taken off; empty lines are none."""
        reads: list[str | Garbled] = []
        for byte in data:
            if self._skip:
                self._skip -= 1
            elif not byte and not self._line:
                pass  # a NUL after the line's end
            elif byte in _ENDS or byte == _ESCAPE:
                reads += self.silence()
                self._skip = _ARROW if byte == _ESCAPE else 0
            else:
                self._too_long = self._too_long or len(self._line) == LONGEST_LINE
                if not self._too_long:
                    self._line.append(byte)
        return tuple(reads)

    def silence(self) -> tuple[str | Garbled, ...]:
        """The line so far is whole."""
        if not self._line and not self._too_long:
            self._skip = 0
            return ()
        read = Garbled(f"a line of more than {LONGEST_LINE} characters") if self._too_long else self._text()
        self.reset()
        return (read,)

    def _text(self) -> str | Garbled:
        try:
            text = self._line.decode("ascii").strip(" \0")
        except UnicodeDecodeError:
            return Garbled("a line that is not plain text")
        prefix = _AIM.match(text)
        if prefix is not None and len(text) > prefix.end():
            text = text[prefix.end() :]
        return text if text.isprintable() and text else Garbled("a line that is not plain text")
