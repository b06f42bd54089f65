"""The holes so close to a hole that a hand or a magnet there reaches them."""

from __future__ import annotations

from engine.geometry import Board, Hole


def neighbours(board: Board, hole: Hole) -> list[Hole]:
    """The holes next to `hole`, along the ring, the lane or START."""
    if board.is_ring(hole):
        near = [(hole + 1) % board.ring, (hole - 1) % board.ring]
        side = board.side(hole)
        if hole == board.in_spot(side):
            near.append(board.lane(side)[0])
        return near
    group = board.lane(board.side(hole)) if board.is_lane(hole) else board.start(board.side(hole))
    return [beside for beside in (hole + 1, hole - 1) if beside in group]
