"""The lines of barcode scanners turned into codes. Sans-I/O: feed bytes, get the texts of codes read whole.

A scanner sends a line of text, ended by CR, LF or both. Scanners differ in what they put around a code: an
Enter before it, an AIM identifier such as `]Q1`, a TAB, a NUL, a down-arrow or nothing after it. The parser
takes all of that off, and silence ends a code too.
"""

from __future__ import annotations

import re

from hardware.cards.tags import Garbled

LONGEST_LINE = 64
"""Characters of a barcode; a longer line is noise."""

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
