"""The events of a tournament. As JSON an event is `{"kind":…, …}` with the fields of its class.

The state of a tournament is the result of applying its events in order (`fold`). The store keeps the author
and the time of each event with it (`Stamped`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar, dataclass_transform

from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event import codec
from jokerboard.tournament.event.model import (
    ByeRequest,
    Entry,
    Match,
    Penalty,
    Result,
    Settings,
    Source,
    TableNo,
    TeamNo,
)
from jokerboard.words.catalogue import words

T = TypeVar("T")

KINDS: dict[str, type[Any]] = {}
"""The class of each kind of event, by the word that names the kind."""


@dataclass_transform(frozen_default=True)
def _kind(word: str) -> Callable[[type[T]], type[T]]:
    """Return the decorator that makes a class the frozen dataclass of the events with this kind."""

    def decorated(given: type[T]) -> type[T]:
        KINDS[word] = made = dataclass(frozen=True, slots=True)(given)
        return made

    return decorated


@_kind("created")
class Created:
    """The tournament was created."""

    settings: Settings


@_kind("changed")
class Changed:
    """The settings were changed.

    Once a round is paired, the pairing system and the number of teams at a table can no longer be changed.
    """

    settings: Settings


@_kind("registered")
class Registered:
    """The teams of one list were registered together, before the first pairing."""

    entries: tuple[Entry, ...]


@_kind("late-entry")
class LateEntry:
    """Teams were registered after the first round was paired; they play from the next pairing on."""

    entries: tuple[Entry, ...]


@_kind("renamed")
class Renamed:
    """A team's name, players, club or rating were corrected."""

    team: TeamNo
    entry: Entry


@_kind("withdrawn")
class Withdrawn:
    """A team withdrew; it is not paired any more."""

    team: TeamNo
    reason: str = ""


@_kind("returned")
class Returned:
    """A withdrawn team came back; it plays from the next pairing on."""

    team: TeamNo


@_kind("registration-undone")
class RegistrationUndone:
    """The registration of all teams was undone, before the first round was paired."""

    reason: str


@_kind("bye-requested")
class ByeRequested:
    """A team asked not to play in the next round; it gets `points` for it."""

    request: ByeRequest
    reason: str


@_kind("bye-cancelled")
class ByeCancelled:
    """A team's request for a bye was cancelled; it plays in the next round."""

    team: TeamNo


@_kind("kept-apart")
class KeptApart:
    """Teams should not meet, for example of one family: no two are paired if it can be avoided."""

    teams: tuple[TeamNo, ...]
    reason: str


@_kind("let-meet")
class LetMeet:
    """Teams that were kept apart may meet again; a single team may meet all teams again."""

    teams: tuple[TeamNo, ...]


@_kind("closed")
class Closed:
    """The tournament was closed; another tournament may be created in the same store."""

    reason: str = ""


@_kind("drawn")
class Drawn:
    """The lots were drawn; `order` has all teams' numbers, the first lot first."""

    order: tuple[TeamNo, ...]


@_kind("round-paired")
class RoundPaired:
    """A round was paired: tables with their teams, byes, and `notes` for the director."""

    round: int
    matches: tuple[Match, ...]
    byes: tuple[TeamNo, ...]
    notes: tuple[str, ...] = ()


@_kind("pairing-cancelled")
class PairingCancelled:
    """The newest pairing was cancelled before its round was started."""

    round: int
    reason: str


@_kind("pairing-changed")
class PairingChanged:
    """The newest pairing was edited by hand before the round's start; `notes` replaces the round's notes."""

    round: int
    matches: tuple[Match, ...]
    byes: tuple[TeamNo, ...]
    reason: str
    notes: tuple[str, ...] = ()


@_kind("round-started")
class RoundStarted:
    """A round was started.

    `after` has the newest game in each linked table's log (game 0 for none); only later games belong to the
    round.
    """

    round: int
    after: tuple[Source, ...] = ()


@_kind("paused")
class Paused:
    """The clock of the running round was paused."""

    round: int


@_kind("resumed")
class Resumed:
    """The clock of the paused round was resumed."""

    round: int


@_kind("extended")
class Extended:
    """The time of a round was extended by `minutes`; a negative number shortens it."""

    round: int
    minutes: int
    reason: str


@_kind("time-out")
class TimeOut:
    """Time was called for the round; the positions on the boards decide unfinished games."""

    round: int


@_kind("result")
class ResultTaken:
    """A table got its first result, from its own log or by hand."""

    round: int
    table: TableNo
    result: Result


@_kind("corrected")
class Corrected:
    """The director replaced a table's result, or removed it if `result` is None."""

    round: int
    table: TableNo
    result: Result | None
    reason: str


@_kind("penalty")
class Penalized:
    """A team lost points; `penalty.order` is the id of the order to its table, "" without one."""

    penalty: Penalty


@_kind("tables")
class TablesLinked:
    """Table numbers of the tournament were linked to tables of the hall, by their names."""

    links: tuple[tuple[TableNo, str], ...]


@_kind("prizes")
class PrizesSet:
    """The prizes were set, the prize of the first place first."""

    prizes: tuple[str, ...]


TeamEvent: TypeAlias = (
    Registered
    | LateEntry
    | RegistrationUndone
    | Renamed
    | Withdrawn
    | Returned
    | Drawn
    | ByeRequested
    | ByeCancelled
    | KeptApart
    | LetMeet
    | Penalized
)
RoundEvent: TypeAlias = (
    RoundPaired
    | PairingCancelled
    | PairingChanged
    | RoundStarted
    | Paused
    | Resumed
    | Extended
    | TimeOut
    | ResultTaken
    | Corrected
)
Event: TypeAlias = Created | Changed | TablesLinked | PrizesSet | Closed | TeamEvent | RoundEvent

_WORDS = {made: word for word, made in KINDS.items()}


@dataclass(frozen=True, slots=True)
class Stamped:
    """An event as stored: its number from 1, the time in seconds since 1970, the author, and the event."""

    n: int
    at: float
    by: str
    event: Event


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
