"""Draw boards as SVG on pages that run no script: the places of holes and marbles (`templates/board.html`).

A page draws the holes once, as a symbol; each position uses the symbol and adds its marbles, about 40 bytes
for each. Side A is at the bottom and the sides follow clockwise, as on the table's own page. The unit of
length is the distance between two neighbouring holes of the ring.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from engine.errors import EngineError
from engine.geometry import COME_OUT, IN_SPOT, LANE, SIDE, board, seat_letter
from engine.position import Position

_MARGIN = 0.9
Point = tuple[float, float]


@cache
def places(sides: int) -> dict[str, Point]:
    """The place of each hole, by its name; the middle of the board is (0, 0)."""
    corners = [_corner(sides, side) for side in range(sides + 1)]
    found: dict[str, Point] = {}
    for side in range(sides):
        (x, y), (next_x, next_y) = corners[side], corners[side + 1]
        step = ((next_x - x) / SIDE, (next_y - y) / SIDE)
        letter = seat_letter(side)
        for k in range(SIDE):
            found[f"{letter}{k}"] = (x + k * step[0], y + k * step[1])
        # Lanes and STARTs point inward. On a triangle they are shorter, so that those of two sides do not
        # meet.
        inward = 0.55 if sides == 3 else 0.95
        for kind, at in (("h", IN_SPOT), ("s", COME_OUT)):
            from_x, from_y = found[f"{letter}{at}"]
            for k in range(1, LANE + 1):
                found[f"{letter}{kind}{k}"] = (from_x - k * inward * step[1], from_y + k * inward * step[0])
    return found


def _corner(sides: int, side: int) -> Point:
    """The corner of the ring before a side of SIDE steps; clockwise in a drawing where y grows downwards."""
    far = SIDE / 2 / math.sin(math.pi / sides)
    turn = 2 * math.pi * (side - 0.5) / sides
    return -far * math.sin(turn), far * math.cos(turn)


@dataclass(frozen=True, slots=True)
class Plan:
    """An empty board: the corner and size of the SVG's view, and the places of its holes."""

    left: float
    top: float
    wide: float
    high: float
    holes: tuple[Point, ...]


@cache
def plan(sides: int) -> Plan:
    """The empty board with `sides` sides; a page draws it once, before the first position."""
    holes = tuple(places(sides).values())
    xs, ys = zip(*holes, strict=True)
    left, top = min(xs) - _MARGIN, min(ys) - _MARGIN
    return Plan(left, top, max(xs) - left + _MARGIN, max(ys) - top + _MARGIN, holes)


def marbles(line: str, sides: int) -> tuple[tuple[str, Point], ...]:
    """The seat and place of each marble in a position line; empty if the line is for another board."""
    try:
        position = Position.parse(line)
    except EngineError:
        return ()
    if position.sides != sides:
        return ()
    there, where = board(sides), places(sides)
    found: list[tuple[str, Point]] = []
    for seat, own in enumerate(position.marbles):
        if own is not None:
            letter = seat_letter(seat)
            names = [there.name(hole) for hole in own]
            names += [f"{letter}s{k}" for k in range(1, position.start_count(seat) + 1)]
            found += [(letter, where[name]) for name in names]
    return tuple(found)
