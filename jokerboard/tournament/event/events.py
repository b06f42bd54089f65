"""The events of a tournament; their JSON is `{"kind":…, …}` with the fields of the class.

Everything a tournament is comes from folding these (`fold`). The store keeps the event's author and time
beside it (`Stamped`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar, dataclass_transform

from jokerboard.tournament.event import codec
from jokerboard.tournament.event.errors import EventError
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
"""The class of each kind of event, by the kind's word."""


@dataclass_transform(frozen_default=True)
def _kind(word: str) -> Callable[[type[T]], type[T]]:
    """The decorator of an event's class, whose kind is `word`: a frozen dataclass."""

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
    """The settings were changed; system and size of the tables stay once a round is paired."""

    settings: Settings


@_kind("registered")
class Registered:
    """The teams of one list were registered, all of them or none."""

    entries: tuple[Entry, ...]


@_kind("late-entry")
class LateEntry:
    """Teams were registered after the first round was paired; they play from the next round on."""

    entries: tuple[Entry, ...]


@_kind("renamed")
class Renamed:
    """A team's entry was corrected."""

    team: TeamNo
    entry: Entry


@_kind("withdrawn")
class Withdrawn:
    """A team plays no more, from the next pairing on."""

    team: TeamNo
    reason: str = ""


@_kind("returned")
class Returned:
    """A withdrawn team plays again, from the next pairing on."""

    team: TeamNo


@_kind("registration-undone")
class RegistrationUndone:
    """All teams have been taken off the list, before the first round was paired."""

    reason: str


@_kind("bye-requested")
class ByeRequested:
    """A team does not play in the next round, and has the points of the request for it."""

    request: ByeRequest
    reason: str


@_kind("bye-cancelled")
class ByeCancelled:
    """A team plays in the next round after all."""

    team: TeamNo


@_kind("kept-apart")
class KeptApart:
    """No two of these teams are paired with each other if that can be avoided: a family, a club."""

    teams: tuple[TeamNo, ...]
    reason: str


@_kind("let-meet")
class LetMeet:
    """These teams, or a single one and all others, may be paired with each other again."""

    teams: tuple[TeamNo, ...]


@_kind("closed")
class Closed:
    """The tournament was closed; another one may be created in its store."""

    reason: str = ""


@_kind("drawn")
class Drawn:
    """The lots were drawn: all teams' numbers, the first lot first."""

    order: tuple[TeamNo, ...]


@_kind("round-paired")
class RoundPaired:
    """A round was paired: the teams of each table; `notes` are remarks for the director."""

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
    """The newest pairing was edited by hand before its round was started; `notes` are all of the round's."""

    round: int
    matches: tuple[Match, ...]
    byes: tuple[TeamNo, ...]
    reason: str
    notes: tuple[str, ...] = ()


@_kind("round-started")
class RoundStarted:
    """A round was started.

    `after`: for each linked table the last game in its log before that, game 0 for none.
    """

    round: int
    after: tuple[Source, ...] = ()


@_kind("paused")
class Paused:
    """The round's clock was paused."""

    round: int


@_kind("resumed")
class Resumed:
    """The round's clock was resumed."""

    round: int


@_kind("extended")
class Extended:
    """The round lasts `minutes` minutes longer (shorter, if negative)."""

    round: int
    minutes: int
    reason: str


@_kind("time-out")
class TimeOut:
    """The round's time was called; the boards decide now."""

    round: int


@_kind("result")
class ResultTaken:
    """A table got a result, from its own log or entered by hand."""

    round: int
    table: TableNo
    result: Result


@_kind("corrected")
class Corrected:
    """The director replaced a result, or took it away (None)."""

    round: int
    table: TableNo
    result: Result | None
    reason: str


@_kind("penalty")
class Penalized:
    """A team lost points; `penalty.order` is the order that informed its table."""

    penalty: Penalty


@_kind("tables")
class TablesLinked:
    """Tables of the round were linked to tables of the hall's log."""

    links: tuple[tuple[TableNo, str], ...]


@_kind("prizes")
class PrizesSet:
    """The prizes were set, the first place's first."""

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
    """A kept event: its number from 1, the time (seconds since 1970), and the author."""

    n: int
    at: float
    by: str
    event: Event


def kind_of(event: Event) -> str:
    """The word for the event's kind."""
    return _WORDS[type(event)]


def to_json(event: Event) -> dict[str, Any]:
    """The event as a JSON object."""
    return {"kind": kind_of(event), **codec.to_json(event)}


def from_json(data: Any) -> Event:
    """The event from a JSON object; EventError names the fault."""
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise EventError(words("entry.kind", kind=repr(kind)))
    event: Event = codec.from_json(KINDS[kind], {key: value for key, value in data.items() if key != "kind"})
    return event
