"""Every result that a card allows, found by what it looks like: which ring and lane holes are occupied.

A board of sensors knows no colours. So results are keyed by occupancy, a bit mask over hole numbers, and
each says which holes its play empties, fills, and leaves full with a marble of another colour; a hole that
is emptied or recoloured must have been seen empty while the play was made. START holes are in no mask: the
five of a seat are interchangeable, and there only the count matters (`Position.start_count`).

An index is built once for a card, when it is read, or for all cards where none is. Results, not ways: two
marbles of one colour cannot be told apart, on the wood or here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from engine.bits import Bits, Mask, holes
from engine.cards import RANKS, Rank
from engine.legal import Outcome, outcomes
from engine.moves import Found
from engine.play import Play
from engine.position import Position
from engine.table import Table


class Result(NamedTuple):
    """One distinct result: every rank that leads to it, and how the first of them does.

    `occupied` are the ring and lane holes that are full then.
    """

    ranks: tuple[Rank, ...]
    outcome: Outcome
    occupied: Mask
    emptied: Mask
    filled: Mask
    recoloured: Mask

    @property
    def play(self) -> Play:
        """The play, of the first of the ranks."""
        return self.outcome.play

    @property
    def position(self) -> Position:
        """The position after it."""
        return self.outcome.position

    @property
    def lifted(self) -> Mask:
        """The holes whose marble must have been lifted: the emptied and the recoloured."""
        return self.emptied | self.recoloured

    @property
    def touched(self) -> Mask:
        """Every ring and lane hole that the play changes."""
        return self.emptied | self.filled | self.recoloured


@dataclass(frozen=True, slots=True)
class Index:
    """All results from a position, in the order of `legal`, rank by rank.

    Several plays may look alike: `by_occupancy` has all results of an occupancy.
    """

    table: Table
    position: Position
    occupied: Mask
    results: tuple[Result, ...]
    by_occupancy: Mapping[Mask, tuple[Result, ...]]

    def at(self, occupied: Mask) -> tuple[Result, ...]:
        """The results that look so; none where no play leads there."""
        return self.by_occupancy.get(occupied, ())

    def __str__(self) -> str:
        names = self.table.board.names
        lines = [f"{self.position}: {len(self.results)} results"]
        for result in self.results:
            masks = ((sign, holes(getattr(result, field))) for sign, field in _SIGNS)
            changed = "".join(f" {sign}{names[hole]}" for sign, mask in masks for hole in mask)
            ranks = "".join(result.ranks)
            lines.append(f"  {ranks}: {result.play.text(self.table.board)}:{changed}, {result.position}")
        return "\n".join(lines)


_SIGNS = (("-", "emptied"), ("+", "filled"), ("~", "recoloured"))


def index(table: Table, position: Position, ranks: Iterable[Rank] = RANKS) -> Index:
    """Every result of these ranks from that position; of all ranks where no card is known."""
    bits, before = position.bits, position.occupied
    found: dict[Bits, Result] = {}
    of_rank = Found(table, position)
    for rank in ranks:
        for outcome in outcomes(table, position, rank, of_rank[rank]):
            known = found.get(outcome.bits)
            if known is None:
                found[outcome.bits] = Result((rank,), outcome, *_changes(table, bits, outcome.bits, before))
            else:
                found[outcome.bits] = known._replace(ranks=(*known.ranks, rank))
    alike: dict[Mask, tuple[Result, ...]] = {}
    for result in found.values():
        alike[result.occupied] = (*alike.get(result.occupied, ()), result)
    return Index(table, position, before, tuple(found.values()), MappingProxyType(alike))


def _changes(table: Table, was: Bits, now: Bits, before: Mask) -> tuple[Mask, Mask, Mask, Mask]:
    """Full afterwards, emptied, filled, recoloured."""
    changed = was ^ now
    left, came = table.occupied(was & changed), table.occupied(now & changed)
    emptied, filled = left & ~came, came & ~left
    return before & ~emptied | filled, emptied, filled, left & came
