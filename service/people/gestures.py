"""A play as hands make it: timed lifts and places, with people's habits in them.

`gestures(...)` is a pure function of the wood, the play and a `random.Random`. Its times are seconds from the
first move of a hand. What it says is physically possible on the wood it was given, in the order of time: no
two marbles in a hole, no lift from an empty one. START is named by its seat alone (`hole` None): the hand
takes any marble there, or any free hole, when the moment comes. Marbles that a bump leaves in a hand may be
put down long after the play is made; these gestures come in `later`, with a delay of their own.

A `Nudge` is a marble lifted and put back into its own hole: brushed, adjusted, or taken up by mistake. Only
where there is one at that moment, and nobody else has a hand on it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

from engine.geometry import Board, Hole, Seat
from engine.play import Play
from engine.position import Position
from service.people.carried import Carried, Stroke, Wood, strokes
from service.people.habits import Habits, between, shows


@dataclass(frozen=True, slots=True)
class Lift:
    """A marble of `seat` leaves `hole` (None: any of its START holes) into a hand."""

    t: float
    seat: Seat
    hole: Hole | None


@dataclass(frozen=True, slots=True)
class Place:
    """A marble of `seat` that is in a hand goes into `hole` (None: any free START hole of its)."""

    t: float
    seat: Seat
    hole: Hole | None


@dataclass(frozen=True, slots=True)
class Nudge:
    """The marble in `hole`, whichever it is, is lifted and put back after `seconds`."""

    t: float
    hole: Hole
    seconds: float


Gesture: TypeAlias = Lift | Place | Nudge


@dataclass(frozen=True, slots=True)
class Hands:
    """Gestures in order of time; those that are made when the hand comes to it; when the play is made.

    `first` and `done`: when the first marble is lifted and the last one that the play needs comes down.
    `later`: each to be made so many seconds after `done`.
    """

    now: tuple[Gesture, ...]
    later: tuple[Place, ...]
    first: float
    done: float


LONGEST_REST = 0.93
"""A hand never leaves an unfinished play alone for longer; after a second it may be called illegal."""


def gestures(
    board: Board,
    position: Position,
    play: Play,
    wood: Wood,
    rng: Random,
    habits: Habits,
    keep_off: frozenset[Hole] = frozenset(),
) -> Hands:
    """`play`, legal in `position`, made on `wood`, which shows it; `keep_off` are holes not to walk on."""
    parts = strokes(board, position, play)
    if len(parts) == 2 and not parts[0].holes & parts[1].holes:
        if shows(rng, habits.order):
            parts = (parts[1], parts[0])
        if shows(rng, habits.both_hands):
            return _both_at_once(board, parts, wood, rng, habits, keep_off)
    sketch = Sketch(board, wood, rng, habits, keep_off)
    dependent = len(parts) == 2 and bool(parts[0].holes & parts[1].holes)
    for i, part in enumerate(parts):
        if i:
            sketch.rest()
        sketch.stroke(part, may_wait=not dependent)
    return sketch.hands()


def _both_at_once(
    board: Board,
    parts: tuple[Stroke, ...],
    wood: Wood,
    rng: Random,
    habits: Habits,
    keep_off: frozenset[Hole],
) -> Hands:
    """Two hands, each with its leg: neither walks where the other is."""
    made = []
    for mine, theirs in ((0, 1), (1, 0)):
        busy = keep_off | parts[theirs].holes | set(parts[theirs].way)
        sketch = Sketch(board, wood, rng, habits, busy)
        sketch.t = between(rng, 0.0, 0.5)
        sketch.stroke(parts[mine], may_wait=True)
        made.append(sketch.hands())
    now = sorted((*made[0].now, *made[1].now), key=lambda g: g.t)
    done = max(each.done for each in made)
    later = [replace(g, t=g.t + each.done - done) for each in made for g in each.later]
    first = min(each.first for each in made)
    return Hands(tuple(now), tuple(replace(g, t=max(0.0, g.t)) for g in later), first, done)


def carry_all(board: Board, carries: list[Carried], wood: Wood, rng: Random, habits: Habits) -> Hands:
    """All these marbles carried, in any order that the wood allows: for undoing, mending and correcting."""
    sketch = Sketch(board, wood, rng, habits, frozenset())
    waiting = list(carries)
    rng.shuffle(waiting)
    held: list[Carried] = []
    for intruder in [c for c in waiting if c.source is not None and board.is_start(c.source)]:
        waiting.remove(intruder)  # it may stand where a START marble has to go
        held.append(intruder)
        sketch.lift(intruder)
        sketch.wait(0.15, 0.6)
    while waiting or held:
        free = next((c for c in held if sketch.is_free(c.target)), None)
        if free is not None:
            held.remove(free)
            sketch.place(free)
            sketch.wait(0.1, 0.5)
            continue
        if not waiting:  # every hole they go to is taken by a marble that stays
            raise ValueError("marbles are to be carried into holes that stay occupied")
        nearest = next((c for c in waiting if sketch.is_free(c.target)), waiting[0])
        waiting.remove(nearest)
        held.append(nearest)
        sketch.lift(nearest)
        sketch.wait(0.15, 0.6)
    return sketch.hands()


class Sketch:
    """Gestures under way, on a wood of their own: `t` is where the hand stands in time."""

    def __init__(
        self, board: Board, wood: Wood, rng: Random, habits: Habits, keep_off: frozenset[Hole]
    ) -> None:
        self.t = 0.0
        self._board = board
        self._wood = dict(wood)
        self._rng = rng
        self._habits = habits
        self._keep_off = keep_off
        self._now: list[Gesture] = []
        self._later: list[Place] = []
        self._first: float | None = None
        self._done = 0.0

    def hands(self) -> Hands:
        """What has been sketched."""
        now = tuple(sorted(self._now, key=lambda g: g.t))
        later = tuple(replace(g, t=g.t) for g in self._later)
        return Hands(now, later, 0.0 if self._first is None else self._first, self._done)

    # The smallest things.

    def wait(self, low: float, high: float) -> None:
        """Some time passes."""
        self.t += between(self._rng, low, high)

    def rest(self) -> None:
        """Between two legs, the hand off the board."""
        if shows(self._rng, self._habits.pause):
            self.wait(0.5, LONGEST_REST - 0.1)
        else:
            self.wait(0.1, 0.5)

    def is_free(self, hole: Hole | None) -> bool:
        """Whether a marble can be put there."""
        return hole is None or hole not in self._wood

    def lift(self, marble: Carried) -> None:
        """The marble leaves its hole."""
        if marble.source is not None:
            del self._wood[marble.source]
            self._brush(marble.source)
        self._now.append(Lift(self.t, marble.seat, marble.source))
        self._first = self.t if self._first is None else self._first
        self._done = self.t

    def place(self, marble: Carried) -> None:
        """The marble comes down where it belongs."""
        self._put(marble.seat, marble.target)
        self._done = self.t

    def _put(self, seat: Seat, hole: Hole | None) -> None:
        if hole is not None:
            assert hole not in self._wood
            self._wood[hole] = seat
            self._brush(hole)
        self._now.append(Place(self.t, seat, hole))

    def _brush(self, near: Hole) -> None:
        """A neighbour comes out and goes back, before the hand goes on."""
        if not shows(self._rng, self._habits.brush):
            return
        beside = [h for h in self._neighbours(near) if h in self._wood and h not in self._keep_off]
        if not beside:
            return
        for hole in beside[: 1 + (self._rng.random() < 0.2)]:
            seconds = between(self._rng, 0.032, 0.25)
            start = self.t + between(self._rng, 0.0, 0.03)
            self._now.append(Nudge(start, hole, seconds))
            self.t = max(self.t, start + seconds + 0.02)

    def _neighbours(self, hole: Hole) -> list[Hole]:
        board = self._board
        if board.is_ring(hole):
            near = [(hole + 1) % board.ring, (hole - 1) % board.ring]
            side = board.side(hole)
            if hole == board.in_spot(side):
                near.append(board.lane(side)[0])
        else:
            near = [h for h in (hole + 1, hole - 1) if board.is_lane(h) and board.side(h) == board.side(hole)]
        self._rng.shuffle(near)
        return near

    # A leg.

    def stroke(self, part: Stroke, *, may_wait: bool) -> None:
        """One leg of a play, with all that it does to others."""
        self._wrong_start(part)
        if len(part.played) == 2:
            self._exchange(part)
        elif not part.bumped:
            self._walk(part.played[0], part.way)
        else:
            self._capture(part, may_wait)

    def _wrong_start(self, part: Stroke) -> None:
        """Another marble is taken up first, and put back."""
        if not shows(self._rng, self._habits.overshoot * 0.4):
            return
        mine = part.played[0].seat
        others = [
            h
            for h, seat in self._wood.items()
            if seat == mine
            and not self._board.is_start(h)
            and h not in part.holes
            and h not in self._keep_off
        ]
        if others:
            seconds = between(self._rng, 0.2, 1.6)
            self._now.append(Nudge(self.t, self._rng.choice(others), seconds))
            self.t += seconds + between(self._rng, 0.1, 0.5)

    def _exchange(self, part: Stroke) -> None:
        one, other = part.played if self._rng.random() < 0.5 else part.played[::-1]
        self.lift(one)
        self._hold()
        self.lift(other)
        self._hold()
        first, second = (one, other) if self._rng.random() < 0.5 else (other, one)
        self.place(first)
        self.wait(0.1, 0.6)
        self.place(second)

    def _capture(self, part: Stroke, may_wait: bool) -> None:
        mover, bumped = part.played[0], list(part.bumped)
        alike = len(bumped) == 2 and bumped[0].seat == bumped[1].seat and bumped[1].target is None
        if alike and shows(self._rng, 0.5):  # of one colour: the first may as well go to START itself
            bumped = [Carried(bumped[0].seat, bumped[0].source, None)]
        last = shows(self._rng, self._habits.order)
        clear = not last and self._rng.random() < 0.4 and mover.source not in [c.target for c in bumped]
        if clear:
            for marble in reversed(bumped):
                self.lift(marble)
                self._hold()
                self.place(marble)
                self.wait(0.1, 0.5)
            self._walk(mover, part.way)
            return
        if not last:
            for marble in bumped:
                self.lift(marble)
                self.wait(0.1, 0.5)
            self._walk(mover, part.way)
        else:
            self._walk(mover, part.way, before_landing=bumped)
        self._put_away(bumped, may_wait)

    def _put_away(self, bumped: list[Carried], may_wait: bool) -> None:
        """The bumped marbles in the hand go where they belong, now or later."""
        delay = 0.0
        for marble in bumped:
            habit = self._habits.late if marble.target is None else self._habits.late_spot
            if not may_wait or not shows(self._rng, habit):
                made = self._done
                self.wait(0.15, 0.7)
                self._put(marble.seat, marble.target)
                self._done = made
                continue
            long = 30.0 if marble.target is None else 12.0
            # As often soon as late: 0.3 s to half a minute on a scale of powers.
            delay += float(0.3 * (long / 0.3) ** self._rng.random())
            self._later.append(Place(delay, marble.seat, marble.target))

    def _hold(self) -> None:
        """Time with a marble in the hand: now and then somebody thinks."""
        if shows(self._rng, self._habits.pause * 0.4):
            self.wait(0.8, 3.5)
        else:
            self.wait(0.12, 0.6)

    def _walk(
        self, mover: Carried, way: tuple[Hole, ...], before_landing: list[Carried] | None = None
    ) -> None:
        """From source to target, hole by hole or in one go."""
        rng, habits = self._rng, self._habits
        self.lift(mover)
        if way and shows(rng, habits.walk):
            for hole in way:
                if hole in self._wood or hole in self._keep_off:
                    self.wait(0.05, 0.2)
                    continue
                self._step(mover.seat, hole)
        else:
            self._hold()
        for marble in before_landing or ():
            self.lift(marble)
            self.wait(0.05, 0.4)
        if way and shows(rng, habits.overshoot):
            self._overshoot(mover, way)
        self.place(mover)

    def _step(self, seat: Seat, hole: Hole) -> None:
        """Down into a hole on the way, and out of it again."""
        self.wait(0.05, 0.25)
        self._put(seat, hole)
        if shows(self._rng, self._habits.pause * 0.3):
            self.wait(0.4, LONGEST_REST)
        else:
            self.wait(0.05, 0.35)
        del self._wood[hole]
        self._now.append(Lift(self.t, seat, hole))
        if shows(self._rng, self._habits.pause * 0.15):
            self.wait(0.5, 3.0)

    def _overshoot(self, mover: Carried, way: tuple[Hole, ...]) -> None:
        """One or two holes too far or too short, seen before anybody says it."""
        board, target = self._board, mover.target
        if target is None or not board.is_ring(target):
            return
        sign = 1 if (target - way[-1]) % board.ring == 1 else -1
        hole = (target + sign * self._rng.choice((1, 1, 2, -1, -1))) % board.ring
        if hole in self._wood or hole in self._keep_off or hole == mover.source:
            return
        self.wait(0.1, 0.3)
        self._put(mover.seat, hole)
        self.wait(0.15, LONGEST_REST)
        del self._wood[hole]
        self._now.append(Lift(self.t, mover.seat, hole))
        self.wait(0.1, 0.4)
