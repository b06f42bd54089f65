"""The entries of a table's stream as lines of its log, whatever is in them."""

from __future__ import annotations

from collections.abc import Mapping

from jokerboard.journal.records import Line
from jokerboard.tournament import keys


def line_of(entry: bytes | str, fields: Mapping[bytes, bytes] | Mapping[str, str]) -> Line:
    """The line that an entry of a stream holds, whatever is in it; place -1 for an id that no record has."""
    told = {_text(name): _text(value) for name, value in fields.items()}
    n = keys.number(_text(entry))
    return Line(-1 if n is None else n, told.get(keys.TEXT, "?"), told.get(keys.HASH, "?"))


def _text(value: bytes | str) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else value
