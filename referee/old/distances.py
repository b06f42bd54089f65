"""How far holes lie apart, and which lie side by side: what hands can do in no time."""

from __future__ import annotations

from functools import lru_cache

from engine.geometry import Board, Hole, Seat
from referee.model.occupancy import mask_of

FARTHEST = 13
"""So many holes, at most, does a card walk."""


def beside(board: Board, one: Hole, other: Hole) -> bool:
    """Whether these are neighbours on the ring."""
    return board.is_ring(one) and board.is_ring(other) and apart(board, one, other) == 1


@lru_cache(maxsize=1 << 9)
def neighbours(board: Board, hole: Hole) -> int:
    """The holes from which a hand may brush that one: those beside it, on the ring or in the lane."""
    lane = board.lane(board.side(hole))
    if board.is_start(hole):
        return 0
    if hole in lane:
        row = (board.in_spot(board.side(hole)), *lane)
        at = row.index(hole)
        return mask_of(row[at - 1 : at] + row[at + 1 : at + 2])
    ring = mask_of(((hole + 1) % board.ring, (hole - 1) % board.ring))
    return ring | (1 << lane[0] if hole == board.in_spot(board.side(hole)) else 0)


def steps_of(board: Board, seat: Seat, source: Hole | None, hole: Hole) -> int:
    """How far a marble came, either way round; from START (None, too) it comes to its come-out."""
    if source is None or board.is_start(source):
        return 0 if hole == board.come_out(seat) else board.ring
    if not board.is_ring(hole) and board.side(hole) != seat:
        return board.ring
    return 5 if board.is_start(hole) else apart(board, source, hole)


def apart(board: Board, one: Hole, other: Hole) -> int:
    """How many holes lie between two of them, and one: along the ring, either way round, and the lanes."""
    (at, in_lane), (there, as_deep) = _at_ring(board, one), _at_ring(board, other)
    ahead = (there - at) % board.ring
    return min(ahead, board.ring - ahead) + abs(in_lane - as_deep)


def _at_ring(board: Board, hole: Hole) -> tuple[Hole, int]:
    """The hole itself, or the in-spot before its lane, and how far it is from there."""
    if not board.is_lane(hole):
        return hole, 0
    side = board.side(hole)
    return board.in_spot(side), 1 + board.lane(side).index(hole)


def turned(board: Board, hole: Hole, seat: Seat) -> Hole:
    """The hole as that seat sees it: as if the board were turned to have it at the first side."""
    if board.is_ring(hole):
        return (hole - seat * (board.ring // board.sides)) % board.ring
    side = board.side(hole)
    holes = board.start if board.is_start(hole) else board.lane
    return holes((side - seat) % board.sides)[holes(side).index(hole)]
