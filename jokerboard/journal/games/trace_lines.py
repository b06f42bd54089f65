"""Events as lines of a trace (docs/formats.md, section 3), and the places of readers and buttons.

A place is a seat's letter, the table, or the shoe, which is a reader that sees each card as it is dealt.
"""

from __future__ import annotations

from engine.geometry import Board, Seat, seat_letter, seat_of
from engine.referee.events import (
    Button,
    CardRead,
    Dealt,
    Device,
    Edge,
    Event,
    MachinePlay,
    Reshuffled,
    Ruling,
    Tick,
)
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


def to_line(event: Event, board: Board) -> Json:
    """The JSON object of the line for `event`."""
    match event:
        case Edge(t, hole, on):
            return {"t": t, "hole": board.name(hole), "on": on}
        case CardRead(t, card, at, unknown):
            return {"t": t, "card": unknown if card is None else str(card), "at": _place(at)}
        case Dealt(t, card, at):
            return {"t": t, "dealt": str(card), "at": _place(at)}
        case Reshuffled(t):
            return {"t": t, "reshuffle": True}
        case Button(t, name, at):
            return {"t": t, "button": name, "at": _place(at)}
        case Ruling():
            return _ruling(event)
        case Device(t, device, ok):
            return {"t": t, "device": device, "ok": ok}
        case MachinePlay(t, play, at):
            return {"t": t, "machine": None if play is None else play.text(board), "at": _place(at)}
        case Tick(t):
            return {"t": t}


def _ruling(ruling: Ruling) -> Json:
    position = None if ruling.position is None else ruling.position.line()
    optional = {"n": ruling.n, "position": position, "why": ruling.why or None}
    given = {name: value for name, value in optional.items() if value is not None}
    return {"t": ruling.t, "decision": ruling.decision, "by": ruling.by} | given


def _place(at: Seat | None) -> str:
    return TABLE if at is None else seat_letter(at)
