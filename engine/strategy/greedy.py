"""A player to compare others with: it chooses the most immediate progress and considers nothing else.

The progress of a marble is the number of holes it has gone since it left START; it is largest in the last
hole of the lane. The player maximizes the progress of its team less that of the other teams.
"""

from __future__ import annotations

from engine.bits import Bits, Mask, holes
from engine.geometry import Seat
from engine.table import Table

_OUT = 8
"""The progress of a marble on its come-out, in holes."""


class Progress:
    """The progress of every seat's marbles at one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._known: dict[tuple[Seat, Mask], int] = {}

    def lead(self, bits: Bits, me: Seat) -> int:
        """The progress of the team of `me` less the progress of all other teams."""
        table, total = self.table, 0
        for seat in table.seats:
            own = self.of(seat, bits >> table.width * seat & table.whole)
            total += own if table.teams[seat] == table.teams[me] else -own
        return total

    def of(self, seat: Seat, mask: Mask) -> int:
        """The progress of the seat's marbles in `mask`."""
        known = self._known.get((seat, mask))
        if known is None:
            if len(self._known) > 1 << 13:
                self._known.clear()
            known = self._known[seat, mask] = sum(self._of(seat, hole) for hole in holes(mask))
        return known

    def _of(self, seat: Seat, hole: int) -> int:
        table = self.table
        if hole >= table.ring:
            return _OUT + table.ring - 4 + hole - table.lanes[seat]
        return _OUT + (hole - table.come_outs[seat]) % table.ring
