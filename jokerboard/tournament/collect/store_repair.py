"""Open a director's store that may be damaged: good rows are copied to a new store, damaged files are set
aside.

A repair overwrites no file. The damaged files get other names (`director.damaged-1.sqlite`, with `-wal` and
`.head`), and a new store is made of every unchanged row:

- the records of each log up to its first damaged one are stored again in their order, which also makes the
  tables, games and incidents again; the records after it are fetched from the Redis again;
- the tournament's log up to its first damaged entry;
- orders, notes, acknowledgements, and incidents without a record, if their checksums are right.

    director.sqlite.new        is being written; if a start finds it, it is deleted and begun again
    director.sqlite.repaired   is complete; if a start finds it, it takes the store's place

A repair needs the store's lock exclusively. While another program uses the store, a start only checks it.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, Final, TypeAlias

from jokerboard.host.sqlite_backup import roll_back
from jokerboard.host.system import flush_directory
from jokerboard.journal.checkpoint import head_path
from jokerboard.journal.records import GENESIS, Line, chained
from jokerboard.tournament import keys
from jokerboard.tournament.collect.intake import Batch, Intake
from jokerboard.tournament.collect.store import Store
from jokerboard.tournament.collect.store_check import check_store
from jokerboard.tournament.collect.store_lock import StoreLock, lock_path
from jokerboard.tournament.collect.store_schema import SUMMED, row_sum
from jokerboard.tournament.errors import StoreError
from jokerboard.words.catalogue import words

_AT_ONCE: Final = 64
_BATCH: Final = 500
_MOST_FAILED: Final = 8
"""After this many unreadable stretches in succession, a table counts as completely read."""

Row: TypeAlias = tuple[Any, ...]


def open_store(path: Path, now: str) -> tuple[Store, str | None]:
    """Open the store at `path`, repaired if needed; return it with a sentence about the damage, or None.

    Raise StoreError, with nothing changed, if the file is no store, of another version, or damaged while
    another program uses it.
    """
    lock = StoreLock(path)
    try:
        if lock.take_alone():
            # The check that follows reports damage that stops the rollback.
            with contextlib.suppress(sqlite3.Error):
                roll_back(path)
            damage = _repaired(path, now)
            # Before the lock is shared, another start may take it exclusively; it finds nothing to repair.
            lock.share()
        else:
            damage = None
            lock.share()
            _check_beside_others(path, lock)
        store = Store(path, lock)
    except BaseException:
        lock.close()
        raise
    return store, damage


def _check_beside_others(path: Path, lock: StoreLock) -> None:
    """Raise StoreError if the store is damaged or gone, because it cannot be repaired while in use."""
    if path.exists() and path.stat().st_size > 0:
        problems = check_store(path, whole=False)
    else:
        # Another start has created the lock file, and is about to create the store and its head.
        problems = ("the file of the store is missing",) if head_path(path).exists() else ()
    if problems:
        raise StoreError(words("store.damaged-in-use", path=path, problem=problems[0], who=lock.holders()))


def _repaired(path: Path, now: str) -> str | None:
    """Repair a store that no program uses, if it is damaged; return a sentence about the repair, or None."""
    repaired = path.with_name(path.name + ".repaired")
    if repaired.exists():
        _take_place(path, repaired)
    if not path.exists() or path.stat().st_size == 0:
        if head_path(path).exists():
            return f"the store {path} was missing; a new one was made"
        return None
    problems = check_store(path, whole=False)
    if not problems:
        return None
    try:
        aside, kept = _repair(path, now)
    except (sqlite3.Error, ValueError, TypeError, LookupError, OverflowError) as error:
        raise StoreError(
            f"the store {path} is damaged ({problems[0]}) beyond repair; move it aside and start again"
        ) from error
    more = f" and {len(problems) - 1} more faults" if len(problems) > 1 else ""
    return f"the store {path} was damaged: {problems[0]}{more}; {kept}, and the damaged files are {aside}"


def _repair(path: Path, now: str) -> tuple[str, str]:
    new = path.with_name(path.name + ".new")
    for old in _files(new):
        old.unlink(missing_ok=True)
    found = _Salvage(path)
    fresh = Store(new)
    try:
        kept = found.put_into(fresh, now)
        # Only the main file is moved into place, so all transactions must be in it.
        fresh.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except BaseException:
        for file in _files(new):
            file.unlink(missing_ok=True)
        raise
    finally:
        fresh.close()
        lock_path(new).unlink(missing_ok=True)
        found.close()
    for leftover in _files(new)[1:]:
        leftover.unlink(missing_ok=True)
    repaired = path.with_name(path.name + ".repaired")
    new.replace(repaired)
    return _take_place(path, repaired), kept


def _take_place(path: Path, repaired: Path) -> str:
    """Move the repaired store into place, and the damaged files aside; return the damaged file's new name."""
    k = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{k}{path.suffix}")).exists():
        k += 1
    for old, name in zip(_files(path), _files(aside), strict=True):
        # The -shm file is only an index of the -wal file; SQLite makes it again.
        if old.exists() and not old.name.endswith("-shm"):
            old.rename(name)
        else:
            old.unlink(missing_ok=True)
    repaired.replace(path)
    flush_directory(path.parent)
    return aside.name


def _files(path: Path) -> tuple[Path, Path, Path, Path]:
    wal, shm = (path.with_name(path.name + suffix) for suffix in ("-wal", "-shm"))
    return path, head_path(path), wal, shm


class _Salvage:
    """The rows of a damaged store that can be read and are unchanged."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
        sums = self._all("sums", ("of", "row", "sum"), flat=True)
        self._sums = {(of, row): total for _, of, row, total in sums}

    def close(self) -> None:
        self._db.close()

    def put_into(self, fresh: Store, now: str) -> str:
        """Copy the good rows into a new store; return a clause that counts them."""
        tables = {row[1]: row[1:] for row in self._good("tables")}
        logs = self._logs()
        if not (tables or logs or next(self._all("event_log", ("n",)), None)):
            raise ValueError("the store has no table, no record and no entry of a tournament")
        self._identity(fresh)
        owners = self._tables(fresh, tables, logs, now)
        self._orders(fresh, owners)
        self._take_in(fresh, owners, logs, now)
        seen = self._incidents(fresh, owners)
        events = self._events(fresh)
        records = sum(map(len, logs.values()))
        return f"{records} records, {events} entries of the tournament's log and {seen} incidents are kept"

    # ---- reading ----------------------------------------------------------------------------------

    def _all(self, table: str, columns: tuple[str, ...], *, flat: bool = False) -> Iterator[Row]:
        """Every readable row of a table, after its row number: 0 in a `flat` table, without numbers."""
        named = ", ".join(columns)
        if flat:
            # Without row numbers a damaged stretch cannot be skipped, so the table is read from both ends.
            rows: dict[Row, None] = {}
            for order in ("", " DESC"):
                by = ", ".join(f"{name}{order}" for name in columns[:2])
                try:
                    for row in self._db.execute(f"SELECT {named} FROM {table} ORDER BY {by}"):
                        rows[(0, *row)] = None
                except sqlite3.Error:
                    continue
            yield from rows
            return
        there: dict[int, Row] = {}
        for row in self._forwards(table, named):
            there[row[0]] = row
        for row in self._backwards(table, named):
            if row[0] in there:
                break
            there[row[0]] = row
        yield from (there[n] for n in sorted(there))

    def _forwards(self, table: str, named: str) -> Iterator[Row]:
        """The rows of a table in order, until `_MOST_FAILED` stretches in succession are unreadable."""
        query = f"SELECT rowid, {named} FROM {table} WHERE rowid > ? ORDER BY rowid LIMIT {_AT_ONCE}"
        after, failed = 0, 0
        while failed < _MOST_FAILED:
            try:
                found = self._db.execute(query, (after,)).fetchall()
            except sqlite3.Error:
                yield from self._between(table, named, after + 1, after + _AT_ONCE)
                after, failed = after + _AT_ONCE, failed + 1
                continue
            yield from found
            if not found or found[-1][0] <= after:
                return
            after, failed = found[-1][0], 0

    def _backwards(self, table: str, named: str) -> Iterator[Row]:
        """The rows of a table from the last one backwards, until a row cannot be read."""
        try:
            yield from self._db.execute(f"SELECT rowid, {named} FROM {table} ORDER BY rowid DESC")
        except sqlite3.Error:
            return

    def _between(self, table: str, named: str, first: int, last: int) -> Iterator[Row]:
        query = f"SELECT rowid, {named} FROM {table} WHERE rowid BETWEEN ? AND ? ORDER BY rowid"
        try:
            yield from self._db.execute(query, (first, last)).fetchall()
        except sqlite3.Error:
            # Halving the range finds each damaged row and keeps all others.
            if first < last:
                middle = (first + last) // 2
                yield from self._between(table, named, first, middle)
                yield from self._between(table, named, middle + 1, last)

    def _good(self, table: str) -> Iterator[Row]:
        """The rows of a table whose checksums are right."""
        for row in self._all(table, SUMMED[table]):
            if not self._sums or self._sums.get((table, row[0])) == row_sum(*row[1:]):
                yield row

    def _logs(self) -> dict[int, dict[int, tuple[int, Line]]]:
        """By table number, the records up to the first damaged one: row number and line by record number."""
        found: dict[int, dict[int, tuple[int, Line]]] = {}
        for seq, owner, n, text, digest in self._all("records", ("owner", "n", "text", "hash")):
            if all(isinstance(one, int) for one in (owner, n)) and isinstance(text, str):
                found.setdefault(owner, {}).setdefault(n, (seq, Line(n, text, str(digest))))
        return {owner: _beginning(lines) for owner, lines in found.items()}

    # ---- writing ----------------------------------------------------------------------------------

    def _identity(self, fresh: Store) -> None:
        """Copy the store's id, which names the consumer group: Redis then delivers only new records."""
        for row in self._good("store"):
            with fresh.writing() as db:
                db.execute("UPDATE store SET id = ?", (row[1],))

    def _tables(
        self, fresh: Store, tables: dict[int, Row], logs: dict[int, dict[int, tuple[int, Line]]], now: str
    ) -> dict[int, int]:
        """Copy the tables; return the new number of each table by its old number."""
        owners = {}
        with fresh.writing() as db:
            for owner in sorted({*tables, *(owner for owner, lines in logs.items() if lines)}):
                row = tables.get(owner)
                if row is not None:
                    name, journal, title, contact_at = row[1], row[2], row[3], row[13]
                else:
                    journal = keys.journal_id(logs[owner][1][1].hash)
                    name = title = f"unknown {journal}"
                    contact_at = now
                add = "INSERT OR IGNORE INTO tables (name, journal, title, first_heard) VALUES (?, ?, ?, ?)"
                db.execute(add, (name, journal, title, contact_at))
                query = "SELECT id FROM tables WHERE name = ? AND journal = ?"
                owners[owner] = db.execute(query, (name, journal)).fetchone()[0]
        return owners

    def _orders(self, fresh: Store, owners: dict[int, int]) -> None:
        names = ", ".join(SUMMED["orders"])
        with fresh.writing() as db:
            for row in self._good("orders"):
                if row[2] in owners:
                    values = (row[1], owners[row[2]], *row[3:])
                    db.execute(
                        f"INSERT OR IGNORE INTO orders ({names}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values
                    )

    def _take_in(
        self, fresh: Store, owners: dict[int, int], logs: dict[int, dict[int, tuple[int, Line]]], now: str
    ) -> None:
        """Store the records again, in the order in which they were stored before."""
        intake = Intake(fresh)
        every = sorted((seq, owner, line) for owner, lines in logs.items() for seq, line in lines.values())
        batches = []
        for owner, some in groupby(every, key=lambda one: one[1]):
            batches.append(Batch(owners[owner], 0, [line for _, _, line in some], whole=True))
            if sum(len(batch.lines) for batch in batches) >= _BATCH:
                intake.take(batches, now)
                batches = []
        intake.take(batches, now)

    def _incidents(self, fresh: Store, owners: dict[int, int]) -> int:
        """Copy incidents without a record, acknowledgements and notes; return the number of incidents."""
        numbers: dict[int, int] = {}
        with fresh.writing() as db:
            for _, number, owner, *rest in self._good("incidents"):
                if owner not in owners:
                    continue
                key, settled, seen_by, seen_at = rest[0], *rest[-3:]
                db.execute(
                    "INSERT OR IGNORE INTO incidents"
                    " (owner, key, kind, game, n, seat, at, text, settled, seen_by, seen_at)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (owners[owner], *rest),
                )
                db.execute(
                    "UPDATE incidents SET settled = coalesce(settled, ?), seen_by = ?, seen_at = ?"
                    " WHERE owner = ? AND key = ?",
                    (settled, seen_by, seen_at, owners[owner], key),
                )
                query = "SELECT id FROM incidents WHERE owner = ? AND key = ?"
                numbers[number] = db.execute(query, (owners[owner], key)).fetchone()[0]
            for _, _, incident, at, by, text in self._good("notes"):
                if incident in numbers:
                    add = "INSERT INTO notes (incident, at, by, text) VALUES (?, ?, ?, ?)"
                    db.execute(add, (numbers[incident], at, by, text))
        return len(numbers)

    def _events(self, fresh: Store) -> int:
        """Copy the tournament's log up to its first damaged entry; return the number of entries."""
        digest, wanted = GENESIS, 1
        entries = {row[1]: row[2:] for row in self._all("event_log", ("n", "text", "hash"))}
        while wanted in entries:
            text, kept = entries[wanted]
            digest = chained(digest, str(text))
            if digest != kept or fresh.append_event(text, wanted - 1) is None:
                break
            wanted += 1
        return wanted - 1


def _beginning(lines: dict[int, tuple[int, Line]]) -> dict[int, tuple[int, Line]]:
    """The records from the first on, as long as no record is missing and each fits the chain."""
    digest, good = GENESIS, {}
    for n in range(1, len(lines) + 1):
        if n not in lines:
            break
        line = lines[n][1]
        if line.text != "" and chained(digest, line.text) != line.hash:
            break
        digest, good[n] = line.hash, lines[n]
    return good
