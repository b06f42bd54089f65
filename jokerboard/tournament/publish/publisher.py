"""Publish one table's log: repeated calls of `step` bring the stream in Redis up to the journal.

A step connects, takes the table's name, compares the stream, sends a batch and reads orders; it returns the
seconds until the next step. In memory the publisher has only how far the journal is published: unsent
records stay in the journal.
Any failure closes the connection, is reported as one sentence, and is retried after a growing pause.

The heartbeat (`keys.here`) also reserves the table's name: only the program that has written it publishes.
So two tables with one name (a copied memory card) do not spoil each other's log; the second one reports the
conflict and waits.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from jokerboard.host.outside_text import shown
from jokerboard.journal.errors import OrderError
from jokerboard.journal.orders import Order
from jokerboard.journal.records import LARGEST, Json, Line
from jokerboard.tournament import keys
from jokerboard.tournament.errors import AwayError
from jokerboard.tournament.publish.publication import (
    Found,
    Link,
    Place,
    PlaceFile,
    Source,
    misfit,
    to_trim,
    where,
)
from jokerboard.words.catalogue import words

BATCH = 500
"""The most records in one transaction."""

BATCH_CHARACTERS = 500_000
"""The number of characters after which a batch ends, even if it has fewer records."""

ORDERS_EVERY = 0.5
"""Seconds between two checks for orders."""

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0
"""Seconds before the first retry after a failure; each pause is twice the one before, up to the longest."""

TAKEN_PAUSE = 2.0
"""Seconds between two checks whether a table's name that another program uses is free again."""

CALM_AFTER = 60.0
"""A new generation counts as too soon if it begins within this many seconds of the one before."""

QUICK_GENERATIONS = 2
"""The number of new generations in succession that begin without a pause; each later one waits longer."""


@dataclass(frozen=True, slots=True)
class Status:
    """The state of publishing: `trouble` is a clause or None, `waiting` the number of unsent records."""

    trouble: str | None
    waiting: int
    connected: bool


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """A published table: its name for programs, its name for people, its journal's id, this program's id."""

    table: str
    name: str
    journal: str
    owner: str


@dataclass(frozen=True, slots=True)
class Next:
    """The seconds until the next step of publishing is due; if `early`, a new record makes it due at once."""

    within: float
    early: bool = True


class Publisher:
    """Publishes one journal. All methods must be called from one thread."""

    def __init__(
        self,
        table: PublishedTable,
        source: Source,
        place: PlaceFile,
        open_link: Callable[[], Link],
        *,
        now: Callable[[], float],
        chance: Callable[[], float],
        presence: Callable[[], Json] = dict,
        sign: Callable[[str, int, str], Json] | None = None,
        order: Callable[[Order | OrderError], None] = lambda _: None,
        status: Callable[[Status], None] = lambda _: None,
        largest: int = LARGEST,
    ) -> None:
        """Make a publisher that is not connected yet.

        `now` is a monotonic clock in seconds. `chance` returns a random number from 0 to 1, so that the
        tables of a hall do not all reconnect at once. `presence` returns more fields of the heartbeat. `sign`
        signs a record, given by the journal's id and the record's number and hash. `order` gets each order
        that the journal has no answer to. `status` gets each change of the state. A record of more than
        `largest` bytes stops publishing.
        """
        self._largest = largest
        self._table, self._source, self._place = table, source, place
        self._open_link, self._now, self._chance = open_link, now, chance
        self._presence, self._order, self._status = presence, order, status
        self._sign = sign
        self._signed: Json | None = None
        self._link: Link | None = None
        self._compared = False
        self._claimed = float("-inf")
        self._most = BATCH
        self._failures = 0
        # Orders: the last entry that was read, the time of that read, and the ids that need not be delivered
        # again.
        self._cursor, self._read_at = "0-0", float("-inf")
        self._known: set[str] | None = None
        # Generations: the one to retire, the record that Redis refused, the count of generations that began
        # in quick succession, the time of the newest one, and the time before which no other one may begin.
        self._retired: int | None = None
        self._refused = 0
        self._hasty, self._anew_at, self._not_before = 0, float("-inf"), float("-inf")
        self._begin = 1
        # A trouble while Redis answers: another table uses the name, or the stream is lost again and again.
        self._taken: str | None = None
        self._losing: str | None = None
        self._reported: Status | None = None

    @property
    def place(self) -> Place:
        """How far the journal is published."""
        return self._place.place

    @property
    def waiting(self) -> int:
        """The number of records that are not sent yet."""
        return max(0, self._source.last() - self.place.sent)

    def step(self) -> Next:
        """Do the next step of publishing; return the time until the step after it."""
        try:
            due = self._step()
        except AwayError as error:
            return self._failed(str(error))
        except OSError as error:
            return self._failed(words("stream.unpublished", why=error))
        self._report(self._taken or self._losing, connected=True)
        return due

    def leave(self) -> None:
        """Write the last heartbeat if there is a connection, then release the connection and the journal."""
        # Without a connection the heartbeat expires, which also shows that the table is closed.
        with contextlib.suppress(AwayError):
            if self._link is not None and self._compared:
                self._link.leave(self._here() | {"leaving": True})
        self._hang_up()
        self._source.close()
        self._place.keep(float("inf"))

    def _step(self) -> Next:
        now = self._now()
        if self._link is None:
            self._link = self._open_link()
            self._compared, self._claimed, self._cursor = False, float("-inf"), "0-0"
        link = self._link
        claims = now - self._claimed >= keys.HERE_EVERY
        if claims and not self._claim(link, now):
            return Next(TAKEN_PAUSE, early=False)
        if claims or not self._compared:
            self._compare(link, now)
            self._place.keep(now)
        self._failures = 0
        more = self._not_before <= now and self._send(link)
        if now - self._read_at >= ORDERS_EVERY:
            self._read_at = now
            self._hand_over(link)
        return Next(0.0 if more else ORDERS_EVERY, early=self._not_before <= now)

    def _claim(self, link: Link, now: float) -> bool:
        """Take or keep the table's name; return False if another program uses it."""
        other = link.claim(self._here(), self._pointer() if self._compared else None)
        if other is None:
            self._claimed, self._taken = now, None
            return True
        address = shown(other.get("address"), 80)
        table = self._table.table
        self._taken = (
            words("stream.taken-at", table=table, address=address)
            if address
            else words("stream.taken", table=table)
        )
        self._compared = False
        return False

    def _compare(self, link: Link, now: float) -> None:
        """Compare the stream with the journal.

        If they agree, continue after the stream's last record. If they differ, or the stream refused the next
        record, begin a new generation: a new stream from record 1.
        """
        place = self.place
        if not self._compared:
            pointer = link.pointer()
            place = where(place, pointer)
            other = pointer is not None and pointer.generation != place.generation
            self._retired = pointer.generation if pointer is not None and other else None
        found = link.look(place.generation)
        why = misfit(found, place, self._source) or self._differs(link, place, found)
        if why is None and found.end + 1 == self._refused:
            why = words("stream.refused", n=self._refused)
        if why is None:
            self._place.place = replace(place, sent=found.end)
            self._begin = self._trimmed(link, place.generation, found, now)
        else:
            self._anew(link, place, why, now)
        self._compared, self._refused = True, 0
        if now - self._anew_at > CALM_AFTER:
            self._losing = None

    def _trimmed(self, link: Link, generation: int, found: Found, now: float) -> int:
        """Remove the records that every desk has stored, if that is worth it; return the stream's first
        record.

        Nothing is removed soon after a generation has begun, because some desk may not have found the stream
        yet.
        """
        first = to_trim(found)
        if not first or now - self._anew_at <= CALM_AFTER:
            return found.begin or 1
        link.trim(generation, first)
        return link.look(generation).begin or 1

    def _differs(self, link: Link, place: Place, found: Found) -> str | None:
        """Compare the stream's records after the last acknowledged one; return a difference, or None."""
        first = max(place.sent + 1, found.begin)
        while first <= found.end:
            there = link.read(place.generation, first, BATCH)
            ours = self._source.lines(first, len(there))
            if not there or list(there) != list(ours):
                return words("stream.unacknowledged", first=first)
            first += len(there)
        return None

    def _anew(self, link: Link, place: Place, why: str, now: float) -> None:
        """Begin a new generation of the log; after several in succession, only after a growing pause."""
        generation = place.generation % keys.MOST_GENERATION + 1
        while link.look(generation).length != 0:
            generation = generation % keys.MOST_GENERATION + 1
        self._retired = place.generation
        self._place.place, self._begin = Place(place.journal, generation), 1
        self._hasty = self._hasty + 1 if now - self._anew_at <= CALM_AFTER else 0
        self._anew_at = now
        if self._hasty >= QUICK_GENERATIONS:
            pause = FIRST_PAUSE * 2 ** min(self._hasty - QUICK_GENERATIONS, 10)
            self._not_before = now + min(LONGEST_PAUSE, pause)
            self._losing = words("stream.losing", why=why)

    def _send(self, link: Link) -> bool:
        """Send one batch; return whether more records can be sent at once."""
        place = self.place
        first = place.sent + 1
        lines = self._batch(first)
        if not lines:
            return False
        if first == 1:
            done = link.begin(place.generation, lines, self._pointer(), self._retired)
        else:
            done = link.append(place.generation, lines, self._begin)
        if not done:
            self._compared, self._refused = False, first
            return True
        self._retired = None
        self._place.place = replace(place, sent=lines[-1].n)
        full = len(lines) == self._most
        # Redis accepted a full batch, so the next one may be larger again.
        self._most = min(BATCH, 2 * self._most) if full else self._most
        return self._source.last() > lines[-1].n

    def _batch(self, first: int) -> Sequence[Line]:
        lines = self._source.lines(first, self._most)
        size = 0
        for count, line in enumerate(lines, 1):
            if len(line.text.encode()) > self._largest:
                raise OSError(words("stream.too-large", n=line.n, largest=self._largest))
            size += len(line.text)
            if size > BATCH_CHARACTERS:
                return lines[:count]
        return lines

    def _hand_over(self, link: Link) -> None:
        """Deliver the desk's new orders; an order that was delivered before is skipped."""
        for entry, text in link.orders(self._cursor):
            if self._known is None:
                self._known = self._source.orders()
            self._cursor = entry
            try:
                order: Order | OrderError = Order.parse(text)
            except OrderError as error:
                order = error
            name = order.id or f"entry {entry}"
            if name not in self._known:
                self._known.add(name)
                self._order(order)

    def _here(self) -> Json:
        place = self.place
        identity: Json = {"owner": self._table.owner, "journal": self._table.journal}
        last = self._source.last()
        how_far = {"generation": place.generation, "last": last, "sent": place.sent}
        return {**self._presence(), **identity, **how_far, **self._signature(last)}

    def _signature(self, last: int) -> Json:
        """The heartbeat's field with the newest record's signature; an empty object if the table has no key.

        Each record is signed once.
        """
        if self._sign is None:
            return {}
        if self._signed is None or self._signed["n"] != last:
            lines = self._source.lines(last, 1)
            if not lines or not lines[0].hash:
                return {}
            self._signed = self._sign(self._table.journal, last, lines[0].hash)
        return {"signed": self._signed}

    def _pointer(self) -> Json:
        generation = self.place.generation
        return {
            "journal": self._table.journal,
            "generation": generation,
            "stream": keys.log(self._table.table, generation),
            "name": self._table.name,
        }

    def _failed(self, why: str) -> Next:
        self._hang_up()
        # The batch may have been too large for a slow connection, so the next one is smaller.
        self._most = max(1, self._most // 4)
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2**self._failures)
        self._failures = min(self._failures + 1, 10)
        self._report(why, connected=False)
        return Next(pause * (0.75 + 0.5 * self._chance()), early=False)

    def _report(self, trouble: str | None, *, connected: bool) -> None:
        status = Status(trouble, 0 if trouble is None else self._waiting_now(), connected)
        if status != self._reported:
            self._reported = status
            self._status(status)

    def _waiting_now(self) -> int:
        try:
            return self.waiting
        except OSError:
            return 0

    def _hang_up(self) -> None:
        if self._link is not None:
            self._link.close()
        self._link = None
