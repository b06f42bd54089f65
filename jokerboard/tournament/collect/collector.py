"""Collect every table's log from Redis into the store, by a consumer group, in a thread of its own.

Only the store counts. The streams are read through the consumer group `director:<store id>`: directors with
the same store (*siblings*) share the work, directors with different stores each get everything. Correctness
never depends on the group:

- records are stored first and acknowledged afterwards. If the director is killed in between, Redis delivers
  them again, and they are found in the store;
- a batch that leaves a gap (a sibling has read the records before it, and may have died since) is completed
  from the stream itself, and so are the records that the store lacks when a stream is first seen;
- entries that a dead sibling never acknowledged are claimed after some seconds, stored, and acknowledged.

So at every moment the store has a beginning of each log, without a gap and without a record twice. The
collector also reads the tables' heartbeats (`presence.py`) and sends orders (`Outbox`). If a Redis is
unreachable, this is reported and the connection is retried; meanwhile all stored records remain visible.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from jokerboard.journal.orders import Order
from jokerboard.tournament import keys
from jokerboard.tournament.collect.audit import Audit
from jokerboard.tournament.collect.fold_incidents import Incident, Sort
from jokerboard.tournament.collect.intake import Intake, note
from jokerboard.tournament.collect.presence import Presence
from jokerboard.tournament.collect.registry import Announced, Registry
from jokerboard.tournament.collect.store import Store
from jokerboard.tournament.collect.stream_reader import CollectorState, Stream, StreamReader
from jokerboard.tournament.errors import AwayError, ReplyTooLargeError, StoreError
from jokerboard.words.catalogue import listed, words

if TYPE_CHECKING:
    import redis

LOOK_EVERY = 1.0
"""Seconds between two checks for new tables, new generations of their logs, and heartbeats."""
CLAIM_EVERY = 10.0
GRACE = 8.0
"""Seconds after a reconnection without reports of missing tables: Redis may have lost their heartbeats."""
LOOK_AGAIN_EVERY = 1.0
"""Seconds between two pages of old records that are compared with the store again."""
KEPT_IN_STREAM = 1000
"""The most orders that one table's stream keeps; the table has received older ones long ago."""


class Outbox:
    """Sends the stored orders that have not been sent yet.

    An order is stored before it is sent, and sent again after every outage until the table's log has its
    answer. A table recognises the order's id and carries it out once.
    """

    def __init__(self, store: Store, wall: Callable[[], str]) -> None:
        self._store = store
        self._wall = wall

    def again(self) -> None:
        """Mark all unanswered orders as unsent, because the Redis may have lost orders in an outage."""
        if self._store.row("SELECT 1 FROM orders WHERE state = 'sent'") is not None:
            with self._store.writing() as db:
                db.execute("UPDATE orders SET state = 'waiting' WHERE state = 'sent'")

    def send(self, link: redis.Redis) -> int:
        """Send every unsent order; return how many."""
        waiting = self._store.rows(
            "SELECT orders.id, name, body FROM orders JOIN tables ON tables.id = owner"
            " WHERE state = 'waiting' ORDER BY orders.rowid"
        )
        for row in waiting:
            link.xadd(
                keys.orders(row["name"]), {keys.ORDER: row["body"]}, maxlen=KEPT_IN_STREAM, approximate=True
            )
            with self._store.writing() as db:
                db.execute(
                    "UPDATE orders SET state = 'sent', sent = ? WHERE id = ? AND state = 'waiting'",
                    (self._wall(), row["id"]),
                )
        return len(waiting)


def keep_order(store: Store, owner: int, order: Order) -> None:
    """Store an order for the table `owner`; the outbox sends it as soon as it can."""
    with store.writing() as db:
        db.execute(
            "INSERT INTO orders (id, owner, at, body) VALUES (?, ?, ?, ?)",
            (order.id, owner, order.at, order.text_form()),
        )


class Session:
    """The collector's work on one connection to the Redis, until a failure; the next session continues it."""

    def __init__(self, collector: CollectorState, link: redis.Redis, intake: Intake) -> None:
        self.of, self.link, self.intake = collector, link, intake
        self.outbox = Outbox(collector.store, collector.wall)
        self.streams = collector.streams
        self.reader = StreamReader(collector, link, intake)
        self.audit = Audit(link, self.reader.keep, self._expected, self._cut)
        self.registry = Registry(link, self._refused)
        self.began = time.monotonic()
        self.signs: dict[int, tuple[bytes | None, Presence | None]] = {}
        """The newest heartbeat of each table: its bytes, and the parsed value."""

    def run(self) -> None:
        """Work until the collector stops; any failure is raised."""
        look = claim = again = 0.0
        self.outbox.again()
        while not self.of.stopping.is_set():
            now = time.monotonic()
            if now >= look:
                look = now + LOOK_EVERY
                self._discover()
                self._presence()
                self.of.report()
            if now >= claim:
                claim = now + CLAIM_EVERY
                self.reader.claim()
            if self.outbox.send(self.link):
                self.of.report()
            idle = not self.reader.read()
            if idle and now >= again:
                again = now + LOOK_AGAIN_EVERY
                self._look_again()

    def _look_again(self) -> None:
        """Compare one more page of old records in the Redis with the store."""
        try:
            self.audit.step([(each.table, each.owner) for each in self.reader.readable()])
        except ReplyTooLargeError:
            stream = self.streams.get(self.audit.drop())
            if stream is not None:
                self.reader.set_aside(stream)

    # ---- tables -----------------------------------------------------------------------------------

    def _refused(self, name: str, why: str) -> None:
        self.intake.refused(name, why, self.of.wall())
        self.of.report()

    def _discover(self) -> None:
        """Follow the announced tables, and stop following those that are gone."""
        announced = self.registry.announced()
        now = self.of.wall()
        gone = self.streams.keys() - {table.name for table in announced}
        for name in gone:
            del self.streams[name]
        there = {name: stream.table for name, stream in self.streams.items()}
        new = [table for table in announced if there.get(table.name) != table]
        for table, owner in zip(new, self.intake.announced(new, now), strict=True):
            self.streams[table.name] = Stream(table, owner)
        if new:
            self._note_shared_titles()
        self.reader.group()

    def _note_shared_titles(self) -> None:
        """Record an incident for each table that has the same title as another table of the hall."""
        by_title: dict[str, list[Stream]] = {}
        for stream in filter(lambda one: one.table.title, self.streams.values()):
            by_title.setdefault(stream.table.title, []).append(stream)
        shared = [
            (one, [other for other in some if other is not one]) for some in by_title.values() for one in some
        ]
        twice = [(one, others) for one, others in shared if others]
        if not twice:
            return
        with self.of.store.writing() as db:
            for one, others in twice:
                names = [other.table.name for other in others]
                text = words(
                    "log.title-twice", name=one.table.name, title=one.table.title, others=listed(names, "and")
                )
                key = f"title {one.table.title} {' '.join(sorted(names))}"
                note(db, one.owner, Incident(key[:200], Sort.LOG, text), self.of.wall())

    # ---- records ----------------------------------------------------------------------------------

    def _expected(self, table: Announced, owner: int) -> int:
        """The last record that a stream must have: the last one stored or reported as published."""
        kept = self.of.store.row("SELECT last FROM tables WHERE id = ?", owner)
        here = self.of.roll.heartbeats().get(owner)
        same = here is not None and (here.journal, here.generation) == (table.journal, table.generation)
        return max(0 if kept is None else int(kept["last"]), here.sent if here is not None and same else 0)

    def _cut(self, table: Announced, owner: int, end: int, expected: int) -> None:
        """Record an incident: a stream ends at record `end`, although record `expected` was written."""
        key = f"cut {table.generation} {end + 1}"
        text = words("log.cut", missing=end + 1, end=end, expected=expected)
        with self.of.store.writing() as db:
            note(db, owner, Incident(key, Sort.LOG, text), self.of.wall(), n=end + 1)
        self.of.report()

    # ---- presence ---------------------------------------------------------------------------------

    def _presence(self) -> None:
        tables = {stream.table.name: stream.owner for stream in self.streams.values()}
        if not tables:
            return
        raw = self.registry.signs_of_life(tables)
        before = self.signs
        self.signs = {
            owner: before[owner]
            if owner in before and before[owner][0] == raw[name]
            else (raw[name], Presence.parse(raw[name]))
            for name, owner in tables.items()
        }
        heartbeats = {owner: one for owner, (_, one) in self.signs.items()}
        if time.monotonic() < self.began + GRACE:
            heartbeats = {owner: one for owner, one in heartbeats.items() if one is not None}
        self.of.roll.replace(heartbeats, self.of.store, self.of.wall())
        self.of.signatures.check(heartbeats, self.of.wall())


CAREFUL_FOR = 30.0
"""Seconds for which streams are read one by one after an answer of Redis was too large."""
PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds between tries to connect while the Redis is away; the last one repeats."""


class Collector(CollectorState):
    """Collects the tables' records until `stop`, through every outage."""

    __slots__ = ()

    def run(self) -> None:
        """Collect until `stop` is called, through every outage."""
        tries = 0
        while not self.stopping.is_set():
            began = self.taken
            try:
                self._session()
                return
            except ReplyTooLargeError:
                self.careful_until = time.monotonic() + CAREFUL_FOR
            except (AwayError, StoreError) as error:
                tries = 0 if self.taken > began else min(tries + 1, len(PAUSES) - 1)
                self.roll.unknown()
                self.report(str(error))
                self.stopping.wait(PAUSES[tries])

    def stop(self) -> None:
        """Make `run` return soon; this may be called from any thread."""
        self.stopping.set()

    # ---- one connection -------------------------------------------------------------------------

    def _session(self) -> None:
        from jokerboard.tournament.redis_link import connect, redis_errors

        with redis_errors(self.address):
            link = (self.connect or connect)(self.address)
            try:
                link.ping()
                self._forget()
                Session(self, link, Intake(self.store, self.decoded)).run()
            finally:
                link.close()

    def _forget(self) -> None:
        """Drop the state of the last connection, except the marks on streams that cannot be read."""
        for name in [name for name, stream in self.streams.items() if not stream.closed]:
            del self.streams[name]
