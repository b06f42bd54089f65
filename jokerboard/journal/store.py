"""The journal of one table, open for appending: SQLite, each record on the disk before it is announced.

One file for each table, with several games in it and one row for each record (see
`jokerboard/journal/records.py`). SQLite runs in WAL mode with full synchronous writes: when `append` returns,
its records survive a pulled plug; an interrupted `append` leaves all of them or none. Triggers refuse to
change or delete a record; only a later record supersedes it. A restarted service folds the records of the
last game, and continues with the next number.

The file is checked read-only (`jokerboard/journal/file.py`) before it is ever opened for writing. A
`JournalReader` reads the records while they are written, for the thread that publishes them.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from jokerboard.host import VERSION
from jokerboard.host.files import is_read_only
from jokerboard.journal.checkpoint import Head, HeadFile, read_head
from jokerboard.journal.errors import JournalDamagedError, JournalError
from jokerboard.journal.file import APPLICATION_ID, CHECKED_AT_START, check, is_fresh, sqlite_errors
from jokerboard.journal.records import (
    FORMAT,
    GENESIS,
    LARGEST,
    Entry,
    Json,
    Kind,
    Line,
    Record,
    canonical,
    chained,
    parse,
)

FILE = "journal.sqlite"
"""The journal's name in a state directory."""

ORDERS = "CREATE INDEX IF NOT EXISTS orders ON records (n) WHERE kind = 'order'"
"""The SQL statement for an index by which a starting table finds the few orders of the director."""

SCHEMA = f"""
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {FORMAT};
CREATE TABLE records (
    n INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    hash TEXT NOT NULL
);
CREATE UNIQUE INDEX headers ON records (game) WHERE kind = 'game';
{ORDERS};
CREATE TRIGGER records_stay BEFORE UPDATE ON records
BEGIN SELECT raise(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER records_remain BEFORE DELETE ON records
BEGIN SELECT raise(ABORT, 'the journal is append-only'); END;
"""
INSERT = "INSERT INTO records (n, game, kind, text, hash) VALUES (?, ?, ?, ?, ?)"
_NEWEST_GAME = "SELECT game FROM records WHERE game > 0 ORDER BY n DESC LIMIT 1"
_RECALLED = 50
"""The number of newest orders that are read to restore the page after a restart."""


class Journal:
    """An open journal; the state directory's lock ensures that only one program writes.

    `last` and `hash` are the newest record's number and hash, `game` the newest game's number, 0 for none.
    """

    def __init__(self, path: Path, db: sqlite3.Connection, last: int, digest: str) -> None:
        self.path = path
        self._db = db
        self.last = last
        self.hash = digest
        self.appended: Callable[[], None] = lambda: None
        """A function that is called after every `append`, in the thread that appends."""
        try:
            self._head = HeadFile(path, Head(last, digest))
            with sqlite_errors(path):
                newest = db.execute(_NEWEST_GAME).fetchone()
                self.game: int = 0 if newest is None else newest[0]
        except JournalError:
            db.close()
            raise

    @classmethod
    def open(cls, path: Path, *, table: str, made: str) -> Journal:
        """Open the journal at `path`, or make it for the table named `table` at the time `made`.

        Raise JournalVersionError, JournalDamagedError or JournalError if it cannot be used; then no file is
        changed.
        """
        if is_fresh(path):
            # A head without a journal means that the journal was lost; a new journal would reuse its numbers.
            head = read_head(path)
            if head is not None and head.n > 1:
                raise JournalDamagedError(f"{path} is missing, with its {head.n} records")
            return cls._make(path, table, made)
        checked = check(path, CHECKED_AT_START)
        db = _writing(path)
        # Journals of earlier versions lack the index, without which orders are found more slowly.
        with contextlib.suppress(sqlite3.OperationalError):
            db.execute(ORDERS)
        return cls(path, db, checked.last, checked.hash)

    @classmethod
    def _make(cls, path: Path, table: str, made: str) -> Journal:
        path.parent.mkdir(parents=True, exist_ok=True)
        db = _writing(path)
        first = {"format": FORMAT, "table": table, "program": VERSION, "made": made}
        text = canonical(1, Entry(0, Kind.JOURNAL, first))
        digest = chained(GENESIS, text)
        with sqlite_errors(path):
            row = f"INSERT INTO records VALUES (1, 0, 'journal', {_quoted(text)}, '{digest}');"
            db.executescript(f"BEGIN IMMEDIATE;{SCHEMA}{row}COMMIT;")
        return cls(path, db, 1, digest)

    def append(self, entries: Sequence[Entry]) -> None:
        """Append the entries as the next records; all of them are on the disk when this returns.

        If the disk refuses them, raise JournalError and leave the journal unchanged.
        """
        rows, n, digest = [], self.last, self.hash
        for entry in entries:
            n += 1
            text = canonical(n, entry)
            if len(text.encode()) > LARGEST:
                raise ValueError(f"record {n} is larger than {LARGEST} bytes")
            digest = chained(digest, text)
            rows.append((n, entry.game, entry.kind.value, text, digest))
        with sqlite_errors(self.path):
            # If a file system becomes read-only, writes to open files and their flushes still succeed on
            # Linux.
            if is_read_only(self.path.parent):
                raise sqlite3.OperationalError("attempt to write a readonly database")
            self._db.execute("BEGIN IMMEDIATE")
            try:
                self._db.executemany(INSERT, rows)
                self._db.execute("COMMIT")
            except sqlite3.Error:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        self.last, self.hash = n, digest
        self.game = max(self.game, *(entry.game for entry in entries))
        self._head.write(Head(n, digest))
        self.appended()

    def sync_head(self) -> None:
        """Flush the head, so that it survives a power cut; `append` has already flushed the records."""
        self._head.sync()

    def newest_game(self) -> tuple[Record, ...]:
        """All records of the newest game, header first; empty if there is none, or its header is lost."""
        with sqlite_errors(self.path):
            query = "SELECT n FROM records WHERE kind = 'game' AND game = ?"
            header = self._db.execute(query, (self.game,)).fetchone()
            if header is None:
                return ()
            query = "SELECT text, hash FROM records WHERE n >= ? AND game = ? ORDER BY n"
            rows = self._db.execute(query, (header[0], self.game))
            return tuple(parse(text, digest) for text, digest in rows)

    def close(self) -> None:
        """Close the files; all appended records are in them already."""
        self._db.close()
        self._head.close()


def _writing(path: Path) -> sqlite3.Connection:
    """A connection for the one writer; the thread that appends need not be the one that opens."""
    with sqlite_errors(path):
        # Without an isolation level Python begins no transactions by itself; `append` begins its own.
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5.0)
        try:
            (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
            db.execute("PRAGMA synchronous = FULL")
        except sqlite3.Error:
            db.close()
            raise
    if mode != "wal":
        db.close()
        raise JournalError(f"{path} cannot be used: this file system does not support SQLite's WAL mode")
    return db


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


class JournalReader:
    """Reads committed records; each call is a transaction of its own and never delays the writer."""

    def __init__(self, path: Path) -> None:
        """Remember the path; the first call opens the file."""
        self._path = path
        self._db: sqlite3.Connection | None = None

    def lines(self, first: int, most: int) -> Sequence[Line]:
        """Up to `most` records from number `first` on."""
        query = "SELECT n, text, hash FROM records WHERE n >= ? ORDER BY n LIMIT ?"
        return [Line(n, text, digest) for n, text, digest in self._all(query, first, most)]

    def last(self) -> int:
        """The number of the newest record; 0 in an empty journal."""
        return int(self._all("SELECT coalesce(max(n), 0) FROM records")[0][0])

    def orders(self) -> set[str]:
        """The ids of all orders that have a record."""
        texts = self._all("SELECT text FROM records WHERE kind = 'order'")
        return {json.loads(text)["data"]["id"] for (text,) in texts}

    def newest_orders(self) -> list[Json]:
        """The data of the newest orders' records, the oldest first."""
        query = "SELECT text FROM records WHERE kind = ? ORDER BY n DESC LIMIT ?"
        texts = self._all(query, Kind.ORDER.value, _RECALLED)
        return [json.loads(text)["data"] for (text,) in reversed(texts)]

    def close(self) -> None:
        """Close the connection; the next call opens another."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def _all(self, query: str, *values: object) -> list[Any]:
        try:
            with sqlite_errors(self._path):
                if self._db is None:
                    uri = f"{self._path.absolute().as_uri()}?mode=ro"
                    # A read-only connection neither delays nor changes the table's writes.
                    self._db = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=5.0)
                return self._db.execute(query, values).fetchall()
        except JournalError:
            self.close()
            raise
