"""The value of a position to a seat that has just moved: the sum of the weights of its features.

`Progress` is a simpler value, with which the levels of machine players are compared: the progress of a marble
is 8 plus the number of holes that it has gone from its come-out, largest in the last hole of the lane.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial, reduce
from math import exp
from operator import add
from typing import Any, TypeAlias

from engine.bits import Bits, Mask, holes
from engine.cards import Rank
from engine.geometry import Hole, Seat
from engine.strategy.features import Eyes
from engine.table import Table

_KEPT = 1 << 10
"""The most entries of a cache; a full cache is cleared."""
_OUT = 8
"""The progress of a marble on its come-out, in holes."""

Kept: TypeAlias = tuple[Rank, ...]
"""The cards that a seat keeps after its play."""


class Sums(dict[int, float]):
    """A cache of sums of weights by an integer key; a missing sum is computed."""

    __slots__ = ("_work_out",)

    def __init__(self, work_out: Callable[[int], float]) -> None:
        super().__init__()
        self._work_out = work_out

    def __missing__(self, key: int) -> float:
        _make_room(self)
        found = self[key] = self._work_out(key)
        return found


class Evaluator:
    """Values of positions at one table, by one set of weights.

    A value is a sum over seats, over pairs of ring marbles of two seats, and over the kept cards. Most
    options move one own marble only. So three sums are cached: for one seat alone, keyed by its marbles; for
    all other seats, keyed by their marbles; and for one own marble with all others, keyed by its hole.
    """

    def __init__(self, table: Table, weights: Sequence[float]) -> None:
        self.table = table
        self.eyes = Eyes(table)
        self.weight = list(weights).__getitem__
        self._alone = [
            [Sums(partial(self._see_seat, role, seat)) for seat, role in roles] for roles in self.eyes.roles
        ]
        self._others: dict[tuple[Seat, Bits], tuple[float, Sums]] = {}
        self._hands: dict[tuple[Seat, Kept], Sums] = {}
        self._meetings: dict[tuple[Seat, int, int, Hole], list[float]] = {}

    def value(self, bits: Bits, me: Seat, kept: Kept) -> float:
        """The logarithm of the odds that the team of `me` wins, after its move."""
        value, near = self.boards((bits,), me)[0]
        return value + self.hand(me, kept)[near]

    def features(self, bits: Bits, me: Seat, kept: Kept) -> list[int]:
        """The features whose weights `value` sums; a feature that applies twice is listed twice."""
        return self.eyes.board(bits, me) + self.eyes.hand(bits, me, kept)

    def board(self, bits: Bits, me: Seat) -> float:
        """The value of the marbles, without the kept cards."""
        return self.boards((bits,), me)[0][0]

    def boards(self, results: Iterable[Bits], me: Seat) -> list[tuple[float, int]]:
        """For each of `results`, the value of its marbles, and its key into `hand(me, kept)`."""
        table, near = self.table, self.eyes.near[me]
        width, whole, on_ring, per_seat = table.width, table.whole, table.ring_mask, table.per_seat
        shift = width * me
        alone, others = self._alone[me][0], self._others
        found = list[tuple[float, int]]()
        for bits in results:
            own = bits >> shift & whole
            rest = me, bits ^ own << shift
            total, beside = others.get(rest) or self._see_others(*rest)
            total += alone[own]
            for hole in holes(own & on_ring):
                total += beside[hole]
            found.append((total, own & near | per_seat - own.bit_count() << width))
        return found

    def hand(self, me: Seat, kept: Kept) -> Sums:
        """The worth of the kept cards by key: the own marbles near HOME, and their number in START."""
        known = self._hands.get((me, kept))
        if known is None:
            _make_room(self._hands)
            held, exits = self._weigh(self.eyes.held(kept)), self.eyes.exits(kept)
            known = self._hands[me, kept] = Sums(partial(self._see_hand, me, frozenset(kept), held, exits))
        return known

    def _see_seat(self, role: int, seat: Seat, mask: Mask) -> float:
        return self._weigh(self.eyes.seat(role, seat, mask))

    def _see_others(self, me: Seat, rest: Bits) -> tuple[float, Sums]:
        """The value of the other seats' marbles, and by hole the value of an own marble beside them."""
        table, alone = self.table, self._alone[me]
        masks = [rest >> table.width * seat & table.whole for seat, _ in self.eyes.roles[me]]
        rings = [holes(mask & table.ring_mask) for mask in masks]
        total = 0.0
        for n in range(1, len(masks)):
            total += alone[n][masks[n]]
            for hole in rings[n]:
                total += self._see_marble(me, n, rings, hole)
        _make_room(self._others)
        found = self._others[me, rest] = total, Sums(partial(self._see_marble, me, 0, rings))
        return found

    def _see_marble(self, me: Seat, n: int, rings: list[tuple[Hole, ...]], hole: Hole) -> float:
        """The value of the distances from a marble of the n-th seat to the ring marbles of later seats."""
        total = 0.0
        for other in range(n + 1, len(rings)):
            meeting = self._meetings.get((me, n, other, hole)) or self._see_meeting(me, n, other, hole)
            for there in rings[other]:
                total += meeting[there]
        return total

    def _see_meeting(self, me: Seat, n: int, other: int, hole: Hole) -> list[float]:
        (one, role), (two, other_role) = self.eyes.roles[me][n], self.eyes.roles[me][other]
        found, ring = [0.0] * self.table.ring, self.table.ring
        for gap in self.eyes.gaps:
            there = (hole + gap) % ring
            features = self.eyes.pair(role, one, 1 << hole, other_role, two, 1 << there)
            found[there] = self._weigh(features)
        self._meetings[me, n, other, hole] = found
        return found

    def _see_hand(self, me: Seat, ranks: frozenset[Rank], held: float, exits: int, near: int) -> float:
        eyes, table = self.eyes, self.table
        total = added(map(self.weight, eyes.waiting(exits, near >> table.width)), held)
        if near & table.ring_mask:
            total = added(map(self.weight, eyes.useful(me, near & table.whole, ranks)), total)
        return total

    def _weigh(self, features: Iterable[int]) -> float:
        return added(map(self.weight, features))


def _make_room(known: dict[Any, Any]) -> None:
    if len(known) >= _KEPT:
        # Clearing is rare and cheap; finding the oldest entry would cost time at every look-up.
        known.clear()


def added(values: Iterable[float], start: float = 0.0) -> float:
    """The sum of the values, added in order.

    `sum` rounds floats differently from Python 3.12 on. So a seed gives the same game on every version.
    """
    return reduce(add, values, start)


def chance(value: float) -> float:
    """The winning chance for a value, which is the logarithm of the odds."""
    # `exp` overflows for large values; beyond 30, the chance rounds to 0 or 1.
    return 1 / (1 + exp(-max(-30.0, min(30.0, value))))


def without(hand: Kept, rank: Rank) -> Kept:
    """The hand with one card of that rank removed."""
    at = hand.index(rank)
    return hand[:at] + hand[at + 1 :]


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
