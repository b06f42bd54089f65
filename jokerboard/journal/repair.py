"""Open a journal that may be damaged: the good part becomes the table's journal, the rest is set aside.

Nothing is ever overwritten. The damaged files get a second name (`journal.damaged-1.sqlite`, with `-wal` and
`.head`) and stay as they were found. The records that can be saved are written into a new file, with a
`repaired` record that names the lost ones. Once the new file is on the disk, it takes the journal's place:

    journal.sqlite.new        being written; a later start that finds it begins again
    journal.sqlite.repaired   complete; the damaged files are set aside; a later start continues here
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from jokerboard.host import VERSION
from jokerboard.host.errors import JokerboardError
from jokerboard.host.sqlite_backup import roll_back
from jokerboard.host.system import flush_directory
from jokerboard.journal.checkpoint import Head, HeadFile, head_path, read_head
from jokerboard.journal.errors import JournalDamagedError, JournalError
from jokerboard.journal.file import check, sqlite_errors
from jokerboard.journal.records import Entry, Kind, canonical, chained
from jokerboard.journal.salvage import Row, Salvaged, salvage
from jokerboard.journal.store import INSERT, SCHEMA, Journal


def open_journal(path: Path, *, table: str, made: str) -> tuple[Journal, str | None]:
    """Open the journal at `path`, repaired if necessary; return it with a clause about the damage (or None).

    Raise JournalDamagedError if no record can be saved, JournalVersionError for another format, JournalError
    if the system refuses; then no file is changed.
    """
    try:
        return _opened(path, table, made)
    except OSError as error:
        if isinstance(error, JokerboardError):
            raise
        raise JournalError(f"{error.filename or path} cannot be used: {error.strerror}") from error


def _opened(path: Path, table: str, made: str) -> tuple[Journal, str | None]:
    if _repaired(path).exists():
        _finish(path)
    _new(path).unlink(missing_ok=True)
    with sqlite_errors(path):
        roll_back(path)
    headless = path.exists() and path.stat().st_size > 0 and not head_path(path).exists()
    try:
        journal = Journal.open(path, table=table, made=made)
    except JournalDamagedError as damage:
        report = _repair(path, made, damage)
        return Journal.open(path, table=table, made=made), report
    # A power cut while a journal is made can leave its first record without a head.
    if headless and journal.last > 1:
        return (
            journal,
            f"{head_path(path)} was missing, so {path} may lack records at its end",
        )
    return journal, None


def write_new(path: Path, rows: Iterable[Row]) -> Path:
    """Write a journal of these rows into a new file beside `path`; return its path when it is on the disk."""
    new = _new(path)
    new.unlink(missing_ok=True)
    with sqlite_errors(new):
        db = sqlite3.connect(new, isolation_level=None)
        try:
            # The new file has no write-ahead log, so that the journal is one file that can be renamed.
            db.execute("PRAGMA synchronous = FULL")
            db.executescript(f"BEGIN IMMEDIATE;{SCHEMA}COMMIT;")
            db.execute("BEGIN IMMEDIATE")
            db.executemany(INSERT, rows)
            db.execute("COMMIT")
        finally:
            db.close()
    return new


def _repair(path: Path, at: str, damage: JournalDamagedError) -> str:
    files = (path, path.with_name(path.name + "-wal"))
    try:
        head = read_head(path)
    except JournalDamagedError:
        head = None
    found = salvage(files, head)
    if not found.rows:
        raise damage
    aside = _free(path)
    why = str(damage).split(";")[0]
    data = {"at": at, "program": VERSION, "why": why, "lost": found.stretches, "aside": aside.name}
    last = found.rows[-1]
    text = canonical(last.n + 1, Entry(0, Kind.REPAIRED, data))
    row = Row(last.n + 1, 0, Kind.REPAIRED.value, text, chained(last.hash, text))
    new = write_new(path, (*found.rows, row))
    # The check comes before any file is moved, so a failed repair changes nothing.
    check(new)
    for file, name in zip((*files, head_path(path)), _names(aside), strict=True):
        if file.exists():
            _second_name(file, name)
    # From here on an interrupted start continues with `_finish`: every damaged file has its second name.
    new.replace(_repaired(path))
    flush_directory(path.parent)
    _finish(path)
    return f"{why}; {_kept(found)}, and the damaged files are set aside as {aside.name}"


def _finish(path: Path) -> None:
    """Put the repaired journal in its place; every file that is removed here has a second name."""
    repaired = _repaired(path)
    found = check(repaired)
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    # A new file is needed, because the old one shares its inode with the file that was set aside.
    head_path(path).unlink(missing_ok=True)
    HeadFile(path, Head(found.last, found.hash)).close()
    repaired.replace(path)
    flush_directory(path.parent)


def _kept(found: Salvaged) -> str:
    whole = len(found.rows)
    if not found.lost:
        return f"all its {whole} records could be saved"
    first, last = found.stretches[0]
    which = f"record {first} is" if found.lost == (first,) else f"records {first} to {last} are"
    if len(found.stretches) > 1:
        which = f"{len(found.lost)} records, the first of them {first}, are"
    return f"{whole - len(found.lost)} of {whole} records are kept, {which} lost"


def _new(path: Path) -> Path:
    return path.with_name(path.name + ".new")


def _repaired(path: Path) -> Path:
    return path.with_name(path.name + ".repaired")


def _free(path: Path) -> Path:
    """The path `NAME.damaged-K.sqlite` with the first K for which no file exists."""
    k = 1
    while any(map(Path.exists, names := _names(path.with_name(f"{path.stem}.damaged-{k}{path.suffix}")))):
        k += 1
    return names[0]


def _names(aside: Path) -> tuple[Path, Path, Path]:
    """The names under which the database, its log and its head are set aside."""
    return aside, aside.with_name(aside.name + "-wal"), head_path(aside)


def _second_name(file: Path, name: Path) -> None:
    try:
        os.link(file, name)
    except OSError:  # Some file systems, such as those of memory sticks, have no links.
        shutil.copyfile(file, name)
        with name.open("rb") as copied:
            # The copy must be on the disk before the original loses its name.
            os.fsync(copied.fileno())
