"""Occupancy as a bit mask over the engine's hole numbers, and the holes that a position fills."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bits import mask_of
from engine.geometry import Board, Hole, Seat
from engine.position import Position


def bits(mask: int) -> Iterator[Hole]:
    """The holes of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def start_mask(board: Board, seat: Seat) -> int:
    """The mask of a seat's five START holes."""
    return mask_of(board.start(seat))


def colours(position: Position) -> dict[Hole, Seat]:
    """The owner of the marble in each ring and lane hole."""
    return {hole: seat for seat, holes in enumerate(position.marbles) if holes is not None for hole in holes}


def holes_when_set_up(position: Position, board: Board) -> frozenset[Hole]:
    """The occupied holes when the board is set up for `position`, START filled from s1."""
    holes = set(colours(position))
    for seat in position.seats:
        holes.update(board.start(seat)[: position.start_count(seat)])
    return frozenset(holes)
