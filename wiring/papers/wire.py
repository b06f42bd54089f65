"""The facts that all wires share: colours, and the places of their ends on the board.

A wire that passes several points (a bus) is one wire with several ends, in the order in which it passes them.
The length of a wire is that of the straight lines between its ends, plus an addition for the way down and the
plugs. A connector is assumed in the middle of its holes, the computer in the middle of the board's lower
side.
"""

from __future__ import annotations

import math
from itertools import pairwise

from hardware.layout import Point
from wiring.description import Connector, Description

HOP_SLACK = 12.0
"""Millimetres that are added to the distance of two LEDs for the wire between them."""

COLOURS = ("brown", "white", "orange", "yellow", "green", "blue", "violet", "grey")
"""The colours of a connector's signal wires, in the order of the pins.

From the ninth pin on the colours repeat with a white stripe (the white wire: with a black one).
"""

SENSOR_FUSE, COMPUTER_FUSE = 1.5, 3.0
"""The amperes of the fuse for the sensors, and of the fuse for the computer."""

WATCHING = "watching chip"
"""The name of the additional chip at the end of a chain, by which a broken chain is detected."""


def hole_at(board: Description, hole: int | None) -> Point:
    """The place of a hole in millimetres; None, the hole of a spare LED, is at the computer."""
    return computer_at(board) if hole is None else board.places[hole]


def connector_at(board: Description, connector: Connector) -> Point:
    """The assumed place of a connector in millimetres: the middle of its holes."""
    points = [hole_at(board, hole) for hole in holes_of(board, connector)] or [computer_at(board)]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def holes_of(board: Description, connector: Connector) -> list[int]:
    """The holes of a connector's sensors, in the order of their channels."""
    return [hole for hole in board.channels[connector.first : connector.last + 1] if hole is not None]


def computer_at(board: Description) -> Point:
    """The assumed place of the computer in millimetres."""
    width, height = board.size
    return width / 2, height - board.drill.pitch


def along(points: list[Point]) -> float:
    """The length of the path through `points` in millimetres."""
    return sum(math.dist(a, b) for a, b in pairwise(points))
