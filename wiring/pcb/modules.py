"""The modules of a board of modules: kinds, places, cables, and the holes at their inputs.

A side of 28 holes takes five modules: three strips for its ring, one for its lane, and a START tile. They are
chained in the order of the ring: the strip with holes 0 to 5, the lane, the START tile, the strips with holes
6 to 11 and 12 to 17. All modules of a side face the same way except the lane, which is turned by a quarter.

The modules lie below the wood with their parts underneath, so from above they look mirrored: the first hole
of a strip is to the right of its last one where the lights are at the top.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final

from engine.geometry import SIDE, Hole, board
from hardware.layout import Point, Shape, extent, positions, shape_name
from wiring.errors import ModuleError
from wiring.pcb import start_tile, strip
from wiring.pcb.hole import BOTTOM, LIGHT, TOP

SMALLEST, LARGEST = 15.5, 20.0
"""The pitches in millimetres for which KiCad finds no broken rule in the boards."""
MODULES_A_SIDE: Final = 5
BITS: Final = 8
WATCHWORD: Final = {0: False, 4: True}
"""The bits of every module that no sensor sets: the first to arrive is 0, the fifth 1.

A spare input of a module is on ground, too.
"""
CABLE_SLACK: Final = 30.0
"""Millimetres that a cable is longer than the straight line between its plugs."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of module; lengths are in pitches or, in fields that end in `_mm`, in millimetres.

    `holes` are the places of its holes from its middle, as seen from above, lights at the top. `bits` has for
    each bit in shift-out order, the first to arrive first, the number of its hole, or None. `lights` are the
    holes in the order of the lights' data. `plugs` are the places of the plugs IN and OUT, each as pitches
    and millimetres.
    """

    name: str
    holes: tuple[Point, ...]
    bits: tuple[int | None, ...]
    lights: tuple[int, ...]
    margin_mm: float
    plugs: tuple[tuple[Point, Point], tuple[Point, Point]]
    screws: tuple[tuple[Point, Point], ...]


STRIP: Final = Kind(
    "strip",
    tuple((2.5 - k, 0.0) for k in range(strip.HOLES)),
    (None, 2, 1, 0, None, 5, 4, 3),
    tuple(range(strip.HOLES)),
    strip.END,
    (((2.0, 0.0), (0.0, strip.PLUG)), ((-2.0, 0.0), (0.0, strip.PLUG))),
    (((1.0, 0.0), (0.0, strip.SCREW_ROW)), ((-1.0, 0.0), (0.0, strip.SCREW_ROW))),
)
START_TILE: Final = Kind(
    "start_tile",
    ((0.0, -1.0), (1.0, 0.0), (0.0, 0.0), (-1.0, 0.0), (0.0, 1.0)),
    (None, start_tile.RIGHT, start_tile.DOWN, None, None, start_tile.UP, start_tile.LEFT, start_tile.MIDDLE),
    start_tile.ORDER,
    start_tile.SIDE,
    (((1.0, 1.0), (0.0, start_tile.PLUG)), ((-1.0, 1.0), (0.0, start_tile.PLUG))),
    (((1.0, -1.0), (0.0, 0.0)), ((-1.0, -1.0), (0.0, 0.0))),
)


@dataclass(frozen=True, slots=True)
class Module:
    """A module on a board: its middle in millimetres, and by how many radians it is turned clockwise.

    `holes` are the board's holes in the order of the kind's; None: the spare place of a lane.
    """

    kind: Kind
    side: int
    middle: Point
    turn: float
    pitch: float
    holes: tuple[Hole | None, ...]

    def place(self, pitches: Point, millimetres: Point = (0.0, 0.0)) -> Point:
        """The place on the game board, in millimetres, of a point of the module.

        The point lies `pitches` (in hole pitches) plus `millimetres` from the module's middle.
        """
        x, y = pitches[0] * self.pitch + millimetres[0], pitches[1] * self.pitch + millimetres[1]
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        return self.middle[0] + x * cos - y * sin, self.middle[1] + x * sin + y * cos

    @property
    def corners(self) -> tuple[Point, ...]:
        """The corners of the module's circuit board, on the game board in millimetres."""
        xs, ys = [x for x, _ in self.kind.holes], [y for _, y in self.kind.holes]
        margin = self.kind.margin_mm
        return (
            self.place((min(xs), min(ys)), (-margin, TOP)), self.place((max(xs), min(ys)), (margin, TOP)),
            self.place((max(xs), max(ys)), (margin, BOTTOM)),
            self.place((min(xs), max(ys)), (-margin, BOTTOM)),
        )  # fmt: skip

    @property
    def channels(self) -> tuple[Hole | None, ...]:
        """The hole at each input of the module's register, A first, which is the last bit to arrive."""
        return tuple(None if bit is None else self.holes[bit] for bit in reversed(self.kind.bits))

    @property
    def lights(self) -> tuple[Hole | None, ...]:
        """The hole of each of the module's lights, in the order of their data."""
        return tuple(self.holes[hole] for hole in self.kind.lights)

    def plug(self, out: bool) -> Point:
        """The place of the plug IN, or of OUT if `out`."""
        return self.place(*self.kind.plugs[out])

    @property
    def screws(self) -> tuple[Point, ...]:
        """The places of its screws."""
        return tuple(self.place(*screw) for screw in self.kind.screws)

    def light(self, hole: int) -> Point:
        """The middle of the light for the module's hole with this number."""
        return self.place(self.kind.holes[hole], (0.0, -LIGHT))


@lru_cache(maxsize=32)
def modules(sides: int, pitch: float, shape: Shape) -> tuple[Module, ...]:
    """The modules of a board in the order of their chain, five a side.

    Raise ModuleError if this shape cannot be built of modules, or if no modules exist for this pitch.
    """
    _check(sides, pitch, shape)
    places = positions(sides, pitch, shape)
    found = tuple(module for side in range(sides) for module in _side(sides, side, pitch, places))
    _check_overlaps(found, sides, shape)
    return found


def _check(sides: int, pitch: float, shape: Shape) -> None:
    if shape == "cross":
        raise ModuleError(
            "a cross cannot be built of modules: its ring bends inside a strip; choose polygon or paddles"
        )
    if (sides, shape) == (3, "polygon"):
        raise ModuleError(
            "a triangle cannot be built of these modules: its strips meet at the corners; choose paddles"
        )
    if not SMALLEST <= pitch <= LARGEST:
        raise ModuleError(f"modules are made for a pitch of {SMALLEST:g} to {LARGEST:g} mm, not {pitch:g}")


def _side(sides: int, side: int, pitch: float, places: tuple[Point, ...]) -> Iterator[Module]:
    names = board(sides)
    ring, lane, start = range(SIDE * side, SIDE * side + SIDE), names.lane(side), names.start(side)
    first, last = places[ring[0]], places[ring[5]]
    # From above, the holes of an unturned strip run to the left.
    turn = math.atan2(first[1] - last[1], first[0] - last[0])
    inward = math.atan2(places[lane[0]][1] - places[lane[4]][1], places[lane[0]][0] - places[lane[4]][0])
    strips = [
        Module(STRIP, side, _middle(places, ring[k], ring[k + 5]), turn, pitch, tuple(ring[k : k + 6]))
        for k in (0, 6, 12)
    ]
    beyond = _beyond(places[lane[3]], places[lane[4]])
    middle = (places[lane[0]][0] + beyond[0]) / 2, (places[lane[0]][1] + beyond[1]) / 2
    yield strips[0]
    yield Module(STRIP, side, middle, inward, pitch, (*lane, None))
    tile = Module(START_TILE, side, places[start[2]], turn, pitch, ())
    yield Module(
        START_TILE,
        side,
        tile.middle,
        turn,
        pitch,
        tuple(_nearest(tile.place(at), start, places) for at in START_TILE.holes),
    )
    yield from strips[1:]


def _middle(places: tuple[Point, ...], one: Hole, other: Hole) -> Point:
    return (places[one][0] + places[other][0]) / 2, (places[one][1] + places[other][1]) / 2


def _beyond(one: Point, other: Point) -> Point:
    """The place beyond `other` at the distance and direction from `one` to `other`."""
    return 2 * other[0] - one[0], 2 * other[1] - one[1]


def _nearest(at: Point, holes: tuple[Hole, ...], places: tuple[Point, ...]) -> Hole:
    return min(holes, key=lambda hole: math.dist(at, places[hole]))


def _check_overlaps(found: tuple[Module, ...], sides: int, shape: Shape) -> None:
    for one, other in combinations(found, 2):
        if math.dist(one.middle, other.middle) < 8 * one.pitch and overlap(one.corners, other.corners):
            names = board(sides)
            where = " and ".join(
                names.name(next(hole for hole in each.holes if hole is not None)) for each in (one, other)
            )
            raise ModuleError(
                f"on {shape_name(sides, shape)} the modules at {where} overlap; take a larger pitch"
            )


def overlap(one: tuple[Point, ...], other: tuple[Point, ...]) -> bool:
    """Whether two convex polygons share more than an edge."""
    for corners in (one, other):
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
            nx, ny = by - ay, ax - bx
            here, there = ([nx * x + ny * y for x, y in each] for each in (one, other))
            if max(here) <= min(there) + 1e-6 or max(there) <= min(here) + 1e-6:
                return False
    return True


@dataclass(frozen=True, slots=True)
class Cable:
    """A cable of the chain from plug to plug, in millimetres; `start` is "" for the head board's plug."""

    start: str
    end: str
    length: float


def module_name(module: Module, names: tuple[str, ...]) -> str:
    """A module by its first hole and the last one, as `A0-A5`."""
    held = [names[hole] for hole in module.holes if hole is not None]
    return f"{held[0]}-{held[-1]}" if module.kind is STRIP else f"START {held[0][0]}"


def cables(sides: int, pitch: float, shape: Shape) -> tuple[Cable, ...]:
    """The cables of every side in the order of its chain; the head board counts as in the board's middle."""
    names, width, height = board(sides).names, *extent(sides, pitch, shape)
    found: list[Cable] = []
    chain = modules(sides, pitch, shape)
    for first in range(0, len(chain), MODULES_A_SIDE):
        side = chain[first : first + MODULES_A_SIDE]
        head = (width / 2, height / 2)
        found.append(Cable("", module_name(side[0], names), _length(head, side[0].plug(out=False))))
        found += [
            Cable(
                module_name(one, names),
                module_name(other, names),
                _length(one.plug(out=True), other.plug(out=False)),
            )
            for one, other in pairwise(side)
        ]
        if first + MODULES_A_SIDE < len(chain):
            found.append(Cable(module_name(side[-1], names), "", _length(side[-1].plug(out=True), head)))
    return tuple(found)


def _length(one: Point, other: Point) -> float:
    """The length of a cable, to the next 10 mm."""
    return 10.0 * math.ceil((math.dist(one, other) + CABLE_SLACK) / 10)
