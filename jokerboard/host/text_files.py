"""Read text files that people made: team lists, game records, TOML, traces, decks.

Such a file may come from an editor, a spreadsheet, an e-mail or a phone. All commands read such files by this
module, so all of them accept the same encodings:

- UTF-8, UTF-16 and UTF-32, with or without a byte order mark; else Windows-1252, with a remark that asks
  people to check the names.
- Line ends of Unix, Windows and old Macs.
- Characters without a width, which text copied from a web page may contain, are removed; a no-break space
  becomes a space. Characters that change the direction of writing are kept; `accepted` in `outside_text.py`
  refuses them in names.
- A spreadsheet, a document, a picture or an archive is refused with a message that names its kind and a
  remedy.
"""

from __future__ import annotations

import codecs
import contextlib
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from jokerboard.host.errors import UsageError
from jokerboard.host.outside_text import TextError

LARGEST: Final = 64_000_000
READ_AS_WINDOWS: Final = "is not in UTF-8 and was read as Windows-1252; check the names"

_SPREADSHEET = "a spreadsheet; save it as CSV in UTF-8 and give that file"
_DOCUMENT = "a document of a word processor; save it as plain text in UTF-8 and give that file"
_KINDS: Final = (
    (b"PK\x03\x04.{26}mimetypeapplication/vnd.oasis.opendocument.spreadsheet", _SPREADSHEET),
    (b"PK\x03\x04.{26}mimetypeapplication/vnd.oasis.opendocument.text", _DOCUMENT),
    (b"PK\x03\x04(?=.*word/)", _DOCUMENT),
    (b"PK\x03\x04(?=.*(?:xl/|Index/|Metadata/))", _SPREADSHEET),
    (b"PK\x03\x04", "an archive; unpack it and give the file in it"),
    (b"\xd0\xcf\x11\xe0(?=.*W\x00o\x00r\x00d\x00D\x00o\x00c\x00)", _DOCUMENT),
    (b"\xd0\xcf\x11\xe0", _SPREADSHEET),
    (b"\\s*\\{\\\\rtf", _DOCUMENT),
    (b"%PDF", "a PDF; give the file that it was made from, as text"),
    (b"\x89PNG|\xff\xd8\xff|GIF8|RIFF.{4}WEBP", "a picture; type its text into a file"),
    (b"SQLite format 3\0", "a database; if it is a journal, read it with jokerboard journal"),
    (b"\x1f\x8b|BZh|\xfd7zXZ|7z\xbc\xaf", "an archive; unpack it and give the file in it"),
    (b"(?i)\\s*(?:<!doctype html|<html)", "a web page; save its text, or the file that it leads to"),
)
"""Patterns for the beginning of files that are no plain text; each with the kind of file and a remedy."""

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip
"""Byte order marks with their encodings. UTF-32 is first, because its mark begins with UTF-16's mark."""

_HIDDEN: Final = dict.fromkeys(map(ord, "\u00ad\u200b\u200e\u200f\u2060\ufeff")) | dict.fromkeys(
    map(ord, "\u00a0\u2007\u202f"), " "
)
_CONTROL: Final = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_LINE_ENDS: Final = re.compile(r"\r\n?|\u0085|\u2028|\u2029")


@dataclass(frozen=True, slots=True)
class BroughtText:
    """The text of a file, and remarks on how it was read; each remark is a clause that follows the file's
    name.
    """

    text: str
    remarks: tuple[str, ...] = ()


def decode_text(data: bytes) -> BroughtText:
    """The text of a file's bytes; raise TextError with the reason if they are no text."""
    for pattern, what in _KINDS:
        # All patterns match near the beginning, so the rest of a large file is not searched.
        if re.match(pattern, data[:65536], re.DOTALL):
            raise TextError(f"this is {what}")
    text, remarks = _decoded(data)
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise TextError(f"this is no text: line {line} has a zero byte")
    return BroughtText(_LINE_ENDS.sub("\n", text).translate(_HIDDEN), remarks)


def _decoded(data: bytes) -> tuple[str, tuple[str, ...]]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _strictly(data[len(mark) :], encoding), ()
    # In UTF-16, every second byte of a text in Latin letters is zero.
    for encoding, zeros in (("utf-16-le", data[1:400:2]), ("utf-16-be", data[0:400:2])):
        if len(data) >= 4 and zeros.count(0) * 2 > len(zeros):
            return _strictly(data, encoding), ()
    try:
        return data.decode(), ()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        refused = TextError(f"line {line} is not a text in UTF-8; save the file as text in UTF-8")
        if _CONTROL.search(data):
            raise refused from error
        try:
            # Spreadsheets on Windows save CSV in Windows-1252.
            return data.decode("cp1252"), (READ_AS_WINDOWS,)
        except UnicodeDecodeError:
            raise refused from error


def _strictly(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise TextError(f"this is a damaged text in {encoding.upper()} (byte {error.start})") from error


@contextlib.contextmanager
def text_file(path: Path, what: str, hint: str, largest: int = LARGEST) -> Iterator[str]:
    """A context with the text of the file `path`, or of standard input if `path` is `-`.

    Parse the text inside the context: if no error leaves the context, remarks on how the file was read are
    printed to standard error. A UsageError about the file begins with `what` and the path; the error about a
    missing file ends with `hint`.
    """
    name = f"{what} {path}".strip()
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(largest + 1)
        else:
            with path.open("rb") as file:
                # Reading one byte more than allowed detects a file that is too long without reading all of
                # it.
                data = file.read(largest + 1)
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}; {hint}") from error
    if len(data) > largest:
        raise UsageError(f"{name}: the file is too long; the most is {largest} bytes")
    try:
        brought = decode_text(data)
    except TextError as error:
        raise UsageError(f"{name}: {error}") from error
    yield brought.text
    for remark in brought.remarks:
        print(f"jokerboard: {path} {remark}", file=sys.stderr)
