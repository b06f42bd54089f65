"""The layout of the START tile: five holes in a cross with their sensors, lights and one shift register.

Two vertical tracks (spines) on the upper side run along the three holes above each other: 3.3 V to the left
of the holes' middles, 5 V to the right. Other tracks cross a spine on the side with the parts. The register
is between the middle and the right hole, turned by 180 degrees, so that its clock and load face the plug OUT.

Five of the register's inputs have sensors, one is spare and tied to ground, and two have the fixed levels of
every module: D at 3.3 V, H at ground.
"""

from __future__ import annotations

from typing import Final

from wiring.pcb.components import CAPACITOR_100N, CHIP, PLUG_8, RESISTOR_10K, SCREW
from wiring.pcb.layout import FIVE, GROUND, THREE, Layout, Point, rectangle
from wiring.pcb.strip import ACROSS, BOTTOM, PIN, PULL_UP, TOP, draw_hole, light_in, light_out, plug_nets

UP, LEFT, MIDDLE, RIGHT, DOWN = range(5)
HOLES: Final = 5
ORDER: Final = (LEFT, UP, MIDDLE, RIGHT, DOWN)
"""The holes in the order of the lights' data; in this order the tracks of the data cross no other tracks."""
SIDE: Final = 6.0
"""The distance from the middle of the left and right hole to the tile's edge, in millimetres."""
SPINE: Final = 2.42
"""The x of the vertical track for 5 V, from the holes' middles, in millimetres."""
PLUG: Final = 5.05
"""The distance from the middle of the lowest hole down to the middle of the plugs, in millimetres."""
NETS: Final = {
    1: "LOAD", 2: "CLK", 3: GROUND, 4: f"S{DOWN}", 5: f"S{RIGHT}", 6: GROUND, 8: GROUND, 9: "QH", 10: "SER",
    11: f"S{MIDDLE}", 12: f"S{LEFT}", 13: f"S{UP}", 14: THREE, 15: GROUND, 16: THREE,
}  # fmt: skip
"""The net of each pin of the register."""


def start_tile(pitch: float) -> Layout:
    """The layout of a tile for a pitch of 15.5 to 20 mm."""
    return _Tile(pitch).draw()


class _Tile:
    def __init__(self, pitch: float) -> None:
        self.pitch = pitch
        self.holes: tuple[Point, ...] = ((0, -pitch), (-pitch, 0), (0, 0), (pitch, 0), (0, pitch))
        self.chip = (pitch / 2 - 0.35, pitch / 2 - 4.3)
        self.passage = pitch - 8.7
        """The y at which the track of the lights' data passes between the register and the lowest light."""
        width, top, bottom = 2 * (pitch + SIDE), -pitch + TOP, pitch + BOTTOM
        self.layout = Layout("start_tile", rectangle((0, (top + bottom) / 2), width, bottom - top))

    def draw(self) -> Layout:
        """Draw all parts and tracks; return the layout."""
        for k, at in enumerate(self.holes):
            step = ORDER.index(k)
            draw_hole(self.layout, k + 1, at, f"S{k}", (f"L{step}", f"L{step + 1}"))
        self._register()
        self._plugs()
        self._supplies()
        self._lights()
        self._left_inputs()
        self._right_inputs()
        self._clocks()
        p = self.pitch
        for number, x in enumerate((-p, p), 1):
            self.layout.place(f"H{number}", SCREW, (x, -p))
        self.layout.via(
            GROUND, (-p, -p + 4), (p, -p + 4), (-p + 4, p - 8), (0, p + 7), (p + 5.4, 0), (-5.5, -p + 3)
        )
        return self.layout

    def _pin(self, pin: int) -> Point:
        """The middle of the pad of a pin of the register, which is turned by 180 degrees."""
        x, y = self.chip
        height = 3.5 * PIN - PIN * (pin - 1 if pin < 9 else 16 - pin)
        return x + (ACROSS if pin < 9 else -ACROSS), y + height

    def _register(self) -> None:
        layout, (x, _) = self.layout, self.chip
        layout.place("U1", CHIP, self.chip, 180, **{f"p{pin}": net for pin, net in NETS.items()})
        left, supply = self._pin(16)
        fourteen = self._pin(14)[1]
        layout.track(THREE, "F", 0.3, (PULL_UP, supply), (left, supply))
        layout.track(
            THREE, "F", 0.2, (left, supply), (x - 1.4, supply), (x - 1.4, fourteen), (left, fourteen)
        )
        layout.track(THREE, "F", 0.3, (x - 1.4, fourteen), (x - 1.4, -0.4))
        layout.via(THREE, (PULL_UP, supply))
        layout.place("C20", CAPACITOR_100N, (x - 0.625, -0.4), 0, p1=THREE, p2=GROUND)

    def _at(self, plug: int, pin: int) -> float:
        """The x of a pin of the plug IN (`plug` 0) or OUT (1)."""
        return (self.pitch if plug else -self.pitch) + pin - 4.5

    def _plugs(self) -> None:
        layout, p = self.layout, self.pitch
        for plug, (ref, word) in enumerate((("J1", "IN"), ("J2", "OUT"))):
            nets = plug_nets(HOLES, far=plug == 1)
            x = p if plug else -p
            layout.place(ref, PLUG_8, (x, p + PLUG), **nets)
            layout.write(word, (x - 7.2 if plug else x + 7.2, p + PLUG))
            for pin in (3, 5):
                layout.track(GROUND, "F", 0.4, (self._at(plug, pin), p + 3), (self._at(plug, pin), p + 1.75))
                layout.via(GROUND, (self._at(plug, pin), p + 1.75))
        for net, pin, y in (("CLK", 4, p + 4.75), ("LOAD", 6, p + 5.6)):
            for plug in (0, 1):
                layout.track(net, "F", 0.2, (self._at(plug, pin), p + 3), (self._at(plug, pin), y))
                layout.via(net, (self._at(plug, pin), y))
            layout.track(net, "B", 0.2, (self._at(0, pin), y), (self._at(1, pin), y))

    def _supplies(self) -> None:
        layout, p = self.layout, self.pitch
        # 5 V runs along the spine, to both plugs, and on the side with the parts to the left and right hole.
        layout.track(FIVE, "B", 0.8, (SPINE, -p - 4.2), (SPINE, p - 3.8))
        for y in (-p, 0, p):
            layout.track(FIVE, "B", 0.8, (-1.43, y - 3.8), (SPINE, y - 3.8))
        layout.track(FIVE, "F", 0.5, (-p + 3.37, -4.675), (-2.3, -4.675), (-1.43, -3.8))
        layout.track(FIVE, "F", 0.5, (3.37, -4.675), (p - 2.3, -4.675), (p - 1.43, -3.8))
        for x in (-p, p):
            layout.track(FIVE, "B", 0.8, (x - 1.43, -3.8), (x + SPINE, -3.8))
        one, other = self._at(0, 1), self._at(1, 1)
        layout.track(FIVE, "F", 0.5, (one, p + 3), (one, p - 3.8))
        layout.track(FIVE, "F", 1.4, (one, p - 3.8), (-2.2, p - 3.8))
        layout.track(FIVE, "F", 0.5, (-2.2, p - 3.8), (-1.43, p - 3.8))
        layout.via(FIVE, (-2.2, p - 4.2), (-2.2, p - 3.5))
        layout.track(FIVE, "B", 1.2, (-2.1, p - 3.8), (SPINE, p - 3.8))
        layout.track(FIVE, "F", 0.5, (other, p + 3), (other, p - 4.2))
        layout.via(FIVE, *((other, p + y) for y in (-4.2, -3.6, -3.0)))
        layout.track(FIVE, "B", 1.4, (other, p - 3.6), (SPINE, p - 3.8))
        # 3.3 V runs below the lowest hole from plug to plug, along its spine, and to the right hole.
        bus = p + 1.0
        ends = self._at(0, 8), self._at(1, 8)
        for x in ends:
            layout.track(THREE, "F", 0.3, (x, p + 3), (x, bus))
            layout.via(THREE, (x, bus))
        layout.track(THREE, "B", 0.5, (ends[0], bus), (ends[1], bus))
        layout.track(THREE, "B", 0.5, (PULL_UP, bus), (PULL_UP, -p - 2.2))
        layout.track(THREE, "B", 0.5, (PULL_UP, -2.2), (-p + PULL_UP, -2.2))
        layout.track(THREE, "B", 0.5, (ends[1], bus), (ends[1], -2.2), (p + PULL_UP, -2.2))

    def _lights(self) -> None:
        """Draw the tracks of the lights' data: plug IN, left, up, middle, right, down, plug OUT."""
        layout, p = self.layout, self.pitch
        goes_in, comes_out = [*map(light_in, self.holes)], [*map(light_out, self.holes)]
        x, edge = self._at(0, 2), -p - 4.6
        layout.route(
            "L0", 0.2, "F", (x, p + 3), (x, p + 1.4), "B", (edge, p + 1.4), (edge, goes_in[LEFT][1]),
            "F", goes_in[LEFT],
        )  # fmt: skip
        a, b = comes_out[LEFT], goes_in[UP]
        layout.track("L1", "F", 0.2, a, (a[0] + 1.5, a[1]), (a[0] + 1.5, b[1]), b)
        a, b = comes_out[UP], goes_in[MIDDLE]
        layout.track("L2", "F", 0.2, a, (4.6, a[1]), (4.6, -9.2), (-4.4, -9.2), (-4.4, b[1]), b)
        a, b = comes_out[MIDDLE], goes_in[RIGHT]
        layout.track("L3", "F", 0.2, a, (7.3, a[1]), (8.8, b[1]), b)
        a, b = comes_out[RIGHT], goes_in[DOWN]
        layout.track(
            "L4", "F", 0.2, a, (p + 4.6, a[1]), (p + 4.6, self.passage), (-4.4, self.passage), (-4.4, b[1]), b
        )
        a, x = comes_out[DOWN], self._at(1, 2)
        layout.track("L5", "F", 0.2, a, (x, a[1]), (x, p + 3))

    def _left_inputs(self) -> None:
        """Draw the tracks of the middle, left and upper sensors' outputs, and of the bits to the plug IN."""
        layout, p = self.layout, self.pitch
        for hole, pin in ((MIDDLE, 11), (LEFT, 12)):
            x, y = self.holes[hole]
            pad = self._pin(pin)
            layout.track(f"S{hole}", "F", 0.2, (x - 0.94, y + 0.95), (x - 0.94, pad[1]), pad)
        pad = self._pin(13)
        layout.via(f"S{UP}", (-2.2, -p + 0.75))
        layout.route(f"S{UP}", 0.2, "B", (-2.2, -p + 0.75), (-2.2, pad[1]), "F", pad)
        pad, x = self._pin(9), self._at(0, 7)
        y = (self.passage + self._pin(16)[1]) / 2 + 0.02
        layout.route(
            "QH", 0.2, "F", pad, (1.0, pad[1]), "B", (1.0, y), "F", (x, y), "B", (x, p + 1.4), "F", (x, p + 3)
        )

    def _right_inputs(self) -> None:
        """Draw the tracks of the right and lower sensors' outputs, and of the bits from the plug OUT."""
        layout, p = self.layout, self.pitch
        pad = self._pin(5)
        x = p + PULL_UP
        layout.track(f"S{RIGHT}", "F", 0.2, (x, 0.575), (x, pad[1]), pad)
        pad, out = self._pin(4), (self.chip[0] + 4.3, self._pin(4)[1])
        x = p / 2 + 2.8
        layout.route(
            f"S{DOWN}", 0.2, "F", (-0.94, p + 0.95), (-0.5, p + 1.4), (x, p + 1.4), (x, p - 6.2),
            "B", (x, out[1]), out, "F", pad,
        )  # fmt: skip
        pad, x = self._pin(10), self._at(1, 7)
        beside = (self.chip[0] - 4.15, pad[1])
        layout.route(
            "SER", 0.2, "F", (x, p + 3), (x, p - 7.4), "B", (x, 0.3), (beside[0], 0.3), beside, "F", pad
        )
        # This resistor holds SER low on the last module of the chain, where no cable drives it.
        layout.place("R6", RESISTOR_10K, (x + 1.3, p - 2.5), 180, p1=GROUND, p2="SER")
        layout.track("SER", "F", 0.2, (x, p - 2.5), (x + 0.5, p - 2.5))

    def _clocks(self) -> None:
        """Draw the tracks of clock and load from the plug OUT, below the lights' data."""
        layout, p = self.layout, self.pitch
        pad, x = self._pin(2), self._at(1, 4)
        above = self.passage - 0.55
        layout.route("CLK", 0.2, "F", (x, p + 3), (x, p - 7.4), "B", (x, above), "F", (x, pad[1]), pad)
        pad, x = self._pin(1), self._at(1, 6)
        beside = (self.chip[0] + 4.3, pad[1])
        layout.route("LOAD", 0.2, "F", (x, p + 3), (x, p - 7.4), "B", (x, pad[1]), beside, "F", pad)
