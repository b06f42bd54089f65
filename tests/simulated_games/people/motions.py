"""The motions of hands, one at a time, and a play as a list of motions.

If `hole` is None, the motion is at the seat's START: the hand takes any marble there, or any free hole, when
the time comes. A `Nudge` is a marble that is lifted and put back into its own hole: brushed, adjusted, or
lifted by mistake. It is skipped if no marble is in the hole at that time, or another hand holds it.
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
    """The timed gestures of a play.

    `now` are in order of time; the first marble is lifted at `first`, and the last marble that the play needs
    is placed at `done`. `later` are gestures with their time in seconds after `done`.
    """

    now: tuple[Gesture, ...]
    later: tuple[Place, ...]
    first: float
    done: float
