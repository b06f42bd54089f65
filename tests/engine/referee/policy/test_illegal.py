"""A marble carried illegally is announced in time, and the proposed correction restores the board."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.cards import RANKS, Rank
from engine.geometry import Hole, Seat
from engine.legal import legal
from engine.position import Position, colours
from engine.referee.machine import Referee
from engine.referee.verdicts import Illegal, Move, Restored
from engine.rules.rule_sets import RULES
from engine.table import Table, table_for
from engine.whynot import Code
from tests.engine.referee.hands import Hands, positions_of_play
from tests.examples import whole

EARLIEST, LATEST = 1.0, 1.8


class Wood:
    """The physical board: the owner of the marble in each hole, and the hands that move marbles."""

    def __init__(self, table: Table, position: Position, hands: Hands) -> None:
        self.board, self.hands = table.board, hands
        self.marbles = dict(colours(position))
        for seat in position.seats:
            self.marbles |= dict.fromkeys(self.board.start(seat)[: position.start_count(seat)], seat)
        self.first = self.by_place()

    def by_place(self) -> list[tuple[str, Seat]]:
        """Every marble and its hole; the five holes of a START count as one."""
        return sorted(
            (f"START {self.board.side(hole)}" if self.board.is_start(hole) else self.board.name(hole), seat)
            for hole, seat in self.marbles.items()
        )

    def lift(self, hole: Hole) -> Seat:
        self.hands.wait(0.3)
        self.hands.lift(hole)
        return self.marbles.pop(hole)

    def place(self, hole: Hole, seat: Seat) -> None:
        self.hands.wait(0.3)
        self.hands.place(hole)
        self.marbles[hole] = seat

    def free_start(self, seat: Seat) -> Hole:
        return next(hole for hole in self.board.start(seat) if hole not in self.marbles)


def wrong_carries(
    table: Table, position: Position, rank: Rank, rng: random.Random
) -> Iterator[tuple[Hole, Hole]]:
    """Wrong carries (source, target) of marbles of the seat in turn to holes where no play brings them."""
    board = table.board
    results = [outcome.position for outcome in legal(table, position, rank)]
    if not results:
        return  # A card without a play is discarded at once.
    (mover, *_) = table.helping(position)
    sources = list(position.marbles[mover] or ()) + list(board.start(mover)[: position.start_count(mover)])
    reached = {hole for result in results for hole, seat in colours(result).items() if seat == mover}
    for _ in range(2):
        source = rng.choice(sources)
        steps = rng.choice([-12, -9, -8, -5, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14])
        target = ((board.come_out(mover) if board.is_start(source) else source) + steps) % board.ring
        if board.is_lane(source) and rng.random() < 0.5:
            target = rng.choice(board.lane(mover))
        own = board.is_start(source) and target in (position.marbles[mover] or ())
        if target not in reached and target != source and not own:
            yield source, target  # Two marbles of one colour that change places look unmoved.


def mended(table: Table, position: Position, rank: Rank, source: Hole, target: Hole) -> str:
    """Why the carry was not announced or `put_back` does not correct it; "" if all is right."""
    referee = Referee(table, position, mode="referee")
    hands = Hands.of(referee)
    wood = Wood(table, position, hands)
    hands.wait(0.2)
    hands.lay(str(rank), position.turn)
    victim = wood.lift(target) if target in wood.marbles else None
    wood.place(target, wood.lift(source))
    if victim is not None:
        wood.place(wood.free_start(victim), victim)
    hands.wait(2.0)
    alarms = hands.announced(Illegal)
    if len(alarms) != 1 or any(isinstance(v, Move) for v in hands.verdicts):
        return f"announced {hands.verdicts}"
    (alarm,) = alarms
    late = alarm.t - hands.last_edge
    if not EARLIEST - 1e-9 <= late <= LATEST + 1e-9:
        return f"announced {late:.3f} s after the last edge"
    if target not in alarm.holes and not any(back.source == target for back in alarm.put_back):
        return f"another hole is named: {alarm}"
    if Code(alarm.code) in (Code.BOARD_DISTURBED, Code.MUST_PLAY, Code.NOT_YOUR_TURN):
        return f"called {alarm.code}"
    for back in alarm.put_back:
        if back.source not in wood.marbles or back.target in wood.marbles:
            return f"cannot be put back so: {alarm}"
        wood.place(back.target, wood.lift(back.source))
    hands.wait(2.0)
    if not isinstance(hands.verdicts[-1], Restored) or referee.position != position:
        return f"not restored by {alarm}: {hands.verdicts[-1]}"
    if wood.by_place() != wood.first:
        return f"the marbles are exchanged: {alarm}"
    return ""


def faults(table: Table, seed: int, count: int) -> list[str]:
    rng, found = random.Random(seed), []
    for position in positions_of_play(table, seed, count):
        for rank in RANKS:
            for source, target in wrong_carries(table, position, rank, rng):
                fault = mended(table, position, rank, source, target)
                if fault:
                    name = table.board.name
                    found.append(
                        f"{table.rules.name} {position} {rank} {name(source)}-{name(target)}: {fault}"
                    )
    return found


@pytest.mark.parametrize("name", list(RULES))
def test_a_marble_carried_illegally_is_announced_in_time_and_corrected_by_the_lights(name: str) -> None:
    assert faults(table_for(RULES[name], 4), 11, 12 if whole() else 5) == []


@pytest.mark.parametrize("name", list(RULES))
def test_a_marble_carried_illegally_is_announced_in_time_on_a_board_with_six_sides(name: str) -> None:
    assert faults(table_for(RULES[name], 6), 12, 5 if whole() else 2) == []
