"""The field of a disc magnet at its hall sensor and at its neighbours', upright or lying down.

A disc is two charged faces: the field is the sum over small pieces of both. Lengths are millimetres, fields
millitesla; a field is positive where the magnet's lower pole would be felt right below it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

REMANENCE = 1300.0
"""The remanence of N42 in millitesla; N35 has 1200, N52 1450."""

RINGS, SPOKES = 5, 16
"""The grid of pieces of one face; with it the field 4 mm away is accurate within 1 %."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc or rod magnet, magnetised along its axis."""

    diameter: float
    height: float


@lru_cache(maxsize=512)
def field_below(magnet: Disc, sideways: float, below: float) -> float:
    """The vertical field of an upright magnet, `below` its lower face and `sideways` of its axis."""
    lower = _face(magnet, sideways, below)
    upper = _face(magnet, sideways, below + magnet.height)
    return lower - upper


@lru_cache(maxsize=512)
def field_lying(magnet: Disc, along: float, below: float) -> float:
    """The vertical field of a magnet that lies on its side, `along` its axis from its middle, `below` its
    rim."""
    half, radius = magnet.height / 2, magnet.diameter / 2
    return _face_on_edge(magnet, along - half, below + radius) - _face_on_edge(
        magnet, along + half, below + radius
    )


def _pieces(magnet: Disc) -> list[tuple[float, float, float]]:
    """The place and the area of each piece of a face."""
    radius = magnet.diameter / 2
    found = []
    for ring in range(RINGS):
        inner, outer = radius * ring / RINGS, radius * (ring + 1) / RINGS
        area, middle = math.pi * (outer**2 - inner**2) / SPOKES, (inner + outer) / 2
        for spoke in range(SPOKES):
            angle = 2 * math.pi * (spoke + 0.5) / SPOKES
            found.append((middle * math.cos(angle), middle * math.sin(angle), area))
    return found


def _face(magnet: Disc, sideways: float, below: float) -> float:
    """The vertical field of one horizontal face of the magnet."""
    return sum(
        REMANENCE / (4 * math.pi) * area * below / math.hypot(sideways - x, y, below) ** 3
        for x, y, area in _pieces(magnet)
    )


def _face_on_edge(magnet: Disc, along: float, below: float) -> float:
    """The vertical field, `below` the middle, of one face of a magnet on its edge."""
    return sum(
        REMANENCE / (4 * math.pi) * area * (below + z) / math.hypot(along, y, below + z) ** 3
        for y, z, area in _pieces(magnet)
    )
