"""The motions of hands, one at a time, and a play as a list of motions.

START is named by its seat alone (`hole` None): the hand takes any marble there, or any free hole, when the
moment comes. A `Nudge` is a marble lifted and put back into its own hole: brushed, adjusted, or lifted by
mistake. It happens only if a marble is there at that moment, and no other hand is on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.geometry import Hole, Seat


@dataclass(frozen=True, slots=True)
class Lift:
    """A marble of `seat` leaves `hole` (None: any of its START holes) into a hand."""

    t: float
    seat: Seat
    hole: Hole | None


@dataclass(frozen=True, slots=True)
class Place:
    """A held marble of `seat` goes into `hole` (None: any free hole of its START)."""

    t: float
    seat: Seat
    hole: Hole | None


@dataclass(frozen=True, slots=True)
class Nudge:
    """A marble, of any colour, that is lifted from `hole` and put back after `seconds`."""

    t: float
    hole: Hole
    seconds: float


Gesture: TypeAlias = Lift | Place | Nudge


@dataclass(frozen=True, slots=True)
class Hands:
    """Gestures in order of time, gestures for later, and the times at which the play begins and is made.

    `first` and `done`: when the first marble is lifted and the last one that the play needs comes down.
    `later`: gestures with their time in seconds after `done`.
    """

    now: tuple[Gesture, ...]
    later: tuple[Place, ...]
    first: float
    done: float
