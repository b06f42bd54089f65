"""The places of readers and buttons: a seat's letter, the table itself, the shoe."""

from __future__ import annotations

from engine.geometry import Seat

TABLE = "table"
"""The name of a reader or button that belongs to no seat."""

SHOE = "shoe"
"""The name of a reader that cards pass as they are dealt; it does not say to which seat."""


def seat_at(place: str) -> Seat | None:
    """The seat that a reader or button belongs to; None for the table's own and the shoe's."""
    return None if place in (TABLE, SHOE) else ord(place) - ord("A")


def reader_places(cards: str, seats: tuple[str, ...]) -> tuple[str, ...]:
    """The places of readers by a header's `cards`: one at each seat, one for the table, or none."""
    return {"seat": seats, "table": (TABLE,), "none": ()}[cards]
