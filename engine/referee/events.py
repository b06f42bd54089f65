"""The input of the referee: one frozen value for each event, with its time in seconds from the start.

The names follow section 3 of docs/formats.md (the trace). Holes and seats are the engine's integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.cards import Card
from engine.geometry import Hole, Seat
from engine.play import Play
from engine.position import Position

ButtonName: TypeAlias = Literal["ok", "back", "help"]
DecisionName: TypeAlias = Literal["let-stand", "take-back", "correct"]


@dataclass(frozen=True, slots=True)
class Edge:
    """A raw level of one hole's sensor, before any debouncing."""

    t: float
    hole: Hole
    on: bool


@dataclass(frozen=True, slots=True)
class CardRead:
    """A card on a reader: `card`, or None when it was taken off.

    `at` is the seat whose reader it is, None for the table's one reader. A tag that is not a card of this
    deck comes with `unknown`, its text, and no card.
    """

    t: float
    card: Card | None
    at: Seat | None
    unknown: str | None = None


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card dealt to or drawn by a seat, at tables that read such cards."""

    t: float
    card: Card
    at: Seat


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discards became the draw pile: numbered copies may be seen again."""

    t: float


@dataclass(frozen=True, slots=True)
class Button:
    """A pressed button: `ok` confirms, `back` asks for a takeback, `help` lights the legal holes."""

    t: float
    name: ButtonName
    at: Seat | None


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision of a person, with its reason.

    `take-back` returns to the turn before play `n`; `correct` sets `position`. A `take-back` may also name
    the position before play `n`: then it can undo plays that earlier decisions followed.
    """

    t: float
    decision: DecisionName
    by: str
    n: int | None = None
    position: Position | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Device:
    """A device that was lost (`ok` false) or is back."""

    t: float
    device: str
    ok: bool


@dataclass(frozen=True, slots=True)
class MachinePlay:
    """A machine player at seat `at` demands `play`, whose card people then lay; None if people play there."""

    t: float
    play: Play | None
    at: Seat


@dataclass(frozen=True, slots=True)
class Tick:
    """The passing of time, which changes no verdict by itself."""

    t: float


OfCards: TypeAlias = Dealt | Reshuffled
"""Events of cards that no verdict repeats, so that a resumed referee needs them."""

Event: TypeAlias = Edge | CardRead | Dealt | Reshuffled | Button | Ruling | Device | MachinePlay | Tick
