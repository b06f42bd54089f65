"""The layout of the head board: a Raspberry Pi Pico in sockets, and a column of parts for every side of the
game.

A column has a fuse for the side's 5 V, a buffer with Schmitt triggers that drives the side's clock and load,
a plug for the cable to the side's first module and, from the second column on, an upright plug for the cable
from the last module of the side before. So the chains of bits and lights run through all sides, but each side
has its own supply, clock and load.

Four tracks on the upper side run through all columns: 3.3 V, LOAD, CLK, and 5 V. The Pico is powered by its
USB cable and supplies 3.3 V for registers and pull-ups. The pins for a card reader and buttons are only
connected to the pins for the Raspberry Pi.
"""

from __future__ import annotations

from typing import Final

from wiring.pcb.components import (
    BACK_PLUG,
    BUFFER,
    BULK,
    CAPACITOR_100N,
    FUSE,
    PLUG_8,
    RESISTOR_33,
    RESISTOR_330,
    SCREW,
    SHIFTER,
    SOCKET_20,
    TERMINAL,
    header,
)
from wiring.pcb.layout import FIVE, GROUND, THREE, Layout, Side, rectangle

COLUMN: Final = 12.4
"""The width of a column in millimetres; a plug is 11.8 mm wide."""
EDGE: Final = 6.7
"""The distance from the left edge to the middle of the first column in millimetres."""
HEIGHT: Final = 60.0
NARROWEST: Final = 66.0
"""The least width in millimetres, for a Pico and the terminal beside it."""
THREE_ROW, LOAD_ROW, CLOCK_ROW, FIVE_ROW = -10.2, -15.0, -15.8, -18.8
"""The y of the four tracks through all columns, in millimetres from the lower edge."""
BACK_ROW: Final = -25.0
PICO_ROW, PICO_FAR = -31.5, -49.28
"""The y of the Pico's pins 21 to 40, and of pins 1 to 20, in millimetres from the lower edge."""
PIN: Final = 2.54
DATA, LOAD, CLOCK, LIGHTS, POWER = 21, 22, 24, 29, 36
"""The numbers of the Pico's pins for GP16, GP17, GP18, GP22 and 3V3(OUT)."""
GROUNDS: Final = (3, 8, 13, 18, 23, 28, 33, 38)


def head(sides: int) -> Layout:
    """The layout of a head board for `sides` sides, 4 to 8."""
    return _Head(sides).draw()


class _Head:
    def __init__(self, sides: int) -> None:
        self.sides = sides
        self.width = max(EDGE + COLUMN * (sides - 1) + 6.4, NARROWEST)
        self.first = EDGE - self.width / 2
        self.pico = self.first + 7
        self.low = HEIGHT / 2
        self.layout = Layout(f"head-{sides}", rectangle((0, 0), self.width, HEIGHT))

    def draw(self) -> Layout:
        """Draw all parts and tracks; return the layout."""
        for side in range(self.sides):
            self._column(side)
        self._first_column()
        self._rows()
        self._pico()
        self._entry()
        self._far_edge()
        right, layout = self.width / 2, self.layout
        for number, (x, y) in enumerate(((right - 3, -self.low + 3), (-right + 3, -self.low + 3)), 1):
            layout.place(f"H{number}", SCREW, (x, y))
        return layout

    def _y(self, row: float) -> float:
        """The y coordinate in the layout of `row`, which counts from the lower edge."""
        return self.low + row

    def _x(self, side: int) -> float:
        return self.first + COLUMN * side

    def _column(self, side: int) -> None:
        layout, x, y, k = self.layout, self._x(side), self._y, side + 1
        five, data, bits = f"5V{k}", f"L{k}", f"QH{k}"
        layout.place(
            f"J{k}", PLUG_8, (x, y(-3.15)), p1=five, p2=data, p3=GROUND, p4=f"CLK{k}", p5=GROUND,
            p6=f"LOAD{k}", p7=bits, p8=THREE, pMP=GROUND,
        )  # fmt: skip
        layout.write(str(k), (x - 5.2, y(-7.5)))
        for net, at, name in ((f"CLK{k}", -0.5, "CLK"), (f"LOAD{k}", 1.5, "LOAD")):
            ref = f"R{10 * k + (1 if name == 'CLK' else 2)}"
            layout.place(ref, RESISTOR_33, (x + at, y(-8)), 90, p1=net, p2=f"{net}B")
            layout.track(net, "F", 0.25, (x + at, y(-5.2)), (x + at, y(-7.2)))
        layout.place(
            f"U{k}", BUFFER, (x + 0.5, y(-12)), -90, p1="LOAD", p2=GROUND, p3="CLK", p4=f"CLK{k}B", p5=THREE,
            p6=f"LOAD{k}B",
        )  # fmt: skip
        for net, at, to in ((f"CLK{k}B", -0.45, -0.5), (f"LOAD{k}B", 1.45, 1.5)):
            layout.track(net, "F", 0.25, (x + at, y(-10.9)), (x + to, y(-8.9)))
        for net, at, row in (("LOAD", 1.45, LOAD_ROW), ("CLK", -0.45, CLOCK_ROW)):
            layout.track(net, "F", 0.25, (x + at, y(-13.1)), (x + at, y(row)))
            layout.via(net, (x + at, y(row)))
        layout.track(THREE, "F", 0.3, (x + 0.5, y(-10.9)), (x + 0.5, y(THREE_ROW)))
        layout.track(THREE, "F", 0.3, (x + 3.5, y(-5.2)), (x + 3.5, y(THREE_ROW)), (x + 3.9, y(-11.2)))
        layout.via(THREE, (x + 0.5, y(THREE_ROW)), (x + 3.5, y(THREE_ROW)))
        layout.place(f"C{k}", CAPACITOR_100N, (x + 3.9, y(-12)), 90, p1=THREE, p2=GROUND)
        layout.place(f"F{k}", FUSE, (x - 3.9, y(-12)), 90, p1=five, p2=FIVE)
        layout.track(five, "F", 1.0, (x - 3.9, y(-10.6)), (x - 3.9, y(-7.5)))
        layout.track(five, "F", 0.6, (x - 3.9, y(-7.5)), (x - 3.5, y(-6.6)), (x - 3.5, y(-5.2)))
        layout.track(FIVE, "F", 1.2, (x - 3.9, y(-13.4)), (x - 3.9, y(FIVE_ROW - 0.9)))
        layout.via(FIVE, *((x - 3.9, y(FIVE_ROW + d)) for d in (-0.9, -0.3, 0.3, 0.9)))
        # The tracks of bits and lights lead past the buffer to the upright plug or, in column 1, to the Pico.
        layout.track(data, "F", 0.25, (x - 2.5, y(-5.2)), (x - 2.2, y(-7)), (x - 2.2, y(-21.5)))
        layout.track(bits, "F", 0.25, (x + 2.5, y(-5.2)), (x + 2.6, y(-7)), (x + 2.6, y(-21.5)))
        for pin in (-1.5, 0.5):
            layout.track(GROUND, "F", 0.3, (x + pin, y(-5.2)), (x + pin, y(-3.6)))
            layout.via(GROUND, (x + pin, y(-3.6)))
        if side:
            # All cables are alike, but this plug uses only the wires of bits and lights, and ground.
            layout.place(
                f"B{side}",
                BACK_PLUG,
                (x + 0.2, y(BACK_ROW)),
                0,
                p2=data,
                p3=GROUND,
                p5=GROUND,
                p7=bits,
                pMP=GROUND,
            )
            for net, at, pin in ((data, -2.2, -2.3), (bits, 2.6, 2.7)):
                layout.track(net, "F", 0.25, (x + at, y(-21.5)), (x + pin, y(BACK_ROW + 1.3)))
            layout.write(f"FROM {side}", (x, y(-28.6)))

    def _first_column(self) -> None:
        """Draw the level shifter for the lights' data, and the tracks of bits, load and clock to the Pico."""
        layout, x, y = self.layout, self._x(0), self._y
        layout.place(
            "U20", SHIFTER, (x - 1.3, y(-26)), -90, p1=GROUND, p2="LED", p3=GROUND, p4="LED5", p5=FIVE
        )
        layout.place("R1", RESISTOR_330, (x - 2.2, y(-22.4)), 90, p1="L1", p2="LED5")
        layout.place("C20", CAPACITOR_100N, (x + 1.6, y(-24)), 90, p1=FIVE, p2=GROUND)
        layout.track("LED5", "F", 0.25, (x - 2.25, y(-24.9)), (x - 2.2, y(-23.3)))
        layout.track("L1", "F", 0.25, (x - 2.2, y(-21.6)), (x - 2.2, y(-21.5)))
        layout.track(FIVE, "F", 0.4, (x - 0.35, y(-24.9)), (x - 0.35, y(-20)))
        layout.track(FIVE, "F", 0.4, (x + 1.6, y(-23.2)), (x - 0.35, y(-23.2)))
        layout.via(FIVE, (x - 0.35, y(-20)))
        layout.track("LED", "F", 0.25, (x - 1.3, y(-27.1)), (x - 1.3, y(-29)))
        layout.via("LED", (x - 1.3, y(-29)))
        lights = self._pin(LIGHTS)
        layout.track("LED", "B", 0.25, (x - 1.3, y(-29)), (lights, y(-29)), (lights, y(PICO_ROW)))
        data, load, clock = (self._pin(pin) for pin in (DATA, LOAD, CLOCK))
        layout.track(
            "QH1", "F", 0.25, (data, y(PICO_ROW)), (data, y(-29.5)), (x + 2.6, y(-29.5)), (x + 2.6, y(-21.5))
        )
        layout.track(
            "LOAD",
            "F",
            0.25,
            (load, y(PICO_ROW)),
            (load, y(-28.7)),
            (x + 5.4, y(-28.7)),
            (x + 5.4, y(LOAD_ROW)),
        )
        layout.track(
            "CLK", "F", 0.25, (clock, y(PICO_ROW)), (clock, y(-27.9)), (x + 6.3, y(-27.9)),
            (x + 6.3, y(CLOCK_ROW)),
        )  # fmt: skip
        layout.via("LOAD", (x + 5.4, y(LOAD_ROW)))
        layout.via("CLK", (x + 6.3, y(CLOCK_ROW)))

    def _rows(self) -> None:
        layout, first, last = self.layout, self._x(0), self._x(self.sides - 1)
        power = self.first + 3.5 * COLUMN
        for net, width, row, end in (
            ("LOAD", 0.3, LOAD_ROW, last + 1.45), ("CLK", 0.3, CLOCK_ROW, last - 0.45),
            (THREE, 0.8, THREE_ROW, max(last + 3.5, power)), (FIVE, 4.0, FIVE_ROW, last - 3.9),
        ):  # fmt: skip
            begin = first + {FIVE: -4.2, "CLK": -0.45, "LOAD": 1.45, THREE: 0.5}[net]
            layout.track(net, "B", width, (begin, self._y(row)), (end, self._y(row)))
        pin = self._pin(POWER)
        layout.track(
            THREE, "F", 0.8, (pin, self._y(PICO_ROW)), (pin, self._y(-30)), (power, self._y(-28)),
            (power, self._y(THREE_ROW)),
        )  # fmt: skip
        layout.via(THREE, (power, self._y(THREE_ROW)))

    def _pin(self, pin: int) -> float:
        """The x coordinate of a pin of the Pico, whose USB socket is on the right."""
        return self.pico + PIN * (pin - 21 if pin > 20 else 20 - pin)

    def _pico(self) -> None:
        layout, y = self.layout, self._y
        nets = {DATA: "QH1", LOAD: "LOAD", CLOCK: "CLK", LIGHTS: "LED", POWER: THREE}
        nets |= dict.fromkeys(GROUNDS, GROUND)
        near = {f"p{pin - 20}": net for pin, net in nets.items() if pin > 20}
        far = {f"p{pin}": net for pin, net in nets.items() if pin <= 20}
        # Pin 1 of a socket is at the top; after a turn by 90 degrees it is on the left, by 270 on the right.
        layout.place("A1", SOCKET_20, (self._pin(21), y(PICO_ROW)), 90, **near)
        layout.place("A2", SOCKET_20, (self._pin(1), y(PICO_FAR)), 270, **far)
        layout.write("PICO, USB THIS WAY >", (self._pin(30), y((PICO_ROW + PICO_FAR) / 2)), 1.5)

    def _entry(self) -> None:
        """Draw the terminal for 5 V and its track along the left edge, on both sides of the board."""
        layout, x, y = self.layout, self.first, self._y
        layout.place("J20", TERMINAL, (x - 0.7, y(-36)), 90, p1=FIVE, p2=GROUND)
        layout.write("+5V", (x + 1, y(-31.4)))
        layout.place("C21", BULK, (x + 1.6, y(-49.2)), 180, p1=FIVE, p2=GROUND)
        left = x - 5.2
        sides: tuple[Side, ...] = ("F", "B")
        for side in sides:
            layout.track(FIVE, side, 2.0, (x - 0.7, y(-36)), (left, y(-36)), (left, y(FIVE_ROW)))
            layout.track(
                FIVE, side, 1.0, (x + 1.6, y(-49.2)), (x + 1.6, y(-43.6)), (left, y(-43.6)), (left, y(-36))
            )
        layout.track(FIVE, "F", 2.0, (left, y(FIVE_ROW)), (x - 3.9, y(FIVE_ROW)))
        layout.via(FIVE, *((left + d, y(FIVE_ROW + e)) for d in (-0.4, 0.4) for e in (-0.9, 0.0, 0.9)))

    def _far_edge(self) -> None:
        """Draw the pins for a card reader and for buttons, and between them the pins for the Raspberry Pi."""
        layout, row = self.layout, self._y(-56)
        reader, pi, buttons = self.first + 6.0, self.first + 19.0, self.first + 37.0
        layout.place("J21", header(4), (reader, row), 90, p1=FIVE, p2=GROUND, p3="RXD", p4="TXD")
        layout.place(
            "J22", header(6), (pi, row), 90, p1=GROUND, p2="RXD", p3="TXD", p4="OK", p5="BACK", p6="HELP"
        )
        layout.place(
            "J23",
            header(6),
            (buttons, row),
            90,
            p1="OK",
            p2=GROUND,
            p3="BACK",
            p4=GROUND,
            p5="HELP",
            p6=GROUND,
        )
        for word, x in (
            ("READER 5V G TX RX", reader + 3.8),
            ("PI G RX TX 17 27 22", pi + 6.3),
            ("OK BACK HELP", buttons + 6.3),
        ):
            layout.write(word, (x, row - 2.6), 0.8)

        def pin(begin: float, number: int) -> float:
            return begin + PIN * (number - 1)

        below = row + 2.0
        ways: tuple[tuple[str, Side, float, float, float], ...] = (
            ("RXD", "B", pin(reader, 3), pin(pi, 2), below), ("TXD", "F", pin(reader, 4), pin(pi, 3), below),
            ("OK", "F", pin(pi, 4), pin(buttons, 1), below),
            ("BACK", "B", pin(pi, 5), pin(buttons, 3), below),
            ("HELP", "B", pin(pi, 6), pin(buttons, 5), row - 2.0),
        )  # fmt: skip
        for net, side, begin, end, y in ways:
            layout.track(net, side, 0.25, (begin, row), (begin, y), (end, y), (end, row))
        left = self.first - 5.2
        layout.track(
            FIVE,
            "F",
            1.0,
            (left, self._y(-43.6)),
            (left, self._y(-53.6)),
            (reader, self._y(-53.6)),
            (reader, row),
        )
