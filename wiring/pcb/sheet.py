"""A drawing of the parts on a circuit board, to compare with a fab's preview; pin 1 of each part is marked.

The placement list has the angle of each part in the fab's reel. If pin 1 of a part is at another place in the
fab's preview, this angle is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from wiring.papers.svg import Svg
from wiring.pcb.layout import Layout, Placed, Point

SCALE: Final = 10.0
"""The drawing's units in one millimetre."""
EDGE: Final = 5.0
"""The white margin around the board in millimetres."""

BODIES: Final = {
    "SOT-23": (3.0, 3.0, (-1.0, -0.95)), "SOT-23-5": (3.2, 3.0, (-1.14, -0.95)),
    "SOT-23-6": (3.2, 3.0, (-1.14, -0.95)), "TSSOP-16": (6.4, 5.0, (-2.86, -2.28)),
    "SK6812MINI-E": (5.8, 3.0, (2.7, 0.75)), "R_0603": (1.6, 0.8, (-0.8, 0)), "C_0603": (1.6, 0.8, (-0.8, 0)),
    "Fuse_1206": (3.2, 1.6, (-1.4, 0)), "JST_SH_SM08B": (10.0, 5.5, (-3.5, -2.0)),
    "JST_SH_BM08B": (10.0, 4.0, (-3.5, 1.3)), "PinSocket_1x20": (2.5, 50.8, (0, 0)),
    "TerminalBlock": (10.2, 10.0, (0, 0)), "CP_Radial": (8.0, 8.0, (0, 0)), "PinHeader": (2.5, 12.7, (0, 0)),
}  # fmt: skip
"""For the beginning of a footprint's name: width and height of the part's body, place of pin 1, in mm."""
MIDDLES: Final = {
    "PinSocket_1x20": (0, 24.1), "TerminalBlock": (2.5, 0), "CP_Radial": (1.75, 0), "PinHeader": (0, 5.1),
}  # fmt: skip
"""The middle of the body, for footprints whose origin is pin 1."""


def sheet(layout: Layout) -> str:
    """The drawing as SVG, seen from the side with the parts; holes for screws are left out."""
    width, height = layout.size
    left, top = min(x for x, _ in layout.outline), min(y for _, y in layout.outline)

    def at(point: Point) -> Point:
        return (point[0] - left + EDGE) * SCALE, (point[1] - top + EDGE) * SCALE

    drawing = Svg((width + 2 * EDGE) * SCALE, (height + 2 * EDGE) * SCALE, f"Placement of {layout.name}")
    drawing.line(*map(at, (*layout.outline, layout.outline[0])), colour="#111", width=2)
    for corners in layout.cutouts:
        drawing.line(*map(at, (*corners, corners[0])), colour="#aaa", width=1)
    for score in layout.scores:
        drawing.line(*map(at, score), colour="#d0a000", width=1)
    for each in layout.placed:
        if each.component.number:
            _draw(drawing, each, at)
    drawing.write(
        EDGE * SCALE, EDGE * SCALE - 12, f"{layout.name}: a red dot is pin 1 of the part", 18, bold=True
    )
    return drawing.text


def _draw(drawing: Svg, placed: Placed, at: Callable[[Point], Point]) -> None:
    name = placed.component.footprint.partition(":")[2]
    known = next(each for each in BODIES if name.startswith(each) and (each != "SOT-23" or name == each))
    width, height, pin = BODIES[known]
    middle = MIDDLES.get(known, (0.0, 0.0))

    def turned(x: float, y: float) -> Point:
        angle = math.radians(placed.turn)
        # KiCad's angles are anticlockwise while y points downwards.
        return at((
            placed.at[0] + x * math.cos(angle) + y * math.sin(angle),
            placed.at[1] - x * math.sin(angle) + y * math.cos(angle),
        ))  # fmt: skip

    corners = [
        turned(middle[0] + x * width / 2, middle[1] + y * height / 2)
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    drawing.line(*corners, corners[0], colour="#2360c5", width=1)
    drawing.dot(*turned(*pin), 3, "#d21f1f")
    x, y = turned(*middle)
    drawing.write(x, y + 3, placed.ref, 7, anchor="middle", colour="#444")
