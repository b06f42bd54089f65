"""The places of a board's holes, in millimetres.

A board has three to eight equal sides, side 0 at the bottom and the others clockwise, as seen on a page whose
y grows downwards; each side is the previous one, turned. So a shape is defined by one side: the places of its
18 ring holes, of its HOME lane and of its START, in pitches along the side and away from the board's middle.
There are three shapes:

- `polygon`: the ring is the edge of a triangle, a square, a hexagon, an octagon; the first hole of a side is
  in its corner. The lane goes inward from ring hole 3, START is a cross inward of ring hole 8. The lane is
  upright on its side, except on the triangle, whose sharp corners leave no room for that: there it leans by
  30 degrees, parallel to the neighbouring side.
- `cross`: the ring runs round the arms of a cross, out, round the end, and in again; ring hole 3 is in the
  middle of an arm's end, with the lane down the arm, and START lies between the arms. A board with three,
  five or six arms is a star; more than six arms leave no room for START.
- `paddles`: every side is a plank of its own, laid round the table's middle; the ring runs along the planks'
  inner edges, lane and START lie towards the player.

Holes are numbered as the sensor channels and LEDs are: the ring, the lanes side by side, the STARTs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, TypeAlias, get_args

from hardware.errors import HardwareError

Shape: TypeAlias = Literal["polygon", "cross", "paddles"]
SHAPES: tuple[Shape, ...] = get_args(Shape)

PITCH = 16.0
"""Millimetres between neighbouring holes: room for a 14 mm marble, its sensor and its LED."""

SIDE = 18
"""The number of ring holes on each side."""

LANE_AT, START_AT = 3, 8
"""Within a side, the number of the ring hole where its lane branches off, and of the one at its START."""

MARGIN = 2.0
"""The width of the wood outside the outermost holes, in pitches."""

PLANK = (1.0, 1.5, 2.0)
"""The width of the wood around a paddle's holes, in pitches: at the ends, towards the middle, at the player.
"""

START_CROSS = ((0.0, 2.0), (-1.0, 3.0), (0.0, 3.0), (1.0, 3.0), (0.0, 4.0))
"""The place of each of the five START holes relative to ring hole 8, in pitches: along the ring, away from
it.
"""

ARM_WIDE, ARM_LONG = 4, 7
"""Pitches across the end of a cross's arm and down each flank: 4 + 7 + 7 are the 18 of a side."""

MOST_ARMS = 6

Point: TypeAlias = tuple[float, float]
Spot: TypeAlias = tuple[int, float, float]
"""A place on a side: 0, or 1 if it is drawn relative to the next side; pitches along the side from its
middle, clockwise; pitches from the board's middle.
"""

NAMES = {3: "triangle", 4: "square", 5: "pentagon", 6: "hexagon", 7: "heptagon", 8: "octagon"}


@lru_cache(maxsize=32)
def positions(sides: int, pitch: float = PITCH, shape: Shape = "polygon") -> tuple[Point, ...]:
    """The (x, y) of every hole in millimetres from the board's top left corner, in channel order.

    28 points a side; x grows to the right, y downwards; to the micrometre no two are closer than `pitch`.
    Raise HardwareError if no board of that shape has `sides` sides, or the pitch is not positive.
    """
    left, top = _corner(sides, pitch, shape)
    ring, lane, start = _side(sides, shape)
    return tuple(
        _shifted(_turned(sides, side, pitch, spot), left, top)
        for part in (ring, lane, start)
        for side in range(sides)
        for spot in part
    )


@lru_cache(maxsize=32)
def outlines(sides: int, pitch: float = PITCH, shape: Shape = "polygon") -> tuple[tuple[Point, ...], ...]:
    """The corners of each piece of wood, in the coordinates of `positions`: one piece, or one for each
    side.
    """
    left, top = _corner(sides, pitch, shape)
    return tuple(tuple(_shifted(point, left, top) for point in piece) for piece in _wood(sides, pitch, shape))


def extent(sides: int, pitch: float = PITCH, shape: Shape = "polygon") -> tuple[float, float]:
    """Width and height of all the wood together in millimetres."""
    points = [point for piece in outlines(sides, pitch, shape) for point in piece]
    return max(x for x, _ in points), max(y for _, y in points)


def shape_name(sides: int, shape: Shape) -> str:
    """The shape in words, such as "octagon"."""
    if shape == "polygon":
        return NAMES[sides]
    if shape == "cross":
        return "cross" if sides == 4 else f"star of {sides} arms"
    return f"{sides} paddles"


def _side(sides: int, shape: Shape) -> tuple[list[Spot], list[Spot], list[Spot]]:
    """The spots of one side: its ring holes, its lane and its START."""
    far = _row(sides, shape)
    if shape == "cross":
        half = ARM_WIDE / 2
        ring = [(0, -half, far - 1)]
        ring += [(0, -half + k, far) for k in range(ARM_WIDE + 1)]
        ring += [(0, half, far - k) for k in range(1, ARM_LONG + 1)]
        ring += [(1, -half, far - ARM_LONG + k) for k in range(1, ARM_LONG - 1)]
        _, flank, out = ring[START_AT]
        lane = [(0, 0.0, far - j) for j in range(1, 6)]
        return ring, lane, [(0, flank + away, out - along) for along, away in START_CROSS]
    first = -SIDE / 2 if shape == "polygon" else -(SIDE - 1) / 2
    inward = -1 if shape == "polygon" else 1
    lean = math.radians(30) if (sides, shape) == (3, "polygon") else 0.0
    ring = [(0, first + k, far) for k in range(SIDE)]
    lane = [(0, first + LANE_AT + j * math.sin(lean), far + inward * j * math.cos(lean)) for j in range(1, 6)]
    start = [(0, first + START_AT + along, far + inward * away) for along, away in START_CROSS]
    return ring, lane, start


def _row(sides: int, shape: Shape) -> float:
    """The distance of a side's outermost ring holes from the middle of the board, in pitches."""
    half = {"polygon": SIDE / 2, "cross": ARM_WIDE / 2, "paddles": (SIDE - 1) / 2 + PLANK[0]}[shape]
    return half / math.tan(math.pi / sides) + {"polygon": 0, "cross": ARM_LONG, "paddles": PLANK[1]}[shape]


def _wood(sides: int, pitch: float, shape: Shape) -> Iterator[list[Point]]:
    """The corners of each piece of wood, relative to the board's middle."""
    far = _row(sides, shape)
    if shape == "paddles":
        half, near, deep = (SIDE - 1) / 2 + PLANK[0], far - PLANK[1], far + 5 + PLANK[2]
        corners = ((-half, near), (half, near), (half, deep), (-half, deep))
        for side in range(sides):
            yield [_turned(sides, side, pitch, (0, *corner)) for corner in corners]
        return
    edge = far + MARGIN
    half = edge * math.tan(math.pi / sides)
    if sides > 3:
        yield [_turned(sides, side, pitch, (0, -half, edge)) for side in range(sides)]
        return
    # A triangle's spikes are cut off, so that a corner is as far from its hole as a square's corner.
    ring, lane, start = _side(sides, shape)
    cut = max(math.hypot(along, out) for _, along, out in (*ring, *lane, *start)) + MARGIN * math.sqrt(2)
    away = max(0.0, (edge / math.cos(math.pi / sides) - cut) / math.sin(math.pi / sides))
    yield [
        _turned(sides, side, pitch, (0, along, edge))
        for side in range(sides)
        for along in (away - half, half - away)
    ]


def _turned(sides: int, side: int, pitch: float, spot: Spot) -> Point:
    """The spot of a side in millimetres, relative to the board's middle."""
    turn = math.tau * (side + spot[0]) / sides
    along, out = spot[1] * pitch, spot[2] * pitch
    return -math.cos(turn) * along - math.sin(turn) * out, -math.sin(turn) * along + math.cos(turn) * out


def _corner(sides: int, pitch: float, shape: Shape) -> Point:
    """The top left corner around all pieces; raise HardwareError if there is no such board."""
    if shape not in SHAPES:
        raise HardwareError(f"a board's shape is one of {', '.join(SHAPES)}, not {shape!r}")
    if not 3 <= sides <= 8:
        raise HardwareError(f"a board has 3 to 8 sides, not {sides}")
    if shape == "cross" and sides > MOST_ARMS:
        raise HardwareError(f"a cross has 3 to {MOST_ARMS} arms, not {sides}; there is no room for more arms")
    if not 0 < pitch < math.inf:
        raise HardwareError(f"the hole pitch must be a positive number of millimetres, not {pitch}")
    points = [point for piece in _wood(sides, pitch, shape) for point in piece]
    return min(x for x, _ in points), min(y for _, y in points)


def _shifted(point: Point, left: float, top: float) -> Point:
    # Adding 0.0 turns -0.0 into 0.0, so that equal places print alike.
    return round(point[0] - left, 3) + 0.0, round(point[1] - top, 3) + 0.0
