"""Check a director's store: whether every row is unchanged, and no transaction is missing at its end.

| part | check |
|---|---|
| pages and indexes | SQLite's own check |
| tables, triggers, indexes | their definitions are this version's |
| records | the chain of each table's log, up to its recorded length |
| the tournament's log | its chain |
| all other rows | the checksums in `sums`, each with its row |
| transactions | `progress` counts at least as many as `director.head` |

The store is opened read-only: the check changes nothing. Programs may write to it meanwhile: the
head is read first and everything else in one transaction, so the check sees the store of one moment, which is
never behind its head.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from jokerboard.journal.checkpoint import Head, read_head
from jokerboard.journal.errors import JournalError
from jokerboard.journal.records import GENESIS, chained, parse
from jokerboard.tournament.collect.store_schema import (
    APPLICATION_ID,
    SUMMED,
    VERSION,
    expected_schema,
    row_sum,
)
from jokerboard.tournament.errors import StoreError

CHECKED_AT_START: Final = 50_000
"""The most records whose chains are checked before a start; a larger store's chains are not checked."""
_PATIENCE: Final = 20.0
"""Seconds to wait while a closing program copies its write-ahead log into the file."""
_NAMED: Final = 5
"""The most problems of one kind that are listed; further ones are counted."""


def check_store(path: Path, *, whole: bool = True) -> tuple[str, ...]:
    """Each damage of a store as a clause; empty if there is none. Raise StoreError if the file is no store.

    `whole`: also check the chains of a store with more than `CHECKED_AT_START` records.
    """
    head: Head | JournalError | None
    try:
        head = read_head(path)
    except JournalError as error:
        head = error
    try:
        db = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=_PATIENCE
        )
    except sqlite3.Error as error:
        raise StoreError(f"the director's store {path} cannot be opened: {error}") from error
    db.create_function("row_sum", -1, row_sum, deterministic=True)
    try:
        db.execute("BEGIN")
        if not _check_kind(path, db):
            return ()
        return tuple(_problems(db, head, whole=whole))
    except (sqlite3.Error, ValueError, TypeError, LookupError) as error:
        return (f"the store cannot be read ({' '.join(str(error).split()) or type(error).__name__})",)
    finally:
        db.close()


def _check_kind(path: Path, db: sqlite3.Connection) -> bool:
    """Whether the file has anything to check: a start that was killed leaves a database without tables.

    Raise StoreError if the database is not a director's store, or of another version.
    """
    (owner,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    named = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    if owner == version == 0 and not named:
        return False
    if owner != APPLICATION_ID and "event_log" not in named:
        raise StoreError(f"{path} is no director's store; give another --state directory")
    if version not in (1, VERSION) and owner == APPLICATION_ID and version < 100:
        raise StoreError(
            f"{path} is of version {version}, and this program reads version {VERSION};"
            " use the program that wrote it, or another --state directory"
        )
    return True


def _problems(db: sqlite3.Connection, head: Head | JournalError | None, *, whole: bool) -> Iterator[str]:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (owner,) = db.execute("PRAGMA application_id").fetchone()
    if (owner, version) not in ((APPLICATION_ID, 1), (APPLICATION_ID, VERSION)):
        yield "the header of the store's file was changed"
    (records,) = db.execute("SELECT count(*) FROM records").fetchone()
    deep = whole or records <= CHECKED_AT_START
    if deep:
        for (finding,) in db.execute(f"PRAGMA integrity_check({_NAMED})"):
            if finding != "ok":
                yield " ".join(finding.split())
    if version == VERSION:
        yield from _schema(db)
        yield from _sums(db)
        yield from _end(db, head)
    yield from _event_log(db)
    if deep:
        yield from _logs(db)


def _schema(db: sqlite3.Connection) -> Iterator[str]:
    there = dict(db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
    for name, sql in expected_schema().items():
        if there.get(name) != sql:
            yield f"the definition of {name} is not this version's"


def _sums(db: sqlite3.Connection) -> Iterator[str]:
    """Yield a clause for each row that differs from its checksum, and for each checksum without a row."""
    for table, columns in SUMMED.items():
        row = ", ".join(f"t.{name}" for name in columns)
        query = (
            f"SELECT t.rowid FROM {table} t LEFT JOIN sums ON of = '{table}' AND row = t.rowid"
            f" WHERE sum IS NOT row_sum({row})"
        )
        yield from _some([f"row {n} of {table} was changed" for (n,) in db.execute(query)])
        query = (
            f"SELECT row FROM sums WHERE of = '{table}' AND NOT EXISTS"
            f" (SELECT 1 FROM {table} t WHERE t.rowid = row)"
        )
        yield from _some([f"row {n} of {table} is missing" for (n,) in db.execute(query)])
    (stray,) = db.execute(
        f"SELECT count(*) FROM sums WHERE of NOT IN ({', '.join('?' * len(SUMMED))})", tuple(SUMMED)
    ).fetchone()
    if stray:
        yield f"{stray} checksums belong to no table"
    if db.execute("SELECT count(*) FROM store").fetchone()[0] != 1:
        yield "the row with the store's id is missing or repeated"


def _end(db: sqlite3.Connection, head: Head | JournalError | None) -> Iterator[str]:
    found = db.execute("SELECT commits FROM progress").fetchall()
    if isinstance(head, JournalError):
        yield str(head)
    elif len(found) != 1 or not isinstance(found[0][0], int):
        yield "the store's count of transactions is missing or damaged"
    elif head is not None and head.n > found[0][0]:
        yield f"{head.n - found[0][0]} transactions are missing at the end of the store"


def _event_log(db: sqlite3.Connection) -> Iterator[str]:
    digest = GENESIS
    entries = db.execute("SELECT n, text, hash FROM event_log ORDER BY n")
    for wanted, (n, text, kept) in enumerate(entries, 1):
        if n != wanted:
            yield f"entry {wanted} of the tournament's log is missing"
            return
        digest = chained(digest, str(text))
        if digest != kept:
            yield f"entry {n} of the tournament's log was changed"
            return


def _logs(db: sqlite3.Connection) -> Iterator[str]:
    """Yield the first problem in the chain of each table's log."""
    tables = db.execute("SELECT id, name, last, hash FROM tables ORDER BY id").fetchall()
    for owner, name, last, end in tables:
        digest, wanted, bad = GENESIS, 1, None
        rows = db.execute(
            "SELECT n, game, kind, text, hash FROM records WHERE owner = ? ORDER BY n", (owner,)
        )
        for n, game, kind, text, kept in rows:
            bad = _record(name, wanted, (n, game, kind, text, kept), digest)
            if bad is not None:
                break
            digest, wanted = kept, wanted + 1
        if bad is None and (last, end) != (wanted - 1, digest):
            bad = f"the log of table {name} ends with record {wanted - 1}, but record {last} was stored"
        if bad is not None:
            yield bad
    known = {table[0] for table in tables}
    for (owner,) in db.execute("SELECT DISTINCT owner FROM records"):
        if owner not in known:
            yield f"there are records of table number {owner}, but no such table"


def _record(name: str, wanted: int, row: tuple[int, int, str, str, str], before: str) -> str | None:
    n, game, kind, text, kept = row
    if n != wanted:
        return f"record {wanted} of table {name} is missing"
    if text == "":
        return None if (game, kind) == (0, "lost") else f"record {n} of table {name} was changed"
    if chained(before, str(text)) != kept or not _agrees(text, kept, (n, game, kind)):
        return f"record {n} of table {name} was changed"
    return None


def _agrees(text: str, digest: str, columns: tuple[int, int, str]) -> bool:
    try:
        record = parse(text, digest)
    except (ValueError, RecursionError, json.JSONDecodeError):
        return False
    return (record.n, record.game, record.kind.value) == columns


def _some(problems: list[str]) -> Iterator[str]:
    yield from problems[:_NAMED]
    if len(problems) > _NAMED:
        yield f"and {len(problems) - _NAMED} more rows of the same table"
