"""Where every marble stands and whose hand has which, as far as the changes of a turn tell.

A marble is what it was when it was lifted; `stories.py` tells which one came down where.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.geometry import Board, Hole, Seat


class Marble(NamedTuple):
    """A marble of `seat` whose place, by the position, is `home` (None: its START)."""

    seat: Seat
    home: Hole | None
    owed: bool = False
    """It was bumped by an earlier play and was in a hand when the turn began."""


class Moved(NamedTuple):
    """A marble that does not stand where it belongs, but in `hole`."""

    marble: Marble
    hole: Hole


@dataclass(frozen=True, slots=True)
class Followed:
    """Where every marble stands, and which are in a hand."""

    standing: dict[Hole, Marble]
    in_hand: list[Marble]
    board: Board

    @property
    def moved(self) -> tuple[Moved, ...]:
        """Every marble out of its place, in hole order."""
        return tuple(
            Moved(marble, hole)
            for hole, marble in sorted(self.standing.items())
            if not self.in_place(marble, hole)
        )

    def in_place(self, marble: Marble, hole: Hole) -> bool:
        """Whether the marble belongs in that hole."""
        if marble.home is None:
            return self.board.is_start(hole) and self.board.side(hole) == marble.seat
        return marble.home == hole

    def by_colour(self) -> Followed:
        """The same, those of one colour told apart only by where they stand: what stands right stays."""
        standing, in_hand = dict(self.standing), list(self.in_hand)
        for moved in self.moved:
            marble, hole = standing[moved.hole], moved.hole
            if marble.home == hole:
                continue
            start = self.board.is_start(hole) and self.board.side(hole) == marble.seat
            belongs = marble._replace(home=None if start else hole)
            other = next((h for h, m in standing.items() if m == belongs and not self.in_place(m, h)), None)
            if other is not None:
                standing[hole], standing[other] = belongs, marble
            elif belongs in in_hand:
                in_hand[in_hand.index(belongs)], standing[hole] = marble, belongs
        return Followed(standing, in_hand, self.board)
