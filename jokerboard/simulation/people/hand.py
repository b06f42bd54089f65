"""The movements of hands for a play, and the hand that makes them on the simulated board.

A play is carried out in an order that people choose. The bumped marble is taken away first, or only when the
player's own is held over its hole; a chain is moved from either end; an exchange has both marbles in the hand
at one moment. Habits (walking hole by hole, brushing, adjusting) change such a list of steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from engine.geometry import Board, Hole, Seat
from engine.play import Leg, Play
from hardware.errors import WoodError
from jokerboard.simulation.board.simulated_board import SimulatedBoard
from jokerboard.simulation.people.choice_of_play import Chance


@dataclass(frozen=True, slots=True)
class Lift:
    """Take a marble of `seat` out of `hole`, or out of any hole of its START (None)."""

    seat: Seat
    hole: Hole | None


@dataclass(frozen=True, slots=True)
class Place:
    """Put a held marble of `seat` into `hole`, or into any free hole of its START (None)."""

    seat: Seat
    hole: Hole | None


Step: TypeAlias = Lift | Place


def carried_out(board: Board, play: Play, owners: dict[Hole, Seat], chance: Chance) -> tuple[Step, ...]:
    """The steps of `play`; `owners`: for each occupied hole of ring and lanes, its marble's seat."""
    owners = dict(owners)
    steps: list[Step] = []
    for leg in play.legs:
        steps += _exchanged(leg, owners) if leg.exchange else _carried(board, leg, owners, chance)
    return tuple(steps)


def _exchanged(leg: Leg, owners: dict[Hole, Seat]) -> Iterator[Step]:
    assert leg.source is not None
    mine, theirs = owners[leg.source], owners[leg.target]
    yield Lift(mine, leg.source)
    yield Lift(theirs, leg.target)
    yield Place(mine, leg.target)
    yield Place(theirs, leg.source)
    owners[leg.source], owners[leg.target] = theirs, mine


def _carried(board: Board, leg: Leg, owners: dict[Hole, Seat], chance: Chance) -> list[Step]:
    seat = leg.seat if leg.source is None else owners.pop(leg.source)
    assert seat is not None
    owners[leg.target] = seat
    lift, place = Lift(seat, leg.source), Place(seat, leg.target)
    bumped = _bumped(board, leg)
    if not bumped:
        return [lift, place]
    owners |= {to: who for who, _, to in bumped if to is not None}
    lifts = [Lift(who, hole) for who, hole, _ in bumped]
    places = [Place(who, to) for who, _, to in bumped]
    in_its_own_way = leg.source is not None and leg.source in [to for _, _, to in bumped]
    if chance.happens(0.4) and not in_its_own_way:
        # The bumped marbles are carried first, then the own marble moves.
        return [*_outermost_first(lifts, places), lift, place]
    if chance.happens(0.5):
        # The player's own marble takes its place first, and the bumped one is carried afterwards.
        return [lift, lifts[0], place, *_one_by_one(lifts, places)]
    return [lifts[0], lift, place, *_one_by_one(lifts, places)]


def _bumped(board: Board, leg: Leg) -> list[tuple[Seat, Hole, Hole | None]]:
    """Each bumped marble's seat, its hole, and its new hole (None: START), in the order of the chain."""
    found: list[tuple[Seat, Hole, Hole | None]] = []
    hole = leg.target
    for seat in leg.pushes:
        spot = board.in_spot(seat)
        found.append((seat, hole, spot))
        hole = spot
    if leg.sent is not None:
        found.append((leg.sent, hole, None))
    return found


def _outermost_first(lifts: list[Lift], places: list[Place]) -> list[Step]:
    steps: list[Step] = []
    for lift, place in zip(reversed(lifts), reversed(places), strict=True):
        steps += [lift, place]
    return steps


def _one_by_one(lifts: list[Lift], places: list[Place]) -> list[Step]:
    """Steps for a chain whose first marble is in a hand: each marble makes room for the one before it."""
    steps: list[Step] = []
    for i, place in enumerate(places):
        steps += [*lifts[i + 1 : i + 2], place]
    return steps


class Hand:
    """The hands with which all people at one table move marbles, as one pair of hands."""

    def __init__(self, sim: SimulatedBoard) -> None:
        """Hold every marble that is lifted already, as after a restart of the service."""
        self._sim = sim
        self._held: list[tuple[Seat, Hole]] = [(each.colour, each.source) for each in sim.wood.hands]

    @property
    def held(self) -> tuple[tuple[Seat, Hole], ...]:
        """The held marbles as (colour, the hole it was lifted from), the longest held first."""
        there = [(each.colour, each.source) for each in self._sim.wood.hands]
        self._held = [each for each in self._held if each in there]
        return tuple(self._held)

    def do(self, step: Step, chance: Chance) -> bool:
        """Do one step; return False if the board does not allow it, because another hand was faster."""
        try:
            match step:
                case Lift(seat, hole):
                    self._lift(seat, hole, chance)
                case Place(seat, hole):
                    self._place(seat, hole, chance)
        except WoodError:
            return False
        return True

    def _lift(self, seat: Seat, hole: Hole | None, chance: Chance) -> None:
        wood = self._sim.wood
        if hole is None:
            full = [h for h in self._sim.board.start(seat) if wood.colour_at(h) == seat]
            if not full:
                raise WoodError("no marble of that colour is in START")
            hole = chance.of(full)
        if wood.colour_at(hole) != seat:
            raise WoodError("another marble, or none, is where one was to be lifted")
        self._held.append((wood.lift(hole), hole))

    def _place(self, seat: Seat, hole: Hole | None, chance: Chance) -> None:
        wood = self._sim.wood
        if hole is None:
            free = [h for h in self._sim.board.start(seat) if not wood.occupied(h)]
            if not free:
                raise WoodError("no START hole of that colour is free")
            hole = chance.of(free)
        mine = next((each for each in reversed(self.held) if each[0] == seat), None)
        if mine is None:
            raise WoodError("no marble of that colour is held")
        wood.place(hole, seat, mine[1])
        self._held.remove(mine)
