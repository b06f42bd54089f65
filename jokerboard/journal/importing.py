"""Restore a journal from its JSON lines: every record with the same number and hash, or none at all."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from jokerboard.host.errors import UsageError
from jokerboard.host.state_directory import StateDirectory
from jokerboard.journal.chain import admits
from jokerboard.journal.checkpoint import Head, HeadFile, head_path
from jokerboard.journal.errors import JournalError
from jokerboard.journal.file import Checked, check
from jokerboard.journal.records import FORMAT, GENESIS, LARGEST, Entry, Kind, canonical, chained, parse
from jokerboard.journal.repair import write_new
from jokerboard.journal.salvage import Row
from jokerboard.journal.store import FILE

_HASH = re.compile(r"[0-9a-f]{64}")


def import_lines(lines: Iterable[str], name: str, directory: Path) -> Checked:
    """Make the journal of `directory` from the lines of the file `name`; UsageError names the wrong line.

    Raise JournalError if there is a journal already: existing records are never replaced.
    """
    rows = tuple(_rows(lines, name))
    if not rows:
        raise UsageError(f"{name} has no records")
    state = StateDirectory(directory)
    try:
        path = state / FILE
        if path.exists() or head_path(path).exists():
            raise JournalError(f"{path} is there already; import into another --state directory")
        new = write_new(path, rows)
        found = check(new)
        HeadFile(path, Head(found.last, found.hash)).close()
        new.replace(path)
        return found
    finally:
        state.close()


def _rows(lines: Iterable[str], name: str) -> Iterator[Row]:
    digest, lost, admitted = GENESIS, {}, set()
    for number, line in enumerate(lines, 1):
        try:
            row = _row(line, digest)
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise UsageError(f"{name} line {number}: {_reason(error)}") from error
        if row.n != number:
            raise UsageError(
                f"{name} line {number}: record {row.n} where record {number} is expected; a whole "
                "journal is wanted, as `jokerboard journal export --format jsonl` writes it"
            )
        if row.text == "":
            lost[row.n] = number
        elif row.kind == Kind.REPAIRED:
            admitted |= {n for n in lost if admits(parse(row.text, row.hash), n)}
        digest = row.hash
        yield row
    for n in lost:
        if n not in admitted:
            raise UsageError(f"{name} line {lost[n]}: record {n} is marked as lost, but no repair names it")


def _row(line: str, before: str) -> Row:
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
    if chained(before, text) != digest:
        raise ValueError(f"the chain is broken: record {n} is not what was written, or the record before it")
    if n == 1 and data.get("format") != FORMAT:
        raise ValueError(f"a journal of format {data.get('format')!r}; this version reads {FORMAT}")
    return Row(n, game, kind, text, digest)


def _reason(error: Exception) -> str:
    if isinstance(error, UnicodeEncodeError):
        return "a text in it has half a character (a lone surrogate)"
    if isinstance(error, RecursionError):
        return "this is nested too deeply for a record"
    if isinstance(error, KeyError):
        return f"the field {error.args[0]!r} is missing"
    return f"this is not JSON: {error}" if isinstance(error, json.JSONDecodeError) else str(error)
