"""The numbering of the holes: one ring, and a HOME lane and a START on every side (rulebook section 1.2).

A hole is an integer. With S sides the ring is 0..18S-1, clockwise from `A0`; then five lane holes a side,
`Ah1` first; then five START holes a side, `As1` first: 28S holes in all. Clockwise is forward.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TypeAlias

from engine.errors import NotationError

Hole: TypeAlias = int
Seat: TypeAlias = int

SIDE = 18
"""The number of ring holes on a side: 17 between two corners, and one corner."""
IN_SPOT = 3
COME_OUT = 8
LANE = 5
"""The number of holes in a lane, and in a START."""
FEWEST_SIDES, MOST_SIDES = 3, 8


def seat_of(letter: str) -> Seat:
    """The seat with that letter, from `A` on."""
    return ord(letter) - ord("A")


def seat_letter(seat: Seat) -> str:
    """The letter of a seat: `A` for seat 0, then clockwise."""
    return chr(65 + seat)


@dataclass(frozen=True, slots=True)
class Board:
    """The holes of a board; `board(sides)` returns the one board of each size.

    `ring` is the number of ring holes, `width` the number of ring and lane holes, `holes` the number of all
    holes. `columns` has for each ring hole the bits of every seat's marble in it (see `engine.bits`).
    """

    sides: int
    ring: int = field(compare=False)
    width: int = field(compare=False)
    holes: int = field(compare=False)
    columns: tuple[int, ...] = field(compare=False, repr=False)
    names: tuple[str, ...] = field(compare=False, repr=False)
    _numbers: dict[str, Hole] = field(compare=False, repr=False)

    def in_spot(self, seat: Seat) -> Hole:
        """The ring hole where the seat's lane branches off."""
        return SIDE * seat + IN_SPOT

    def come_out(self, seat: Seat) -> Hole:
        """The ring hole where the seat's marbles leave START."""
        return SIDE * seat + COME_OUT

    def lane(self, seat: Seat) -> tuple[Hole, ...]:
        """The holes of the seat's HOME, the one nearest the ring first."""
        first = self.ring + LANE * seat
        return tuple(range(first, first + LANE))

    def start(self, seat: Seat) -> tuple[Hole, ...]:
        """The seat's five START holes."""
        first = self.ring + LANE * (self.sides + seat)
        return tuple(range(first, first + LANE))

    def hole(self, name: str) -> Hole:
        """The hole called `name`; raise NotationError if there is none on this board."""
        try:
            return self._numbers[name]
        except KeyError:
            last = seat_letter(self.sides - 1)
            raise NotationError(f"no hole is called {name!r} on a board with sides A to {last}") from None

    def name(self, hole: Hole) -> str:
        """The hole's name, such as `A8`, `Bh1` or `Cs4`."""
        return self.names[hole]

    def is_ring(self, hole: Hole) -> bool:
        """Whether the hole is on the ring."""
        return hole < self.ring

    def is_lane(self, hole: Hole) -> bool:
        """Whether the hole is in a HOME lane, of any seat."""
        return self.ring <= hole < self.ring + LANE * self.sides

    def is_start(self, hole: Hole) -> bool:
        """Whether the hole is in a START, of any seat."""
        return hole >= self.ring + LANE * self.sides

    def side(self, hole: Hole) -> Seat:
        """The side that the hole belongs to."""
        return hole // SIDE if hole < self.ring else (hole - self.ring) // LANE % self.sides


@cache
def board(sides: int) -> Board:
    """The board with this number of sides, 3 to 8; raise NotationError for any other number."""
    if not FEWEST_SIDES <= sides <= MOST_SIDES:
        raise NotationError(f"a board has {FEWEST_SIDES} to {MOST_SIDES} sides, not {sides}")
    letters = [seat_letter(seat) for seat in range(sides)]
    names = (
        *(f"{letter}{number}" for letter in letters for number in range(SIDE)),
        *(f"{letter}h{number}" for letter in letters for number in range(1, LANE + 1)),
        *(f"{letter}s{number}" for letter in letters for number in range(1, LANE + 1)),
    )
    ring, width = SIDE * sides, (SIDE + LANE) * sides
    column = sum(1 << width * seat for seat in range(sides))
    # A column has one bit for each seat: that of the same ring hole.
    columns = tuple(column << hole for hole in range(ring))
    numbers = {name: hole for hole, name in enumerate(names)}
    return Board(sides, ring, width, len(names), columns, names, numbers)


@lru_cache(maxsize=1 << 9)
def neighbours(board: Board, hole: Hole) -> int:
    """The mask of the holes beside `hole` on the ring or in the lane; 0 for a START hole."""
    lane = board.lane(board.side(hole))
    if board.is_start(hole):
        return 0
    if hole in lane:
        row = (board.in_spot(board.side(hole)), *lane)
        at = row.index(hole)
        return sum(1 << each for each in row[at - 1 : at] + row[at + 1 : at + 2])
    ring = 1 << (hole + 1) % board.ring | 1 << (hole - 1) % board.ring
    return ring | (1 << lane[0] if hole == board.in_spot(board.side(hole)) else 0)


@lru_cache(maxsize=1 << 12)
def steps_between(board: Board, one: Hole, other: Hole) -> int:
    """The distance in holes between two ring or lane holes, by the shorter way round the ring."""
    if board.is_start(one) or board.is_start(other):
        return board.ring
    (at, in_lane), (there, as_deep) = _at_ring(board, one), _at_ring(board, other)
    # In Python, `%` gives a number from 0 up, also if `other` is counterclockwise of `one`.
    ahead = (there - at) % board.ring
    return min(ahead, board.ring - ahead) + abs(in_lane - as_deep)


def _at_ring(board: Board, hole: Hole) -> tuple[Hole, int]:
    """For a ring hole, that hole and 0; for a lane hole, its lane's in-spot and the distance to it."""
    if not board.is_lane(hole):
        return hole, 0
    side = board.side(hole)
    return board.in_spot(side), 1 + board.lane(side).index(hole)
