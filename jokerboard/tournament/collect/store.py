"""The director's store in SQLite: every table's log, incidents and orders, and the tournament's own log.

| table | what it keeps |
|---|---|
| `store` | the store's id, part of the name of its consumer group |
| `tables` | one row for each journal: its table, its last stored record, the fault of its log |
| `records` | the good records, unchanged; `seq` is the order in which they were stored |
| `aside` | the bad records of a stream, unchanged |
| `games` | one row for each game, computed from the records: players, position, outcome |
| `incidents`, `notes` | events that a director should look at, who acknowledged them, and their notes |
| `orders` | the orders to tables, and the tables' answers |
| `event_log` | the tournament's own log: append-only, chained |
| `sums` | a checksum of every row that no chain covers, kept by triggers |
| `progress` | the number of transactions; `director.head` repeats it, so that a lost end is noticed |

Records, notes and the tournament's log are never changed or deleted; triggers refuse it. Tables, games and
incidents of records can be rebuilt from the records. Several directors may share one store (`store_lock.py`):
a writer first takes SQLite's lock and then reads the present state, so no record is stored twice. The store
uses WAL mode with full synchronous writes, so a committed transaction survives a power cut.
"""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Self

from jokerboard.journal.checkpoint import Head, HeadFile
from jokerboard.journal.errors import JournalError
from jokerboard.journal.records import GENESIS, Line, chained
from jokerboard.tournament.collect.store_lock import StoreLock
from jokerboard.tournament.collect.store_schema import (
    APPLICATION_ID,
    SCHEMA,
    SUMMED,
    SUMS,
    VERSION,
    row_sum,
    statements,
)
from jokerboard.tournament.errors import StoreError
from jokerboard.words.catalogue import words

FILE: Final = "director.sqlite"
PATIENCE: Final = 20.0
"""Seconds for which a write waits until another director's write ends."""


class Store:
    """An open store, for one thread; threads that share a Store take turns.

    SQLite alone must not order these threads: `row_sum` runs in the middle of a statement and waits for
    Python's lock, which may be held by a thread that waits for that statement to end.
    """

    def __init__(self, path: Path, lock: StoreLock | None = None) -> None:
        """Open the store at `path`, or create it; raise StoreError if the file is no store, or of another
        version.

        `lock` is a shared lock that the caller has taken; the store closes it. Without a `lock`, the store
        takes one itself.
        """
        self.path = path
        self._turn = threading.RLock()
        self._lock = lock or StoreLock(path)
        try:
            if lock is None:
                self._lock.share()
            self._open(path)
        except BaseException:
            self._lock.close()
            raise

    def _open(self, path: Path) -> None:
        with _telling(path):
            self.db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=PATIENCE)
        self.db.row_factory = sqlite3.Row
        self.db.create_function("row_sum", -1, row_sum, deterministic=True)
        self._head: HeadFile | None = None
        try:
            with _telling(path):
                self._ready()
                place = path.stat()
                self._place = (place.st_dev, place.st_ino)
                # Two directors who start at the same moment must not both create the file `director.head`.
                with self._locked():
                    found = self.db.execute("SELECT id, commits FROM store, progress").fetchone()
                    if found is None:
                        raise StoreError(words("store.no-owner", path=path))
                    self.id: str = found["id"]
                    self._head = HeadFile(path, Head(found["commits"], GENESIS))
        except (StoreError, JournalError) as error:
            self.db.close()
            raise StoreError(str(error)) from error

    def _ready(self) -> None:
        (mode,) = self.db.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise StoreError(words("store.no-wal", path=self.path))
        self.db.execute("PRAGMA synchronous = FULL")
        with self._locked():
            # If two directors create the store at the same moment, the second one finds the tables.
            if self.db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
                for statement in statements(SCHEMA + SUMS):
                    self.db.execute(statement)
                self.db.execute("INSERT INTO store VALUES (?)", (secrets.token_hex(6),))
        owner = self.db.execute("PRAGMA application_id").fetchone()[0]
        version = self.db.execute("PRAGMA user_version").fetchone()[0]
        if (owner, version) == (APPLICATION_ID, 1):
            self._add_sums()
            version = VERSION
        if owner != APPLICATION_ID:
            raise StoreError(words("store.none", path=self.path))
        if version != VERSION:
            raise StoreError(words("store.version", path=self.path, version=version, reads=VERSION))

    def _add_sums(self) -> None:
        """Convert a store of version 1 to this version, which adds the checksums."""
        with self._locked():
            if self.db.execute("PRAGMA user_version").fetchone()[0] != 1:
                return
            for statement in statements(SUMS):
                self.db.execute(statement)
            for table, columns in SUMMED.items():
                row = ", ".join(columns)
                self.db.execute(f"INSERT INTO sums SELECT '{table}', rowid, row_sum({row}) FROM {table}")
            self.db.execute(f"PRAGMA user_version = {VERSION}")

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, with SQLite's write lock from its beginning; it is stored whole or not at all."""
        with self._locked() as db:
            self._check_place()
            yield db
            db.execute("UPDATE progress SET commits = commits + 1")
            (commits,) = db.execute("SELECT commits FROM progress").fetchone()
        if self._head is not None:
            self._head.write(Head(commits, GENESIS))

    def _check_place(self) -> None:
        """Raise StoreError if the store's file was moved or replaced, because writes would be lost."""
        try:
            here = self.path.stat()
        except OSError:
            here = None
        if here is None or (here.st_dev, here.st_ino) != self._place:
            raise StoreError(words("store.moved", path=self.path))

    @contextlib.contextmanager
    def _locked(self) -> Iterator[sqlite3.Connection]:
        with self._turn, _telling(self.path):
            # The write lock is taken at once: a transaction that begins with reading might not get it later.
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield self.db
                self.db.execute("COMMIT")
            finally:
                if self.db.in_transaction:
                    self.db.execute("ROLLBACK")

    def rows(self, query: str, *values: Any) -> list[sqlite3.Row]:
        """The rows that a query finds."""
        with self._turn, _telling(self.path):
            return self.db.execute(query, values).fetchall()

    def row(self, query: str, *values: Any) -> sqlite3.Row | None:
        """The first row that a query finds; None if there is none."""
        with self._turn, _telling(self.path):
            found: sqlite3.Row | None = self.db.execute(query, values).fetchone()
        return found

    @property
    def changes(self) -> int:
        """A number that changes whenever another connection has written to the store."""
        return int(self.rows("PRAGMA data_version")[0][0])

    @property
    def last_event(self) -> int:
        """The number of the newest entry of the tournament's log; 0 if there is none."""
        return int(self.rows("SELECT coalesce(max(n), 0) FROM event_log")[0][0])

    def events(self, after: int = 0, most: int = -1) -> list[Line]:
        """Up to `most` entries (-1: all) of the tournament's log with numbers above `after`, in order."""
        rows = self.rows("SELECT n, text, hash FROM event_log WHERE n > ? ORDER BY n LIMIT ?", after, most)
        return [Line(*row) for row in rows]

    def append_event(self, text: str, after: int) -> Line | None:
        """Append an entry to the tournament's log; do nothing and return None unless `after` is the last."""
        entries = self.append_events([text], after)
        return entries[0] if entries else None

    def append_events(self, texts: Sequence[str], after: int) -> list[Line] | None:
        """Append entries to the tournament's log; do nothing and return None unless `after` is the last.

        If it is not, another director has written: read `events(after)`, decide again, and retry.
        """
        entries: list[Line] = []
        with self.writing() as db:
            last = db.execute("SELECT n, hash FROM event_log ORDER BY n DESC LIMIT 1").fetchone()
            n, digest = (0, GENESIS) if last is None else (last["n"], last["hash"])
            if n != after:
                return None
            for n, text in enumerate(texts, after + 1):
                digest = chained(digest, text)
                entries.append(Line(n, text, digest))
            db.executemany(
                "INSERT INTO event_log VALUES (?, ?, ?)", [(each.n, each.text, each.hash) for each in entries]
            )
        return entries

    def reader(self) -> StoreReader:
        """A read-only connection to this store, for one thread that may take long."""
        return StoreReader(self.path)

    def close(self) -> None:
        """Close the connection; every finished transaction is on the disk."""
        self.db.close()
        if self._head is not None:
            self._head.close()
            self._head = None
            self._lock.close()


class StoreReader:
    """A read-only connection. Every query sees the store as it was when the first row was read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with _telling(path):
            uri = f"{path.absolute().as_uri()}?mode=ro"
            self._db = sqlite3.connect(
                uri, uri=True, isolation_level=None, check_same_thread=False, timeout=PATIENCE
            )
            self._db.row_factory = sqlite3.Row
            # Without a transaction each query would see the store at another moment.
            self._db.execute("BEGIN")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def each(self, query: str, *values: Any) -> Iterator[sqlite3.Row]:
        """The rows that a query finds, read one by one."""
        with _telling(self._path):
            yield from self._db.execute(query, values)

    def rows(self, query: str, *values: Any) -> list[sqlite3.Row]:
        """The rows that a query finds."""
        with _telling(self._path):
            return self._db.execute(query, values).fetchall()


@contextlib.contextmanager
def _telling(path: Path) -> Iterator[None]:
    """Turn SQLite's errors inside the block into StoreError with a sentence."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise StoreError(words("store.unusable", path=path, why=error)) from error
    except sqlite3.DatabaseError as error:
        raise StoreError(words("store.damaged", path=path, why=error)) from error
