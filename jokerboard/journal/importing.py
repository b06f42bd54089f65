"""Restore a journal from its JSON lines: every record with the same number and hash, or none at all."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from jokerboard.host.errors import UsageError
from jokerboard.host.files import StateDirectory
from jokerboard.journal.chain import Link, follow
from jokerboard.journal.checkpoint import Head, HeadFile, head_path
from jokerboard.journal.errors import JournalError
from jokerboard.journal.file import Checked, check
from jokerboard.journal.records import LARGEST, Entry, Kind, Line, canonical
from jokerboard.journal.repair import write_new
from jokerboard.journal.salvage import Row
from jokerboard.journal.store import FILE

_HASH = re.compile(r"[0-9a-f]{64}")


def import_lines(lines: Iterable[str], name: str, directory: Path) -> Checked:
    """Make the journal of `directory` from the lines of the file `name`; UsageError names the wrong line.

    Every record gets the same number and hash. Raise JournalError if there is a journal already: existing
    records are never replaced.
    """
    rows = tuple(_rows(lines, name))
    if not rows:
        raise UsageError(f"{name} has no records")
    state = StateDirectory(directory)
    try:
        path = state / FILE
        if path.exists() or head_path(path).exists():
            raise JournalError(f"{path} exists already; import into another --state directory")
        new = write_new(path, rows)
        found = check(new)
        HeadFile(path, Head(found.last, found.hash)).close()
        new.replace(path)
        return found
    finally:
        state.close()


def _rows(lines: Iterable[str], name: str) -> Iterator[Row]:
    link = Link()
    for number, line in enumerate(lines, 1):
        try:
            row = _row(line)
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise UsageError(f"{name} line {number}: {_reason(error)}") from error
        link, bad = follow(link, Line(row.n, row.text, row.hash))
        if bad is not None:
            raise UsageError(
                f"{name} line {number}: {bad.text}; a whole journal is needed, as `jokerboard journal export "
                "--format jsonl` writes it"
            )
        yield row
    for n in link.lost:
        raise UsageError(f"{name} line {n}: record {n} is marked as lost, but no repair names it")


def _row(line: str) -> Row:
    whole = json.loads(line)
    if not isinstance(whole, dict):
        raise ValueError("a JSON object was expected")
    n, game, kind, data, digest = (whole[key] for key in ("n", "game", "kind", "data", "hash"))
    # In Python a bool is an int, so `isinstance` would accept true.
    whole_numbers = all(type(one) is int and 0 <= one < 1 << 53 for one in (n, game))
    if not (whole_numbers and isinstance(data, dict) and isinstance(kind, str) and isinstance(digest, str)):
        raise ValueError("this is no record of a journal")
    if kind == Kind.LOST and not data and game == 0:
        if not (digest == "" or _HASH.fullmatch(digest)):
            raise ValueError(f"record {n} is marked as lost, but its hash is malformed")
        return Row(n, 0, kind, "", digest)
    text = canonical(n, Entry(game, Kind(kind), data))
    if len(text.encode()) > LARGEST:
        raise ValueError(f"record {n} is larger than {LARGEST} bytes")
    return Row(n, game, kind, text, digest)


def _reason(error: Exception) -> str:
    if isinstance(error, UnicodeEncodeError):
        return "a text in it has half a character (a lone surrogate)"
    if isinstance(error, RecursionError):
        return "this is nested too deeply for a record"
    if isinstance(error, KeyError):
        return f"the field {error.args[0]!r} is missing"
    return f"this is not JSON: {error}" if isinstance(error, json.JSONDecodeError) else str(error)
