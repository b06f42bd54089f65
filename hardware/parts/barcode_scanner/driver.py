"""The parser of barcode scanners, sans-I/O: takes bytes and returns the text of each code.

A scanner sends a line of text, ended by CR, LF or both. Scanners differ in what they put around a code: an
Enter before it, an AIM identifier such as `]Q1`, a TAB, a NUL, a down-arrow or nothing after it, STX and ETX
around it. The parser takes all of that off, and silence ends a code too.

An RFID module that is described as a barcode scanner is recognised by the checksum of its frames.
"""

from __future__ import annotations

import re
from functools import reduce
from operator import xor

from hardware.tags import Garbled, Read, WrongSetting

LONGEST_LINE = 64
"""The most characters of a barcode; a longer line is noise."""

_STX = 0x02
_ENDS = b"\r\n\t\x03"
_ESCAPE = 0x1B
_ARROW = 2
"""The number of bytes after the escape in a terminal's arrow key, `ESC [ B`."""
_AIM = re.compile(r"\][A-Za-z][0-9A-Za-z]")


class LineParser:
    """Barcode scanners on a serial line: text ended by CR, LF, TAB, NUL, a down-arrow, or silence."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._too_long = False
        self._skip = 0  # Bytes of an arrow key's sequence that are still to come.
        self._framed = False  # Whether an STX came before the line.

    def reset(self) -> None:
        """Drop the unfinished line."""
        self._line.clear()
        self._too_long = False
        self._skip = 0
        self._framed = False

    def feed(self, data: bytes) -> tuple[Read, ...]:
        """The reads that `data` completes, without blanks at either end; an empty line is no read."""
        reads: list[Read] = []
        for byte in data:
            if self._skip:
                self._skip -= 1
            elif not byte and not self._line:
                pass  # Some scanners send a NUL after the line's end.
            elif byte == _STX:
                reads += self._broken_off()
                self._framed = True
            elif byte in _ENDS or byte == _ESCAPE:
                reads += self.silence()
                self._skip = _ARROW if byte == _ESCAPE else 0
            else:
                self._take(byte)
        return tuple(reads)

    def silence(self) -> tuple[Read, ...]:
        """The read that the silence completes; none if no line has begun."""
        if not self._line and not self._too_long:
            self._skip = 0
            return ()
        read = Garbled(f"a line of more than {LONGEST_LINE} characters") if self._too_long else self._read()
        self.reset()
        return (read,)

    def _take(self, byte: int) -> None:
        self._too_long = self._too_long or len(self._line) == LONGEST_LINE
        if not self._too_long:
            self._line.append(byte)

    def _broken_off(self) -> tuple[Read, ...]:
        """Drop the unfinished line because another line begins; return a Garbled if it had characters."""
        broken = bool(self._line)
        self.reset()
        return (Garbled("a line that broke off"),) if broken else ()

    def _read(self) -> Read:
        if self._framed and _is_rfid(bytes(self._line)):
            return WrongSetting("sends frames of an RFID module: describe it as kind rdm6300 or id12la")
        return self._text(bytes(self._line))

    def _text(self, line: bytes) -> Read:
        """The read for a complete line: its text, or Garbled with the reason."""
        try:
            text = line.decode("ascii").strip(" \0")
        except UnicodeDecodeError:
            return Garbled("a line that is not plain text")
        prefix = _AIM.match(text)
        if prefix is not None and len(text) > prefix.end():
            text = text[prefix.end() :]
        return text if text.isprintable() and text else Garbled("a line that is not plain text")


def _is_rfid(line: bytes) -> bool:
    """Whether a framed line is ten hex characters of a tag and two of the XOR of its bytes."""
    try:
        *tag, checksum = bytes.fromhex(line.decode("ascii"))
    except ValueError:
        return False
    return len(tag) == 5 and reduce(xor, tag) == checksum
