"""The input of the referee: one frozen value for each event, with its time in seconds from the start.

The names follow section 3 of docs/formats.md (the trace). Holes and seats are the engine's integers.

The levels of sensors are raw and bounce. The debouncer accepts a level once it has lasted `noise` seconds
without a break, and ignores a shorter one. So a clean edge is accepted after `noise` seconds, and a bouncing
edge `noise` seconds after its last bounce.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

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


class Settled(NamedTuple):
    """An accepted change: the hole's level is `on` since the time `edge`; the change was accepted at `t`."""

    t: float
    edge: float
    hole: Hole
    on: bool


class Debouncer:
    """The accepted levels of all holes as a mask, and the *young* changes, which are not accepted yet."""

    __slots__ = ("_due", "_noise", "_raw", "levels")

    def __init__(self, levels: int, noise: float) -> None:
        self.levels = levels
        self._raw = levels
        self._noise = noise
        self._due: dict[Hole, tuple[float, float]] = {}

    def edge(self, t: float, hole: Hole, on: bool) -> None:
        """Take a raw level at `t`; a repeated level is ignored."""
        bit = 1 << hole
        if bool(self._raw & bit) == on:
            return
        self._raw ^= bit
        if (self._raw ^ self.levels) & bit:
            self._due[hole] = (t + self._noise, t)
        else:
            self._due.pop(hole, None)

    @property
    def deadline(self) -> float | None:
        """The time at which the next young change is accepted; None if there is none."""
        return min(self._due.values())[0] if self._due else None

    @property
    def young(self) -> int:
        """The mask of holes with a change that is not accepted yet."""
        mask = 0
        for hole in self._due:
            mask |= 1 << hole
        return mask

    def settle(self, t: float) -> list[Settled]:
        """The changes that are accepted by `t`, in the order of their acceptance."""
        ripe = sorted((due, edge, hole) for hole, (due, edge) in self._due.items() if due <= t)
        changes = []
        for due, edge, hole in ripe:
            del self._due[hole]
            self.levels ^= 1 << hole
            changes.append(Settled(due, edge, hole, bool(self.levels >> hole & 1)))
        return changes
