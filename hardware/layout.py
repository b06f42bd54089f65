"""Where the holes of a board are, in millimetres.

The board is a regular polygon, a square for four. Side 0 is at the bottom and the sides follow
clockwise, as seen on a page whose y grows downwards. Each side has 18 ring holes one pitch apart, the
first of them in its corner; the HOME lane goes inward from ring hole 3, START is a cross inward of
ring hole 8. The lane stands upright on its side, except on the triangle, whose sharp corners leave no
room for that: there it leans by 30 degrees, parallel to the neighbouring side.

Holes are numbered as the sensor channels and LEDs are: the ring, the lanes side by side, the STARTs.
"""

from __future__ import annotations

import math
from functools import lru_cache, partial

from hardware.errors import HardwareError

PITCH = 16.0
"""Millimetres from hole to hole: room for a 14 mm marble, its sensor and its LED."""

SIDE = 18
"""Ring holes a side."""

LANE_AT, START_AT = 3, 8
"""The ring holes of a side where its lane branches off and before which its START lies."""

MARGIN = 2.0
"""Wood around the outermost holes, in pitches."""

START_CROSS = ((0.0, 2.0), (-1.0, 3.0), (0.0, 3.0), (1.0, 3.0), (0.0, 4.0))
"""The five START holes, in pitches along the side from ring hole 8 and inward from it."""

Point = tuple[float, float]


@lru_cache(maxsize=32)
def positions(sides: int, pitch: float = PITCH) -> tuple[Point, ...]:
    """(x, y) of every hole in millimetres from the board's top left corner, in channel order.

    28 points a side; x grows to the right, y downwards; to the micrometre no two are closer than
    `pitch`. HardwareError unless there are 3 to 8 sides and the pitch is positive.
    """
    points, shift = _placed(sides, pitch)
    return tuple((round(x + shift[0], 3), round(y + shift[1], 3)) for x, y in points)


def extent(sides: int, pitch: float = PITCH) -> tuple[float, float]:
    """Width and height of the board in millimetres, its margin included."""
    points, shift = _placed(sides, pitch)
    width = max(x for x, _ in points) + shift[0] + MARGIN * pitch
    height = max(y for _, y in points) + shift[1] + MARGIN * pitch
    return round(width, 3), round(height, 3)


def _placed(sides: int, pitch: float) -> tuple[list[Point], Point]:
    """Every hole about the board's middle, and what brings the top left corner to (0, 0)."""
    if not 3 <= sides <= 8:
        raise HardwareError(f"a board has 3 to 8 sides, not {sides}")
    if not 0 < pitch < math.inf:
        raise HardwareError(f"the hole pitch must be a positive number of millimetres, not {pitch}")
    ring: list[Point] = []
    lanes: list[Point] = []
    starts: list[Point] = []
    lean = math.radians(30) if sides == 3 else 0.0
    for side in range(sides):
        spot = partial(_spot, sides, side, pitch)
        ring += (spot(float(i), 0.0) for i in range(SIDE))
        lanes += (spot(LANE_AT + j * math.sin(lean), j * math.cos(lean)) for j in range(1, 6))
        starts += (spot(START_AT + along, inward) for along, inward in START_CROSS)
    left, top = min(x for x, _ in ring), min(y for _, y in ring)
    return ring + lanes + starts, (MARGIN * pitch - left, MARGIN * pitch - top)


def _spot(sides: int, side: int, pitch: float, along: float, inward: float) -> Point:
    """A place of one side, in pitches along it and inward from it, in millimetres about the middle."""
    turn = math.tau * side / sides
    apothem = SIDE / 2 / math.tan(math.pi / sides)
    a, i = (along - SIDE / 2) * pitch, (inward - apothem) * pitch
    return -math.cos(turn) * a + math.sin(turn) * i, -math.sin(turn) * a - math.cos(turn) * i
