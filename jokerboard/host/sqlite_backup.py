"""Copy an SQLite database that is in use, and roll back a change that a power cut interrupted.

A copy has the content that the database had at one moment.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from jokerboard.host.errors import JokerboardError, UsageError
from jokerboard.host.system import flush_directory

_PAGES = 1000
"""The number of pages copied at a time; between two portions other connections may write."""


def roll_back(path: Path) -> None:
    """Undo a change that a power cut interrupted, if there is one; raise sqlite3.Error on failure.

    SQLite does that by itself when it opens a database, but not for a read-only connection. In WAL mode it is
    needed only if the power cut came while the database was being created.
    """
    if path.exists() and path.with_name(f"{path.name}-journal").exists():
        with contextlib.closing(sqlite3.connect(path)) as db:
            db.execute("SELECT count(*) FROM sqlite_master").fetchone()


def back_up(source: Path, target: Path) -> None:
    """Copy the database `source` into the new file `target`, and check the copy.

    Raise UsageError if `target` exists or `source` does not; raise JokerboardError if a file cannot be read
    or written. On failure no file is left behind.
    """
    if not source.is_file():
        raise UsageError(f"there is nothing to copy at {source}")
    if target.exists():
        raise UsageError(f"{target} exists already; give the name of a new file")
    part = target.with_name(target.name + ".part")
    try:
        # The file is created here, because SQLite would let every user read it.
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        _copy(source, part)
        part.rename(target)
        flush_directory(target.absolute().parent)
    except (sqlite3.Error, OSError) as error:
        raise JokerboardError(f"{source} cannot be copied to {target}: {error}") from error
    finally:
        part.unlink(missing_ok=True)


def _copy(source: Path, part: Path) -> None:
    uri = f"{source.absolute().as_uri()}?mode=ro"
    with (
        contextlib.closing(sqlite3.connect(uri, uri=True, timeout=20.0)) as there,
        contextlib.closing(sqlite3.connect(part)) as copy,
    ):
        there.backup(copy, pages=_PAGES)
        # Without WAL mode the copy is a single file, which is easier to keep than three.
        copy.execute("PRAGMA journal_mode = DELETE")
        (report,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if report != "ok":
            raise sqlite3.DatabaseError(f"the copy is damaged: {report}")
    with part.open("rb") as file:
        # The copy must be on the disk before it gets its final name.
        os.fsync(file.fileno())
