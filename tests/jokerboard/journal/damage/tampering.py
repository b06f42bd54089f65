"""Change a journal's records with SQL, as a person with a database tool could."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def run_sql(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as db, db:
        for statement in statements:
            db.execute(statement)


def tamper(file: Path, statement: str) -> None:
    """Drop the triggers that protect the records, then run the statement."""
    run_sql(file, "DROP TRIGGER records_stay", "DROP TRIGGER records_remain", statement)
