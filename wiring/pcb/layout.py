"""A printed circuit board as a value: parts, copper and outline, with no tool for circuit boards needed.

All coordinates are millimetres from the middle of the board, x to the right, y downwards, seen from the side
that carries the parts. That side faces down when the board is mounted; light shines up through cut-outs.
`wiring.pcb.kicad` makes a KiCad file of a layout, with the ground areas that are left out here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Final, Literal, TypeAlias

Point: TypeAlias = tuple[float, float]
Side: TypeAlias = Literal["F", "B"]
"""Copper on the side of the parts (F) or on the other one (B)."""

GROUND: Final = "GND"
"""The net that fills both sides wherever nothing else is."""


@dataclass(frozen=True, slots=True)
class Component:
    """A kind of part as a fab orders it: `number` is the manufacturer's, `lcsc` a distributor's.

    `footprint` is `LIBRARY:NAME` of KiCad's footprints, or `own:NAME` for one of `kicad.OWN`. `turned` is the
    angle by which the part lies in a fab's reel against KiCad's footprint, in degrees anticlockwise.
    """

    value: str
    footprint: str
    number: str = ""
    lcsc: str = ""
    turned: float = 0.0


@dataclass(frozen=True, slots=True)
class Placed:
    """A component on a board: reference, place, angle in degrees anticlockwise, and the net of each pad."""

    ref: str
    component: Component
    at: Point
    turn: float
    nets: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Track:
    """Copper of one net along `points`, `width` wide."""

    net: str
    side: Side
    width: float
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Via:
    """A plated hole of one net through both sides."""

    net: str
    at: Point


@dataclass(frozen=True, slots=True)
class Text:
    """Letters printed on the side of the parts."""

    text: str
    at: Point
    size: float = 1.0


@dataclass(slots=True)
class Layout:
    """A board that is being drawn; it does not change after `kicad` gets it."""

    name: str
    outline: tuple[Point, ...]
    placed: list[Placed] = field(default_factory=list)
    tracks: list[Track] = field(default_factory=list)
    vias: list[Via] = field(default_factory=list)
    cutouts: list[tuple[Point, ...]] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    scores: list[tuple[Point, Point]] = field(default_factory=list)
    """Lines along which a fab cuts a V into both sides, so that a panel breaks into its boards."""
    grounds: list[tuple[str, tuple[Point, ...]]] = field(default_factory=list)
    """The areas that each net fills where no other copper is; if empty, the net GND fills the whole outline.
    """

    def place(self, ref: str, component: Component, at: Point, turn: float = 0, /, **nets: str) -> None:
        """Add a part. `nets`: the net of pad 1 as `p1`, of pad MP as `pMP`; a pad without one stays free."""
        self.placed.append(Placed(ref, component, at, turn, {pad[1:]: net for pad, net in nets.items()}))

    def track(self, net: str, side: Side, width: float, *points: Point) -> None:
        """Add copper of `net`, `width` millimetres wide, along the points."""
        self.tracks.append(Track(net, side, width, points))

    def via(self, net: str, *places: Point) -> None:
        """Add a plated hole of `net` at each place."""
        self.vias += [Via(net, at) for at in places]

    def cut(self, middle: Point, width: float, height: float) -> None:
        """Cut a rectangle out of the board."""
        self.cutouts.append(rectangle(middle, width, height))

    def write(self, text: str, at: Point, size: float = 1.0) -> None:
        """Print letters, `size` millimetres high, on the side of the parts."""
        self.texts.append(Text(text, at, size))

    @property
    def size(self) -> Point:
        """Width and height of the outline in millimetres."""
        xs, ys = [x for x, _ in self.outline], [y for _, y in self.outline]
        return max(xs) - min(xs), max(ys) - min(ys)

    def to_json(self) -> str:
        """The layout as text for `kicad`, which runs in the interpreter that KiCad brings."""
        return json.dumps(asdict(self))


INSET: Final = 0.4
"""The distance of the ground from a score in millimetres: the V is 0.4 mm wide at the surface."""


def panel(layout: Layout, columns: int, rows: int) -> Layout:
    """A panel: `columns` by `rows` copies of a board in one piece, with scores between them.

    A panel of copies of a board; each copy has its own nets and references: `1.GND` and `U2_1` belong to the
    first.
    """
    width, height = layout.size
    corner = layout.outline[0]
    made = Layout(f"{layout.name}-{columns}x{rows}", rectangle((0, 0), columns * width, rows * height))
    left, top = made.outline[0]
    for number in range(columns * rows):
        x, y = left + number % columns * width, top + number // columns * height
        _add_copy(made, layout, (x - corner[0], y - corner[1]), number + 1)
        area = rectangle((x + width / 2, y + height / 2), width - 2 * INSET, height - 2 * INSET)
        made.grounds.append((f"{number + 1}.{GROUND}", area))
    made.scores = [((left + k * width, top), (left + k * width, -top)) for k in range(1, columns)]
    made.scores += [((left, top + k * height), (-left, top + k * height)) for k in range(1, rows)]
    return made


def _add_copy(made: Layout, layout: Layout, by: Point, number: int) -> None:
    """Add everything of `layout` to `made`, shifted, with the copy's number in nets and references."""
    prefix = f"{number}."

    def moved(point: Point) -> Point:
        return point[0] + by[0], point[1] + by[1]

    made.placed += [
        replace(
            each, ref=f"{each.ref}_{number}", at=moved(each.at),
            nets={pad: prefix + net for pad, net in each.nets.items()},
        )
        for each in layout.placed
    ]  # fmt: skip
    made.tracks += [
        replace(each, net=prefix + each.net, points=tuple(map(moved, each.points))) for each in layout.tracks
    ]
    made.vias += [Via(prefix + each.net, moved(each.at)) for each in layout.vias]
    made.cutouts += [tuple(map(moved, corners)) for corners in layout.cutouts]
    made.texts += [replace(each, at=moved(each.at)) for each in layout.texts]


def rectangle(middle: Point, width: float, height: float) -> tuple[Point, ...]:
    """The four corners of a rectangle."""
    x, y = middle
    return (
        (x - width / 2, y - height / 2), (x + width / 2, y - height / 2),
        (x + width / 2, y + height / 2), (x - width / 2, y + height / 2),
    )  # fmt: skip
