"""An order of the director to a table: a value, and its JSON with every field checked.

`game` is the number of the table's newest game when the order was given (0: there was none), and `journal`
identifies the journal (`keys.journal_id`). The table refuses the order in any other game or journal, and
takes each `id` once.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from jokerboard.host.outside_text import TextError, accepted, shown
from jokerboard.journal.errors import OrderError
from jokerboard.journal.records import Json

LONGEST = 16_384
"""The most characters that an order's JSON may have."""

LONGEST_TEXT = 500
LONGEST_NAME = 60

_ID = re.compile(r"[0-9a-f]{32}")
_JOURNAL = re.compile(r"[0-9a-f]{16}")
_SEATS = "ABCDEFGH"


class What(StrEnum):
    """The kinds of orders; each has its effect at the table, and the further fields that it needs."""

    LET_STAND = "let-stand"
    """Accept the board as it is."""
    TAKE_BACK = "take-back"
    """Go back to the position before play `n`, or before the last play if `n` is missing."""
    CORRECT = "correct"
    """Require `position` on the board."""
    PENALTY = "penalty"
    """Show a penalty of `points` for `team`; the director counts the points."""
    RESULT = "result"
    """End the game: `team` has won; an empty `team` means that nobody has."""
    SEATING = "seating"
    """Show a seating: `seating` has this table's players, and the address at which to follow the game."""
    START = "start"
    """Begin a new game with the people of `seating`."""
    PAUSE = "pause"
    """Stop the clock; moves during the pause are not judged."""
    GO_ON = "go-on"
    """Go on playing from the present board."""


@dataclass(frozen=True, slots=True)
class Team:
    """A team at a table: its name and the letters of its seats."""

    name: str
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seating:
    """The people of a table in a round.

    `table` is the table's name in the hall, `names` the player of each taken seat by letter. `rules` is the
    rule set to play with these `switches` (None: the table's own rules). `ends` is the wall-clock time at
    which the round ends (ISO; empty if unknown), `link` the address at which to follow the game.
    """

    round: int
    table: str
    names: Mapping[str, str]
    teams: tuple[Team, ...] = ()
    rules: str | None = None
    ends: str | None = None
    link: str | None = None
    switches: Mapping[str, str] | None = None

    def to_json(self) -> Json:
        """The JSON without empty fields."""
        return _given(self)

    @classmethod
    def from_json(cls, data: object) -> Seating:
        """Check and read the JSON; OrderError names the wrong field."""
        if not isinstance(data, dict):
            raise OrderError("a seating is an object with round, table, names and teams")
        _known(data, cls, "a seating")
        names = data.get("names")
        if not isinstance(names, dict):
            raise OrderError("a seating's names are an object, seat letter to name")
        switches = data.get("switches", {})
        if not isinstance(switches, dict) or not all(isinstance(word, str) for word in switches.values()):
            raise OrderError("a seating's switches are an object, switch to word")
        teams = data.get("teams", [])
        if not isinstance(teams, list) or not all(isinstance(team, dict) for team in teams):
            raise OrderError("a seating's teams are a list of objects with name and seats")
        return cls(
            round=_whole(data, "round", 0, 10_000),
            table=_text(data, "table", LONGEST_NAME),
            names={_seat(seat): _line(name, "a name", LONGEST_NAME) for seat, name in names.items()},
            teams=tuple(Team(_text(team, "name", LONGEST_NAME), _seats(team, "seats")) for team in teams),
            rules=_maybe(data, "rules", LONGEST_NAME),
            ends=_maybe(data, "ends", LONGEST_NAME),
            link=_maybe(data, "link", LONGEST_TEXT),
            switches={
                _line(name, "a switch", LONGEST_NAME): _line(word, "a switch's word", LONGEST_NAME)
                for name, word in switches.items()
            }
            or None,
        )


@dataclass(frozen=True, slots=True)
class Order:
    """One order for one game of a journal; `text` is the reason, for people."""

    id: str
    by: str
    at: str
    journal: str
    game: int
    order: What
    text: str = ""
    n: int | None = None
    position: str | None = None
    team: tuple[str, ...] | None = None
    points: int | None = None
    seating: Seating | None = None

    def __post_init__(self) -> None:
        """Raise OrderError if a field that this order needs is missing."""
        missing = {
            What.CORRECT: self.position is None and "position",
            What.RESULT: self.team is None and "team",
            What.PENALTY: not self.team and "team",
            What.SEATING: self.seating is None and "seating",
            What.START: self.seating is None and "seating",
        }.get(self.order)
        if missing:
            raise OrderError(f"the order {self.order.value} needs {missing}", self.id, self.by)

    def to_json(self) -> Json:
        """The JSON without empty fields."""
        return _given(self)

    def text_form(self) -> str:
        """The JSON as the text of a stream entry."""
        return json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def parse(cls, text: str) -> Order:
        """Parse the order of a stream entry; raise OrderError, which has the order's id if it is readable."""
        try:
            data = json.loads(text) if len(text) <= LONGEST else None
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            raise OrderError(f"an order is a JSON object of at most {LONGEST} characters")
        return cls.from_json(data)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Order:
        """Check and read the JSON; OrderError names the wrong field."""
        id, by = data.get("id"), data.get("by")
        if not isinstance(id, str) or not _ID.fullmatch(id):
            raise OrderError("an order's id is 32 hexadecimal digits")
        who = shown(by, LONGEST_NAME)
        try:
            return cls._checked(id, data)
        except OrderError as error:
            raise OrderError(str(error), id, who) from error

    @classmethod
    def _checked(cls, id: str, data: Mapping[str, Any]) -> Order:
        try:
            what = What(data.get("order", ""))
        except ValueError:
            known = ", ".join(What)
            raise OrderError(f"unknown order; this version knows {known}") from None
        _known(data, cls, "an order")
        journal = data.get("journal")
        if not isinstance(journal, str) or not _JOURNAL.fullmatch(journal):
            raise OrderError("an order's journal is 16 hexadecimal digits")
        return cls(
            id=id,
            by=_text(data, "by", LONGEST_NAME),
            at=_text(data, "at", LONGEST_NAME),
            journal=journal,
            game=_whole(data, "game", 0, 1 << 53),
            order=what,
            text=_maybe(data, "text", LONGEST_TEXT) or "",
            n=None if data.get("n") is None else _whole(data, "n", 1, 1 << 53),
            position=_maybe(data, "position", LONGEST_TEXT),
            team=None if data.get("team") is None else _seats(data, "team"),
            points=None if data.get("points") is None else _whole(data, "points", -1000, 1000),
            seating=None if data.get("seating") is None else Seating.from_json(data["seating"]),
        )


def new_id() -> str:
    """An id that no other order has."""
    return uuid.uuid4().hex


def taken(order: Json, t: float, answer: str) -> Json:
    """The record's data for an accepted order, with the sentence `answer` that the table showed for it."""
    return {**order, "t": t, "taken": True, "said": answer}


def _given(value: Order | Seating) -> Json:
    found = {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    optional = ("text", "switches")
    return {name: one for name, one in found.items() if one is not None and (one or name not in optional)}


def _plain(value: Any) -> Any:
    if isinstance(value, Seating):
        return value.to_json()
    if isinstance(value, Team):
        return {"name": value.name, "seats": list(value.seats)}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return dict(value) if isinstance(value, Mapping) else value


def _known(data: Mapping[str, Any], kind: type[Order | Seating], what: str) -> None:
    names = [one.name for one in fields(kind)]
    for name in data:
        if name not in names:
            raise OrderError(f"{what} has no field {shown(name, 30)!r} that this version knows")


def _text(data: Mapping[str, Any], name: str, longest: int) -> str:
    return _line(data.get(name), name, longest)


def _maybe(data: Mapping[str, Any], name: str, longest: int) -> str | None:
    return None if data.get(name) is None else _line(data[name], name, longest, 0)


def _line(value: object, name: str, longest: int, least: int = 1) -> str:
    """A checked text of one line; raise OrderError with `name` if it is invalid."""
    try:
        return accepted(value, longest, least)
    except TextError as error:
        raise OrderError(f"{name} is a text of {least} to {longest} characters: {error}") from None


def _whole(data: Mapping[str, Any], name: str, low: int, high: int) -> int:
    value = data.get(name)
    if type(value) is not int or not low <= value <= high:
        raise OrderError(f"{name} is a whole number from {low} to {high}")
    return value


def _seats(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = data.get(name)
    if not isinstance(value, list) or len(value) > len(_SEATS):
        raise OrderError(f"{name} is a list of seats")
    return tuple(_seat(each) for each in value)


def _seat(value: object) -> str:
    if not isinstance(value, str) or len(value) != 1 or value not in _SEATS:
        raise OrderError(f"a seat is a letter from A to {_SEATS[-1]}")
    return value
