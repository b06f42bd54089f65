"""Read-only access to a journal's file: check its format and chain, list its games, read its records.

No byte of the file changes, so a damaged journal stays as it is, and the journal of a running service may be
read. A `JournalError` names a fault in one sentence.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jokerboard.host import VERSION
from jokerboard.journal.chain import admitted
from jokerboard.journal.checkpoint import Head, head_path, read_head
from jokerboard.journal.errors import JournalDamagedError, JournalError, JournalVersionError
from jokerboard.journal.records import FORMAT, GENESIS, Kind, Record, chained, parse

APPLICATION_ID = 0x4A4B4244
"""The application id that marks a SQLite file as a journal of ours ("JKBD")."""

MAGIC = b"SQLite format 3\0"
CHECKED_AT_START = 20_000
"""The number of newest records that are checked before a start; the others are checked while people play."""

QUICK_CHECK_UP_TO = 32 << 20
"""The most bytes of a file on which SQLite's own check runs at every start."""

_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of a check: the count of records, the last one's number and hash, the lost numbers."""

    records: int
    last: int
    hash: str
    lost: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GameLine:
    """A summary of one game in the journal; `ended` is None while the game may continue, else "won" or
    "abandoned".
    """

    header: Record
    last: int
    plays: int
    ended: str | None
    winner: tuple[str, ...] = ()


def is_fresh(path: Path) -> bool:
    """Whether this file has no journal yet: it is missing, empty, or without tables."""
    try:
        if not path.exists() or path.stat().st_size == 0:
            return True
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise JournalDamagedError(f"{path} is no journal: it is no SQLite file; move it aside")
    except JournalError:
        raise
    except OSError as error:
        raise JournalError(f"{path} cannot be read: {error.strerror}; move it aside") from error
    with reading(path) as db:
        (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return bool(tables == 0)


def check(path: Path, most: int | None = None) -> Checked:
    """Check the format, the chain (of the newest `most` records), and that it reaches the head.

    Raise JournalError, which names the fault and the first bad record.
    """
    # The head is read first: a running service writes records before the head, so the head is never ahead.
    head = read_head(path)
    with reading(path) as db:
        _check_format(path, db, head)
        if most is None or path.stat().st_size <= QUICK_CHECK_UP_TO:
            # One message is enough, because a damaged file is repaired as a whole.
            (answer,) = db.execute("PRAGMA integrity_check(1)").fetchone()
            if answer != "ok":
                raise JournalDamagedError(f"{path} is damaged: {_one_line(answer)}; {_way_out()}")
        db.text_factory = bytes
        (last,) = db.execute("SELECT coalesce(max(n), 0) FROM records").fetchone()
        found = _check_chain(path, db, 1 if most is None else max(1, last - most + 1))
        if head is not None:
            _check_head(path, db, found.last, head)
        return found


def records(path: Path, game: int | None = None) -> Iterator[Record]:
    """Every record of the file, or of one game, in order."""
    with reading(path) as db:
        _check_format(path, db)
        first, after = 1, None
        if game is not None:
            first = _header_of(path, db, game)
            query = "SELECT min(n) FROM records WHERE kind = 'game' AND n > ?"
            (after,) = db.execute(query, (first,)).fetchone()
        end = (1 << 62) if after is None else after
        query = "SELECT n, text, hash FROM records WHERE n >= ? AND n < ? AND (? OR game = ?) ORDER BY n"
        for n, text, digest in db.execute(query, (first, end, game is None, game)):
            yield Record(n, 0, Kind.LOST, {}, digest) if text == "" else _parsed(path, text, digest)


def headers(path: Path) -> tuple[Record, ...]:
    """The header of every game of the file, oldest first."""
    with reading(path) as db:
        _check_format(path, db)
        rows = db.execute("SELECT text, hash FROM records WHERE kind = 'game' ORDER BY n")
        return tuple(_parsed(path, text, digest) for text, digest in rows)


def games(path: Path) -> tuple[GameLine, ...]:
    """A summary of every game of the file, oldest first."""
    found: list[GameLine] = []
    header: Record | None = None
    last, plays, ended, winner = 0, 0, None, ()
    for record in records(path):
        if record.kind is Kind.GAME:
            if header is not None:
                found.append(GameLine(header, last, plays, ended, winner))
            header, plays, ended, winner = record, 0, None, ()
        elif record.kind is Kind.ABANDONED:
            ended = "abandoned"
        elif record.kind is Kind.VERDICT:
            kind = record.data.get("kind")
            plays += kind in ("move", "discard")
            if kind == "over":
                ended, winner = "won", tuple(record.data["team"])
        last = record.n
    if header is not None:
        found.append(GameLine(header, last, plays, ended, winner))
    return tuple(found)


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A context with a connection that cannot write; an SQLite error becomes a JournalError."""
    if not path.is_file():
        raise JournalError(f"there is no journal at {path}")
    with sqlite_errors(path):
        # mode=ro keeps SQLite from making a missing file and from changing a damaged one.
        db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
        try:
            yield db
        finally:
            db.close()


@contextlib.contextmanager
def sqlite_errors(path: Path) -> Iterator[None]:
    """Turn errors of SQLite inside the block into a JournalError: one sentence with the file's name."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_READONLY_ROLLBACK:
            raise JournalError(
                f"{path} was being made when the power failed; the next start of the table makes it again"
            ) from error
        what = _one_line(str(error))
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE:
            raise JournalDamagedError(f"{path} is damaged: {what}; {_way_out()}") from error
        raise JournalError(f"{path} cannot be used: {what}") from error
    except UnicodeDecodeError as error:  # SQLite returned a damaged name or text unchecked.
        raise JournalDamagedError(f"{path} is damaged: a text in it is not UTF-8; {_way_out()}") from error


def _check_format(path: Path, db: sqlite3.Connection, head: Head | None = None) -> None:
    (ours,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if ours != APPLICATION_ID and head is not None:
        raise JournalDamagedError(
            f"{path} is damaged: its beginning is missing, record 1 and all after it; {_way_out()}"
        )
    if ours != APPLICATION_ID:
        raise JournalDamagedError(f"{path} is some other program's database, no journal; move it aside")
    if version != FORMAT:
        raise JournalVersionError(
            f"{path} is a journal of format {version}, and jokerboard {VERSION} reads format {FORMAT}; "
            "use the version that wrote it, or another --state directory"
        )


def _check_chain(path: Path, db: sqlite3.Connection, first: int) -> Checked:
    """Follow the chain from record `first`; the hash of the record before it is trusted."""
    before = db.execute("SELECT hash FROM records WHERE n = ?", (first - 1,)).fetchone()
    digest = GENESIS if before is None else _ascii(before[0])
    wanted = first
    lost: list[int] = []
    lost_stretches: list[tuple[int, int]] = []
    query = "SELECT n, game, kind, text, hash FROM records WHERE n >= ? ORDER BY n"
    for n, game, kind, text, kept in db.execute(query, (first,)):
        if n != wanted:
            raise JournalDamagedError(f"{path} is damaged: record {wanted} is missing; {_way_out()}")
        wanted += 1
        if (kind, text, game) == (b"lost", b"", 0):
            lost.append(n)
            digest = _ascii(kept)
            continue
        digest = chained(digest, text.decode(errors="replace"))
        record = None if digest != _ascii(kept) else _parsed(path, text.decode(), digest)
        if record is None or (record.n, record.game, record.kind.value) != (n, game, _ascii(kind)):
            raise JournalDamagedError(
                f"{path} is damaged: record {n} is not what was written, its hash does not fit; {_way_out()}"
            )
        if record.kind is Kind.REPAIRED:
            lost_stretches += admitted(record)
    if wanted == 1:
        raise JournalDamagedError(f"{path} is damaged: its first record is missing; {_way_out()}")
    for n in lost:
        if not any(low <= n <= high for low, high in lost_stretches):
            raise JournalDamagedError(f"{path} is damaged: record {n} is missing; {_way_out()}")
    return Checked(wanted - first, wanted - 1, digest, tuple(lost))


def _check_head(path: Path, db: sqlite3.Connection, last: int, head: Head) -> None:
    if head.n > last:
        missing = f"record {head.n} is" if head.n == last + 1 else f"records {last + 1} to {head.n} are"
        raise JournalDamagedError(f"{path} is damaged: {missing} missing at its end; {_way_out()}")
    row = db.execute("SELECT hash FROM records WHERE n = ?", (head.n,)).fetchone()
    if row is not None and _ascii(row[0]) != head.hash:
        raise JournalDamagedError(
            f"{path} is damaged: record {head.n} is not the one in {head_path(path).name}; {_way_out()}"
        )


def _header_of(path: Path, db: sqlite3.Connection, game: int) -> int:
    query = "SELECT n FROM records WHERE kind = 'game' AND game = ?"
    row = db.execute(query, (game,)).fetchone()
    if row is None:
        raise JournalError(f"{path} has no game {game}; `jokerboard journal list` names those it has")
    return int(row[0])


def _parsed(path: Path, text: str, digest: str) -> Record:
    try:
        return parse(text, digest)
    except ValueError as error:
        raise JournalDamagedError(f"{path} is damaged: {_one_line(str(error))}; {_way_out()}") from error


def _ascii(value: object) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else repr(value)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _way_out() -> str:
    return "nothing was changed; the table's next start keeps the good part, and sets the damaged file aside"
