"""Valid logs of tables, for tests."""

from __future__ import annotations

from jokerboard.journal.records import FORMAT, GENESIS, Entry, Kind, Line, canonical, chained


def entries(count: int, table: str = "t") -> list[Entry]:
    """The entries of a log with `count` records: one game and its turns."""
    first = {"format": FORMAT, "table": table, "program": "0", "made": "2026-11-21T10:00:00+00:00"}
    kept = [Entry(0, Kind.JOURNAL, first), Entry(1, Kind.GAME, {"id": "x", "trace": 1})]
    kept += [
        Entry(1, Kind.VERDICT, {"t": n / 8, "kind": "turn", "seat": "ABCD"[n % 4]}) for n in range(count)
    ]
    return kept[:count]


def lines(kept: list[Entry], n: int = 0, digest: str = GENESIS) -> list[Line]:
    """The entries as lines of a log, continued from record `n` with the hash `digest`."""
    found = []
    for entry in kept:
        n += 1
        text = canonical(n, entry)
        digest = chained(digest, text)
        found.append(Line(n, text, digest))
    return found


def log(count: int, table: str = "t") -> list[Line]:
    """A valid log of `count` records."""
    return lines(entries(count, table))
