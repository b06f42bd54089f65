"""Build the timed gestures of a play in advance, on a copy of the marbles' positions."""

from __future__ import annotations

from random import Random

from engine.geometry import Board, Hole, Seat
from tests.simulated_games.people.carried_marbles import Carried, Stroke, Wood, neighbours
from tests.simulated_games.people.habits import Habits, between, shows
from tests.simulated_games.people.motions import Gesture, Hands, Lift, Nudge, Place

LONGEST_REST = 0.93
"""The longest rest in an unfinished play; after one second the table may announce it as illegal."""


class GestureBuilder:
    """Collects timed gestures and makes them on a copy of the board's marbles; `t` is the time in seconds."""

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
        """The gestures so far, in order of their times."""
        now = tuple(sorted(self._now, key=lambda g: g.t))
        return Hands(now, tuple(self._later), 0.0 if self._first is None else self._first, self._done)

    # Single motions of a hand

    def wait(self, low: float, high: float) -> None:
        self.t += between(self._rng, low, high)

    def rest(self) -> None:
        """Rest between two legs, with the hand off the board."""
        if shows(self._rng, self._habits.pause):
            self.wait(0.5, LONGEST_REST - 0.1)
        else:
            self.wait(0.1, 0.5)

    def is_free(self, hole: Hole | None) -> bool:
        """Whether the hole (None: START) can take a marble."""
        return hole is None or hole not in self._wood

    def lift(self, marble: Carried) -> None:
        if marble.source is not None:
            del self._wood[marble.source]
            self._brush(marble.source)
        self._now.append(Lift(self.t, marble.seat, marble.source))
        self._first = self.t if self._first is None else self._first
        self._done = self.t

    def place(self, marble: Carried) -> None:
        self._put(marble.seat, marble.target)
        self._done = self.t

    def _put(self, seat: Seat, hole: Hole | None) -> None:
        if hole is not None:
            assert hole not in self._wood
            self._wood[hole] = seat
            self._brush(hole)
        self._now.append(Place(self.t, seat, hole))

    def _brush(self, near: Hole) -> None:
        """Brush a neighbouring marble out of its hole and back before the hand continues."""
        if not shows(self._rng, self._habits.brush):
            return
        around = [] if self._board.is_start(near) else neighbours(self._board, near)
        self._rng.shuffle(around)
        beside = [h for h in around if h in self._wood and h not in self._keep_off]
        if not beside:
            return
        for hole in beside[: 1 + (self._rng.random() < 0.2)]:
            seconds = between(self._rng, 0.032, 0.25)
            start = self.t + between(self._rng, 0.0, 0.03)
            self._now.append(Nudge(start, hole, seconds))
            self.t = max(self.t, start + seconds + 0.02)

    # The motions of one leg

    def stroke(self, part: Stroke, *, may_wait: bool) -> None:
        """Carry out one leg with its bumped marbles."""
        self._wrong_start(part)
        if len(part.played) == 2:
            self._exchange(part)
        elif not part.bumped:
            self._walk(part.played[0], part.way)
        else:
            self._capture(part, may_wait)

    def _wrong_start(self, part: Stroke) -> None:
        """Lift another marble by mistake, and put it back."""
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
        if alike and shows(self._rng, 0.5):  # Of two equal marbles, either may go to START.
            bumped = [Carried(bumped[0].seat, bumped[0].source, None)]
        last = shows(self._rng, self._habits.order)
        clear = not last and self._rng.random() < 0.4 and mover.source not in [c.target for c in bumped]
        clear = clear and not any(c.target == b.source for i, c in enumerate(bumped) for b in bumped[:i])
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
        """Put the bumped marbles from the hand into START or an in-spot; some later, if `may_wait`."""
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
            # The delay is log-uniform from 0.3 s to half a minute.
            delay += float(0.3 * (long / 0.3) ** self._rng.random())
            self._later.append(Place(delay, marble.seat, marble.target))

    def _hold(self) -> None:
        """Hold the lifted marble for a random time, sometimes longer, to think."""
        if shows(self._rng, self._habits.pause * 0.4):
            self.wait(0.8, 3.5)
        else:
            self.wait(0.12, 0.6)

    def _walk(
        self, mover: Carried, way: tuple[Hole, ...], before_landing: list[Carried] | None = None
    ) -> None:
        """Carry the marble from its source to its target, hole by hole or at once."""
        rng, habits = self._rng, self._habits
        self.lift(mover)
        if habits.park and shows(rng, habits.park):
            self._park(mover)
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

    def _park(self, mover: Carried) -> None:
        """Put the lifted marble down for a while: into a free hole beside its own, or beside the board."""
        source = mover.source
        beside = [] if source is None or self._board.is_start(source) else neighbours(self._board, source)
        taken = {*self._wood, *self._keep_off, mover.target}
        free = [hole for hole in beside if hole not in taken]
        if not free or self._rng.random() < 0.5:
            self.wait(1.0, 8.0)
            return
        hole = self._rng.choice(free)
        self.wait(0.1, 0.4)
        self._put(mover.seat, hole)
        self.wait(0.3, LONGEST_REST)
        del self._wood[hole]
        self._now.append(Lift(self.t, mover.seat, hole))
        self.wait(0.1, 0.5)

    def _step(self, seat: Seat, hole: Hole) -> None:
        """Set the marble down in `hole`, and lift it again."""
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
        """Go one or two holes too far or too short, and correct it before an alarm."""
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
