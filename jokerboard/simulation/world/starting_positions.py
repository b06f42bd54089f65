"""Positions from which a simulated game starts."""

from __future__ import annotations

from random import Random

from engine.geometry import Hole, Seat
from engine.position import Position
from engine.table import Table


def middle_of_a_game(table: Table, rng: Random, turn: Seat) -> Position:
    """A random position with marbles all over the ring and nobody near the end."""
    board = table.board
    free = list(range(board.ring))
    rng.shuffle(free)
    marbles: list[tuple[Hole, ...] | None] = []
    per_seat = table.rules.marbles_per_player
    for seat in range(table.sides):
        if seat not in table.seats:
            marbles.append(None)
            continue
        mine = [free.pop() for _ in range(rng.randint(0, per_seat))]
        lane = list(board.lane(seat))
        for i in range(len(mine)):
            if rng.random() < 0.2 and len(lane) > 1:
                mine[i] = lane.pop(rng.randrange(len(lane)))
        marbles.append(tuple(sorted(mine)))
    return Position(table.sides, tuple(marbles), turn, per_seat)


def late_in_a_game(table: Table, rng: Random, turn: Seat) -> Position:
    """A random position near the end: most marbles at home or near it, some seats finished, but no team."""
    board, per_seat = table.board, table.rules.marbles_per_player
    while True:
        marbles: list[tuple[Hole, ...] | None] = [None] * table.sides
        taken: set[Hole] = set()
        for seat in table.seats:
            lane = list(board.lane(seat))
            rng.shuffle(lane)
            mine = set(lane[: rng.choice((2, 3, 4, 4, 5))])
            while len(mine) < per_seat and rng.random() < 0.9:
                hole = (board.in_spot(seat) - rng.randint(0, 15)) % board.ring
                if hole not in taken:
                    taken.add(hole)
                    mine.add(hole)
            marbles[seat] = tuple(sorted(mine))
        position = Position(table.sides, tuple(marbles), turn, per_seat)
        if table.winner(position) is None:
            return position
