"""Store records: each one is verified against the stored chain, then stored once or set aside.

A batch is one transaction, which first takes the store's lock and reads how far each log is stored. So a
record may come any number of times, from any generation of the stream, through any director, and after any
kill: a stored record is compared, the next one is appended, and none is stored twice.

- A record that is stored already must have the same text and hash.
- The next record must fit the chain (`jokerboard/journal/chain.py`).
- A later record leaves a gap: the reader fetches the missing records and offers all of them again. If the
  batch is `whole`, nothing can be fetched, and the gap is a fault of the log.
- From the first bad record on, the rest of this generation is set aside unchanged, and an incident names it.
  The next generation is followed from the last good record on.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.text import sentence
from jokerboard.journal.chain import Bad, Link, followed
from jokerboard.journal.records import LARGEST, Kind, Line, Record, parse
from jokerboard.tournament import keys, reading
from jokerboard.tournament.collect.fold_games import Games
from jokerboard.tournament.collect.fold_incidents import Found, Incident, Sort, found_in
from jokerboard.tournament.collect.registry import Announced
from jokerboard.tournament.collect.store import Store
from jokerboard.words.catalogue import words

_log = logging.getLogger(__name__)

ASIDE = 1000
"""The most bad records of a generation that are stored, because a hostile table may write any number."""

DECODED = 8000
"""The most decoded records in memory, about 16 MB."""

_INSERT = "INSERT INTO records (owner, n, game, kind, text, hash) VALUES (?, ?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class Batch:
    """Lines of one stream, in order; `whole`: no line is missing between the stored lines and the batch."""

    owner: int
    generation: int
    lines: Sequence[Line]
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Taken:
    """The result of storing a batch.

    `new` counts the stored records; `last` is the number of the log's last stored record. `gap`: records are
    missing before the batch. `bad` is the fault of the log, None without one.
    """

    owner: int
    new: int
    last: int
    gap: bool = False
    bad: Bad | None = None


class Decoded:
    """The newest records by their hashes, so that the desk need not decode them a second time.

    The collector's thread adds records; the page's thread removes them. The page's thread decodes a missing
    record itself.
    """

    def __init__(self) -> None:
        self._records: dict[str, Record] = {}

    def put(self, record: Record) -> None:
        """Keep a decoded record; if `DECODED` records are kept already, forget those records first."""
        if len(self._records) >= DECODED:
            self._records.clear()
        self._records[record.hash] = record

    def take(self, text: str, digest: str) -> Record:
        """The record with this text and hash, decoded here if it is not kept; it is then forgotten."""
        return self._records.pop(digest, None) or parse(text, digest)


class Intake:
    """Stores records in one store; `decoded` gets each new record as a value."""

    def __init__(self, store: Store, decoded: Decoded | None = None) -> None:
        self._store = store
        self._decoded = decoded

    def announced(self, tables: Sequence[Announced], now: str) -> list[int]:
        """Store announcements; return the number of each table's journal in the store."""
        query = "SELECT * FROM tables WHERE name = ? AND journal = ?"
        found = [self._store.row(query, table.name, table.journal) for table in tables]
        known = [
            row["id"]
            for row, table in zip(found, tables, strict=True)
            if row is not None and (row["title"], row["generation"]) == (table.title, table.generation)
        ]
        if len(known) == len(tables):
            return known
        with self._store.writing() as db:
            return [_announced(db, table, now) for table in tables]

    def take(self, batches: Iterable[Batch], now: str) -> list[Taken]:
        """Store batches in one transaction, which is on the disk on return; return the result of each.

        If a batch raises an unexpected error, only this batch is undone, and its table is set aside. If the
        store fails (`sqlite3.OperationalError`), no batch is stored.
        """
        with self._store.writing() as db:
            return [self._take(db, batch, now) for batch in batches]

    def _take(self, db: sqlite3.Connection, batch: Batch, now: str) -> Taken:
        db.execute("SAVEPOINT batch")
        try:
            table = _Table(db, batch, now)
            taken = table.take()
            if self._decoded is not None:
                for record in table.decoded:
                    self._decoded.put(record)
            return taken
        except sqlite3.OperationalError:
            raise
        except Exception as error:  # noqa: BLE001 - one table's log never stops another's
            _log.exception("A batch of table %d is set aside.", batch.owner)
            db.execute("ROLLBACK TO batch")
            return _Table(db, batch, now).set_aside(words("log.unforeseen", error=type(error).__name__))
        finally:
            db.execute("RELEASE batch")

    def set_aside(self, owner: int, generation: int, why: str, now: str) -> None:
        """Stop following this generation of a table's log; the incident gives the reason `why`."""
        with self._store.writing() as db:
            _Table(db, Batch(owner, generation, ()), now).set_aside(why)

    def refused(self, name: str, why: str, now: str) -> None:
        """Record an incident: the table `name`, known or not, sends something that cannot be used."""
        with self._store.writing() as db:
            query = "SELECT id FROM tables WHERE name = ? ORDER BY id DESC LIMIT 1"
            row = db.execute(query, (name,)).fetchone()
            if row is None:
                add = "INSERT INTO tables (name, journal, title, first_heard) VALUES (?, '', ?, ?)"
                owner = db.execute(add, (name, name, now)).lastrowid
            else:
                owner = row["id"]
            assert owner is not None
            incident = Incident(f"refused {why}", Sort.LOG, words("log.passed-over", why=why))
            note(db, owner, incident, now)


class _Table:
    """One table's log while a batch for it is being stored."""

    def __init__(self, db: sqlite3.Connection, batch: Batch, now: str) -> None:
        self.db, self.batch, self.now = db, batch, now
        self.row = db.execute("SELECT * FROM tables WHERE id = ?", (batch.owner,)).fetchone()
        self.good = Link(self.row["last"], self.row["hash"], tuple(json.loads(self.row["lost"])))
        self.games = Games(db, batch.owner, now)
        self.fresh: list[tuple[int, int, int, str, str, str]] = []
        self.decoded: list[Record] = []
        self._open: set[str] | None = None

    def take(self) -> Taken:
        batch, began = self.batch, self.good
        if self.row["bad_generation"] == batch.generation:
            bad_n = self.row["bad_n"]
            self._aside([line for line in batch.lines if not 0 < line.n < bad_n], self.row["bad"])
            return Taken(batch.owner, 0, began.n)
        known = self._known()
        for at, line in enumerate(batch.lines):
            kept = known.get(line.n)
            if kept is not None:
                bad = None if _same(kept, line) else _another(line.n)
            elif len(line.text.encode(errors="replace")) > LARGEST:
                bad = Bad(self.good.n + 1, _too_large(line.n))
            elif line.n > self.good.n + 1 and not batch.whole:
                self._keep()
                return Taken(batch.owner, self.good.n - began.n, self.good.n, gap=True)
            else:
                bad = self._follow(line)
            if bad is not None:
                self._keep()
                self._found_bad(bad, batch.lines[at:])
                return Taken(batch.owner, self.good.n - began.n, self.good.n, bad=bad)
        self._keep()
        return Taken(batch.owner, self.good.n - began.n, self.good.n)

    def set_aside(self, why: str) -> Taken:
        """Stop following this generation of the log, for the reason `why`; an incident is recorded."""
        n = self.good.n + 1
        bad = Bad(n, words("log.set-aside", n=n, why=why))
        self._found_bad(bad, ())
        return Taken(self.batch.owner, 0, self.good.n, bad=bad)

    def _known(self) -> dict[int, tuple[str, str]]:
        """The stored text and hash of each record of this batch that is stored already, by number."""
        numbers = [line.n for line in self.batch.lines if 0 < line.n <= self.good.n]
        if not numbers:
            return {}
        query = "SELECT n, text, hash FROM records WHERE owner = ? AND n BETWEEN ? AND ?"
        rows = self.db.execute(query, (self.batch.owner, min(numbers), max(numbers)))
        return {row["n"]: (row["text"], row["hash"]) for row in rows}

    def _follow(self, line: Line) -> Bad | None:
        """Append the next record to the chain; return the fault if the record is bad."""
        further, record, bad = followed(self.good, line)
        if bad is None and further.n == 1 and keys.journal_id(further.hash) != self.row["journal"]:
            bad = Bad(1, words("log.other-journal"))
        if bad is not None:
            return bad
        self.good = further
        if record is None:
            record = Record(line.n, 0, Kind.LOST, {}, line.hash)
        else:
            self.decoded.append(record)
        self.fresh.append((self.batch.owner, record.n, record.game, record.kind, line.text, line.hash))
        self.games.take(record)
        self._look_at(record)
        return None

    def _look_at(self, record: Record) -> None:
        game = self.games.of(record.game)
        found = found_in(record, {} if game is None else game.names)
        settles = not self._open_sorts().isdisjoint(found.settles)
        if found.incident is None and not settles and record.kind is not Kind.ORDER:
            return
        if game is not None:
            at = game.at(reading.seconds(record.data))
        else:
            when = reading.moment(record.data.get("at"))
            at = self.now if when is None else reading.iso(when)
        if settles:
            settle(self.db, self.batch.owner, found, at)
            self._open = None
        if found.incident is not None:
            self._open_sorts().add(found.incident.sort)
            note(self.db, self.batch.owner, found.incident, at, game=record.game, n=record.n)
        if record.kind is Kind.ORDER:
            answered(self.db, record, at)
            own_decision(self.db, self.batch.owner, record, at)

    def _open_sorts(self) -> set[str]:
        """The kinds of the table's open incidents. Records that settle none of them need no query."""
        if self._open is None:
            query = "SELECT DISTINCT kind FROM incidents WHERE owner = ? AND settled IS NULL"
            self._open = {row["kind"] for row in self.db.execute(query, (self.batch.owner,))}
        return self._open

    def _keep(self) -> None:
        if not self.fresh:
            return
        self.db.executemany(_INSERT, self.fresh)
        self.games.keep()
        self.db.execute(
            "UPDATE tables SET last = ?, hash = ?, lost = ? WHERE id = ?",
            (self.good.n, self.good.hash, json.dumps(self.good.lost), self.batch.owner),
        )

    def _found_bad(self, bad: Bad, rest: Sequence[Line]) -> None:
        owner, generation = self.batch.owner, self.batch.generation
        self.db.execute(
            "UPDATE tables SET bad_n = ?, bad = ?, bad_generation = ? WHERE id = ?",
            (bad.n, bad.text, generation, owner),
        )
        self._aside(rest, bad.text)
        message = words("log.bad", text=sentence(bad.text))
        incident = Incident(f"log {generation} {bad.n}", Sort.LOG, message)
        note(self.db, owner, incident, self.now, game=0, n=bad.n)

    def _aside(self, lines: Sequence[Line], why: str) -> None:
        owner, generation = self.batch.owner, self.batch.generation
        query = "SELECT count(*) FROM aside WHERE owner = ? AND generation = ?"
        room = ASIDE - self.db.execute(query, (owner, generation)).fetchone()[0]
        rows = [
            (owner, generation, line.n, line.text, line.hash, why, self.now)
            for line in lines[: max(0, room)]
            # SQLite's integers have 64 bits, but a hostile table may send any number.
            if abs(line.n) < 1 << 62
        ]
        self.db.executemany("INSERT OR IGNORE INTO aside VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def _announced(db: sqlite3.Connection, table: Announced, now: str) -> int:
    db.execute(
        "INSERT INTO tables (name, journal, title, generation, first_heard) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (name, journal) DO UPDATE SET title = excluded.title,"
        " generation = max(generation, excluded.generation)",
        (table.name, table.journal, table.title, table.generation, now),
    )
    query = "SELECT id, bad_generation FROM tables WHERE name = ? AND journal = ?"
    row = db.execute(query, (table.name, table.journal)).fetchone()
    if row["bad_generation"] is not None and row["bad_generation"] < table.generation:
        _good_again(db, row["id"], now)
    return int(row["id"])


def note(
    db: sqlite3.Connection, owner: int, incident: Incident, at: str, *, game: int = 0, n: int | None = None
) -> bool:
    """Store an incident unless it is stored already; return whether it is new."""
    done = db.execute(
        "INSERT OR IGNORE INTO incidents (owner, key, kind, game, n, seat, at, text)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (owner, incident.key, incident.sort, game, n, incident.seat, at, incident.text),
    )
    return done.rowcount == 1


def settle(db: sqlite3.Connection, owner: int, found: Found, at: str) -> None:
    """Settle the open incidents that the finding names."""
    for sort in found.settles:
        query = "UPDATE incidents SET settled = ? WHERE owner = ? AND kind = ? AND settled IS NULL"
        if found.about is None:
            db.execute(query, (at, owner, sort))
        else:
            db.execute(f"{query} AND key LIKE ? ESCAPE '!'", (at, owner, sort, f"% {_plain(found.about)}"))


def answered(db: sqlite3.Connection, record: Record, at: str) -> None:
    """Store the table's answer to an order of the desk; the answer arrives in the table's log."""
    state = "taken" if record.data.get("taken") is True else "refused"
    db.execute(
        "UPDATE orders SET state = ?, answered = ?, said = ? WHERE id = ? AND state IN ('waiting', 'sent')",
        (state, at, reading.text(record.data, "said"), reading.text(record.data, "id", 40)),
    )


def own_decision(db: sqlite3.Connection, owner: int, record: Record, at: str) -> None:
    """Acknowledge the incident of a ruling that this desk ordered, because the director knows it already.

    The table writes the verdict just before the record of the order, in the same transaction.
    """
    id, by = reading.text(record.data, "id", 40), reading.text(record.data, "by", 60)
    if db.execute("SELECT 1 FROM orders WHERE id = ? AND owner = ?", (id, owner)).fetchone() is None:
        return
    db.execute(
        "UPDATE incidents SET seen_by = ?, seen_at = ?, at = max(at, ?)"
        " WHERE owner = ? AND kind = ? AND seen_by IS NULL AND game = ? AND n BETWEEN ? AND ?",
        (by, at, at, owner, Sort.DECISION, record.game, record.n - 4, record.n),
    )


def _good_again(db: sqlite3.Connection, owner: int, now: str) -> None:
    """Settle the faults of the old generation of a log, because a new generation has begun."""
    db.execute("UPDATE tables SET bad_n = NULL, bad = NULL, bad_generation = NULL WHERE id = ?", (owner,))
    settle(db, owner, Found(settles=(Sort.LOG,)), now)


def _same(kept: tuple[str, str], line: Line) -> bool:
    """Whether the line equals the stored record; if either has no text, only hashes are compared."""
    if line.text == "":
        return line.hash in ("", kept[1])
    return (line.text, line.hash) == kept or (kept[0] == "" and line.hash == kept[1])


def _too_large(n: int) -> str:
    return words("log.too-large", n=n, largest=LARGEST)


def _another(n: int) -> Bad:
    return Bad(n, words("log.another", n=n))


def _plain(text: str) -> str:
    """Escape the wildcards of LIKE in a text."""
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_")
