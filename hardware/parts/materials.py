"""Wires with their colours, and lines of the bill of materials."""

from __future__ import annotations

from dataclasses import dataclass

THIN, BUS, FEED = 0.08, 0.25, 0.75
"""Square millimetres of wires: signals, buses along sensors or LEDs, the feeds from the supply."""

PLUS_3, PLUS_5, GROUND = "pink", "red", "black"
"""Colours of the supplies' wires; no signal has any of them."""

SLACK = 60.0
"""Millimetres of wire beyond the direct way, for the way down and the plugs."""


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire: `ends` are the points that it connects, in order; `length` in millimetres."""

    name: str
    what: str
    ends: tuple[str, ...]
    colour: str
    area: float
    length: float

    @property
    def labelled(self) -> bool:
        """Whether it is at least 45 mm long, which a readable label needs."""
        return self.length >= 45


@dataclass(frozen=True, slots=True)
class Material:
    """One line of the bill of materials."""

    count: int
    what: str
    number: str
    alternatives: str = ""

    @property
    def row(self) -> tuple[str, str, str, str]:
        """The line as columns of a table."""
        return str(self.count), self.what, self.number, self.alternatives


def spares(count: int) -> int:
    """The number to buy of a part that is soldered `count` times."""
    return count + max(2, count // 20)
