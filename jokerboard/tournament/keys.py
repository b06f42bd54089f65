"""Names in Redis: the keys, fields and ids that tables and the director's desk share; entries as lines.

docs/tournament-log.md describes them for other programs.
"""

from __future__ import annotations

from collections.abc import Mapping

from jokerboard.journal.records import Line

PREFIX = "jokerboard:"

TABLES = f"{PREFIX}tables"
"""The hash in which version 0.1 announced all tables; only read, since every table could overwrite it."""

MEETINGS = f"{PREFIX}1:"
"""The channels of tables that play one game; `jokerboard/houses/transports/redis.py` names them."""

MOST_GENERATION = (1 << 31) - 1
LARGEST_VALUE = 65_536
"""The most bytes of an announcement or a sign of life, for publisher and collector."""

TEXT, HASH = "r", "h"
"""The fields of a log's entry: the record's canonical text, and its hash."""

ORDER = "o"
"""The field of an order's entry: its JSON."""

HERE_FOR = 15
"""Seconds without a sign of life after which a table is away: the expiry of its key."""

HERE_EVERY = 5.0
"""Seconds from one sign of life to the next."""


def table(name: str) -> str:
    """The table's announcement, a string: JSON of `journal`, `generation`, `stream`, `name`."""
    return f"{PREFIX}table:{name}"


def log(table: str, generation: int) -> str:
    """The stream of a table's log; each generation begins with record 1."""
    return f"{PREFIX}log:{table}:{generation}"


def here(table: str) -> str:
    """The table's sign of life, a string that expires."""
    return f"{PREFIX}here:{table}"


def orders(table: str) -> str:
    """The stream of the director's orders for this table."""
    return f"{PREFIX}orders:{table}"


def entry_id(n: int) -> str:
    """The id of record `n` in its stream."""
    return f"{n}-0"


def number(entry: str) -> int | None:
    """The record's number in this id; None if it is not a record's id."""
    n, _, sequence = entry.partition("-")
    whole = sequence == "0" and len(n) < 16 and n.isascii() and n.isdigit()
    return int(n) if whole else None


def journal_id(digest: str) -> str:
    """A journal's name: the beginning of its first record's hash."""
    return digest[:16]


def line_of(entry: bytes | str, fields: Mapping[bytes, bytes] | Mapping[str, str]) -> Line:
    """The line in an entry of a stream, valid or not; its place is -1 if the id is not a record's."""
    told = {_text(name): _text(value) for name, value in fields.items()}
    n = number(_text(entry))
    return Line(-1 if n is None else n, told.get(TEXT, "?"), told.get(HASH, "?"))


def _text(value: bytes | str) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else value
