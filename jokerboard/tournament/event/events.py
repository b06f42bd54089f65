"""The events of a tournament. As JSON an event is `{"kind":…, …}` with the fields of its class.

The state of a tournament is the result of applying its events in order (`fold`). An event is called with the
tournament before it and the time, and returns the tournament after it; it raises EventError if it is
impossible. All rules about which event may follow which are in these calls: here, in `team_events` and in
`round_events`. So events that were written by hand, or by two directors at once, are checked as strictly as a
click. The store keeps the author and the time of each event with it (`Stamped`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event import codec
from jokerboard.tournament.event.codec import KINDS, kind
from jokerboard.tournament.event.model import Settings, System, TableNo, Tournament
from jokerboard.tournament.event.round_events import RoundEvent
from jokerboard.tournament.event.team_events import TeamEvent, check_size
from jokerboard.words.catalogue import words


@kind("created")
class Created:
    """The tournament was created."""

    settings: Settings

    def __call__(self, now: Tournament, _: float) -> Tournament:
        raise EventError(words("tournament.open", name=now.settings.name))


@kind("changed")
class Changed:
    """The settings were changed.

    Once a round is paired, the pairing system and the number of teams at a table can no longer be changed.
    """

    settings: Settings

    def __call__(self, now: Tournament, _: float) -> Tournament:
        old, new = now.settings, self.settings
        if now.rounds and (old.system, old.teams) != (new.system, new.teams):
            raise EventError(words("settings.paired"))
        if new.system is System.SWISS and new.rounds < len(now.rounds):
            raise EventError(words("settings.rounds-paired", paired=len(now.rounds), rounds=new.rounds))
        for team in now.teams:
            check_size(team.entry, new.team_size)
        return replace(now, settings=new)


@kind("tables")
class TablesLinked:
    """Table numbers of the tournament were linked to tables of the hall, by their names."""

    links: tuple[tuple[TableNo, str], ...]

    def __call__(self, now: Tournament, _: float) -> Tournament:
        numbers = Counter(str(table) for table, _ in self.links)
        names = Counter(name for _, name in self.links)
        for seen, code in ((numbers, "links.number-twice"), (names, "links.name-twice")):
            twice = [one for one, times in seen.items() if times > 1]
            if twice:
                raise EventError(words(code, twice=twice[0]))
        return replace(now, links=self.links)


@kind("prizes")
class PrizesSet:
    """The prizes were set, the prize of the first place first."""

    prizes: tuple[str, ...]

    def __call__(self, now: Tournament, _: float) -> Tournament:
        return replace(now, prizes=self.prizes)


@kind("closed")
class Closed:
    """The tournament was closed; another tournament may be created in the same store."""

    reason: str = ""

    def __call__(self, now: Tournament, _: float) -> Tournament:
        return replace(now, closed=True)


Event: TypeAlias = Created | Changed | TablesLinked | PrizesSet | Closed | TeamEvent | RoundEvent

_WORDS = {made: word for word, made in KINDS.items()}


@dataclass(frozen=True, slots=True)
class Stamped:
    """An event as stored: its number from 1, the time in seconds since 1970, the author, and the event."""

    n: int
    at: float
    by: str
    event: Event


def fold(history: Iterable[Stamped]) -> Tournament:
    """The tournament after the given events; raise EventError, which names the first impossible event."""
    now: Tournament | None = None
    for stamped in history:
        try:
            now = apply(now, stamped)
        except EventError as error:
            raise EventError(
                words("entry.impossible", n=stamped.n, kind=kind_of(stamped.event), why=error)
            ) from error
    if now is None:
        raise EventError(words("tournament.none"))
    return now


def apply(now: Tournament | None, stamped: Stamped) -> Tournament:
    """The tournament `now` (None: not created) after one event; raise EventError if it is impossible."""
    event = stamped.event
    if now is None or now.closed:
        if not isinstance(event, Created):
            raise EventError(words("tournament.not-created" if now is None else "tournament.closed"))
        return Tournament(event.settings, version=stamped.n)
    return replace(event(now, stamped.at), version=stamped.n)


def kind_of(event: Event) -> str:
    """The word that names the event's kind."""
    return _WORDS[type(event)]


def to_json(event: Event) -> dict[str, Any]:
    """The event as a JSON object, with its kind."""
    return {"kind": kind_of(event), **codec.to_json(event)}


def from_json(data: Any) -> Event:
    """Convert a JSON object to an event; raise EventError, which names the fault."""
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise EventError(words("entry.kind", kind=repr(kind)))
    event: Event = codec.from_json(KINDS[kind], {key: value for key, value in data.items() if key != "kind"})
    return event
