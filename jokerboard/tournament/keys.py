"""The names in Redis that tables and the desk share: keys, fields, ids; and log entries as fields.

docs/tournament-log.md describes them for other programs.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

from jokerboard.journal.records import LARGEST, Line
from jokerboard.words.catalogue import words

PREFIX = "jokerboard:"

TABLES = f"{PREFIX}tables"
"""The hash of the tables of version 0.1. It is only read, because each table could overwrite it all."""

MEETINGS = f"{PREFIX}1:"
"""The beginning of channels for games on several boards (`jokerboard/houses/transports/broker.py`)."""

MOST_GENERATION = (1 << 31) - 1
LARGEST_VALUE = 65_536
"""The most bytes of an announcement or a heartbeat; the collector refuses larger ones."""

TEXT, HASH = "r", "h"
_TEXT, _HASH = b"r", b"h"
"""The fields of a log's entry: the record's canonical text, and the record's hash."""

PARTS = tuple(f"z{n}" for n in range(16))
"""The fields of a packed entry: a text that is too long for field `r`, packed by zlib and cut into parts."""

LARGEST_ENTRY = 4 << 20
"""The most bytes of the text of a hall's entry; packed it must fit into `PARTS`."""

ORDER = "o"
"""The field of an order's entry with the order as JSON."""

HERE_FOR = 15
"""Seconds after which a heartbeat expires; a table without a heartbeat is out of contact."""

HERE_EVERY = 5.0
"""Seconds between two heartbeats of a table."""


def table(name: str) -> str:
    """The key of the table's announcement, JSON with `journal`, `generation`, `stream` and `name`."""
    return f"{PREFIX}table:{name}"


def log(table: str, generation: int) -> str:
    """The key of the stream with one generation of the table's log; each generation begins with record 1."""
    return f"{PREFIX}log:{table}:{generation}"


def here(table: str) -> str:
    """The key of the table's heartbeat, a string that expires."""
    return f"{PREFIX}here:{table}"


def orders(table: str) -> str:
    """The key of the stream with the director's orders for this table."""
    return f"{PREFIX}orders:{table}"


def entry_id(n: int) -> str:
    """The id of the stream entry with record `n`."""
    return f"{n}-0"


def number(entry: str) -> int | None:
    """The record number in the id of a stream entry; None if the id is not in the form of `entry_id`."""
    n, _, sequence = entry.partition("-")
    whole = sequence == "0" and len(n) < 16 and n.isascii() and n.isdigit()
    return int(n) if whole else None


def journal_id(digest: str) -> str:
    """The id of a journal: the beginning of the hash of its first record."""
    return digest[:16]


def line_of(entry: bytes | str, fields: Mapping[bytes, bytes] | Mapping[str, str]) -> Line:
    """Convert a stream entry to a line, unchecked; its number is -1 if the entry's id is no record's."""
    values: Mapping[Any, bytes | str] = fields
    text = values.get(_TEXT, values.get(TEXT, "?"))
    digest = values.get(_HASH, values.get(HASH, "?"))
    n = number(_text(entry))
    return Line(-1 if n is None else n, _text(text), _text(digest))


def fields_of(line: Line, plain: int = LARGEST) -> dict[str, str | bytes]:
    """Convert a line to the fields of a stream entry; a text of more than `plain` bytes is packed.

    Raise OSError if the packed text is too long. This never happens to a table's records: only a hall packs
    its entries.
    """
    text = line.text.encode()
    if len(text) <= plain:
        return {TEXT: line.text, HASH: line.hash}
    packed = zlib.compress(text)
    if len(text) > LARGEST_ENTRY or len(packed) > LARGEST * len(PARTS):
        raise OSError(words("stream.too-large", n=line.n, largest=LARGEST_ENTRY))
    cut = (packed[at : at + LARGEST] for at in range(0, len(packed), LARGEST))
    return {HASH: line.hash, **dict(zip(PARTS, cut, strict=False))}


def unpacked_line_of(entry: bytes, fields: Mapping[bytes, bytes]) -> Line:
    """Convert an entry of a hall's stream, which may be packed, to a line, unchecked.

    Entries of tables must be read by `line_of` instead: 64 KiB of packed zeros would unpack to 64 MB.
    """
    parts = [fields[name] for each in PARTS if (name := each.encode()) in fields]
    line = line_of(entry, fields)
    if not parts:
        return line
    unpacking = zlib.decompressobj()
    try:
        # The limit stops a small entry that would unpack to an enormous text.
        text = unpacking.decompress(b"".join(parts), LARGEST_ENTRY)
    except zlib.error:
        return line
    # If the end of the packed data is missing, the text was cut, by the limit or on its way.
    return Line(line.n, text.decode(errors="replace"), line.hash) if unpacking.eof else line


def _text(value: bytes | str) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else value
