"""The common facts of all wires: their colours, and the places of their ends on the board.

A wire that passes several points (a bus) is one wire with several ends, in the order in which it passes them.
Lengths follow straight lines between the middles of holes, with an addition for the way down and the plugs. A
connector counts as in the middle of its holes, the computer as in the middle of the board's lower side.
"""

from __future__ import annotations

import math
from itertools import pairwise

from hardware.layout import Point
from wiring.description import Connector, Description

HOP_SLACK = 12.0
"""Millimetres that a wire between two LEDs is longer than their distance."""

COLOURS = ("brown", "white", "orange", "yellow", "green", "blue", "violet", "grey")
"""Colours of a connector's signal wires, by pin.

From the ninth pin on the colours repeat with a white stripe (the white wire: with a black one).
"""

SENSOR_FUSE, COMPUTER_FUSE = 1.5, 3.0
"""Amperes of the fuses of the sensors and of the computer."""

WATCHING = "watching chip"
"""The name of the chip at the end of a watched chain, whose inputs are wired to a watchword."""


def hole_at(board: Description, hole: int | None) -> Point:
    """The place of a hole in millimetres; a spare LED, whose hole is None, is at the computer."""
    return computer_at(board) if hole is None else board.places[hole]


def connector_at(board: Description, connector: Connector) -> Point:
    """The place of a connector in millimetres: the middle of its holes."""
    points = [hole_at(board, hole) for hole in holes_of(board, connector)] or [computer_at(board)]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def holes_of(board: Description, connector: Connector) -> list[int]:
    """The holes of a connector's sensors, in the order of their channels."""
    return [hole for hole in board.channels[connector.first : connector.last + 1] if hole is not None]


def computer_at(board: Description) -> Point:
    """The place of the computer in millimetres."""
    width, height = board.size
    return width / 2, height - board.drill.pitch


def along(points: list[Point]) -> float:
    """The length of a path through these points, in millimetres."""
    return sum(math.dist(a, b) for a, b in pairwise(points))
