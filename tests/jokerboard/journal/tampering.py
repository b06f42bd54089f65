"""Journals changed by somebody with a database tool."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def run_sql(file: Path, *statements: str) -> None:
    """Run SQL statements on a file's database, and close it."""
    with closing(sqlite3.connect(file)) as db, db:
        for statement in statements:
            db.execute(statement)


def tamper(file: Path, statement: str) -> None:
    """Change records against the triggers that protect them, after removing these."""
    run_sql(file, "DROP TRIGGER records_stay", "DROP TRIGGER records_remain", statement)
