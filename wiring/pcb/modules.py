"""Modules (ready circuit boards) under a game board: their kinds, places and names, and the holes and tied
inputs of each.

A side of 28 holes has five modules: three strips for its ring, a strip for its lane, and a START tile. Their
order in the chain is: the strip with ring holes 0 to 5, the lane, the START tile, the strips with ring holes
6 to 11 and 12 to 17. All modules of a side have the same direction except the lane, which is turned by 90
degrees.

The modules are under the wood with their parts below, so they look mirrored from above: if the lights are at
the top, the first hole of a strip is on the right.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from engine.geometry import SIDE, Hole, board
from hardware.layout import Point, Shape, positions, shape_name
from hardware.parts.chain_watch import TiedChip
from wiring.errors import ModuleError
from wiring.pcb import start_tile, strip
from wiring.pcb.strip import BOTTOM, LIGHT, TOP

SMALLEST, LARGEST = 15.5, 20.0
"""The smallest and largest pitch, in millimetres, for which KiCad finds no broken rule in the modules."""
MODULES_A_SIDE: Final = 5
BITS: Final = 8
WATCHWORD: Final = {0: False, 4: True}
"""The bits that have a fixed level in every module: the first bit to arrive is 0, the fifth is 1.

A spare input of a module is on ground as well.
"""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of module, seen from above with the lights at the top; lengths are in pitches, `margin_mm` in
    mm.

    `holes` are the places of the holes from the module's middle. `bits` has the hole's index in `holes` for
    each bit, in the order in which the bits arrive; None for a bit with a fixed level. `lights` has the
    holes' indices in the order of the lights' data. `plugs` (IN, OUT) and `screws` are places, each as
    (pitches, millimetres) to be added.
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
    """A module on a game board: its middle in millimetres, and its turn in radians clockwise.

    `holes` are holes of the game board, in the order of `kind.holes`; None is the spare place of a lane.
    """

    kind: Kind
    side: int
    middle: Point
    turn: float
    pitch: float
    holes: tuple[Hole | None, ...]

    def place(self, pitches: Point, millimetres: Point = (0.0, 0.0)) -> Point:
        """The place on the game board, in millimetres, of a point of the module.

        The point is given from the module's middle, as `pitches` (in hole pitches) plus `millimetres`.
        """
        x, y = pitches[0] * self.pitch + millimetres[0], pitches[1] * self.pitch + millimetres[1]
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        return self.middle[0] + x * cos - y * sin, self.middle[1] + x * sin + y * cos

    @property
    def corners(self) -> tuple[Point, ...]:
        """The corners of the module on the game board, in millimetres."""
        xs, ys = [x for x, _ in self.kind.holes], [y for _, y in self.kind.holes]
        margin = self.kind.margin_mm
        return (
            self.place((min(xs), min(ys)), (-margin, TOP)), self.place((max(xs), min(ys)), (margin, TOP)),
            self.place((max(xs), max(ys)), (margin, BOTTOM)),
            self.place((min(xs), max(ys)), (-margin, BOTTOM)),
        )  # fmt: skip

    @property
    def channels(self) -> tuple[Hole | None, ...]:
        """The hole of each input of the module's register, A first; None for an input with a fixed level."""
        return tuple(None if bit is None else self.holes[bit] for bit in reversed(self.kind.bits))

    @property
    def lights(self) -> tuple[Hole | None, ...]:
        """The hole of each light of the module, in the order of the lights' data."""
        return tuple(self.holes[hole] for hole in self.kind.lights)

    def plug(self, out: bool) -> Point:
        """The place of the plug OUT if `out`, else of the plug IN, on the game board in millimetres."""
        return self.place(*self.kind.plugs[out])

    @property
    def screws(self) -> tuple[Point, ...]:
        """The places of the module's screws on the game board, in millimetres."""
        return tuple(self.place(*screw) for screw in self.kind.screws)

    def light(self, hole: int) -> Point:
        """The middle of the light of the hole `holes[hole]` on the game board, in millimetres."""
        return self.place(self.kind.holes[hole], (0.0, -LIGHT))


@lru_cache(maxsize=32)
def modules(sides: int, pitch: float, shape: Shape) -> tuple[Module, ...]:
    """The modules of a board in the order of their chain, five for each side.

    Raise ModuleError if modules cannot form this board, or if there are no modules with this pitch.
    """
    _check(sides, pitch, shape)
    places = positions(sides, pitch, shape)
    found = tuple(module for side in range(sides) for module in _side(sides, side, pitch, places))
    _check_overlaps(found, sides, shape)
    return found


def _check(sides: int, pitch: float, shape: Shape) -> None:
    if shape == "cross":
        raise ModuleError(
            "modules cannot form a cross, because its ring bends inside a strip; choose polygon or paddles"
        )
    if (sides, shape) == (3, "polygon"):
        raise ModuleError(
            "modules cannot form a triangle, because strips would meet at its corners; choose paddles"
        )
    if not SMALLEST <= pitch <= LARGEST:
        raise ModuleError(f"modules are made for a pitch of {SMALLEST:g} to {LARGEST:g} mm, not {pitch:g}")


def _side(sides: int, side: int, pitch: float, places: tuple[Point, ...]) -> Iterator[Module]:
    names = board(sides)
    ring, lane, start = range(SIDE * side, SIDE * side + SIDE), names.lane(side), names.start(side)
    first, last = places[ring[0]], places[ring[5]]
    # From above, the holes of a strip with turn 0 are in order from right to left.
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
    """The point that continues the line from `one` to `other` by the same distance."""
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
    """Whether two convex polygons overlap; a shared edge is no overlap."""
    for corners in (one, other):
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
            nx, ny = by - ay, ax - bx
            here, there = ([nx * x + ny * y for x, y in each] for each in (one, other))
            if max(here) <= min(there) + 1e-6 or max(there) <= min(here) + 1e-6:
                return False
    return True


PLACES: Final = ("strip 1", "the lane", "the START tile", "strip 2", "strip 3")
"""The names of the modules of a side in the order of the chain."""
HEAD: Final = "the head board"


def place_on_side(module: int) -> str:
    """The name within its side, such as `strip 2`, of module number `module` in the chain."""
    return PLACES[module % MODULES_A_SIDE]


def side_letter(module: int) -> str:
    """The letter of the side of module number `module` in the chain."""
    return "ABCDEFGH"[module // MODULES_A_SIDE]


def full_name(module: int) -> str:
    """The full name, such as `strip 2 of side B`, of module number `module` in the chain."""
    return f"{place_on_side(module)} of side {side_letter(module)}"


def link_to(module: int) -> str:
    """A phrase for the cables with a module's bits and clock, such as `its cable from strip 2`."""
    if module % MODULES_A_SIDE:
        return f"its cable from {place_on_side(module - 1)}"
    its = f"its cable from {HEAD}"
    return f"{its}, and the cable to the head board from {full_name(module - 1)}" if module else its


@lru_cache(maxsize=32)
def tied_chips(sides: int, pitch: float, shape: Shape) -> tuple[TiedChip, ...]:
    """The register of each module in the order of the chain; raise ModuleError if modules cannot form it."""
    names, found = board(sides), []
    for number, each in enumerate(modules(sides, pitch, shape)):
        held = [names.name(hole) for hole in each.holes if hole is not None]
        holes = f" ({held[0]}-{held[-1]})" if each.kind is STRIP else ""
        found.append(TiedChip(full_name(number) + holes, link_to(number), *tied(each.kind)))
    return tuple(found)


def tied(kind: Kind) -> tuple[int, int]:
    """(mask, levels) of the inputs with a fixed level in the register of a module; bit 0 is input A."""
    spare = [at for at, hole in enumerate(kind.bits) if hole is None]
    return (
        sum(1 << BITS - 1 - at for at in spare),
        sum(1 << BITS - 1 - at for at in spare if WATCHWORD.get(at, False)),
    )
