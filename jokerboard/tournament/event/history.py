"""A tournament in the director's store: its events are read from the store's log, checked, and appended.

An entry of the log is one event as JSON, `{"at":…,"by":…,"event":{…}}`. Several directors may write: an
append names the entry before it, and if another director has written meanwhile, the decision is made again.

The exchange file has one tournament with all its events, which another desk can import:

    {"exchange": 1, "program": "0.2.0", "tournament": "Spring Cup", "digest": "…", "entries": ["…", …]}

Its entries are texts of the log. `digest` is the hash of the chain over all entries
(`jokerboard.journal.records.chained`, from `GENESIS`). A reader applies every event before it stores one, so
a damaged, truncated or impossible file is refused completely. A change of this form gets a new number in
`exchange`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import reduce
from typing import Any, Final, Protocol

from jokerboard.host import VERSION
from jokerboard.host.outside_text import TextError, accepted
from jokerboard.host.wall_clock import local_time
from jokerboard.journal.records import GENESIS, Line, chained
from jokerboard.tournament.errors import EventError, OvertakenError
from jokerboard.tournament.event.events import (
    Created,
    Event,
    Stamped,
    apply,
    fold,
    from_json,
    kind_of,
    to_json,
)
from jokerboard.tournament.event.model import Tournament
from jokerboard.words.catalogue import words

LONGEST_TEXT = 1000
"""The most characters of any text in an event."""

TRIES = 20
"""The most times that an action is decided again because another director has written meanwhile."""

EXCHANGE: Final = 1
"""The version of the exchange file's form."""
LARGEST_FILE: Final = 64 << 20
"""The most bytes of an exchange file; one of 200 teams and 20 rounds has about 2 MB."""


class Log(Protocol):
    """The store's log of tournaments; `jokerboard.tournament.collect.store.Store` implements it."""

    def events(self, after: int = 0) -> Sequence[Line]:
        """The log's entries with larger numbers than `after`, in order."""

    def append_events(self, texts: Sequence[str], after: int) -> Sequence[Line] | None:
        """Append entries after entry `after`, all or none; return None if `after` is not the last entry."""


@dataclass(frozen=True, slots=True)
class Past:
    """A closed tournament of the store, with its events."""

    now: Tournament
    events: list[Stamped]


class History:
    """The tournaments of one store: the newest one with its events, and in `past` the closed ones before it.

    A store has at most one open tournament. `refresh` reads entries that other programs have added.
    """

    def __init__(self, log: Log) -> None:
        """Read the whole log; raise EventError if an entry is malformed or impossible."""
        self._log = log
        self._hash = GENESIS
        self._count = 0
        self.events: list[Stamped] = []
        self.state: Tournament | None = None
        self.past: list[Past] = []
        self.refresh()

    @property
    def now(self) -> Tournament:
        """The newest tournament; raise EventError if there is none."""
        return fold(()) if self.state is None else self.state

    def refresh(self) -> bool:
        """Read entries that other programs have added; return whether there were any."""
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
        """Append the events that `decide` returns for the present tournament; return the tournament after
        them.

        If another director has written first, `decide` is called again, at most `TRIES` times; then
        OvertakenError is raised. Either all of the events are stored, or none.
        """
        for _ in range(TRIES):
            self.refresh()
            if self._kept(decide(self.now), by, at):
                return self.now
        raise OvertakenError(words("tournament.overtaken"))

    def create(self, event: Created, by: str, at: float) -> Tournament:
        """Create the tournament; raise EventError if the store has an open one."""
        if self.state is not None and not self.state.closed:
            name = self.state.settings.name
            raise EventError(words("tournament.here", name=name))
        if not self._kept([event], by, at):
            raise OvertakenError(words("tournament.raced"))
        return self.now

    def _kept(self, events: Sequence[Event], by: str, at: float) -> bool:
        """Append the events; return False, with nothing stored, if another director has written first."""
        state = self.state
        stamped = [Stamped(self._count + k, at, by, event) for k, event in enumerate(events, 1)]
        for one in stamped:
            state = apply(state, one)
        if self._log.append_events([text_of(one) for one in stamped], self._count) is None:
            return False
        self.refresh()
        return True


def text_of(one: Stamped) -> str:
    """The text of an event's entry; raise EventError if it has a refused text (`outside_text.py`)."""
    whole = {"at": one.at, "by": one.by, "event": to_json(one.event)}
    for text in _texts(whole):
        try:
            accepted(text, LONGEST_TEXT, 0)
        except TextError as error:
            raise EventError(f"{kind_of(one.event)}: {error}") from None
    # Equal events must give equal texts, because the chain hashes the text.
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
    """The event in an entry; raise EventError if the entry is malformed."""
    try:
        data = json.loads(entry.text)
        return Stamped(entry.n, float(data["at"]), str(data["by"]), from_json(data["event"]))
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        why = str(error) if isinstance(error, EventError) else words("entry.no-event")
        raise EventError(words("entry.unreadable", n=entry.n, why=why)) from error


def local(at: float) -> str:
    """A time, in seconds since 1970, as local time with its zone."""
    return local_time(datetime.fromtimestamp(at, UTC), seconds=True)


def iso(at: float) -> str:
    """A time, in seconds since 1970, in ISO form and UTC."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def exchange_text(history: History | Past) -> str:
    """The text of a tournament's exchange file."""
    entries = [text_of(one) for one in history.events]
    whole = {
        "exchange": EXCHANGE,
        "program": VERSION,
        "tournament": history.now.settings.name,
        "digest": reduce(chained, entries, GENESIS),
        "entries": entries,
    }
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def take_in(data: bytes, log: Log) -> Tournament:
    """Import a tournament from an exchange file into the log, and return it.

    Raise EventError, with nothing stored, if the file is faulty or the log has an open tournament.
    """
    entries = _entries(data)
    stamped = [stamped_of(Line(n, text, "")) for n, text in enumerate(entries, 1)]
    fold(stamped)
    history = History(log)
    if history.state is not None and not history.state.closed:
        raise EventError(words("tournament.here", name=history.state.settings.name))
    if log.append_events(entries, len(log.events())) is None:
        raise EventError(words("tournament.raced"))
    return History(log).now


def _entries(data: bytes) -> list[str]:
    if len(data) > LARGEST_FILE:
        raise EventError(words("exchange.large", most=LARGEST_FILE >> 20))
    try:
        document: Any = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise EventError(words("exchange.none")) from error
    if not isinstance(document, dict) or "exchange" not in document:
        raise EventError(words("exchange.none"))
    if document["exchange"] != EXCHANGE:
        raise EventError(words("exchange.version", version=str(document["exchange"])[:20], reads=EXCHANGE))
    entries = document.get("entries")
    if not isinstance(entries, list) or not entries or not all(isinstance(one, str) for one in entries):
        raise EventError(words("exchange.none"))
    if reduce(chained, entries, GENESIS) != document.get("digest"):
        raise EventError(words("exchange.changed"))
    return entries
