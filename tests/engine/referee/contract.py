"""An implementation of "the board bears out a play" (docs/formats.md, section 4) without the referee."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.cards import Rank
from engine.geometry import Hole, Seat
from engine.moves import wordings
from engine.play import Leg
from engine.position import Marbles, Position
from engine.table import Table


@dataclass(frozen=True)
class Seen:
    """The sensor changes in one turn: the full holes at its beginning, then each change in order.

    `owed` are bumped marbles that were in hands at the beginning, with the holes where they belong.
    """

    table: Table
    position: Position
    begun: frozenset[Hole]
    events: tuple[tuple[float, Hole, bool], ...]
    owed: tuple[tuple[Hole, Seat], ...]

    @cached_property
    def before(self) -> dict[Hole, Seat]:
        """The owner of the marble in each ring and lane hole when the turn began."""
        return {hole: seat for seat, own in enumerate(self.position.marbles) for hole in own or ()}

    @cached_property
    def full(self) -> frozenset[Hole]:
        """The holes that are full at the end."""
        full = set(self.begun)
        for _, hole, on in self.events:
            (full.add if on else full.discard)(hole)
        return frozenset(full)

    @cached_property
    def lifted(self) -> frozenset[Hole]:
        """The holes that were empty at some time."""
        return frozenset(h for h in self.before if h not in self.begun) | {
            h for _, h, on in self.events if not on
        }

    @cached_property
    def together(self) -> frozenset[frozenset[Hole]]:
        """The pairs of holes that were empty at one moment."""
        empty = {hole for hole in self.before if hole not in self.begun}
        pairs = set()
        for _, hole, on in self.events:
            pairs |= set() if on else {frozenset((hole, other)) for other in empty}
            (empty.discard if on else empty.add)(hole)
        return frozenset(pairs)

    def changed(self, marbles: Marbles) -> set[Hole]:
        """The ring and lane holes whose marble is gone in the result `marbles`, or is another seat's."""
        return {hole for hole, seat in self.before.items() if hole not in (marbles[seat] or ())}


def borne_out_alone(seen: Seen, rank: Rank, truth: Marbles) -> bool:
    """Whether `truth` is the only borne-out result of the card, or needs the most of the lifted holes."""
    table, position = seen.table, seen.position
    found: dict[Marbles, set[object]] = {}
    for bits, legs in wordings(table, position, rank):
        marbles = position.after(bits, position.turn).marbles
        if borne_out(seen, legs, marbles):
            found[marbles] = {*seen.changed(marbles), *(f"{leg[0]}s" for leg in legs if leg[1] is None)}
    mine = found.pop(truth, None)
    return mine is not None and all(needs < mine for needs in found.values())


def borne_out(seen: Seen, legs: tuple[Leg, ...], marbles: Marbles) -> bool:
    """Whether the occupancy agrees with the result, and each hole whose marble it changes was empty once."""
    table, board = seen.table, seen.table.board
    after = {hole for own in marbles for hole in own or ()}
    late = {table.in_spots[seat] for leg in legs for seat in leg[4]} | {hole for hole, _ in seen.owed}
    shown = {hole for hole in seen.full if not board.is_start(hole)}
    if shown - after or after - shown - late:
        return False
    for seat in table.seats:
        most = table.per_seat - len(marbles[seat] or ())
        out = sum(leg[5] == seat for leg in legs)
        out += sum(whose == seat and board.is_start(hole) for hole, whose in seen.owed)
        if not most - out <= sum(hole in seen.full for hole in board.start(seat)) <= most:
            return False
    pairs = {frozenset((leg[1], leg[2])) for leg in legs if leg[3] and leg[1] is not None}
    return seen.changed(marbles) <= seen.lifted and pairs <= seen.together
