"""The work on one connection to Redis: find the tables, read their streams, keep, acknowledge, check again.

Any failure ends the session; the collector begins another one from what is kept.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from jokerboard.journal.records import LARGEST
from jokerboard.tournament import keys
from jokerboard.tournament.collect.announced import Announced
from jokerboard.tournament.collect.audit import Audit
from jokerboard.tournament.collect.fold_incidents import Incident, Sort
from jokerboard.tournament.collect.intake import Batch, Intake, Taken, note
from jokerboard.tournament.collect.outbox import Outbox
from jokerboard.tournament.collect.presence import Presence, Roll
from jokerboard.tournament.collect.registry import Registry
from jokerboard.tournament.collect.signatures import Signatures
from jokerboard.tournament.collect.store import Store
from jokerboard.tournament.english import words
from jokerboard.tournament.errors import ReplyTooLargeError
from jokerboard.tournament.keys import line_of
from jokerboard.tournament.redis_link import is_group_gone

if TYPE_CHECKING:
    import redis

BATCH = 4000
"""The most records requested in one read, from all streams together."""
CAREFUL_BATCH = 100
"""The most records requested in one read after an answer was too large."""
LOOK_EVERY = 1.0
"""Seconds between two checks for new tables, new generations and signs of life."""
CLAIM_EVERY = 10.0
IDLE = 15_000
"""Milliseconds after which entries that a sibling read and never acknowledged are claimed."""
WAIT = 250
"""Milliseconds for which one read waits for new records."""
AT_ONCE = 16
"""The most streams fetched from in one transaction, so that the answer fits into memory."""
GRACE = 8.0
"""Seconds after a Redis is back in which tables may be missing: it may have forgotten who is here."""
LOOK_AGAIN_EVERY = 1.0
"""Seconds between two pages of comparing old records."""
PATIENCE = 20.0
"""Seconds for which a table that was asked for its log from record 1 on may take to begin."""
Entry: TypeAlias = tuple[bytes, dict[bytes, bytes]]
_NO_STREAM = ("requires the key to exist", "WRONGTYPE")


@dataclass(slots=True)
class Stream:
    """The state of one table's stream."""

    table: Announced
    owner: int
    grouped: bool = False
    closed: bool = False
    """Whether its present generation holds something too large to read, so that reading has ended."""
    asked: float | None = None
    """The time at which its table was asked for a generation from record 1 on; None if it was not."""

    @property
    def waits(self) -> bool:
        """Whether reading waits until its table has begun another generation."""
        return self.asked is not None and time.monotonic() - self.asked < PATIENCE


class Owner(Protocol):
    """The collector, as its sessions use it."""

    store: Store
    name: str
    roll: Roll
    stopping: threading.Event
    streams: dict[str, Stream]
    signatures: Signatures
    taken: int
    careful_until: float

    @property
    def wall(self) -> Callable[[], str]:
        """The wall clock's time as the store has it."""
        ...

    @property
    def group(self) -> str:
        """The name of the consumer group."""
        ...

    def tell(self, trouble: str | None = None) -> None:
        """Report the state."""
        ...


class Session:
    """The work on one connection: any failure ends it, and another session begins from what is kept."""

    def __init__(self, collector: Owner, link: redis.Redis, intake: Intake) -> None:
        self.of, self.link, self.intake = collector, link, intake
        self.outbox = Outbox(collector.store, collector.wall)
        self.streams = collector.streams
        self.audit = Audit(link, self._keep, self._expected, self._cut)
        self.registry = Registry(link, self._refused)
        self.began = time.monotonic()
        self.signs: dict[int, tuple[bytes | None, Presence | None]] = {}
        """The newest sign of life of each table, as bytes and parsed."""

    def run(self) -> None:
        """Work until the collector stops or something fails."""
        look = claim = again = 0.0
        self.outbox.again()
        while not self.of.stopping.is_set():
            now = time.monotonic()
            if now >= look:
                look = now + LOOK_EVERY
                self._discover()
                self._presence()
                self.of.tell()
            if now >= claim:
                claim = now + CLAIM_EVERY
                self._claim()
            if self.outbox.send(self.link):
                self.of.tell()
            idle = not self._read()
            if idle and now >= again:
                again = now + LOOK_AGAIN_EVERY
                self._look_again()

    def _look_again(self) -> None:
        """Compare one more page of old records."""
        try:
            self.audit.step([(each.table, each.owner) for each in self._readable()])
        except ReplyTooLargeError:
            stream = self.streams.get(self.audit.current or "")
            self.audit.drop()
            if stream is not None:
                self._set_aside(stream)

    # ---- tables -----------------------------------------------------------------------------------

    @property
    def careful(self) -> bool:
        """Whether the streams are read one by one, to find the one that is too large."""
        return time.monotonic() < self.of.careful_until

    def _alone(self, stream: Stream, read: Callable[[], object]) -> object:
        """Read from one stream; if its contents are too large, set it aside and read it no more."""
        try:
            return read()
        except ReplyTooLargeError:
            self._set_aside(stream)
            return None

    def _set_aside(self, stream: Stream) -> None:
        stream.closed = True
        why = words("log.holds-too-large", largest=LARGEST)
        self.intake.set_aside(stream.owner, stream.table.generation, why, self.of.wall())
        self.of.tell()

    def _readable(self) -> list[Stream]:
        return [each for each in self.streams.values() if each.grouped and not each.closed and not each.waits]

    def _refused(self, name: str, why: str) -> None:
        self.intake.refused(name, why, self.of.wall())
        self.of.tell()

    def _discover(self) -> None:
        """Follow the announced tables; from each new stream, first fetch what the store lacks."""
        announced = self.registry.announced()
        now = self.of.wall()
        gone = self.streams.keys() - {table.name for table in announced}
        for name in gone:
            del self.streams[name]
        there = {name: stream.table for name, stream in self.streams.items()}
        new = [table for table in announced if there.get(table.name) != table]
        for table, owner in zip(new, self.intake.all_announced(new, now), strict=True):
            self.streams[table.name] = Stream(table, owner)
        if new:
            self._note_shared_titles()
        self._group()

    def _note_shared_titles(self) -> None:
        """Note an incident for each table whose title another table of the hall has, too."""
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
                text = words("log.title-twice", name=one.table.name, title=one.table.title, others=names)
                key = f"title {one.table.title} {' '.join(sorted(names))}"
                note(db, one.owner, Incident(key[:200], Sort.LOG, text), self.of.wall())

    def _group(self) -> None:
        """Create this store's group on every stream; a stream that does not exist yet waits.

        A new group reads a stream from its first record, so that a new generation is compared with the kept
        records.
        """
        import redis

        behind = []
        for stream in [each for each in self.streams.values() if not (each.grouped or each.closed)]:
            try:
                self.link.xgroup_create(stream.table.stream, self.of.group, id="0")
                stream.grouped = True
            except redis.ResponseError as error:
                if "BUSYGROUP" in str(error):
                    behind.append(stream)
                elif not any(why in str(error) for why in _NO_STREAM):
                    raise
        self._fetch(behind)
        for stream in behind:
            stream.grouped = True

    # ---- records ----------------------------------------------------------------------------------

    def _read(self) -> bool:
        """Read from all streams, keep and then acknowledge; return whether there was anything."""
        ready = self._readable()
        if not ready:
            self.of.stopping.wait(WAIT / 1000)
            return False
        if not self.careful:
            return self._read_from(ready, max(10, BATCH // len(ready)), WAIT)
        found = [self._alone(one, partial(self._read_from, [one], CAREFUL_BATCH, None)) for one in ready]
        if not any(found):
            self.of.stopping.wait(WAIT / 1000)
        return any(found)

    def _read_from(self, streams: Sequence[Stream], count: int, wait: int | None) -> bool:
        import redis

        ready = {each.table.stream: each for each in streams}
        try:
            answer: Any = self.link.xreadgroup(
                self.of.group, self.of.name, dict.fromkeys(ready, ">"), count=count, block=wait
            )
        except redis.ResponseError as error:
            if not is_group_gone(error):
                raise
            # A stream is gone, or its Redis came back empty: look for the existing ones.
            for each in ready.values():
                each.grouped = False
            return False
        self._take((ready[key.decode()], entries) for key, entries in answer or ())
        return bool(answer)

    def _take(self, read: Iterable[tuple[Stream, Sequence[Entry]]]) -> None:
        """Keep the entries, fetch missing ones before them, and acknowledge."""
        given = [
            (stream, [line_of(*entry) for entry in entries if entry[1] is not None], entries)
            for stream, entries in read
            if entries
        ]
        if not given:
            return
        batches = [Batch(stream.owner, stream.table.generation, lines) for stream, lines, _ in given]
        gaps = [one for one, taken in zip(given, self._keep(batches), strict=True) if taken.gap]
        if gaps:
            self._fetch([stream for stream, _, _ in gaps])
            self._keep(
                [
                    Batch(each.owner, each.table.generation, lines, whole=True)
                    for each, lines, _ in gaps
                    if not each.waits
                ]
            )
        pipe = self.link.pipeline(transaction=False)
        for stream, _, entries in given:
            pipe.xack(stream.table.stream, self.of.group, *(entry for entry, _ in entries))
        pipe.execute()

    def _fetch(self, streams: Sequence[Stream]) -> None:
        """Fetch the records after the kept ones from the streams, a page of each in one transaction."""
        if self.careful:
            for stream in streams:
                self._alone(stream, partial(self._fetch_some, [stream], CAREFUL_BATCH))
            return
        for at in range(0, len(streams), AT_ONCE):
            self._fetch_some(streams[at : at + AT_ONCE], BATCH)

    def _fetch_some(self, streams: Sequence[Stream], batch: int) -> None:
        left = list(streams)
        while left and not self.of.stopping.is_set():
            kept = {row["id"]: row["last"] for row in self.of.store.rows("SELECT id, last FROM tables")}
            count = max(10, batch // len(left))
            pipe = self.link.pipeline(transaction=False)
            for stream in left:
                pipe.xrange(stream.table.stream, min=keys.entry_id(kept[stream.owner] + 1), count=count)
            read = [
                (stream, entries) for stream, entries in zip(left, pipe.execute(), strict=True) if entries
            ]
            read = [one for one in read if not self._begins_later(*one, kept[one[0].owner])]
            batches = [
                Batch(stream.owner, stream.table.generation, [line_of(*one) for one in entries], whole=True)
                for stream, entries in read
            ]
            taken = self._keep(batches) if batches else []
            left = [
                stream
                for (stream, entries), done in zip(read, taken, strict=True)
                if done.new and done.bad is None and len(entries) == count
            ]

    def _begins_later(self, stream: Stream, entries: Sequence[Entry], kept: int) -> bool:
        """Whether the stream was trimmed beyond what this store has; then its table is asked for everything.

        A table removes what every group has acknowledged. If this store is new, or restored, its group goes
        back to the beginning, which the table notices. Without an answer the gap is the log's flaw.
        """
        import redis

        if stream.waits or entries[0][1] is None or line_of(*entries[0]).n <= kept + 1:
            return stream.waits
        found: Any = self.link.xrange(stream.table.stream, count=1) or entries
        if stream.asked is not None or line_of(*found[0]).n <= kept:
            return False
        with contextlib.suppress(redis.exceptions.NoPermissionError):
            self.link.xgroup_setid(stream.table.stream, self.of.group, "0")
            stream.asked = time.monotonic()
        return stream.waits

    def _claim(self) -> None:
        """Take over entries that another director read long ago and never acknowledged."""
        ready = self._readable()
        if self.careful:
            for stream in ready:
                self._alone(stream, partial(self._claim_from, [stream]))
            return
        for at in range(0, len(ready), AT_ONCE):
            self._claim_from(ready[at : at + AT_ONCE])

    def _claim_from(self, streams: Sequence[Stream]) -> None:
        import redis

        pipe = self.link.pipeline(transaction=False)
        for stream in streams:
            pipe.xautoclaim(
                stream.table.stream, self.of.group, self.of.name, min_idle_time=IDLE, count=CAREFUL_BATCH
            )
        answers: list[Any] = pipe.execute(raise_on_error=False)
        claimed = []
        for stream, answer in zip(streams, answers, strict=True):
            if not isinstance(answer, Exception):
                claimed.append((stream, answer[1]))
            elif isinstance(answer, redis.ResponseError) and is_group_gone(answer):
                stream.grouped = False
            else:
                raise answer
        self._take(claimed)

    def _keep(self, batches: Sequence[Batch]) -> list[Taken]:
        taken = self.intake.take(batches, self.of.wall())
        new = sum(each.new for each in taken)
        self.of.taken += new
        if new or any(each.bad for each in taken):
            self.of.tell()
        return taken

    def _expected(self, table: Announced, owner: int) -> int:
        """The last record that a stream must have: what was read before, and what its table reports."""
        kept = self.of.store.row("SELECT last FROM tables WHERE id = ?", owner)
        here = self.of.roll.heard().get(owner)
        same = here is not None and (here.journal, here.generation) == (table.journal, table.generation)
        return max(0 if kept is None else int(kept["last"]), here.sent if here is not None and same else 0)

    def _cut(self, table: Announced, owner: int, end: int, expected: int) -> None:
        """Report a stream that has lost its end without its table's notice."""
        key = f"cut {table.generation} {end + 1}"
        text = words("log.cut", missing=end + 1, end=end, expected=expected)
        with self.of.store.writing() as db:
            note(db, owner, Incident(key, Sort.LOG, text), self.of.wall(), n=end + 1)
        self.of.tell()

    # ---- presence ---------------------------------------------------------------------------------

    def _presence(self) -> None:
        tables = {stream.table.name: stream.owner for stream in self.streams.values()}
        if not tables:
            return
        told = self.registry.signs_of_life(tables)
        before = self.signs
        self.signs = {
            owner: before[owner]
            if owner in before and before[owner][0] == told[name]
            else (told[name], Presence.parse(told[name]))
            for name, owner in tables.items()
        }
        heard = {owner: one for owner, (_, one) in self.signs.items()}
        if time.monotonic() < self.began + GRACE:
            heard = {owner: one for owner, one in heard.items() if one is not None}
        self.of.roll.called(heard, self.of.store, self.of.wall())
        self.of.signatures.check(heard, self.of.wall())
