"""The JSON lines of a game (docs/formats.md): events as lines of a trace (section 3); verdicts (section 4).

`to_line` writes an event, and the module `trace` reads it. `to_json` and `from_json`, for verdicts, are exact
inverses.

A place of a reader or button is a seat's letter, the table, or the shoe, which is a reader that sees each
card as it is dealt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.geometry import Board, Seat, seat_letter, seat_of
from engine.play import Play
from engine.position import Position
from engine.referee import events as ev
from engine.referee.verdicts import (
    Ambiguous,
    Decision,
    Discard,
    Fault,
    Final,
    Illegal,
    Move,
    NextTurn,
    Offer,
    Over,
    Owed,
    PutBack,
    Restored,
    Takeback,
    Verdict,
)
from engine.text import CODES_FIELD, decoded
from jokerboard.journal.records import Json

TABLE = "table"
"""The name of the place of a reader or button that belongs to no seat."""

SHOE = "shoe"
"""The name of the reader that sees each card as it is dealt, but not to which seat."""


def seat_at(place: str) -> Seat | None:
    """The seat to which a reader or button belongs; None for `TABLE` and `SHOE`."""
    return None if place in (TABLE, SHOE) else seat_of(place)


def reader_places(cards: str, seats: tuple[str, ...]) -> tuple[str, ...]:
    """The places of the readers by the header's field `cards`: "seat", "table" or "none"."""
    return {"seat": seats, "table": (TABLE,), "none": ()}[cards]


def to_line(event: ev.Event, board: Board) -> Json:
    """The JSON object of the line for `event`."""
    match event:
        case ev.Edge(t, hole, on):
            return {"t": t, "hole": board.name(hole), "on": on}
        case ev.CardRead(t, card, at, unknown):
            return {"t": t, "card": unknown if card is None else str(card), "at": _place(at)}
        case ev.Dealt(t, card, at):
            return {"t": t, "dealt": str(card), "at": _place(at)}
        case ev.Reshuffled(t):
            return {"t": t, "reshuffle": True}
        case ev.Button(t, name, at):
            return {"t": t, "button": name, "at": _place(at)}
        case ev.Ruling():
            return _ruling(event)
        case ev.Device(t, device, ok):
            return {"t": t, "device": device, "ok": ok}
        case ev.MachinePlay(t, play, at):
            return {"t": t, "machine": None if play is None else play.text(board), "at": _place(at)}
        case ev.Tick(t):
            return {"t": t}


def _ruling(ruling: ev.Ruling) -> Json:
    position = None if ruling.position is None else ruling.position.line()
    optional = {"n": ruling.n, "position": position, "why": ruling.why or None}
    given = {name: value for name, value in optional.items() if value is not None}
    return {"t": ruling.t, "decision": ruling.decision, "by": ruling.by} | given


def _place(at: Seat | None) -> str:
    return TABLE if at is None else seat_letter(at)


KINDS: dict[str, tuple[type, tuple[str, ...]]] = {
    "turn": (NextTurn, ("seat",)),
    "move": (Move, ("n", "seat", "card", "play", "position", "owing", "amends")),
    "discard": (Discard, ("n", "seat", "card", "position")),
    "illegal": (Illegal, ("seat", "code", "text", "holes", "put_back")),
    "ambiguous": (Ambiguous, ("seat", "candidates", "touch")),
    "restored": (Restored, ()),
    "takeback": (Takeback, ("n", "position")),
    "decision": (Decision, ("decision", "by", "position", "why", "n")),
    "fault": (Fault, ("hole", "device", "text", "ok")),
    "offer": (Offer, ("what",)),
    "over": (Over, ("team", "position")),
    "final": (Final, ("position",)),
}
"""For each kind of line: the verdict's class, and its fields in the order in which they are written."""
_KIND_OF = {kind: name for name, (kind, _) in KINDS.items()}
_OPTIONAL: dict[str, dict[str, Any]] = {
    "move": {"amends": None},
    "decision": {"why": "", "n": None},
    "fault": {"hole": None, "device": None, "ok": False},
}
"""By kind of line, the fields that are left out if they have this value."""
_WRITE: dict[str, Callable[[Any, Board], Any]] = {
    "seat": lambda seat, _: seat_letter(seat),
    "team": lambda seats, _: [seat_letter(seat) for seat in seats],
    "play": lambda play, board: play.text(board),
    "candidates": lambda plays, board: [play.text(board) for play in plays],
    "position": lambda position, _: position.line(),
    "hole": lambda hole, board: board.name(hole),
    "holes": lambda holes, board: [board.name(hole) for hole in holes],
    "touch": lambda holes, board: [board.name(hole) for hole in holes],
    "owing": lambda owing, board: [
        {"marble": seat_letter(owed.marble), "to": [board.name(hole) for hole in owed.to]} for owed in owing
    ],
    "put_back": lambda steps, board: [
        {"from": board.name(step.source), "to": board.name(step.target)} for step in steps
    ],
}
"""By field, the function that makes its JSON; values of other fields are written unchanged."""
_READ: dict[str, Callable[[Any, Board, int], Any]] = {
    "seat": lambda letter, *_: seat_of(letter),
    "team": lambda letters, *_: tuple(seat_of(letter) for letter in letters),
    "play": lambda text, board, _: Play.parse(text, board),
    "candidates": lambda texts, board, _: tuple(Play.parse(text, board) for text in texts),
    "position": lambda line, _, per_seat: Position.parse(line, per_seat),
    "hole": lambda name, board, _: board.hole(name),
    "holes": lambda names, board, _: tuple(board.hole(name) for name in names),
    "touch": lambda names, board, _: tuple(board.hole(name) for name in names),
    "owing": lambda owing, board, _: tuple(
        Owed(seat_of(each["marble"]), tuple(board.hole(name) for name in each["to"])) for each in owing
    ),
    "put_back": lambda steps, board, _: tuple(
        PutBack(board.hole(step["from"]), board.hole(step["to"])) for step in steps
    ),
    "why": lambda text, *_: str(text),
    "what": lambda text, *_: str(text),
    "ok": lambda flag, *_: bool(flag),
}


def to_json(verdict: Verdict, board: Board) -> Json:
    """The JSON object of a verdict, ready for `json.dumps`."""
    kind = _KIND_OF[type(verdict)]
    optional = _OPTIONAL.get(kind, {})
    out: Json = {"t": verdict.t, "kind": kind}
    for name in KINDS[kind][1]:
        value = getattr(verdict, name)
        if name not in optional or value != optional[name]:
            out[name] = _WRITE[name](value, board) if name in _WRITE else value
    return out


def from_json(obj: Mapping[str, Any], board: Board, per_seat: int = 5) -> Verdict:
    """The verdict of such an object; raise KeyError or NotationError if it is malformed.

    A position line does not contain the number of marbles of a seat, so `per_seat` gives it.
    """
    if obj["kind"] not in KINDS:
        raise KeyError(f"no verdict is called {obj['kind']!r}")
    kind, names = KINDS[obj["kind"]]
    values = {
        name: _READ[name](obj[name], board, per_seat) if name in _READ else obj[name]
        for name in names
        if name in obj or name not in _OPTIONAL.get(obj["kind"], {})
    }
    if "text" in values:
        values["text"] = decoded(values["text"], obj.get(CODES_FIELD, {}).get("text"))
    verdict: Verdict = kind(t=float(obj["t"]), **values)
    return verdict
