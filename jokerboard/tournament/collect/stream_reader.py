"""Read the tables' streams through this store's consumer group: records are read, stored, then acknowledged.

One read returns at most a few thousand records, from all streams together. If a thousand tables are far
behind, a read has only a few records of each, and the work for each table costs more than its records. So the
streams that are behind are read in groups, in turn, a hundred and more records of each; after each group the
other streams are read, so that their records never wait for long.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from jokerboard.journal.records import LARGEST
from jokerboard.tournament import keys, reading
from jokerboard.tournament.collect.intake import Batch, Decoded, Intake, Taken
from jokerboard.tournament.collect.presence import Roll
from jokerboard.tournament.collect.registry import Announced
from jokerboard.tournament.collect.signatures import Signatures
from jokerboard.tournament.collect.store import Store
from jokerboard.tournament.errors import ReplyTooLargeError
from jokerboard.tournament.keys import line_of
from jokerboard.tournament.redis_link import is_group_gone
from jokerboard.words.catalogue import words

if TYPE_CHECKING:
    import redis

    from jokerboard.tournament.address import Address

BATCH: Final = 4000
"""The most records in one read, from all streams together."""
CAREFUL_BATCH: Final = 100
"""The most records in one read after an answer of Redis was too large."""
LEAST: Final = 10
"""The least number of records requested of each stream in one read."""
AT_ONCE: Final = 32
"""The most streams in one read if they are far behind, so that the answer fits into memory."""
IDLE = 15_000
"""Milliseconds after which entries are claimed that a sibling has read and never acknowledged."""
WAIT = 250
"""The most milliseconds for which one read waits for new records."""
REST: Final = 9.0
"""After a read that emptied all streams, the reader rests this many times as long as the read computed.

The cost of a read grows with the number of tables, even if it returns one record. Without a rest, the desk of
a thousand tables would read record by record and need a whole core.
"""
LONGEST_REST: Final = 0.2
"""The most seconds of a rest, because a rest delays records."""
PATIENCE = 20.0
"""Seconds within which a table must answer the request for a generation from record 1."""
Entry: TypeAlias = tuple[bytes, dict[bytes, bytes]]
_NO_STREAM: Final = ("requires the key to exist", "WRONGTYPE")


@dataclass(slots=True)
class Stream:
    """A table's stream in Redis, and how far the collector has read it."""

    table: Announced
    owner: int
    grouped: bool = False
    closed: bool = False
    """Whether the stream is no longer read, because it contains something too large."""
    behind: bool = False
    """Whether the last read left records in the stream."""
    asked: float | None = None
    """The monotonic time at which the table was asked for a generation from record 1; None if it was not."""

    @property
    def waits(self) -> bool:
        """Whether reading is suspended until the table begins the requested generation."""
        return self.asked is not None and time.monotonic() - self.asked < PATIENCE


@dataclass(frozen=True, slots=True)
class Condition:
    """The collector's condition: whether it works (`up`), the `trouble` if not, the count of new records."""

    up: bool
    trouble: str | None = None
    taken: int = 0
    tables: int = 0


@dataclass(slots=True)
class CollectorState:
    """The state of a collector, which its sessions share; `on_condition` gets each new Condition.

    `name` identifies this director among its siblings; two running directors must have different names.
    """

    address: Address
    store: Store
    name: str
    on_condition: Callable[[Condition], None]
    roll: Roll
    decoded: Decoded = field(default_factory=Decoded)
    connect: Callable[[Address], redis.Redis] | None = None
    wall: Callable[[], str] = reading.now
    stopping: threading.Event = field(default_factory=threading.Event)
    streams: dict[str, Stream] = field(default_factory=dict)
    taken: int = 0
    signatures: Signatures = field(init=False)
    careful_until: float = 0.0
    """The monotonic time until which streams are read one by one after an answer that was too large."""

    def __post_init__(self) -> None:
        self.signatures = Signatures(self.store)

    @property
    def group(self) -> str:
        """The name of the consumer group, which all directors of one store share."""
        return f"director:{self.store.id}"

    def report(self, trouble: str | None = None) -> None:
        """Report the condition to `on_condition`; without `trouble` the collector works."""
        self.on_condition(Condition(trouble is None, trouble, self.taken, len(self.streams)))


class StreamReader:
    """Reads the streams of one connection into the store."""

    def __init__(self, collector: CollectorState, link: redis.Redis, intake: Intake) -> None:
        self.of, self.link, self.intake = collector, link, intake
        self.streams = collector.streams

    @property
    def careful(self) -> bool:
        """Whether the streams are read one by one now, to find the stream that is too large."""
        return time.monotonic() < self.of.careful_until

    def _alone(self, stream: Stream, read: Callable[[], object]) -> object:
        """Read from one stream by `read`; if its contents are too large, set it aside and return None."""
        try:
            return read()
        except ReplyTooLargeError:
            self.set_aside(stream)
            return None

    def set_aside(self, stream: Stream) -> None:
        """Stop reading this generation of a stream, because it contains something too large."""
        stream.closed = True
        why = words("log.holds-too-large", largest=LARGEST)
        self.intake.set_aside(stream.owner, stream.table.generation, why, self.of.wall())
        self.of.report()

    def readable(self) -> list[Stream]:
        """The streams that can be read now: with a group, not closed, and not suspended."""
        return [each for each in self.streams.values() if each.grouped and not each.closed and not each.waits]

    def group(self) -> None:
        """Create this store's consumer group on each stream that lacks it; a missing stream is tried again
        later.

        A new group reads a stream from its first record, so that a new generation is compared with the stored
        records.
        """
        import redis

        new = [each for each in self.streams.values() if not (each.grouped or each.closed)]
        if not new:
            return
        pipe = self.link.pipeline(transaction=False)
        for stream in new:
            pipe.xgroup_create(stream.table.stream, self.of.group, id="0")
        behind = []
        for stream, answer in zip(new, pipe.execute(raise_on_error=False), strict=True):
            if not isinstance(answer, Exception):
                stream.grouped = True
            elif isinstance(answer, redis.ResponseError) and "BUSYGROUP" in str(answer):
                # The group exists already, so records may have been read through it: fetch what the store
                # lacks.
                behind.append(stream)
            elif not any(why in str(answer) for why in _NO_STREAM):
                raise answer
        self._fetch(behind)
        for stream in behind:
            stream.grouped = True

    def read(self) -> bool:
        """Read from the streams, store the records, acknowledge them; return whether there were any."""
        ready = self.readable()
        if not ready:
            self.of.stopping.wait(WAIT / 1000)
            return False
        if self.careful:
            found = [self._alone(one, partial(self._read_from, [one], CAREFUL_BATCH, None)) for one in ready]
            if not any(found):
                self.of.stopping.wait(WAIT / 1000)
            return any(found)
        behind = [one for one in ready if one.behind]
        if len(behind) <= AT_ONCE:
            began = time.thread_time()
            new = self._read_from(ready, max(LEAST, BATCH // len(ready)), WAIT)
            if not any(one.behind for one in ready):
                self.of.stopping.wait(min(LONGEST_REST, REST * (time.thread_time() - began)))
            return new
        group = behind[:AT_ONCE]
        self._read_from(group, BATCH // len(group), None)
        # The streams that are behind take turns: those that were just read move to the end.
        for one in group:
            self.streams[one.table.name] = self.streams.pop(one.table.name)
        others = [one for one in ready if not one.behind]
        if others:
            self._read_from(others, max(LEAST, BATCH // len(others)), None)
        return True

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
            # A stream is missing, or the Redis is empty: create the missing groups again at the next check.
            for each in ready.values():
                each.grouped = False
            return False
        read = {key.decode(): entries for key, entries in answer or ()}
        for name, each in ready.items():
            each.behind = len(read.get(name, ())) >= count
        self._take((ready[name], entries) for name, entries in read.items())
        return bool(answer)

    def _take(self, read: Iterable[tuple[Stream, Sequence[Entry]]]) -> None:
        """Store the entries, fetch missing records before them, and acknowledge the entries."""
        given = [
            (stream, [line_of(*entry) for entry in entries if entry[1] is not None], entries)
            for stream, entries in read
            if entries
        ]
        if not given:
            return
        batches = [Batch(stream.owner, stream.table.generation, lines) for stream, lines, _ in given]
        gaps = [one for one, taken in zip(given, self.keep(batches), strict=True) if taken.gap]
        if gaps:
            self._fetch([stream for stream, _, _ in gaps])
            self.keep(
                [
                    Batch(each.owner, each.table.generation, lines, whole=True)
                    for each, lines, _ in gaps
                    if not each.waits
                ]
            )
        # One round trip acknowledges the entries of all streams. If it fails, they are claimed later.
        pipe = self.link.pipeline(transaction=False)
        for stream, _, entries in given:
            pipe.xack(stream.table.stream, self.of.group, *(entry for entry, _ in entries))
        pipe.execute()

    def _fetch(self, streams: Sequence[Stream]) -> None:
        """Fetch the records that follow the stored ones, from all given streams, page by page."""
        # A careful fetch keeps its small pages to its end, also if the time of caution ends meanwhile.
        batch = CAREFUL_BATCH if self.careful else BATCH
        self._in_groups(streams, partial(self._fetch_some, batch))

    def _in_groups(self, streams: Sequence[Stream], do: Callable[[Sequence[Stream]], object]) -> None:
        """Call `do` with `AT_ONCE` streams at most; one by one while seeking one that is too large."""
        if self.careful:
            for stream in streams:
                self._alone(stream, partial(do, [stream]))
            return
        for at in range(0, len(streams), AT_ONCE):
            do(streams[at : at + AT_ONCE])

    def _fetch_some(self, batch: int, streams: Sequence[Stream]) -> None:
        left = list(streams)
        while left and not self.of.stopping.is_set():
            kept = {row["id"]: row["last"] for row in self.of.store.rows("SELECT id, last FROM tables")}
            # The streams share one batch, but each gets ten records at least, so that each makes progress.
            count = max(LEAST, batch // len(left))
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
            taken = self.keep(batches) if batches else []
            left = [
                stream
                for (stream, entries), done in zip(read, taken, strict=True)
                if done.new and done.bad is None and len(entries) == count
            ]

    def _begins_later(self, stream: Stream, entries: Sequence[Entry], kept: int) -> bool:
        """Whether reading must wait for a new generation, because the stream begins too late for the store.

        `kept`: the number of the last stored record. A table removes records that every group has
        acknowledged. The group of a new or restored store is set back to the beginning, which the table
        notices. If the table does not answer, the gap is a fault of the log.
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

    def claim(self) -> None:
        """Claim and store entries that another director read long ago and never acknowledged."""
        self._in_groups(self.readable(), self._claim_from)

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

    def keep(self, batches: Sequence[Batch]) -> list[Taken]:
        """Store batches of records; return the result of each batch."""
        taken = self.intake.take(batches, self.of.wall())
        new = sum(each.new for each in taken)
        self.of.taken += new
        if new or any(each.bad for each in taken):
            self.of.report()
        return taken
