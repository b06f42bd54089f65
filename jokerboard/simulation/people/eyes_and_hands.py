"""The eyes and the hands of simulated people: what they can see, and the movements of a play.

Simulated people never ask the referee. Everything that they see is on the page, on the strip or on the board,
where anybody can look.

A play is carried out in an order that people choose. The bumped marble is taken away first, or only when the
player's own is held over its hole; a chain is moved from either end; an exchange has both marbles in the hand
at one moment. Habits (walking hole by hole, brushing, adjusting) change such a list of steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.cards import Card
from engine.geometry import Board, Hole, Seat
from engine.play import Leg, Play
from engine.position import Position
from engine.referee.verdicts import Ambiguous
from hardware.errors import WoodError
from jokerboard.journal.games.game_log import Played
from jokerboard.simulation.board.simulated_board import SimulatedBoard, standing
from jokerboard.simulation.people.choice_of_play import Chance
from jokerboard.table.runtime.announcing import Announced
from jokerboard.table.runtime.running_game import RunningGame


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


WRONG = ("illegal", "put-back")
ANNOUNCED_WITHIN = 3.0
"""Seconds within which a play is normally announced; then people look at the board again."""
BLIND_WITHIN = 10.0
"""Seconds to wait at a sensor that is reported as faulty; a play that it hides takes eight."""


class Observation:
    """One table as its people see it."""

    def __init__(self, game: RunningGame, sim: SimulatedBoard) -> None:
        self._game = game
        self._sim = sim
        self.question: Ambiguous | None = None
        """The last question of the table; None once a later verdict has come."""
        self.corrected = 0
        """The number of announcements of something illegal."""
        game.listen(self._receive)

    @property
    def position(self) -> Position:
        """The position, as last announced."""
        return self._game.log.position

    @property
    def n(self) -> int:
        """The number of the last announced play."""
        return self._game.log.n

    @property
    def plays(self) -> Sequence[Played]:
        """The plays in force, in order."""
        return self._game.log.in_force

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return self._game.log.over is not None

    @property
    def card(self) -> Card | None:
        """The card that is shown as laid in this turn; None if there is none."""
        text = self._game.shown.card
        return None if text is None else Card.parse(text)

    @property
    def marbles(self) -> Mapping[Hole, Seat]:
        """The marbles on the board, by hole, with their colours."""
        return self._sim.wood.marbles

    def lit(self, *roles: str) -> list[tuple[Hole, Seat | None]]:
        """The holes lit in one of these roles, with the seat whose colour they show."""
        return [(h, light.seat) for h, light in self._game.shown.lights.items() if light.role in roles]

    @property
    def something_wrong(self) -> bool:
        """Whether a light shows a wrong marble or a hole that misses one."""
        return bool(self.lit(*WRONG))

    @property
    def announced_within(self) -> float:
        """Seconds within which a play is announced: `BLIND_WITHIN` beside a faulty sensor."""
        return BLIND_WITHIN if self.lit("fault") else ANNOUNCED_WITHIN

    @property
    def machine_asks(self) -> Mapping[str, Any]:
        """The request of a machine player, as the page's prompt has it; empty if there is none."""
        return self._game.asked or {}

    @property
    def asked(self) -> bool:
        """Whether the table waits for an answer."""
        return self.question is not None and bool(self.lit("choose"))

    def next_mend(self, held: Sequence[tuple[Seat, Hole]]) -> Lift | Place | None:
        """The next movement that the lights ask for, if people hold the marbles `held` (colour, source)."""
        marbles = self.marbles
        free = [(hole, seat) for hole, seat in self.lit("bump", "put-back") if hole not in marbles]
        for colour, _ in held:
            for hole, seat in free:
                if seat in (colour, None):
                    return Place(colour, hole)
        wanted = [seat for _, seat in free]
        lit = [hole for hole, _ in self.lit("illegal") if hole in marbles]
        lit.sort(key=lambda hole: marbles[hole] not in wanted)
        for hole in lit:
            return Lift(marbles[hole], hole)
        for hole, seat in self.lit("put-back"):
            if marbles.get(hole, seat) != seat:
                return Lift(marbles[hole], hole)
        return None

    def from_memory(self, held: Sequence[tuple[Seat, Hole]]) -> Lift | Place | None:
        """A movement towards the announced position, for when no light helps; None if all is in place."""
        marbles, right = self.marbles, standing(self.position)
        board = self._game.table.board
        ring = {hole: seat for hole, seat in right.items() if not board.is_start(hole)}
        for colour, _ in held:
            places = [h for h, seat in ring.items() if seat == colour and marbles.get(h) != seat]
            for hole in places:
                if hole not in marbles:
                    return Place(colour, hole)
            for hole in places:
                return Lift(marbles[hole], hole)
            return Place(colour, None)
        for hole, seat in marbles.items():
            if ring.get(hole) != seat and not (board.is_start(hole) and board.side(hole) == seat):
                return Lift(seat, hole)
        for hole, seat in ring.items():
            if hole not in marbles:
                return Lift(seat, None)
        return None

    def _receive(self, announced: Announced) -> None:
        self.question = announced.verdict if isinstance(announced.verdict, Ambiguous) else None
        self.corrected += announced.sentence.kind == "illegal"
