"""One story of who carried what, as far as it is told: where each marble stands, which is in a hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from engine.geometry import Board, Hole, Seat
from referee.model.occupancy import bits
from referee.old.costs import (
    AT_ONCE,
    BESIDE,
    EITHER_ORDER,
    FLOWN,
    INSTEAD,
    LAGGING,
    NEAR,
    SLEEVE,
    SLIDING,
    UNSEEN,
)
from referee.old.distances import beside, neighbours, steps_of
from referee.policy.hands import Marble

Price: TypeAlias = "Callable[[Story, Marble, Hole], float]"
"""What it costs that this marble comes to that hole, as the story stands."""
Ways: TypeAlias = tuple[tuple[Mapping[tuple[Seat, Hole | None], int], float], ...]


@dataclass(frozen=True, slots=True)
class Habits:
    """What the costs depend on: whose marbles the turn moves, where the card brings them, what is short."""

    movers: tuple[Seat, ...]
    after: tuple[Seat, ...]
    """Whose marbles the next turn moves, if it may have begun."""
    exchange: bool
    """Whether it may exchange one of them with another seat's."""
    ways: Ways
    """Where the card brings each marble, and how much more that costs; the common ways first."""
    brush: float
    touch: float
    flies: bool = False
    """Whether a Joker is laid: people carry a marble hole by hole under it, too, wherever it goes."""


class Up(NamedTuple):
    """A marble in a hand, from which hole (None: before the turn) and since when."""

    marble: Marble
    hole: Hole | None
    t: float
    slid: bool = False
    """Whether the hole beside was filled just before, as when a marble slides there."""


class Early(NamedTuple):
    """A hole that filled before its marble was seen to leave its own."""

    hole: Hole
    t: float


class Story:
    """One of them, as far as it is told: mutable, branched by `copy`."""

    __slots__ = (
        "alone",
        "astray",
        "came",
        "colours",
        "cost",
        "early",
        "hand",
        "mates",
        "rare",
        "snatched",
        "standing",
    )

    def __init__(self, standing: dict[Hole, Marble], hand: list[Up], colours: int) -> None:
        self.standing = standing
        self.hand = hand
        self.colours = colours
        """Whose marble stands where, as one number: a bit for each seat and hole."""
        self.early: list[Early] = []
        self.cost = 0.0
        self.came: dict[Hole, tuple[Hole | None, float]] = {}
        """From which hole a hand brought the marble there, and what that cost."""
        self.snatched: dict[Hole, float] = {}
        """When a marble came to a hole that another one had hardly left."""
        self.alone: dict[Hole, tuple[float, float]] = {}
        """When a hole was filled that was hardly empty; how much more that costs if a hand comes beside."""
        self.astray: frozenset[Marble] = frozenset()
        """Marbles that came to holes where they should not."""
        self.mates: dict[Hole, tuple[Marble, ...]] = {}
        """The other marbles of its colour that were up when one was set down in each hole."""
        self.rare = False
        """Whether a marble came where only an unseen Joker brings it: it may bring a second one, too."""

    def copy(self) -> Story:
        """The same so far."""
        story = Story(dict(self.standing), list(self.hand), self.colours)
        story.early, story.cost, story.mates = list(self.early), self.cost, dict(self.mates)
        story.came, story.snatched, story.alone = dict(self.came), dict(self.snatched), dict(self.alone)
        story.astray, story.rare = self.astray, self.rare
        return story

    def exchanged(self, hole: Hole) -> bool:
        """Whether the marble there and the one that stood there came each from where the other was."""
        source = self.came.get(hole, (None, 0.0))[0]
        return source is not None and self.came.get(source, (None, 0.0))[0] == hole

    def wait(self, t: float) -> None:
        """Holes that filled early are filled by nobody knows what, if no marble has left its own since.

        And what was hardly empty was so with no hand beside.
        """
        for hole, (then, _) in list(self.alone.items()):
            if t - then >= NEAR:
                del self.alone[hole]
        for early in [early for early in self.early if t - early.t >= AT_ONCE]:
            self.early.remove(early)
            self.cost += UNSEEN

    def lift(self, board: Board, hole: Hole, t: float, price: Price, *, slid: bool = False) -> list[Story]:
        """The marble of that hole is in a hand, or already where a hole filled a moment ago.

        Its being carried there has its `price` all the same. From afar it may be either: the one that came
        there may be seen to leave its own hole only now.
        """
        self.cost += self.sleeve(board, hole, t)
        marble = self.standing.pop(hole, None)
        if marble is not None:
            self.colours ^= bit_of(board, hole, marble)
            if marble.home is None and board.is_start(hole):
                marble = self._rather_the_bumped(board, hole, marble)
        early = next((early for early in self.early if early.hole != hole), None)
        self.early = [each for each in self.early if each.hole != hole]
        if marble is None:
            return [self]
        if early is None:
            self.hand.append(Up(marble, hole, t, slid))
            self.cost += INSTEAD if slid else 0.0
            return [self]
        self.early.remove(early)
        told = [self]
        near = not board.is_start(hole) and steps_of(board, marble.seat, hole, early.hole) <= BESIDE
        if not near:
            told.append(self._passed_by(early, Up(marble, hole, t)))
        slid = t - early.t < EITHER_ORDER or near
        self.cost += (0.0 if slid else FLOWN) - UNSEEN
        self.cost += price(self, marble, early.hole)
        self.cost += LAGGING if t - early.t > SLIDING else 0.0
        self.standing[early.hole] = marble
        self.colours ^= bit_of(board, early.hole, marble)
        return told

    def sleeve(self, board: Board, hole: Hole, t: float) -> float:
        """What it costs that a hand came there just after a hole beside was hardly empty."""
        near = any(t - then < AT_ONCE and beside(board, hole, other) for other, then in self.snatched.items())
        cost = SLEEVE if near else 0.0
        for other, (_, more) in list(self.alone.items()):
            if neighbours(board, other) >> hole & 1:
                cost += more
                del self.alone[other]
        return cost

    def _passed_by(self, early: Early, up: Up) -> Story:
        """The same with that marble in a hand, and another one to be seen to leave for the early hole."""
        story = self.copy()
        story.early.append(early)
        story.hand.append(up)
        return story

    def _rather_the_bumped(self, board: Board, hole: Hole, marble: Marble) -> Marble:
        """Of the marbles in that START, all alike, one put there in this turn is taken out first."""
        for other in board.start(board.side(hole)):
            there = self.standing.get(other)
            if there is not None and there.seat == marble.seat and there.home is not None:
                self.standing[other] = marble
                return there
        return marble

    def set_down(self, board: Board, which: int, hole: Hole, cost: float) -> None:
        """One of the marbles in a hand comes to that hole, for that cost."""
        up = self.hand.pop(which)
        self.came[hole], marble = (up.hole, cost), up.marble
        if board.is_start(hole) and marble.home is not None:
            marble = self._taken_off(marble)
        other = self.in_its_place(board, marble, hole)
        if other is not None:
            marble, self.standing[other] = self.standing[other], Marble(marble.seat, marble.home)
        if marble.owed and in_place(board, marble, hole):
            marble = Marble(marble.seat, marble.home)
        self.standing[hole] = marble
        self.colours ^= bit_of(board, hole, marble)
        self.mates[hole] = tuple(up.marble for up in self.hand if up.marble.seat == marble.seat)

    def _taken_off(self, marble: Marble) -> Marble:
        """What goes to START: of two alike, the one that stood where the other came to."""
        for hole, mates in self.mates.items():
            there = self.standing.get(hole)
            if there is not None and there.home == hole and marble in mates:
                self.standing[hole] = marble
                return there
        return marble

    def in_its_place(self, board: Board, marble: Marble, hole: Hole) -> Hole | None:
        """Where the one of its colour stands that belongs in `hole`, if that is where this one belongs."""
        if board.is_start(hole):
            return None
        for place in board.start(marble.seat) if marble.home is None else (marble.home,):
            other = self.standing.get(place)
            if other is not None and other.seat == marble.seat and other.home == hole:
                return place
        return None

    def seat_at(self, hole: Hole) -> Seat | None:
        """Whose marble stands there."""
        marble = self.standing.get(hole)
        return None if marble is None else marble.seat

    def shows(self, after: Mapping[Hole, Seat], holes: int) -> bool:
        """Whether of these holes every full one has the marble that it has in `after`."""
        standing = self.standing
        for hole in bits(holes):
            marble = standing.get(hole)
            if marble is not None and after.get(hole) != marble.seat:
                return False
        return True


def bit_of(board: Board, hole: Hole, marble: Marble) -> int:
    """The marble in that hole, as a bit of `Story.colours`."""
    return 1 << marble.seat * board.holes + hole


def in_place(board: Board, marble: Marble, hole: Hole) -> bool:
    """Whether the marble belongs in that hole."""
    if marble.home is None:
        return board.is_start(hole) and board.side(hole) == marble.seat
    return marble.home == hole
