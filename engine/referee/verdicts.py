"""The referee's verdicts: one frozen value for each (section 4 of docs/formats.md).

`t` is the time at which the verdict was known. Plays and positions are engine values, so a verdict can be
folded without parsing anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.geometry import Hole, Seat
from engine.play import Play
from engine.position import Position


@dataclass(frozen=True, slots=True)
class Owed:
    """A bumped marble of seat `marble` that is not yet in one of the holes `to`."""

    marble: Seat
    to: tuple[Hole, ...]


@dataclass(frozen=True, slots=True)
class PutBack:
    """One marble to carry from its present hole to the hole where it belongs."""

    source: Hole
    target: Hole


@dataclass(frozen=True, slots=True)
class NextTurn:
    """The verdict that it is `seat`'s turn."""

    t: float
    seat: Seat


@dataclass(frozen=True, slots=True)
class Move:
    """Play `n`. `card` is its card, or all ranks that explain it; `amends` is the number it replaces."""

    t: float
    n: int
    seat: Seat
    card: str
    play: Play
    position: Position
    owing: tuple[Owed, ...] = ()
    amends: int | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """A card that was laid and not played, as the rules allow."""

    t: float
    n: int
    seat: Seat
    card: str
    position: Position


@dataclass(frozen=True, slots=True)
class Illegal:
    """An illegal board: `code` and `text` name the fault, `holes` are involved, `put_back` corrects it."""

    t: float
    seat: Seat
    code: str
    text: str
    holes: tuple[Hole, ...] = ()
    put_back: tuple[PutBack, ...] = ()


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A question, because plays look alike: lifting and replacing `touch[i]` chooses `candidates[i]`."""

    t: float
    seat: Seat
    candidates: tuple[Play, ...]
    touch: tuple[Hole, ...]


@dataclass(frozen=True, slots=True)
class Restored:
    """The board again agrees with the position."""

    t: float


@dataclass(frozen=True, slots=True)
class Takeback:
    """Play `n` is undone; `position` is the position before it."""

    t: float
    n: int
    position: Position


A_NEW_GAME = "a new game"
"""The reason of the decision by which people begin a new game."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A human referee's decision with the resulting `position`; `why` is the given reason, or empty.

    `n` is given if an earlier decision is undone: the number of the first play that is undone, or one more
    than the last play's. The referee announces no takebacks of the plays before that earlier decision.
    """

    t: float
    decision: str
    by: str
    position: Position
    why: str = ""
    n: int | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """A sensor or a device cannot be trusted; exactly one of `hole` and `device` is given."""

    t: float
    text: str
    hole: Hole | None = None
    device: str | None = None
    ok: bool = False
    """Whether the sensor or device can be trusted again."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer that `ok` accepts and `back` declines; `what` is `new-game`."""

    t: float
    what: str


@dataclass(frozen=True, slots=True)
class Over:
    """The game is won by `team`, its seats in order."""

    t: float
    team: tuple[Seat, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Final:
    """The won game is final: only a decision reopens it, and hidden cards may be shown."""

    t: float
    position: Position


Verdict: TypeAlias = (
    NextTurn
    | Move
    | Discard
    | Illegal
    | Ambiguous
    | Restored
    | Takeback
    | Decision
    | Fault
    | Offer
    | Over
    | Final
)
