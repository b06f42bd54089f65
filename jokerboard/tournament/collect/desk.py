"""The director's desk: the state that the director's page shows, and the director's orders.

The state is computed from the stored records, in the order in which they were stored. It does not depend on
which director collected a record, and a restarted desk shows the same state. `follow` brings it up to date.
It is called when the collector has stored records, and regularly, because other directors may write to the
same store (*siblings*).
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from engine.errors import EngineError
from engine.position import Position
from engine.text import sentence
from jokerboard.journal.orders import Order, Seating, What, new_id
from jokerboard.journal.records import Json, Kind, Record, parse
from jokerboard.tournament import reading
from jokerboard.tournament.collect.collector import keep_order
from jokerboard.tournament.collect.fold import GameView, present_turn
from jokerboard.tournament.collect.fold_games import GameRow, row_of
from jokerboard.tournament.collect.intake import Decoded
from jokerboard.tournament.collect.lists import Lists, Rulings
from jokerboard.tournament.collect.one_table import Asked, GameAnalyses, finished_record, one_table
from jokerboard.tournament.collect.presence import Roll
from jokerboard.tournament.collect.seat import Delay, DelayedView, Seat
from jokerboard.tournament.collect.store import Store
from jokerboard.tournament.collect.stream_reader import Condition
from jokerboard.tournament.errors import Refused
from jokerboard.tournament.steady_clock import SteadyClock
from jokerboard.web.news import News
from jokerboard.words.catalogue import words

AT_ONCE: Final = 100
"""The most records that one step of `follow` applies, so that the page's loop is never busy for long."""
RECENT: Final = 100
"""How many of a table's newest records a start searches for the beginning of the present turn."""
LOOK_EVERY: Final = 0.4
"""Seconds between two checks of the store for changes other than new records."""
TOPICS: Final = ("status", "tables", "incidents", "orders", "results")

_RECORDS: Final = "SELECT seq, owner, n, kind, text, records.hash FROM records"
_OF_GAME: Final = f"{_RECORDS} WHERE owner = ? AND n >= ? AND game = ? AND seq <= ? ORDER BY n"
_RECENT: Final = f"{_OF_GAME} DESC LIMIT {RECENT}"
_ORDERS: Final = _OF_GAME.replace("ORDER BY", "AND kind = 'order' AND n < ? ORDER BY")
_NEWEST_GAMES: Final = (
    "SELECT games.* FROM games JOIN (SELECT owner, max(game) AS game FROM games GROUP BY owner)"
    " USING (owner, game)"
)


@dataclass(slots=True)
class Desk:
    """The desk over one store; all methods are called from the page's event loop."""

    store: Store
    roll: Roll
    news: News
    wall: Callable[[], str] = reading.now
    clock: SteadyClock | None = None
    condition: Condition = field(default_factory=lambda: Condition(False, words("redis.not-yet")))
    seats: dict[int, Seat] = field(default_factory=dict)
    lists: Lists = field(default_factory=Lists)
    delay: Delay = field(default_factory=Delay)
    decoded: Decoded = field(default_factory=Decoded)
    _seen: int = -1
    _changes: int = -1
    _looked: float = 0.0
    _analyses: GameAnalyses = field(default_factory=GameAnalyses)

    # ---- following --------------------------------------------------------------------------------

    def follow(self) -> bool:
        """Apply new records of the store to the shown state; return True if there may be more of them."""
        if self._seen < 0:
            self._load()
        rows = self.store.rows(f"{_RECORDS} WHERE seq > ? ORDER BY seq LIMIT ?", self._seen, AT_ONCE)
        now = self.wall()
        changed = {row["owner"] for row in rows if self._fold(row, now)}
        self._seen = rows[-1]["seq"] if rows else self._seen
        changed |= self._look_at_store()
        for owner in changed:
            self.seats[owner].changed()
        if self._release() or changed:
            self.news.changed("tables")
        return len(rows) == AT_ONCE

    def goes(self, condition: Condition) -> None:
        """Keep the collector's condition, as reported, for the status line of the page."""
        if (condition.up, condition.trouble) != (self.condition.up, self.condition.trouble):
            self.news.changed("status")
        self.condition = condition
        self._copy_heartbeats()

    def rule(self, rulings: Rulings) -> None:
        """Let the given outcomes of games take precedence over the outcomes in the tables' logs."""
        if rulings == self.lists.rulings:
            return
        self.lists.rulings = rulings
        for seat in self.seats.values():
            self._ruled(seat)
        self.news.changed("tables")
        self.changed_here()

    def _ruled(self, seat: Seat) -> None:
        rulings = self.lists.rulings.get(seat.journal, {})
        if rulings != seat.rulings:
            seat.rulings = rulings
            seat.changed()

    def show_late(self, delay: Delay) -> None:
        """Let spectators see every board late, by the seconds or plays of `delay`."""
        if delay == self.delay:
            return
        self.delay = delay
        for seat in self.seats.values():
            seat.delayed = None
            self._delay(seat)
        self._release()
        for topic in ("tables", "incidents", "orders"):
            self.news.changed(topic)

    def _delay(self, seat: Seat) -> None:
        """Begin a delayed view of the table for spectators, with the stored records of its newest game."""
        if not self.delay:
            return
        seat.delayed = DelayedView(seat.id)
        records = self._newest_game(seat.id)
        newest = max((reading.seconds(record.data) for record in records), default=0.0)
        for record in records:
            # The time of arrival is not stored, so a record's age is estimated from the game's time.
            seat.delayed.take(record, time.monotonic() - newest + reading.seconds(record.data))

    def _release(self) -> bool:
        """Show spectators the records that are old enough; return whether there were any."""
        released = False
        for seat in self.seats.values():
            if seat.delayed is not None and seat.delayed.waiting:
                released |= seat.delayed.release(self.delay, time.monotonic(), self.wall())
        return released

    def _load(self) -> None:
        """Show the newest game of each table after a start; its plays are read when a page requests them."""
        self._seen = int(self.store.rows("SELECT coalesce(max(seq), 0) FROM records")[0][0])
        newest = {row["owner"]: row_of(row) for row in self.store.rows(_NEWEST_GAMES)}
        for row in self.store.rows("SELECT * FROM tables ORDER BY id"):
            seat = self._seat(row)
            if seat.id in newest:
                self._resume(seat, newest[seat.id])

    def _resume(self, seat: Seat, row: GameRow) -> None:
        """Show a table's newest game from its stored row, its orders, and the records of the present turn."""
        of_game = (seat.id, row.n, row.game, self._seen)
        records = present_turn(self._parsed(_RECENT, *of_game))
        orders = self._parsed(_ORDERS, *of_game, records[0].n if records else row.n)
        if not records or records[0].kind is not Kind.GAME:
            seat.view.game = GameView(replace(row))
        for record in (*orders, *records):
            seat.view.take(record, seat.id, self.wall())
        if seat.view.game is not None:
            seat.view.game.becomes(row)

    def _newest_game(self, owner: int) -> list[Record]:
        """The records of a table's newest game from the header on; empty if there is no game."""
        newest = self.store.row("SELECT n, game FROM games WHERE owner = ? ORDER BY game DESC LIMIT 1", owner)
        if newest is None:
            return []
        return [*self._parsed(_OF_GAME, owner, newest["n"], newest["game"], self._seen)]

    def _parsed(self, query: str, *values: object) -> Iterator[Record]:
        """The records that a query finds; records that the table has lost are left out."""
        return (parse(row["text"], row["hash"]) for row in self.store.rows(query, *values) if row["text"])

    def _fold(self, row: sqlite3.Row, now: str) -> bool:
        """Apply a new record to its table's state; return False if the table is not in the store."""
        owner = row["owner"]
        if owner not in self.seats:
            found = self.store.row("SELECT * FROM tables WHERE id = ?", owner)
            if found is None:
                return False
            self._seat(found)
        seat = self.seats[owner]
        if row["text"]:
            record = self.decoded.take(row["text"], row["hash"])
            seat.view.take(record, owner, now)
            if seat.delayed is not None:
                seat.delayed.take(record, time.monotonic())
        seat.view.last = row["n"]
        return True

    def _look_at_store(self) -> set[int]:
        """Read tables, incidents, orders and results from the store; return the changed tables' numbers."""
        changes, now = self.store.changes, time.monotonic()
        if changes == self._changes or now - self._looked < LOOK_EVERY:
            return set()
        self._changes, self._looked = changes, now
        changed = set()
        for row in self.store.rows("SELECT * FROM tables ORDER BY id"):
            seat = self.seats.get(row["id"])
            columns = (row["title"], row["generation"], row["bad"], row["heard"])
            if seat is None or columns != (seat.title, seat.generation, seat.bad, seat.contact_at):
                self._seat(row)
                changed.add(row["id"])
        for topic in self.lists.look(self.store):
            self.news.changed(topic)
        for seat in self.seats.values():
            if seat.open != self.lists.open.get(seat.id, 0):
                seat.open = self.lists.open.get(seat.id, 0)
                changed.add(seat.id)
        return changed

    def _seat(self, row: sqlite3.Row) -> Seat:
        seat = self.seats.get(row["id"])
        if seat is None:
            seat = Seat(row["id"], row["name"], row["journal"], "", 0, None, None)
            self.seats[seat.id] = seat
            self._ruled(seat)
            self._delay(seat)
        seat.title, seat.generation = row["title"], row["generation"]
        seat.bad, seat.contact_at = row["bad"], row["heard"]
        return seat

    def _copy_heartbeats(self) -> None:
        """Copy the tables' newest heartbeats from the collector to the desk's tables."""
        heartbeats = self.roll.heartbeats()
        for seat in self.seats.values():
            known, here = seat.id in heartbeats, heartbeats.get(seat.id)
            if here is not None and (seat.here is None or here.t != seat.here.t):
                seat.skew = reading.skew(here.t, self.wall())
            if (known, here) != (seat.known, seat.here):
                seat.known, seat.here = known, here
                seat.changed()
                self.news.changed("tables")

    # ---- what is shown ----------------------------------------------------------------------------

    def status(self) -> Json:
        """The condition of the hall as JSON: the time, the collector's condition, the open incidents."""
        return {
            "now": reading.epoch(self.wall()),
            "up": self.condition.up,
            "trouble": None if self.condition.trouble is None else sentence(self.condition.trouble),
            "open": self.lists.to_look_at,
        }

    def current(self) -> dict[str, Seat]:
        """The tables of the hall by name. If a table has had several journals, the newest one counts."""
        return {seat.name: seat for seat in sorted(self.seats.values(), key=lambda seat: seat.id)}

    def seat(self, name: str) -> Seat:
        """The table of the hall with this name; raise Refused if there is none."""
        try:
            return self.current()[name]
        except KeyError:
            raise Refused(words("table.never")) from None

    def tables(self, spectator: bool = False) -> dict[str, Json]:
        """A summary of each table, by name. While a summary does not change, it is the same object."""
        return {name: seat.shown_to(spectator) for name, seat in self.current().items()}

    def incidents(self, spectator: bool) -> dict[str, Json]:
        """The listed incidents by number; a delayed spectator gets only incidents of shown records."""
        if not (spectator and self.delay):
            return self.lists.incidents
        last = {seat.name: seat.seen_by(True).last for seat in self.current().values()}
        return {
            key: one
            for key, one in self.lists.incidents.items()
            if (one["n"] or 0) <= last.get(one["table"], 0)
        }

    def orders(self, spectator: bool) -> dict[str, Json]:
        """The newest orders to tables, by id; none for a spectator while the spectators' view is delayed."""
        return {} if spectator and self.delay else self.lists.orders

    def table(
        self, name: str, game: int | None = None, record: int | None = None, spectator: bool = False
    ) -> Callable[[], Json]:
        """Return a function that makes one table's JSON with every play of a game; any thread may call it.

        With `record`, the JSON is the game after that record, with the record's text (`moment`). Raise
        Refused if there is no such table; the returned function raises Refused if there is no such game.
        """
        seat = self.seat(name)
        return one_table(self.store.reader, seat, Asked(game, record, self._seen, spectator), self.wall())

    def analysis(self, name: str, game: int) -> Callable[[], Json]:
        """Return a function that analyses a game; any thread may call it.

        Raise Refused if there is no such table; the returned function raises Refused while the game goes on.
        """
        seat = self.seat(name)
        read = finished_record(self.store.reader, seat, game, self._seen, self.wall())
        return partial(self._analyses.analysis_of, seat.id, game, read)

    # ---- what is done -----------------------------------------------------------------------------

    def seen(self, ids: list[int], by: str) -> int:
        """Acknowledge incidents by their ids; return how many were not acknowledged before."""
        with self.store.writing() as db:
            done = sum(
                db.execute(
                    "UPDATE incidents SET seen_by = ?, seen_at = ? WHERE id = ? AND seen_by IS NULL",
                    (by, self.wall(), one),
                ).rowcount
                for one in ids
            )
        self.changed_here()
        return done

    def annotate(self, incident: int, by: str, text: str) -> None:
        """Add a note to an incident and acknowledge it; raise Refused if there is no such incident."""
        with self.store.writing() as db:
            if db.execute("SELECT 1 FROM incidents WHERE id = ?", (incident,)).fetchone() is None:
                raise Refused(words("incident.none"))
            db.execute(
                "INSERT INTO notes (incident, at, by, text) VALUES (?, ?, ?, ?)",
                (incident, self.wall(), by, text),
            )
        self.seen([incident], by)

    def order(
        self,
        table: str,
        what: What,
        by: str,
        *,
        text: str = "",
        n: int | None = None,
        position: str | None = None,
        team: tuple[str, ...] | None = None,
        points: int | None = None,
        seating: Seating | None = None,
    ) -> str:
        """Store an order for a table, and return the order's id. The order is sent as soon as Redis answers.

        Raise Refused if the table or the position is impossible, OrderError if a part of the order is
        missing.
        """
        seat = self.seat(table)
        if position is not None:
            position = _checked(position)
        game = seat.view.game.row.game if seat.view.game is not None else 0
        order = Order(
            new_id(), by, self.wall(), seat.journal, game, what, text, n, position, team, points, seating
        )
        keep_order(self.store, seat.id, order)
        self.changed_here()
        return order.id

    def changed_here(self) -> None:
        """Check the store at once, because SQLite reports only changes by other connections."""
        self._changes, self._looked = -1, 0.0
        self.follow()


def _checked(line: str) -> str:
    try:
        return Position.parse(line).line()
    except EngineError as error:
        raise Refused(sentence(words("order.position", line=repr(line[:60]), why=error))) from error
