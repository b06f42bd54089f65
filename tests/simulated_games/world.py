"""The simulated world of one table: marbles, hands, sensors, and a referee that gets only edges and cards.

Times are trace times. Gestures are scheduled and done when their time comes. Each change of a hole becomes
raw edges (`sensors.py`), which go to the referee in order. The wood keeps its marbles by colour: an
impossible gesture (two marbles in a hole, a lift from an empty one) is a fault of the hand model and raises
`ImpossibleGestureError`.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from engine.geometry import Board, Hole, Seat
from engine.position import Position
from engine.referee.events import Edge, Event
from engine.referee.machine import Referee
from engine.referee.verdicts import Ambiguous, Verdict
from hardware.twin.sensors import Bounce
from jokerboard.host.errors import JokerboardError
from tests.simulated_games.people.carried_marbles import Carried, owners, rearranged
from tests.simulated_games.people.motions import Gesture, Lift, Nudge, Place
from tests.simulated_games.sensors import Physics, Sensors


class ImpossibleGestureError(JokerboardError, RuntimeError):
    """The hand model did something that no hand can do. This is a fault of the model, not of the referee."""


Receive: TypeAlias = Callable[[Verdict], None]

SEEN_AFTER = 0.4
"""Seconds after which everybody has seen the light of a question; then nobody adjusts that marble."""


@dataclass(slots=True)
class Owed:
    """A bumped marble in a hand, and the time and hole of its placement."""

    t: float
    place: Place
    done: bool = False


class World:
    """The real world of one table: marbles (`wood`), hands and sensors; `t` is the time in the trace."""

    def __init__(
        self,
        referee: Referee,
        board: Board,
        position: Position,
        rng: Random,
        receive: Receive,
        *,
        bounces: bool,
        physics: Physics = Physics(),  # noqa: B008 (a frozen value)
        chance: Random | None = None,
    ) -> None:
        """`rng` drives hands and bounces, `chance` all other behaviour of the sensors."""
        self.t = 0.0
        self.referee = referee
        self.board = board
        self.wood: dict[Hole, Seat] = {}
        self.held: Counter[Seat] = Counter()
        self.owed: list[Owed] = []
        self.events: list[Event] = []
        self.shifts: list[Edge] = []
        """Movements of marbles into and out of holes, as perfect sensors report them."""
        self._rng = rng
        self._receive = receive
        bounce = Bounce(rng.randrange(1 << 30)) if bounces else None
        self._agenda: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self.nudged: set[Hole] = set()
        """Holes whose marble is in a hand and will be put back."""
        self._asked: Ambiguous | None = None
        for hole, seat in owners(position).items():
            self.wood[hole] = seat
        for seat in position.seats:
            for hole in board.start(seat)[: position.start_count(seat)]:
                self.wood[hole] = seat
        self.sensors = Sensors(
            board,
            frozenset(self.wood),
            at=self.at,
            now=lambda: self.t,
            edge=lambda hole, on: self.feed(Edge(self.t, hole, on)),
            bounce=bounce,
            physics=physics,
            rng=chance or rng,
        )

    # The passing of time

    def at(self, t: float, do: Callable[[], None]) -> None:
        """Schedule a call of `do` for time `t`."""
        self._count += 1
        heapq.heappush(self._agenda, (max(t, self.t), self._count, do))

    def run_until(self, t: float) -> None:
        agenda = self._agenda
        while agenda and agenda[0][0] <= t:
            due, _, do = heapq.heappop(agenda)
            self.t = max(self.t, due)
            do()
        self.t = max(self.t, t)
        self.settle()

    def settle(self) -> None:
        """Let the referee handle all deadlines up to now, and pass its verdicts to `receive`."""
        for verdict in self.referee.advance(self.t):
            self._deliver(verdict)

    def wait(self, seconds: float) -> None:
        self.run_until(self.t + seconds)

    def wait_for(self, so: Callable[[], bool], within: float) -> bool:
        """Let time pass until `so()` is true, at most `within` seconds; return whether it became true."""
        end = self.t + within
        while not so():
            if self.t >= end:
                return False
            due = self._agenda[0][0] if self._agenda else end
            deadline = self.referee.deadline
            step = min(due, end, end if deadline is None else deadline)
            self.run_until(max(step, self.t + 1e-6))
        return True

    # Events that the referee gets

    def feed(self, event: Event) -> None:
        """Pass an event to the referee, and its verdicts to `receive`."""
        self.events.append(event)
        for verdict in self.referee.feed(event):
            self._deliver(verdict)

    def _deliver(self, verdict: Verdict) -> None:
        if isinstance(verdict, Ambiguous):
            self._asked = verdict
        self._receive(verdict)

    def _change(self, hole: Hole, on: bool) -> None:
        """Report a lifted or placed marble to the sensors, and record it in `shifts`."""
        self.shifts.append(Edge(self.t, hole, on))
        self.sensors.change(hole, on)

    # Gestures of hands

    def plan(self, gestures: tuple[Gesture, ...], start: float) -> None:
        """Schedule gestures; their times count from `start`."""
        for gesture in gestures:
            self.at(start + gesture.t, lambda g=gesture: self.do(g))  # type: ignore[misc]

    def plan_later(self, places: tuple[Place, ...], start: float) -> None:
        """Keep marbles in hands that are put down some time after `start`."""
        for place in places:
            owed = Owed(start + place.t, place)
            self.owed.append(owed)
            self.at(owed.t, lambda owed=owed: self._pay(owed))  # type: ignore[misc]

    def pay(self, wanted: Callable[[Owed], bool]) -> None:
        """Place at once each held bumped marble for which `wanted` is true."""
        for owed in [each for each in self.owed if wanted(each)]:
            self._pay(owed)
            self.wait(0.05 + 0.3 * self._rng.random())

    def let_go(self, holes: frozenset[Hole] | None = None) -> None:
        """Wait until no marble of these holes (None: of any hole) is out of its hole by a nudge."""

        def busy() -> bool:
            return bool(self.nudged if holes is None else self.nudged & holes)

        if busy():
            self.wait_for(lambda: not busy(), 10.0)
            self.wait(0.04 + 0.2 * self._rng.random())

    def _pay(self, owed: Owed) -> None:
        if owed.done:
            return
        if owed.place.hole is None and not self._free_start(owed.place.seat):
            # Another marble was put into START by mistake, so this one waits for a free hole.
            self.at(self.t + 1.0, lambda: self._pay(owed))
            return
        owed.done = True
        self.owed.remove(owed)
        self.do(owed.place)

    def _free_start(self, seat: Seat) -> list[Hole]:
        return [h for h in self.board.start(seat) if h not in self.wood and h not in self.nudged]

    def do(self, gesture: Gesture) -> None:
        match gesture:
            case Lift(_, seat, hole):
                self._lift(seat, hole)
            case Place(_, seat, hole):
                self._place(seat, hole)
            case Nudge(_, hole, seconds):
                if not self.asks_for(hole):
                    self.touch(hole, seconds)

    def _lift(self, seat: Seat, hole: Hole | None) -> None:
        if hole is None:
            full = [h for h in self.board.start(seat) if self.wood.get(h) == seat and h not in self.nudged]
            if not full:
                raise ImpossibleGestureError(f"no marble of seat {seat} is in START at {self.t:.3f}")
            hole = self._rng.choice(full)
        if self.wood.get(hole) != seat:
            raise ImpossibleGestureError(
                f"{self.board.name(hole)} has no marble of seat {seat} at {self.t:.3f}"
            )
        del self.wood[hole]
        self.held[seat] += 1
        self._change(hole, False)

    def _place(self, seat: Seat, hole: Hole | None) -> None:
        # If another marble has been placed in the hole, use a free hole of the same START.
        if hole is not None and self.board.is_start(hole) and hole in self.wood:
            hole = next(iter(self._free_start(self.board.side(hole))), hole)
        if hole is None:
            free = self._free_start(seat)
            if not free:
                raise ImpossibleGestureError(f"START of seat {seat} is full at {self.t:.3f}")
            hole = self._rng.choice(free)
        if hole in self.wood or hole in self.nudged or not self.held[seat]:
            raise ImpossibleGestureError(f"nothing can be put into {self.board.name(hole)} at {self.t:.3f}")
        self.held[seat] -= 1
        self.wood[hole] = seat
        self._change(hole, True)

    def asks_for(self, hole: Hole) -> bool:
        """Whether the hole has been lit for `SEEN_AFTER` seconds as one of the answers to a question."""
        asked = self._asked
        if asked is None or hole not in asked.touch or self.t < asked.t + SEEN_AFTER:
            return False
        light = self.referee.lights.get(hole)
        return light is not None and light.role == "choose"

    def touch(self, hole: Hole, seconds: float) -> None:
        """Lift the marble of that hole, if there is one, and put it back after this many seconds."""
        if hole not in self.wood or hole in self.nudged:
            return
        seat = self.wood.pop(hole)
        self.nudged.add(hole)
        self._change(hole, False)
        self.at(self.t + seconds, lambda: self._put_back(hole, seat))

    def _put_back(self, hole: Hole, seat: Seat) -> None:
        self.nudged.discard(hole)
        self.wood[hole] = seat
        self._change(hole, True)

    # Questions about the marbles

    @property
    def last_edge(self) -> float:
        """The time of the last raw edge that a movement caused."""
        return max(self.sensors.edges[-8:])

    def last_edge_by(self, t: float) -> float:
        """The time of the last raw edge of a movement up to `t`."""
        return max((edge for edge in self.sensors.edges[-24:] if edge <= t), default=0.0)

    @property
    def idle(self) -> bool:
        """Whether no hand holds a marble."""
        return not self.nudged and not any(self.held.values())

    def astray(self, position: Position) -> list[Carried]:
        """The carries that would bring the marbles to `position`, one for each misplaced marble.

        Marbles that a simulated hand holds and will place later (`owed`) are left out.
        """
        in_hand = Counter(each.place.seat for each in self.owed if each.place.hole is None)
        due = frozenset(each.place.hole for each in self.owed if each.place.hole is not None)
        return rearranged(self.wood, position, self.board, in_hand, due)
