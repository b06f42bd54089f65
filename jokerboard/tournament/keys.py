"""Names in Redis: keys, fields and ids that tables and the director's desk share; entries as lines.

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
"""The hash in which version 0.1 announced all tables; only read, since every table could overwrite it."""

MEETINGS = f"{PREFIX}1:"
"""The channels of tables that play one game; `jokerboard/houses/transports/redis.py` names them."""

MOST_GENERATION = (1 << 31) - 1
LARGEST_VALUE = 65_536
"""The most bytes of an announcement or a sign of life, for publisher and collector."""

TEXT, HASH = "r", "h"
_TEXT, _HASH = b"r", b"h"
"""The fields of a log's entry: the record's canonical text, and its hash."""

PARTS = tuple(f"z{n}" for n in range(16))
"""The fields of an entry of a hall whose text is too long for `TEXT`: the text packed by zlib, in parts."""

LARGEST_ENTRY = 4 << 20
"""The most bytes of a hall's entry as text; packed it must fit into `PARTS`."""

ORDER = "o"
"""The field of an order's entry: its JSON."""

HERE_FOR = 15
"""Seconds without a sign of life after which a table is away: the expiry of its key."""

HERE_EVERY = 5.0
"""Seconds from one sign of life to the next."""


def table(name: str) -> str:
    """The key of the table's announcement, a string: JSON of `journal`, `generation`, `stream`, `name`."""
    return f"{PREFIX}table:{name}"


def log(table: str, generation: int) -> str:
    """The key of the stream with a table's log; each generation begins with record 1."""
    return f"{PREFIX}log:{table}:{generation}"


def here(table: str) -> str:
    """The key of the table's sign of life, a string that expires."""
    return f"{PREFIX}here:{table}"


def orders(table: str) -> str:
    """The key of the stream with the director's orders for this table."""
    return f"{PREFIX}orders:{table}"


def entry_id(n: int) -> str:
    """The id of record `n` in its stream."""
    return f"{n}-0"


def number(entry: str) -> int | None:
    """The number of the record with this stream id; None if the id is not a record's."""
    n, _, sequence = entry.partition("-")
    whole = sequence == "0" and len(n) < 16 and n.isascii() and n.isdigit()
    return int(n) if whole else None


def journal_id(digest: str) -> str:
    """A journal's name: the beginning of its first record's hash."""
    return digest[:16]


def line_of(entry: bytes | str, fields: Mapping[bytes, bytes] | Mapping[str, str]) -> Line:
    """The line in an entry of a stream, valid or not; its place is -1 if the id is not a record's."""
    told: Mapping[Any, bytes | str] = fields
    text = told.get(_TEXT, told.get(TEXT, "?"))
    digest = told.get(_HASH, told.get(HASH, "?"))
    n = number(_text(entry))
    return Line(-1 if n is None else n, _text(text), _text(digest))


def fields_of(line: Line, plain: int = LARGEST) -> dict[str, str | bytes]:
    """The fields of a line's entry; a text of more than `plain` bytes is packed.

    Raise OSError if the packed text is too long. A table's records never are: only a hall packs its entries.
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
    """The line in an entry of a hall's stream, packed or not; as `line_of`, it may be invalid.

    A table's entries are read by `line_of`: 64 KiB of packed zeros would become 64 MB.
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
    # Without the end of the data, the text was cut by the limit or in transit.
    return Line(line.n, text.decode(errors="replace"), line.hash) if unpacking.eof else line


def _text(value: bytes | str) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else value
