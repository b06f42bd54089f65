"""A tournament in the director's store: its events in the store's event log, read, judged, and appended.

Each entry of the log is one event as JSON, `{"at":…,"by":…,"event":{…}}`. Several directors may write: an
append names the previous entry, and if another director was faster, the decision is made again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from jokerboard.host.outside_text import TextError, accepted
from jokerboard.host.wall_clock import local_time
from jokerboard.journal.records import GENESIS, Line, chained
from jokerboard.tournament.event.errors import EventError, OvertakenError
from jokerboard.tournament.event.events import Created, Event, Stamped, from_json, kind_of, to_json
from jokerboard.tournament.event.fold import apply, fold
from jokerboard.tournament.event.model import Tournament
from jokerboard.words.catalogue import words

LONGEST_TEXT = 1000
"""The most characters of any text in an event."""

TRIES = 20
"""The most times a decision is repeated while others keep writing."""


class Log(Protocol):
    """The store's event log, as `jokerboard.tournament.collect.store.Store` has it."""

    def events(self, after: int = 0) -> Sequence[Line]:
        """The entries after number `after`."""

    def append_events(self, texts: Sequence[str], after: int) -> Sequence[Line] | None:
        """Append entries after number `after`, all or none; return None if that is not the last one."""


@dataclass(frozen=True, slots=True)
class Past:
    """An earlier tournament of the store, closed, with its events."""

    now: Tournament
    events: list[Stamped]


class History:
    """The events of one store's tournament and the tournament that results.

    `refresh` reads entries that other programs have added. A store has one open tournament at a time. `past`
    has the closed ones before the newest tournament.
    """

    def __init__(self, log: Log) -> None:
        """Read the whole log; raise EventError for an entry that is malformed or impossible."""
        self._log = log
        self._hash = GENESIS
        self._count = 0
        self.events: list[Stamped] = []
        self.state: Tournament | None = None
        self.past: list[Past] = []
        self.refresh()

    @property
    def count(self) -> int:
        """The number of the newest entry."""
        return self._count

    @property
    def digest(self) -> str:
        """The hash of the newest entry."""
        return self._hash

    @property
    def now(self) -> Tournament:
        """The tournament; raise EventError if there is none yet."""
        return fold(()) if self.state is None else self.state

    def refresh(self) -> bool:
        """Read the entries that others have added; return whether there were any."""
        new = self._log.events(self._count)
        for entry in new:
            if entry.n != self._count + 1 or entry.hash != chained(self._hash, entry.text):
                raise EventError(words("entry.changed", n=entry.n))
            stamped = stamped_of(entry)
            before, closed = self.state, self.state is not None and self.state.closed
            try:
                self.state = apply(self.state, stamped)
            except EventError as error:
                raise EventError(
                    words("entry.impossible", n=stamped.n, kind=kind_of(stamped.event), why=error)
                ) from error
            if before is not None and closed:
                self.past.append(Past(before, self.events))
                self.events = []
            self.events.append(stamped)
            self._count, self._hash = entry.n, entry.hash
        return bool(new)

    def do(self, decide: Callable[[Tournament], Sequence[Event]], by: str, at: float) -> Tournament:
        """Append the events that `decide` returns for the present tournament; return the new tournament.


        `decide` is called again if another director wrote first. Either all of its events are stored, or
        none. Raise OvertakenError if others wrote first every time.
        """
        for _ in range(TRIES):
            self.refresh()
            if self._kept(decide(self.now), by, at):
                return self.now
        raise OvertakenError(words("tournament.overtaken"))

    def create(self, event: Created, by: str, at: float) -> Tournament:
        """Begin the tournament; raise EventError if the store has an open one already."""
        if self.state is not None and not self.state.closed:
            name = self.state.settings.name
            raise EventError(words("tournament.here", name=name))
        if not self._kept([event], by, at):
            raise OvertakenError(words("tournament.raced"))
        return self.now

    def _kept(self, events: Sequence[Event], by: str, at: float) -> bool:
        """Append the events; return whether all were appended before another director wrote."""
        state = self.state
        stamped = [Stamped(self._count + k, at, by, event) for k, event in enumerate(events, 1)]
        for one in stamped:
            state = apply(state, one)
        if self._log.append_events([text_of(one) for one in stamped], self._count) is None:
            return False
        self.refresh()
        return True


def text_of(one: Stamped) -> str:
    """The entry's text; raise EventError for a text that is refused (`outside_text.py`)."""
    whole = {"at": one.at, "by": one.by, "event": to_json(one.event)}
    for text in _texts(whole):
        try:
            accepted(text, LONGEST_TEXT, 0)
        except TextError as error:
            raise EventError(f"{kind_of(one.event)}: {error}") from None
    # Each entry must have exactly one text, because the chain hashes it.
    return json.dumps(whole, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield str(key)
            yield from _texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)


def stamped_of(entry: Line) -> Stamped:
    """The event of an entry; raise EventError if it is malformed."""
    try:
        data = json.loads(entry.text)
        return Stamped(entry.n, float(data["at"]), str(data["by"]), from_json(data["event"]))
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        why = str(error) if isinstance(error, EventError) else words("entry.no-event")
        raise EventError(words("entry.unreadable", n=entry.n, why=why)) from error


def local(at: float) -> str:
    """A moment as local time with its zone, in whole seconds."""
    return local_time(datetime.fromtimestamp(at, UTC), seconds=True)


def iso(at: float) -> str:
    """A moment as ISO text in UTC, in whole seconds."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
