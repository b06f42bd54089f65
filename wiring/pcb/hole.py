"""The parts of one hole of the game on a circuit board: sensor, light, resistor and capacitors."""

from __future__ import annotations

from typing import Final

from wiring.pcb.components import CAPACITOR_100N, HALL, LED, RESISTOR_10K
from wiring.pcb.layout import GROUND, Layout, Point

LIGHT: Final = 6.5
"""The distance from the middle of a hole up to the middle of its light, in millimetres."""
TOP, BOTTOM = -9.3, 8.2
"""The y of a board's upper edge from its uppermost hole, and of the lower edge from its lowest hole, in mm.
"""
PULL_UP: Final = -3.45
"""The x of the pull-up and of the via for 3.3 V, from the middle of the hole, in millimetres."""
SUPPLY_LEFT, SUPPLY_RIGHT = (-1.43, -3.8), (2.42, -4.2)
"""The places of the vias for the sensor's 5 V and the light's 5 V, from the middle of the hole."""
OUT: Final = (-2.2, 0.75)
"""A point on the track of the sensor's output, between sensor and pull-up, from the middle of the hole."""

FIVE, THREE = "5V", "3V3"


def draw_hole(layout: Layout, number: int, at: Point, out: str, data: tuple[str, str]) -> None:
    """Draw hole `number` (from 1); `out` is the net of its sensor, `data` the nets into and out of its light.

    The vias for the supplies are at `SUPPLY_LEFT`, `SUPPLY_RIGHT` and (`PULL_UP`, -2.2). The sensor is
    supplied with 5 V, so that the long 3.3 V line feeds only registers and pull-ups.
    """
    x, y = at
    layout.place(f"U{number + 1}", HALL, at, p1=FIVE, p2=out, p3=GROUND)
    layout.place(f"R{number}", RESISTOR_10K, (x + PULL_UP, y - 0.25), 90, p1=out, p2=THREE)
    layout.place(f"C{number}", CAPACITOR_100N, (x - 0.65, y - 2.75), p1=FIVE, p2=GROUND)
    layout.place(f"C{number + 10}", CAPACITOR_100N, (x + 3.37, y - 3.9), 270, p1=FIVE, p2=GROUND)
    layout.place(f"D{number}", LED, (x, y - LIGHT), p1=FIVE, p2=data[1], p3=GROUND, p4=data[0])
    layout.cut((x, y - LIGHT), 3.4, 3.0)
    left, right = SUPPLY_LEFT[0] + x, SUPPLY_RIGHT[0] + x
    layout.track(FIVE, "F", 0.3, (left, y - 3.8), (left, y - 1.5), (x - 0.94, y - 0.95))
    layout.track(FIVE, "F", 0.5, (x + 3.37, y - 4.675), (right, y - 4.675), (right, y - LIGHT + 0.75))
    layout.track(FIVE, "F", 0.5, (right, y - 4.675), (right, y - 3.5))
    layout.via(FIVE, (left, y - 3.8), (right, y - 4.2), (right, y - 3.5))
    layout.track(THREE, "F", 0.3, (x + PULL_UP, y - 1.075), (x + PULL_UP, y - 2.2))
    layout.via(THREE, (x + PULL_UP, y - 2.2))
    layout.track(out, "F", 0.25, (x + PULL_UP, y + 0.575), (x + OUT[0], y + OUT[1]), (x - 0.94, y + 0.95))


def light_in(at: Point) -> Point:
    """The pad by which data enters the light of the hole at `at`; it is lower than `light_out`."""
    return at[0] - 2.7, at[1] - LIGHT + 0.75


def light_out(at: Point) -> Point:
    """The pad by which data leaves the light of the hole at `at`."""
    return at[0] + 2.7, at[1] - LIGHT - 0.75
