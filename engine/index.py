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
from typing import NamedTuple, TypeAlias

from engine.cards import RANKS, Rank
from engine.geometry import Hole
from engine.legal import Outcome, legal
from engine.play import Play
from engine.position import Marbles, Position
from engine.table import Table

Mask: TypeAlias = int
"""Ring and lane holes: bit h for hole h."""


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
    masks = tuple(map(_mask, position.marbles))
    before = _union(masks)
    found: dict[Marbles, Result] = {}
    for rank in ranks:
        for outcome in legal(table, position, rank):
            known = found.get(outcome.marbles)
            if known is None:
                changes = _changes(position.marbles, outcome.marbles, masks, before)
                found[outcome.marbles] = Result((rank,), outcome, *changes)
            else:
                found[outcome.marbles] = known._replace(ranks=(*known.ranks, rank))
    alike: dict[Mask, tuple[Result, ...]] = {}
    for result in found.values():
        alike[result.occupied] = (*alike.get(result.occupied, ()), result)
    return Index(table, position, before, tuple(found.values()), MappingProxyType(alike))


def holes(mask: Mask) -> tuple[Hole, ...]:
    """The holes of a mask, ascending."""
    return tuple(hole for hole in range(mask.bit_length()) if mask >> hole & 1)


def _mask(marbles: tuple[Hole, ...] | None) -> Mask:
    mask = 0
    for hole in marbles or ():
        mask |= 1 << hole
    return mask


def _union(masks: Iterable[Mask]) -> Mask:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _changes(
    was: Marbles, now: Marbles, masks: tuple[Mask, ...], before: Mask
) -> tuple[Mask, Mask, Mask, Mask]:
    """Full afterwards, emptied, filled, recoloured; a seat with the same tuple did nothing."""
    left = came = 0
    for seat, marbles in enumerate(now):
        if marbles is not was[seat]:
            old, new = masks[seat], _mask(marbles)
            left |= old & ~new
            came |= new & ~old
    emptied, filled = left & ~came, came & ~left
    return before & ~emptied | filled, emptied, filled, left & came
