"""Find places for buttons, card readers and screws on the wood, clear of holes, lights and one another.

Each fixture gets the free place of a 2 mm grid that is nearest to its preferred place. The preferred place of
a seat's buttons and reader is the middle of the seat's ring holes; that of the table's buttons and reader is
the middle of the board; a screw is wanted in each corner of each piece of wood.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.geometry import seat_of
from hardware.layout import Point
from wiring.description import Description
from wiring.pcb.modules import modules

STEP = 2.0
BUTTON, SCREW = 12.0, 3.5
"""The bores for a push button and for a wood screw, in millimetres."""

PILOT = 1.5
"""The bore for a screw that holds a module (M2 by 8), in millimetres; it is 5 mm deep, from below."""

READER = 34.0
"""The diameter of the room under the wood for a reader's coil or antenna, in millimetres.

It is not a bore: leave 3 mm of wood above it.
"""

CLEAR, EDGE = 3.0, 4.0
"""The fewest millimetres of wood between a fixture and a bore, and between a fixture and the edge."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A button, reader or screw; `drilled` is False for a reader, which is only under the wood."""

    name: str
    x: float
    y: float
    diameter: float
    drilled: bool = True


@lru_cache(maxsize=32)
def fixtures(board: Description) -> tuple[tuple[Fixture, ...], tuple[str, ...]]:
    """The fixtures that have room on the wood, and the names of the fixtures without room."""
    placed = [Fixture(f"M{n}.{k}", *at, PILOT) for n, k, at in _module_screws(board)]
    without: list[str] = []
    for name, near, diameter, drilled, pieces in _wanted(board):
        at = _place(board, near, diameter / 2, placed, pieces)
        if at is None:
            without.append(name)
        else:
            placed.append(Fixture(name, *at, diameter, drilled))
    return tuple(placed), tuple(without)


def _module_screws(board: Description) -> Iterator[tuple[int, int, Point]]:
    """The pilot holes for the modules' screws, each as (number of the module, number of the screw, place)."""
    if board.modules:
        for number, each in enumerate(modules(board.sides, board.drill.pitch, board.shape), 1):
            for screw, at in enumerate(each.screws, 1):
                yield number, screw, at


Pieces = Sequence[Sequence[Point]]


def _wanted(board: Description) -> Iterator[tuple[str, Point, float, bool, Pieces]]:
    """Each fixture to place, as (name, preferred place, diameter, drilled, possible pieces of wood)."""
    for number, piece in enumerate(board.wood):
        middle = _middle(piece)
        for corner, (x, y) in enumerate(piece):
            inwards = math.dist((x, y), middle) or 1.0
            near = (x + (middle[0] - x) * 9 / inwards, y + (middle[1] - y) * 9 / inwards)
            yield f"screw {number + 1}.{corner + 1}", near, SCREW, True, (piece,)
    for reader in board.readers:
        yield f"reader {reader.role}", _where(board, reader.role), READER, False, board.wood
    for button in board.buttons:
        yield f"{button.name} {button.place}", _where(board, button.place), BUTTON, True, board.wood


def _where(board: Description, place: str) -> Point:
    """The preferred place for a fixture of `place`, a seat's letter or another word for the table."""
    if not (len(place) == 1 and place.isupper()):
        width, height = board.size
        return width / 2, height / 2
    side = seat_of(place)
    ring = board.places[18 * side : 18 * side + 18]
    return sum(x for x, _ in ring) / 18, sum(y for _, y in ring) / 18


def _place(
    board: Description, near: Point, radius: float, placed: Sequence[Fixture], pieces: Pieces
) -> Point | None:
    drill = board.drill
    bores = [(x, y, drill.hole / 2) for x, y in board.places]
    bores += [(x, y, drill.light / 2) for x, y in board.light_places if drill.offset]
    bores += [(each.x, each.y, each.diameter / 2) for each in placed]
    # The bores nearest to the preferred place are tested first, because they are most often in the way.
    bores.sort(key=lambda bore: math.dist(bore[:2], near))
    tried, reach = -1.0, 8 * STEP
    while tried < sum(board.size):
        # Look within twice the distance each time, up to the size of the wood.
        ring = [found for found in _grid(pieces, near, reach) if math.dist(found[0], near) > tried]
        tried, reach = reach, 2 * reach
        for at, piece in sorted(ring, key=lambda found: math.dist(found[0], near)):
            if _inside(at, piece, radius + EDGE) and all(
                math.dist(at, (x, y)) >= radius + other + CLEAR for x, y, other in bores
            ):
                return at
    return None


def _grid(pieces: Pieces, near: Point, reach: float) -> Iterator[tuple[Point, Sequence[Point]]]:
    """Each grid point of a piece of wood within `reach` of `near`, with the piece."""
    for piece in pieces:
        left, top = min(x for x, _ in piece), min(y for _, y in piece)
        for row in _steps(top, max(y for _, y in piece), near[1], reach):
            for column in _steps(left, max(x for x, _ in piece), near[0], reach):
                at = left + STEP * column, top + STEP * row
                if math.dist(at, near) <= reach:
                    yield at, piece


def _steps(first: float, last: float, near: float, reach: float) -> range:
    """The numbers of the grid's steps between coordinates `first` and `last` within `reach` of `near`."""
    low, high = math.floor((near - reach - first) / STEP), math.ceil((near + reach - first) / STEP)
    return range(max(0, low), min(int((last - first) / STEP), high) + 1)


def _inside(at: Point, piece: Sequence[Point], margin: float) -> bool:
    """Whether a point is inside `piece`, at least `margin` from every edge."""
    inside = False
    for (x0, y0), (x1, y1) in zip(piece, (*piece[1:], piece[0]), strict=True):
        if (y0 > at[1]) != (y1 > at[1]) and at[0] < (x1 - x0) * (at[1] - y0) / (y1 - y0) + x0:
            inside = not inside
        if _from_edge(at, (x0, y0), (x1, y1)) < margin:
            return False
    return inside


def _from_edge(at: Point, one: Point, other: Point) -> float:
    dx, dy = other[0] - one[0], other[1] - one[1]
    length = dx * dx + dy * dy
    share = (
        0.0 if not length else max(0.0, min(1.0, ((at[0] - one[0]) * dx + (at[1] - one[1]) * dy) / length))
    )
    return math.dist(at, (one[0] + share * dx, one[1] + share * dy))


def _middle(piece: Sequence[Point]) -> Point:
    return sum(x for x, _ in piece) / len(piece), sum(y for _, y in piece) / len(piece)
