"""The events of a tournament; their JSON is `{"kind":…, …}` with the fields of the class.

Everything a tournament is comes from folding these (`fold`). Its author and time stand beside the event in
the store (`Stamped`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from tournament.english import words
from tournament.event import codec
from tournament.event.errors import EventError
from tournament.event.model import (
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


@dataclass(frozen=True, slots=True)
class Created:
    """The tournament was laid down."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class Changed:
    """The settings are now these; system and size of the tables stay once a round is paired."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class Registered:
    """Teams of one list, all of them or none."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class LateEntry:
    """Teams came after the first round was paired; they play from the next one."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Renamed:
    """A team's entry was put right."""

    team: TeamNo
    entry: Entry


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A team plays no more, from the next pairing on."""

    team: TeamNo
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Returned:
    """A withdrawn team plays again, from the next pairing on."""

    team: TeamNo


@dataclass(frozen=True, slots=True)
class RegistrationUndone:
    """All teams were taken off the list, before the first round was paired."""

    reason: str


@dataclass(frozen=True, slots=True)
class ByeRequested:
    """A team does not play in the next round, and has the points of the request for it."""

    request: ByeRequest
    reason: str


@dataclass(frozen=True, slots=True)
class ByeCancelled:
    """A team plays in the next round after all."""

    team: TeamNo


@dataclass(frozen=True, slots=True)
class Closed:
    """The tournament is finished with; another one may be created in its store."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The lots: all teams' numbers, the first lot first."""

    order: tuple[TeamNo, ...]


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """The teams of each table; `notes` are what the director should know of it."""

    round: int
    matches: tuple[Match, ...]
    byes: tuple[TeamNo, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PairingCancelled:
    """The newest pairing does not count; its round had not been started."""

    round: int
    reason: str


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """Play began. `after`: the last game that each linked table's log had had before, the game 0 for none."""

    round: int
    after: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Paused:
    """The round's clock stands."""

    round: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """The round's clock goes on."""

    round: int


@dataclass(frozen=True, slots=True)
class Extended:
    """The round has so many minutes more (fewer, when negative)."""

    round: int
    minutes: int
    reason: str


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The round's time was called; what is on the boards now decides."""

    round: int


@dataclass(frozen=True, slots=True)
class ResultTaken:
    """A table's result, from its own log or entered by hand."""

    round: int
    table: TableNo
    result: Result


@dataclass(frozen=True, slots=True)
class Corrected:
    """The director put another result in the place of the one that was there; None takes it away."""

    round: int
    table: TableNo
    result: Result | None
    reason: str


@dataclass(frozen=True, slots=True)
class Penalized:
    """A team has so many points less; `penalty.order` is the desk's order by which its table was told."""

    penalty: Penalty


@dataclass(frozen=True, slots=True)
class TablesLinked:
    """Which table of the hall's log stands where."""

    links: tuple[tuple[TableNo, str], ...]


@dataclass(frozen=True, slots=True)
class PrizesSet:
    """What the places win, first place first."""

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
    | Penalized
)
RoundEvent: TypeAlias = (
    RoundPaired
    | PairingCancelled
    | RoundStarted
    | Paused
    | Resumed
    | Extended
    | TimeOut
    | ResultTaken
    | Corrected
)
Event: TypeAlias = Created | Changed | TablesLinked | PrizesSet | Closed | TeamEvent | RoundEvent

KINDS: dict[str, type[Any]] = {
    "created": Created,
    "changed": Changed,
    "registered": Registered,
    "late-entry": LateEntry,
    "renamed": Renamed,
    "withdrawn": Withdrawn,
    "returned": Returned,
    "drawn": Drawn,
    "round-paired": RoundPaired,
    "pairing-cancelled": PairingCancelled,
    "round-started": RoundStarted,
    "paused": Paused,
    "resumed": Resumed,
    "extended": Extended,
    "time-out": TimeOut,
    "result": ResultTaken,
    "corrected": Corrected,
    "penalty": Penalized,
    "tables": TablesLinked,
    "prizes": PrizesSet,
    "registration-undone": RegistrationUndone,
    "bye-requested": ByeRequested,
    "bye-cancelled": ByeCancelled,
    "closed": Closed,
}
"""The word for each kind of event."""

_WORDS = {made: word for word, made in KINDS.items()}


@dataclass(frozen=True, slots=True)
class Stamped:
    """An event as it was kept: its number from 1, when (seconds since 1970), and by whom."""

    n: int
    at: float
    by: str
    event: Event


def kind_of(event: Event) -> str:
    """The word for this event's kind."""
    return _WORDS[type(event)]


def to_json(event: Event) -> dict[str, Any]:
    """The event as a JSON object."""
    return {"kind": kind_of(event), **codec.to_json(event)}


def from_json(data: Any) -> Event:
    """The event that the JSON object is; EventError says what is wrong with it."""
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise EventError(words("entry.kind", kind=kind))
    event: Event = codec.from_json(KINDS[kind], {key: value for key, value in data.items() if key != "kind"})
    return event
