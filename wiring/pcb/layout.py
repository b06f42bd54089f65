"""A circuit board as a value: parts, copper and outline, independent of any tool for circuit boards.

All coordinates are in millimetres from the middle of the board, x to the right, y downwards, seen from the
side with the parts. This side faces down when the board is mounted; the lights shine up through cut-outs.
`wiring.pcb.kicad` makes a KiCad file from a layout and adds the ground areas.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Final, Literal, TypeAlias

Point: TypeAlias = tuple[float, float]
Side: TypeAlias = Literal["F", "B"]
"""A side of a board: F has the parts, B is the other side."""

FIVE, THREE = "5V", "3V3"

GROUND: Final = "GND"
"""The ground net, which fills both sides wherever there is no other copper."""


@dataclass(frozen=True, slots=True)
class Component:
    """A kind of part; `number` is the manufacturer's order number, `lcsc` that of the distributor LCSC.

    `footprint` is `LIBRARY:NAME` of KiCad's footprints, or `own:NAME` for a footprint of `kicad.OWN`.
    `turned` is the angle between the part in a fab's reel and KiCad's footprint, in degrees anticlockwise.
    """

    value: str
    footprint: str
    number: str = ""
    lcsc: str = ""
    turned: float = 0.0


@dataclass(frozen=True, slots=True)
class Placed:
    """A part on a board: reference, place, angle in degrees anticlockwise, and the net of each connected
    pad.
    """

    ref: str
    component: Component
    at: Point
    turn: float
    nets: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Track:
    """A track of one net along `points`, `width` millimetres wide."""

    net: str
    side: Side
    width: float
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Via:
    """A plated hole that connects one net on both sides."""

    net: str
    at: Point


@dataclass(frozen=True, slots=True)
class Text:
    """Letters printed on the side with the parts; `size` is their height in millimetres."""

    text: str
    at: Point
    size: float = 1.0


@dataclass(slots=True)
class Layout:
    """A circuit board to which parts, tracks and texts are added."""

    name: str
    outline: tuple[Point, ...]
    placed: list[Placed] = field(default_factory=list)
    tracks: list[Track] = field(default_factory=list)
    vias: list[Via] = field(default_factory=list)
    cutouts: list[tuple[Point, ...]] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    scores: list[tuple[Point, Point]] = field(default_factory=list)
    """Lines along which a fab cuts a V into both sides, so that the panel can be broken into boards."""
    grounds: list[tuple[str, tuple[Point, ...]]] = field(default_factory=list)
    """The ground areas as (net, corners); the net fills all of its area that has no other copper.

    If the list is empty, GND fills the whole board.
    """

    def place(self, ref: str, component: Component, at: Point, turn: float = 0, /, **nets: str) -> None:
        """Add a part. `nets` has the net of pad 1 as `p1`, of pad MP as `pMP`; other pads are not
        connected.
        """
        self.placed.append(Placed(ref, component, at, turn, {pad[1:]: net for pad, net in nets.items()}))

    def track(self, net: str, side: Side, width: float, *points: Point) -> None:
        """Add a track of `net`, `width` millimetres wide, along `points`."""
        self.tracks.append(Track(net, side, width, points))

    def route(self, net: str, width: float, *path: Side | Point) -> None:
        """Add tracks of `net`: a side, points on it, the next side, and so on; a via joins two sides."""
        side: Side = "F"
        points: list[Point] = []
        for each in path:
            if isinstance(each, tuple):
                points.append(each)
                continue
            if points:
                self.track(net, side, width, *points)
                self.via(net, points[-1])
            side, points = each, points[-1:]
        self.track(net, side, width, *points)

    def via(self, net: str, *places: Point) -> None:
        """Add a plated hole of `net` at each place."""
        self.vias += [Via(net, at) for at in places]

    def cut(self, middle: Point, width: float, height: float) -> None:
        """Add a rectangular cut-out with this middle, width and height."""
        self.cutouts.append(rectangle(middle, width, height))

    def write(self, text: str, at: Point, size: float = 1.0) -> None:
        """Add letters, `size` millimetres high, on the side with the parts."""
        self.texts.append(Text(text, at, size))

    @property
    def size(self) -> Point:
        """Width and height of the outline in millimetres."""
        xs, ys = [x for x, _ in self.outline], [y for _, y in self.outline]
        return max(xs) - min(xs), max(ys) - min(ys)

    def to_json(self) -> str:
        """The layout as JSON for the script `kicad`, which another interpreter runs."""
        return json.dumps(asdict(self))


INSET: Final = 0.4
"""The distance of ground areas from a score in millimetres; the V is 0.4 mm wide at the surface."""


def panel(layout: Layout, columns: int, rows: int) -> Layout:
    """A panel of `columns` by `rows` copies of a board, with scores between them.

    Each copy has its own nets and references: `1.GND` and `U2_1` belong to the first copy.
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
    """Add all elements of `layout` to `made`, moved by `by`, with `number` in their nets and references."""
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
    """The four corners of a rectangle, clockwise from the upper left corner."""
    x, y = middle
    return (
        (x - width / 2, y - height / 2), (x + width / 2, y - height / 2),
        (x + width / 2, y + height / 2), (x - width / 2, y + height / 2),
    )  # fmt: skip
