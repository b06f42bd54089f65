"""Read a trace (section 3 of docs/formats.md): its header makes a referee, its other lines are events.

Every fault of a line is a TraceError that begins with the line's number.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.cards import Card
from engine.errors import EngineError, RefereeError, TraceError
from engine.geometry import Board, Hole, Seat, seat_letter
from engine.play import Play
from engine.position import Position
from engine.referee import events as ev
from engine.referee.machine import Referee
from engine.referee.settings import CardsMode, Mode, Settings
from engine.referee.verdicts import Verdict
from engine.rules.rule_sets import RULES
from engine.table import Table, table_at

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a trace."""

    table: Table
    position: Position
    mode: Mode
    cards: CardsMode
    settings: Settings
    occupied: frozenset[Hole] | None

    def referee(
        self,
        history: Iterable[Verdict | ev.OfCards] = (),
        t: float = 0.0,
        make: Callable[..., Referee] = Referee,
    ) -> Referee:
        """A referee for this table, made by `make`; `history` and the time `t` resume an interrupted game."""
        return make(
            self.table,
            self.position,
            mode=self.mode,
            cards=self.cards,
            settings=self.settings,
            occupied=self.occupied,
            history=history,
            t=t,
        )


@dataclass(frozen=True, slots=True)
class Replayed:
    """One step of a replay: the new verdicts, and the lights if they have changed."""

    t: float
    verdicts: tuple[Verdict, ...]
    lights: dict[str, str] | None


def read_header(line: str) -> Header:
    """The header in a trace's first line; raise TraceError if it is malformed."""
    try:
        return _header(_object(line))
    except (EngineError, RefereeError, KeyError, TypeError) as error:
        raise TraceError(f"line 1: {_sentence(error)}") from error


def read_event(line: str, number: int, board: Board) -> ev.Event:
    """The event in line `number`; raise TraceError if it is malformed."""
    try:
        return _event(_object(line), board)
    except (EngineError, RefereeError, KeyError, TypeError, ValueError) as error:
        raise TraceError(f"line {number}: {_sentence(error)}") from error


def replay(lines: Iterable[str]) -> Iterator[Replayed | Header]:
    """The header first, then the steps of a whole trace; deadlines between its lines are separate steps.

    The first step is the state before any event. Lines are read as they are needed, and blank lines are
    skipped. The replay ends at the last line's time.
    """
    numbered = ((n, line) for n, line in enumerate(lines, 1) if line.strip())
    first = next(numbered, None)
    if first is None:
        raise TraceError("line 1: the trace is empty; its first line must be the header")
    header = read_header(first[1])
    yield header
    referee, board = header.referee(), header.table.board
    shown = _lights(referee, board)
    yield Replayed(0.0, tuple(referee.advance(0.0)), shown or None)
    for number, line in numbered:
        event = read_event(line, number, board)
        while (due := referee.deadline) is not None and due < event.t:
            verdicts = tuple(referee.advance(due))
            lights = _lights(referee, board)
            yield Replayed(due, verdicts, lights if lights != shown else None)
            shown = lights
        verdicts = tuple(fed(referee, event, number))
        lights = _lights(referee, board)
        yield Replayed(event.t, verdicts, lights if lights != shown else None)
        shown = lights


def _lights(referee: Referee, board: Board) -> dict[str, str]:
    return {board.name(hole): str(light) for hole, light in referee.lights.items()}


def _sentence(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"the field {error.args[0]!r} is missing"
    return str(error)


def _object(line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RefereeError(f"this is not JSON: {line.strip()[:60]!r}") from error
    if not isinstance(found, dict):
        raise RefereeError(f"a JSON object was expected, not {line.strip()[:60]!r}")
    return found


def _one_of(obj: dict[str, Any], name: str, allowed: tuple[str, ...], default: str) -> Any:
    value = obj.get(name, default)
    if value not in allowed:
        raise RefereeError(f"{name!r} must be one of {', '.join(allowed)}, not {value!r}")
    return value


def _header(obj: dict[str, Any]) -> Header:
    if obj.get("trace") != FORMAT:
        raise RefereeError(f'the header of a trace begins with {{"trace":{FORMAT}, not {obj.get("trace")!r}')
    rules = obj["rules"]
    if rules not in RULES:
        raise RefereeError(f"no rule set is called {rules!r}; there are {', '.join(RULES)}")
    teams = obj.get("teams")
    if teams is not None and (isinstance(teams, bool) or not isinstance(teams, int)):
        raise RefereeError(f"'teams' must be a number or null, not {teams!r}")
    chosen = RULES[rules]
    if obj.get("set"):
        chosen = chosen.with_switches(obj["set"])
    position = Position.parse(_text(obj["position"], "position"), chosen.marbles_per_player)
    table = table_at(chosen, position, teams)
    for name, here in (("sides", table.sides), ("players", len(table.seats))):
        if obj.get(name, here) != here:
            raise RefereeError(f"{name!r} is {obj[name]!r}, but the position has {here}")
    occupied = obj.get("occupied")
    if occupied is not None:
        occupied = frozenset(table.board.hole(_text(hole, "occupied")) for hole in occupied)
    settings = obj.get("settings") or {}
    if not isinstance(settings, dict):
        raise RefereeError(f"'settings' must be an object, not {settings!r}")
    mode: Mode = _one_of(obj, "mode", ("referee", "play", "training"), "referee")
    cards: CardsMode = _one_of(obj, "cards", ("seat", "table", "none"), "seat")
    return Header(table, position, mode, cards, Settings.from_json(settings), occupied)


def _event(obj: dict[str, Any], board: Board) -> ev.Event:
    t = obj["t"]
    # In Python a bool is an int; the comparison also refuses NaN.
    if isinstance(t, bool) or not isinstance(t, int | float) or not 0 <= t < 1e9:
        raise RefereeError(f"'t' must be a time in seconds from the start, not {t!r}")
    t = float(t)
    kinds = [kind for kind in _READERS if kind in obj]
    if len(kinds) > 1:
        raise RefereeError(f"a line must have one kind of event, not {' and '.join(kinds)}")
    if kinds:
        return _READERS[kinds[0]](t, obj, board)
    if len(obj) == 1:
        return ev.Tick(t)
    raise RefereeError(f"unknown kind of line, with the fields {', '.join(sorted(obj))}")


def _edge(t: float, obj: dict[str, Any], board: Board) -> ev.Edge:
    return ev.Edge(t, board.hole(_text(obj["hole"], "hole")), _flag(obj, "on"))


def _dealt(t: float, obj: dict[str, Any], board: Board) -> ev.Dealt:
    return ev.Dealt(t, Card.parse(_text(obj["dealt"], "dealt")), _seat(obj["at"], board))


def _reshuffled(t: float, obj: dict[str, Any], _: Board) -> ev.Reshuffled:
    if obj["reshuffle"] is not True:
        raise RefereeError(f"'reshuffle' must be true, not {obj['reshuffle']!r}")
    return ev.Reshuffled(t)


def _button(t: float, obj: dict[str, Any], board: Board) -> ev.Button:
    at = obj.get("at")
    name = _one_of(obj, "button", ("ok", "back", "help"), "")
    return ev.Button(t, name, None if at in (None, "table") else _seat(at, board))


def _device(t: float, obj: dict[str, Any], _: Board) -> ev.Device:
    return ev.Device(t, _text(obj["device"], "device"), _flag(obj, "ok"))


def _hidden(t: float, _: dict[str, Any], __: Board) -> ev.Tick:
    """Read a record of the machine players' hidden cards as a `Tick`: the referee must not get the cards."""
    return ev.Tick(t)


def _machine(t: float, obj: dict[str, Any], board: Board) -> ev.MachinePlay:
    play = obj["machine"]
    asked = None if play is None else Play.parse(_text(play, "machine"), board)
    return ev.MachinePlay(t, asked, _seat(obj["at"], board))


def _card(t: float, obj: dict[str, Any], board: Board) -> ev.CardRead:
    at = obj.get("at", "table")
    seat = None if at == "table" else _seat(at, board)
    if obj["card"] is None:
        return ev.CardRead(t, None, seat)
    text = _text(obj["card"], "card")
    try:
        return ev.CardRead(t, Card.parse(text), seat)
    except EngineError:
        return ev.CardRead(t, None, seat, unknown=text)


def _ruling(t: float, obj: dict[str, Any], _: Board) -> ev.Ruling:
    decision = _one_of(obj, "decision", ("let-stand", "take-back", "correct"), "")
    position = obj.get("position")
    n = obj.get("n")
    if n is not None and (isinstance(n, bool) or not isinstance(n, int)):
        raise RefereeError(f"'n' must be the number of a play, not {n!r}")
    where = None if position is None else Position.parse(_text(position, "position"))
    return ev.Ruling(t, decision, str(obj.get("by", "referee")), n, where, str(obj.get("why", "")))


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise RefereeError(f"{name!r} must be a text, not {value!r}")
    return value


def _flag(obj: dict[str, Any], name: str) -> bool:
    value = obj[name]
    if not isinstance(value, bool):
        raise RefereeError(f"{name!r} must be true or false, not {value!r}")
    return value


def _seat(value: object, board: Board) -> Seat:
    letters = [seat_letter(seat) for seat in range(board.sides)]
    if value not in letters:
        raise RefereeError(f"no seat is called {value!r} here; there are {' '.join(letters)} and 'table'")
    return letters.index(str(value))


_READERS: dict[str, Callable[[float, dict[str, Any], Board], ev.Event]] = {
    "hole": _edge,
    "card": _card,
    "dealt": _dealt,
    "reshuffle": _reshuffled,
    "button": _button,
    "decision": _ruling,
    "device": _device,
    "machine": _machine,
    "sealed": _hidden,
    "opened": _hidden,
}
"""By the first field of a line, the function that makes the line's event."""


def fed(referee: Referee, event: ev.Event, number: int) -> list[Verdict]:
    """The verdicts on the event in that line; raise TraceError if the referee refuses it."""
    try:
        return referee.feed(event)
    except RefereeError as error:
        raise TraceError(f"line {number}: {error}") from error
