"""What a card on a reader means, and the card of the turn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from engine.cards import Card
from engine.geometry import Seat


class Reading(Enum):
    """What a card on a reader means."""

    NOTHING = auto()
    """A repeat, or nothing that matters now."""
    LAID = auto()
    """The card of the turn."""
    NEXT = auto()
    """The next seat's card: the turn before it is over; the card waits."""
    TOO_SOON = auto()
    """A card of a seat that is not to play; it waits."""
    WITHDRAWN = auto()
    """The laid card was taken off: another one may be laid, or it may yet be played."""
    SECOND = auto()
    """A second, different card in one turn."""
    TWICE = auto()
    """The same numbered copy since the last reshuffle."""
    UNKNOWN = auto()
    """A tag that is no card of this deck."""


@dataclass(slots=True)
class Laid:
    """The card of the turn: since when, on which reader (None for the table's)."""

    card: Card
    t: float
    at: Seat | None
    gone: bool = False
    """Taken off its reader: a tap is enough to lay it, until another one is laid in its place."""
    free: bool = False
    """Taken off before a marble moved: another one may be laid."""
    kept: bool = False
    """It was given back: another one may be laid, and it is not discarded again of itself."""


@dataclass(frozen=True, slots=True)
class Hurried:
    """The next seat's card that has ended a turn: when, and when the last edge before it was."""

    card: Card | None
    t: float
    last_edge: float
