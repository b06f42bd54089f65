"""Small journals, and changes of their records with SQL, as a person with a database tool could make them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from jokerboard.journal.records import Entry, Kind
from jokerboard.journal.store import FILE, Journal

HEADER = {"id": "x", "trace": 1}


def opened(path: Path) -> Journal:
    return Journal.open(path / FILE, table="t", made="2026-11-21T10:00:00+00:00")


def filled(path: Path, turns: int = 30) -> Path:
    """A journal with two games, the first one won."""
    journal = opened(path)
    journal.append([Entry(1, Kind.GAME, HEADER)])
    journal.append([Entry(1, Kind.VERDICT, {"t": 1.5, "kind": "move", "n": 1})])
    journal.append([Entry(1, Kind.VERDICT, {"t": 2.0, "kind": "over", "team": ["A", "C"]})])
    journal.append([Entry(2, Kind.GAME, HEADER)])
    for n in range(turns):
        journal.append([Entry(2, Kind.VERDICT, {"t": n, "kind": "turn", "seat": "A"})])
    journal.close()
    return path / FILE


def run_sql(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as db, db:
        for statement in statements:
            db.execute(statement)


def tamper(file: Path, statement: str) -> None:
    """Drop the triggers that protect the records, then run the statement."""
    run_sql(file, "DROP TRIGGER records_stay", "DROP TRIGGER records_remain", statement)
