"""The director's commands about the tournament: the shape of each body, the action, the refusals."""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from engine.errors import EngineError
from engine.text import sentence
from jokerboard.host.outside_text import is_accepted
from jokerboard.journal.errors import OrderError
from jokerboard.journal.records import Json
from jokerboard.tournament.errors import Refused, TournamentError, UnknownColumnsError
from jokerboard.tournament.event import actions, events, registration, round_events, team_events
from jokerboard.tournament.event.model import (
    LONGEST_NAME,
    ByeRequest,
    Order,
    Penalty,
    Settings,
    System,
    Tournament,
)
from jokerboard.tournament.web.event_desk import EventDesk, entered
from jokerboard.tournament.web.sections import Command
from jokerboard.web.fields import Field, Shape, flag, line, lines, list_of, number, one_of
from jokerboard.words.catalogue import words

LARGEST_LIST: Final = 1_500_000
"""The most bytes of a command with a list of teams."""

Body = dict[str, Any]


def _line(longest: int, what: str, *, least: int = 1, required: bool = True) -> Field:
    return line(longest, words(f"desk.wanted.{what}", longest=longest), least=least, required=required)


def _whole(low: int, high: int, *, required: bool = True) -> Field:
    return number(low, high, whole=True, required=required)


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2


def _is_base64(value: Any) -> bool:
    try:
        b64decode(value, validate=True)
    except (TypeError, ValueError, binascii.Error):
        return False
    return isinstance(value, str)


def _is_whole(value: Any) -> bool:
    return type(value) is int and 0 <= value <= 100_000


SETTINGS: Final[Shape] = {
    "name": _line(LONGEST_NAME, "name"),
    "system": one_of(*System, required=False),
    "rules": _line(40, "rules", required=False),
    "players": _whole(2, 8, required=False),
    "teams": _whole(2, 3, required=False),
    "rounds": _whole(1, 99, required=False),
    "minutes": _whole(0, 1440, required=False),
    "order": one_of(*Order, required=False),
    "seed": _whole(0, 999_999, required=False),
    "place": _line(LONGEST_NAME, "place", least=0, required=False),
    "address": _line(200, "address", least=0, required=False),
    "delay_minutes": _whole(0, 240, required=False),
    "delay_plays": _whole(0, 200, required=False),
    "house": list_of(
        lambda one: is_accepted(one, 2 * LONGEST_NAME, 0), 40, words("desk.wanted.house"), required=False
    ),
}
TEAM: Final[Shape] = {
    "name": _line(2 * LONGEST_NAME, "name"),
    "players": lines(12, 2 * LONGEST_NAME, words("desk.wanted.names")),
    "club": _line(2 * LONGEST_NAME, "club", least=0, required=False),
    "rating": _whole(0, 999_999, required=False),
}
LIST: Final[Shape] = {
    "list": Field(lambda value: isinstance(value, str), words("desk.wanted.csv"), required=False),
    "data": Field(_is_base64, words("desk.wanted.csv"), required=False, form=b64decode),
    "file": _line(200, "file"),
    "columns": list_of(
        lambda one: is_accepted(one, LONGEST_NAME, 0), 40, words("desk.wanted.columns"), required=False
    ),
    "named": flag(required=False),
}
"""The body of a command with a list of teams: text in `list`, or the bytes of a file in `data`, in Base64."""
PRIZES: Final[Shape] = {"prizes": lines(50, 2 * LONGEST_NAME, words("desk.wanted.prizes"))}
NUMBER: Final = _whole(1, 10_000)
TEAMS: Final = list_of(_is_whole, 100, words("desk.wanted.teams"))
REASON: Final = _line(200, "reason")
NO_REASON: Final = _line(200, "reason", least=0)
RESULT: Final[Shape] = {
    "table": NUMBER,
    "round": _whole(1, 99, required=False),
    "order": list_of(_is_whole, 3, words("desk.wanted.teams"), required=False),
    "absent": list_of(_is_whole, 3, words("desk.wanted.teams"), required=False),
    "equal": flag(required=False),
    "clear": flag(required=False),
    "marbles": list_of(
        lambda one: _is_pair(one) and all(map(_is_whole, one)),
        3,
        words("desk.wanted.marbles"),
        required=False,
    ),
    "winner": _whole(1, 10_000, required=False),
    "reason": _line(200, "reason", least=0, required=False),
}
LINKS: Final[Shape] = {
    "links": list_of(
        lambda one: _is_pair(one) and _is_whole(one[0]) and is_accepted(one[1], LONGEST_NAME, 0),
        500,
        words("desk.wanted.links"),
    )
}


def _team(now: Tournament, body: Body) -> list[events.Event]:
    club, rating = body.get("club", ""), body.get("rating", 0)
    return actions.add_teams(now, [registration.entry_of(now, body["name"], body["players"], club, rating)])


def _rename(now: Tournament, body: Body) -> list[events.Event]:
    old = now.team(body["team"]).entry
    club, rating = body.get("club", old.club), body.get("rating", old.rating)
    entry = registration.entry_of(now, body["name"], body["players"], club, rating)
    return [team_events.Renamed(body["team"], entry)]


def _result(now: Tournament, body: Body) -> list[events.Event]:
    made = entered(actions.match_of(now, body["table"], body.get("round")), body)
    return actions.enter(now, body["table"], made, body.get("reason", ""), body.get("round"))


DECISIONS: Final[Mapping[str, tuple[Shape, Callable[[Tournament, Body], list[events.Event]]]]] = {
    "change": (
        SETTINGS,
        lambda now, body: [events.Changed(registration.checked_settings(now.settings, body))],
    ),
    "team": (TEAM, _team),
    "rename": ({"team": NUMBER, **TEAM}, _rename),
    "withdraw": (
        {"team": NUMBER, "reason": NO_REASON},
        lambda _, body: [team_events.Withdrawn(body["team"], body["reason"])],
    ),
    "return": ({"team": NUMBER}, lambda _, body: [team_events.Returned(body["team"])]),
    "unregister": ({"reason": REASON}, lambda _, body: [team_events.RegistrationUndone(body["reason"])]),
    "bye": (
        {"team": NUMBER, "points": _whole(0, 4), "reason": REASON},
        lambda _, body: [team_events.ByeRequested(ByeRequest(body["team"], body["points"]), body["reason"])],
    ),
    "no-bye": ({"team": NUMBER}, lambda _, body: [team_events.ByeCancelled(body["team"])]),
    "close": ({"reason": NO_REASON}, lambda _, body: [events.Closed(body["reason"])]),
    "penalty": (
        {"team": NUMBER, "points": _whole(-1000, 1000), "reason": REASON},
        lambda _, body: [team_events.Penalized(Penalty(body["team"], body["points"], body["reason"]))],
    ),
    "apart": (
        {"teams": TEAMS, "reason": REASON},
        lambda _, body: [team_events.KeptApart(tuple(body["teams"]), body["reason"])],
    ),
    "meet": ({"teams": TEAMS}, lambda _, body: [team_events.LetMeet(tuple(body["teams"]))]),
    "links": (
        LINKS,
        lambda _, body: [events.TablesLinked(tuple((table, name) for table, name in body["links"]))],
    ),
    "prizes": (
        PRIZES,
        lambda _, body: [
            events.PrizesSet(
                tuple(
                    registration.clean_name(one, words("what.prize")) for one in body["prizes"] if one.strip()
                )
            )
        ],
    ),
    "unpair": (
        {"reason": REASON},
        lambda now, body: [round_events.PairingCancelled(actions.current(now).number, body["reason"])],
    ),
    "extend": (
        {"minutes": _whole(-600, 600), "reason": REASON},
        lambda now, body: [
            round_events.Extended(actions.running(now).number, body["minutes"], body["reason"])
        ],
    ),
    "result": (RESULT, _result),
}
"""The commands that only append events: each one's body, and the events that it makes of it."""


def commands(event: EventDesk) -> tuple[Command, ...]:
    """The commands of the section "tournament" of the director's page.

    A refused command is answered with a sentence that gives the reason.
    """
    by_name: dict[str, tuple[Shape, Callable[[Body, str], Json | None]]] = {
        "new": (SETTINGS, partial(_new, event)),
        "exchange": (
            {"one": NUMBER, "other": NUMBER, "reason": REASON},
            lambda body, who: event.exchange(body["one"], body["other"], body["reason"], who),
        ),
        "start": ({}, lambda _, who: event.start(who)),
        "pause": ({}, lambda _, who: event.pause(who)),
        "go-on": ({}, lambda _, who: event.resume(who)),
        "time-out": ({}, lambda _, who: event.time_out(who)),
        "take": ({"table": NUMBER}, lambda body, who: event.take(body["table"], who)),
    }

    async def pair(_: Json, who: str) -> None:
        with refusing():
            await event.pair(who)

    return (
        _command("teams", LIST, partial(_teams, event), LARGEST_LIST),
        Command("event/pair", {}, pair),
        *(_command(name, shape, do) for name, (shape, do) in by_name.items()),
        *(
            _command(name, shape, partial(_decide, event, decide))
            for name, (shape, decide) in DECISIONS.items()
        ),
    )


def _decide(
    event: EventDesk, decide: Callable[[Tournament, Body], list[events.Event]], body: Body, who: str
) -> None:
    """Append the events that `decide` makes of the body, in the name of the director `who`."""
    event.do(lambda now: decide(now, body), who)


def _new(event: EventDesk, body: Body, who: str) -> None:
    settings = Settings(body["name"], order=Order.LOT)
    event.create(events.Created(registration.checked_settings(settings, body)), who)


def _teams(event: EventDesk, body: Body, who: str) -> Json:
    """Register the teams of a list; for unknown columns, register none and return guessed names."""
    found: list[registration.Registration] = []
    data = body.get("data", body.get("list", "").encode("utf-8", "replace"))
    columns, named = body.get("columns"), body.get("named", True)

    def decide(now: Tournament) -> list[events.Event]:
        found.append(registration.read_teams(data, body["file"], now, columns, named=named))
        return actions.add_teams(now, found[-1].entries)

    try:
        event.do(decide, who)
    except UnknownColumnsError as error:
        return {"teams": 0, "remarks": [str(error)], "row": error.row, "guess": error.guess}
    return {"teams": len(found[-1].entries), "remarks": list(found[-1].remarks)}


def _command(name: str, shape: Shape, do: Callable[[Body, str], Json | None], largest: int = 4096) -> Command:
    async def answer(body: Json, who: str) -> Json | None:
        with refusing():
            return do(body, who)

    return Command(f"event/{name}", shape, answer, largest)


@contextmanager
def refusing() -> Iterator[None]:
    """Turn errors of the tournament inside the block into Refused with the error's sentence."""
    try:
        yield
    except Refused:
        raise
    except (TournamentError, OrderError, EngineError) as error:
        raise Refused(sentence(str(error))) from error
