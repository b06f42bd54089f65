"""Check that a log is unchanged since its table wrote it; find the first bad record and its fault.

A line of a log is a record's text with its hash. The chain finds a record that

- was edited: text and hash do not fit each other and the record before;
- is missing, or repeats an earlier one;
- is forged: it fits its neighbours, but no table writes such a record;
- is of another version: it is unchanged, but this version cannot read it.

A chain only proves its own consistency: a person who can write the whole log can forge a whole log. A reader
therefore also compares with the records that it has seen (`jokerboard/tournament/collect/intake.py`), and
with the number of records that the table reported.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from jokerboard.journal.records import FORMAT, GENESIS, Entry, Kind, Line, Record, canonical, chained, parse


@dataclass(frozen=True, slots=True)
class Link:
    """The good part of a log: its last record, and the lost records that no `repaired` record names yet."""

    n: int = 0
    hash: str = GENESIS
    lost: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Bad:
    """The number of the first bad record, and the fault as a sentence without full stop."""

    n: int
    text: str


def follow(good: Link, line: Line) -> tuple[Link, Bad | None]:
    """The link after the next line and None; if the line is bad, the unchanged link and the fault."""
    further, _, bad = followed(good, line)
    return further, bad


def followed(good: Link, line: Line) -> tuple[Link, Record | None, Bad | None]:
    """The link after the next line, the line's record, and its fault.

    The record is None if the line is bad or its record is lost. After a bad line the link is unchanged.
    """
    n = good.n + 1
    if line.text == "":
        further, bad = _follow_lost(good, line)
        return further, None, bad
    digest = chained(good.hash, line.text)
    try:
        record = parse(line.text, digest)
    except (ValueError, RecursionError):
        record = None
    bad = _misplaced(n, line, record) or _changed(n, line, record, digest)
    if bad is not None:
        return good, None, bad
    assert record is not None
    lost = good.lost
    if record.kind is Kind.REPAIRED:
        lost = tuple(each for each in lost if not admits(record, each))
    return Link(n, digest, lost), record, None


def _follow_lost(good: Link, line: Line) -> tuple[Link, Bad | None]:
    n = good.n + 1
    if line.n != n:
        return good, _gap(n, line.n)
    return Link(n, line.hash, (*good.lost, n)), None


def _misplaced(n: int, line: Line, record: Record | None) -> Bad | None:
    """The fault of a record whose number is not the next one."""
    there = _number(line.text) if record is None else record.n
    if there is None or (there == n and line.n == n):
        return None
    if there == n:
        return Bad(n, f"record {n} stands in the place of record {line.n}")
    return _gap(n, there)


def _gap(n: int, there: int) -> Bad:
    if there > n:
        return Bad(n, f"record {n} is missing: record {there} stands in its place")
    return Bad(n, f"record {n} is missing: record {there} is repeated in its place")


def _changed(n: int, line: Line, record: Record | None, digest: str) -> Bad | None:
    """The fault of a record with the right number that was changed, or that this version cannot read."""
    if digest != line.hash:
        text = f"record {n} is not what was written: its hash does not fit its text and the previous hash"
        return Bad(n, text)
    if record is None:
        return Bad(n, f"this version of jokerboard does not understand record {n}")
    if not _is_canonical(record, line.text):
        return Bad(n, f"record {n} is not written as a table writes its records")
    if n == 1 and record.kind is not Kind.JOURNAL:
        return Bad(n, f"record 1 is of the kind {record.kind.value}: a log begins with the kind journal")
    if n == 1 and record.data.get("format") != FORMAT:
        # The value may be anything and of any length, so only its beginning is shown.
        found = str(record.data.get("format"))[:20]
        text = f"the log is of format {found}, and this version of jokerboard reads format {FORMAT}"
        return Bad(n, text)
    return None


def _is_canonical(record: Record, text: str) -> bool:
    try:
        return canonical(record.n, Entry(record.game, record.kind, record.data)) == text
    except (ValueError, RecursionError):
        return False


def _number(text: str) -> int | None:
    """The record number in a record's text of any version; None if the text has no number."""
    try:
        n = json.loads(text)["n"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return n if type(n) is int else None


def admits(record: Record, n: int) -> bool:
    """Whether a `repaired` record names record `n` as lost."""
    return any(first <= n <= last for first, last in admitted(record))


def admitted(record: Record) -> list[tuple[int, int]]:
    """The numbers of the lost records that a `repaired` record names, as ranges (first, last)."""
    ranges = record.data.get("lost")
    if not isinstance(ranges, list):
        return []
    pairs = [one for one in ranges if isinstance(one, list) and len(one) == 2]
    return [(one[0], one[1]) for one in pairs if type(one[0]) is int and type(one[1]) is int]
