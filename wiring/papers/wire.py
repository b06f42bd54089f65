"""The parts common to all wires: the wire itself, its colours and sizes, and where its ends are on the board.

A wire that passes several points (a bus) is one wire with several ends, in the order that it passes them.
Lengths go along straight lines between the middles of holes, with something for the way down and the plugs;
a connector is taken to sit in the middle of its holes, the computer in the middle of the board's lower side.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from hardware.layout import Point
from wiring.description import Connector, Description
from wiring.pins import HEADER, PICO_EDGE

SLACK = 60.0
"""Millimetres more than the straight way."""

HOP_SLACK = 12.0
"""The same between two LEDs."""

COLOURS = ("brown", "white", "orange", "yellow", "green", "blue", "violet", "grey")
"""Of a connector's signal wires, by pin.

From the ninth on the same with a white stripe (white: a black one).
"""

PLUS_3, PLUS_5, GROUND = "pink", "red", "black"
"""Of the supplies: no signal has any of them."""

THIN, BUS, FEED = 0.08, 0.25, 0.75
"""Square millimetres: signals, buses along sensors or LEDs, the feeds from the supply."""

SENSOR_FUSE, COMPUTER_FUSE = 1.5, 3.0
"""Amperes of the fuses before the sensors and before the computer."""

LINE_OHMS = 220
"""Of the resistor in each line that all chips of a chain hear; see hardware.parts.hc165.driver.SPI_HERTZ."""

WATCHING = "watching chip"
"""The chip at the end of a '165 chain, whose inputs are wired to the watchword."""


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire: `ends` are the points that it joins, in order; `length` in millimetres."""

    name: str
    what: str
    ends: tuple[str, ...]
    colour: str
    area: float
    length: float

    @property
    def labelled(self) -> bool:
        """Whether it has the 45 mm that a label needs to be read on."""
        return self.length >= 45


def pi(gpio: int) -> str:
    """A pin of the Pi, by its GPIO and its place on the header."""
    return f"Pi GPIO {gpio} (pin {HEADER[gpio]})"


def pico(gp: int) -> str:
    """A pin of a Pico, by its GP and its place on the edge."""
    return f"Pico GP{gp} (pin {PICO_EDGE[gp]})"


def hole_at(board: Description, hole: int | None) -> Point:
    """Where a hole is; a spare LED is at the computer."""
    return computer_at(board) if hole is None else board.places[hole]


def connector_at(board: Description, connector: Connector) -> Point:
    """Where a connector sits."""
    points = [hole_at(board, hole) for hole in holes_of(board, connector)] or [computer_at(board)]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def holes_of(board: Description, connector: Connector) -> list[int]:
    """The holes whose sensors a connector serves, in the order of their channels."""
    return [hole for hole in board.channels[connector.first : connector.last + 1] if hole is not None]


def computer_at(board: Description) -> Point:
    """Where the computer sits."""
    width, height = board.size
    return width / 2, height - board.drill.pitch


def along(points: list[Point]) -> float:
    """The length of a way through points."""
    return sum(math.dist(a, b) for a, b in pairwise(points))
