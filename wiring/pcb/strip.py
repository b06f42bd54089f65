"""The layout of the strip: six holes in a row with their sensors, lights and one shift register.

The hole with its parts, and the plugs, are also those of the START tile.

Tracks on the upper side run along the strip: 5 V, 3.3 V, and the sensors' outputs on their way to the
register in the middle. Six of the register's inputs have sensors, and two are tied: D to 3.3 V, H to ground.
After a loose cable all bits read equal, so the tied inputs show the fault.

Three strips form the 18 ring holes of a side, and one strip is its lane; the sixth hole of a lane's strip is
not used.
"""

from __future__ import annotations

import itertools
from typing import Final

from wiring.pcb.components import CAPACITOR_100N, CHIP, HALL, LED, PLUG_8, RESISTOR_10K, SCREW
from wiring.pcb.layout import FIVE, GROUND, THREE, Layout, Point, rectangle

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


HOLES: Final = 6
END: Final = 4.8
"""The distance from the middle of the last hole to the strip's end, in millimetres."""
ROW: Final = (0.025, 0.675, 1.325, 1.975, 1.325, 0.675)
"""The y of each sensor's output track on the upper side, from the holes' middles, in millimetres.

Tracks that would cross have different values.
"""
CHIP_AT: Final = (-1.4, 1.0)
PLUG, BEHIND, SCREW_ROW = 5.05, 4.75, 6.4
"""The y of the plugs, of tracks behind their pins, and of the screws, in mm from the holes' middles."""
PIN: Final = 0.65
"""The distance between two pins of a TSSOP in millimetres."""
ACROSS: Final = 2.86
"""The distance from the middle of a TSSOP-16 to the middle of its pads, in millimetres."""


def strip(pitch: float) -> Layout:
    """The layout of a strip for a pitch of 15.5 to 20 mm."""
    middles = [(k - (HOLES - 1) / 2) * pitch for k in range(HOLES)]
    right = middles[-1] + END
    layout = Layout("strip", rectangle((0, (TOP + BOTTOM) / 2), 2 * right, BOTTOM - TOP))
    for k, x in enumerate(middles):
        draw_hole(layout, k + 1, (x, 0), f"S{k}", (f"L{k}", f"L{k + 1}"))
        layout.track(f"S{k}", "F", 0.25, (x + OUT[0], OUT[1]), (x + OUT[0], ROW[k]))
        layout.via(f"S{k}", (x + OUT[0], ROW[k]))
        left = k < HOLES // 2
        layout.track(f"S{k}", "B", 0.2, (x + OUT[0], ROW[k]), (CHIP_AT[0] + (-4.2 if left else 4.3), ROW[k]))
    for k, (here, there) in enumerate(itertools.pairwise(middles), 1):
        low, high = -LIGHT + 0.75, -LIGHT - 0.75
        layout.track(
            f"L{k}", "F", 0.2, (here + 2.7, high), (here + 7.3, high), (here + 8.8, low), (there - 2.7, low)
        )
    _register(layout)
    _plugs(layout, middles, pitch)
    layout.track(FIVE, "B", 1.8, (middles[0] - 1.43, -3.8), (middles[-1] + 2.3, -3.8))
    layout.track(THREE, "B", 0.6, (middles[0] + PULL_UP, -2.2), (middles[-1] + PULL_UP, -2.2))
    for number, x in enumerate((-pitch, pitch), 1):
        layout.place(f"H{number}", SCREW, (x, SCREW_ROW))
    layout.via(GROUND, (middles[0] - 3, 6.4), *((x, 6.4) for x in middles))
    layout.via(GROUND, *((x + 8.3, -8.6) for x in middles[:-1]))
    return layout


def pin_row(pin: int) -> float:
    """The y of a pin of the register, in millimetres from the middles of the holes."""
    return CHIP_AT[1] - 3.5 * PIN + PIN * (pin - 1 if pin < 9 else 16 - pin)


def _register(layout: Layout) -> None:
    """Draw the shift register, with vias for its inputs and outputs on its left and right."""
    x = CHIP_AT[0]
    nets = {
        "p1": "LOAD", "p2": "CLK", "p3": "S0", "p4": "S1", "p5": "S2", "p6": GROUND, "p8": GROUND, "p9": "QH",
        "p10": "SER", "p11": "S3", "p12": "S4", "p13": "S5", "p14": THREE, "p15": GROUND, "p16": THREE,
    }  # fmt: skip
    layout.place("U1", CHIP, CHIP_AT, **nets)
    for pins, pad, there in (((1, 2, 3, 4, 5), -ACROSS, -4.2), ((9, 10, 11, 12, 13), ACROSS, 4.3)):
        for pin in pins:
            net = nets[f"p{pin}"]
            layout.track(net, "F", 0.2, (x + pad, pin_row(pin)), (x + there, pin_row(pin)))
            layout.via(net, (x + there, pin_row(pin)))
    for net, pad, inside, one, other in ((THREE, ACROSS, 1.4, 14, 16), (GROUND, -ACROSS, -1.4, 6, 8)):
        a, b = pin_row(one), pin_row(other)
        layout.track(net, "F", 0.2, (x + pad, a), (x + inside, a), (x + inside, b), (x + pad, b))
    # This resistor holds SER low on the last module of the chain, where no cable drives it.
    layout.place("R7", RESISTOR_10K, (x + 4.3, 5.9), p1=GROUND, p2="SER")
    layout.track("SER", "F", 0.2, (x + 4.3, pin_row(10)), (x + 5.075, pin_row(10)), (x + 5.075, 5.9))
    layout.place("C20", CAPACITOR_100N, (x + 1.6, -2.9), 180, p1=THREE, p2=GROUND)
    layout.track(THREE, "F", 0.3, (x + ACROSS, pin_row(16)), (x + 4.3, pin_row(16)), (x + 4.3, -2.2))
    layout.track(THREE, "F", 0.3, (x + 2.4, -2.9), (x + 4.3, -2.9), (x + 4.3, -2.2))
    layout.via(THREE, (x + 4.3, -2.2))


def plug_nets(lights: int, far: bool) -> dict[str, str]:
    """The nets of the pads of a module's plug: OUT, towards the next module, if `far`, else IN.

    `lights` is the number of the module's lights.
    """
    return {
        "p1": FIVE, "p2": f"L{lights}" if far else "L0", "p3": GROUND, "p4": "CLK", "p5": GROUND,
        "p6": "LOAD", "p7": "SER" if far else "QH", "p8": THREE, "pMP": GROUND,
    }  # fmt: skip


def _plugs(layout: Layout, middles: list[float], pitch: float) -> None:
    places = (middles[0] + pitch / 2, middles[-1] - pitch / 2)

    def at(plug: int, pin: int) -> float:
        return places[plug] + pin - 4.5

    for plug, (ref, word, x) in enumerate((("J1", "IN", places[0]), ("J2", "OUT", places[1]))):
        nets = plug_nets(HOLES, far=plug == 1)
        layout.place(ref, PLUG_8, (x, PLUG), **nets)
        layout.write(word, (x + 7.2, PLUG))
        layout.track(FIVE, "F", 0.5, (at(plug, 1), 3.0), (at(plug, 1), -4.3))
        layout.via(FIVE, *((at(plug, 1), y) for y in (-4.3, -3.7, -3.1)))
        for pin, y, width in ((4, pin_row(2), 0.2), (6, pin_row(1), 0.2), (8, -2.2, 0.3)):
            layout.track(nets[f"p{pin}"], "F", width, (at(plug, pin), 3.0), (at(plug, pin), y))
            layout.via(nets[f"p{pin}"], (at(plug, pin), y))
        for pin in (3, 5):
            layout.track(GROUND, "F", 0.4, (at(plug, pin), 3.0), (at(plug, pin), BEHIND + 0.6))
            layout.via(GROUND, (at(plug, pin), BEHIND + 0.6))
    layout.track("CLK", "B", 0.2, (at(0, 4), pin_row(2)), (at(1, 4), pin_row(2)))
    layout.track("LOAD", "B", 0.2, (at(0, 6), pin_row(1)), (at(1, 6), pin_row(1)))
    _chains(layout, middles, at(0, 2), at(0, 7), at(1, 2), at(1, 7))


def _chains(layout: Layout, middles: list[float], l0: float, qh: float, l6: float, ser: float) -> None:
    """Draw the tracks of lights and bits from plug to plug; `l0` to `ser` are the x of pins of the plugs."""
    low, high = -LIGHT + 0.75, -LIGHT - 0.75
    first, last, x = middles[0] - 4.2, middles[-1] + 4.2, CHIP_AT[0] + 4.3
    layout.route(
        "L0", 0.2, "F", (l0, 3.0), (l0, 1.2), "B", (first, 1.2), (first, low), "F", (middles[0] - 2.7, low)
    )
    layout.route("QH", 0.2, "F", (qh, 3.0), (qh, BEHIND), "B", (x, BEHIND), (x, pin_row(9)))
    layout.route("SER", 0.2, "F", (ser, 3.0), (ser, 1.45), "B", (ser, pin_row(10)), (x, pin_row(10)))
    layout.route(
        f"L{HOLES}", 0.2, "F", (middles[-1] + 2.7, high), (last, high), "B", (last, BEHIND), (l6, BEHIND),
        "F", (l6, 3.0),
    )  # fmt: skip
