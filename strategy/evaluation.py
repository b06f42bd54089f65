"""The value of a position to a seat that has just moved: the sum of the weights of its features."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from engine.bits import Bits, Mask
from engine.cards import Rank
from engine.geometry import Seat
from engine.moves import Found
from engine.must_play import obliging
from engine.position import Position
from engine.table import Table
from strategy.features import Eyes

_KEPT = 1 << 15
"""Values that an evaluator keeps; full, they take some 8 MB."""

Kept = tuple[Rank, ...]
"""The cards that a seat keeps after its play."""


class Evaluator:
    """Values of positions at one table, by one set of weights.

    Most marbles stay where they are from one option to the next, so what each seat and each two seats add
    is kept.
    """

    def __init__(self, table: Table, weights: Sequence[float]) -> None:
        self.table = table
        self.eyes = Eyes(table)
        self._weight = list(weights).__getitem__
        self._orders = tuple(tuple(seat for seat, _ in roles) for roles in self.eyes.roles)
        self._seats: list[dict[tuple[Seat, Mask], float]] = [{} for _ in range(table.sides)]
        self._hands: list[dict[tuple[Kept, Mask], float]] = [{} for _ in range(table.sides)]
        self._pairs = [
            [(i, j, dict[tuple[Mask, Mask], float]()) for j in range(len(roles)) for i in range(j)]
            for roles in self.eyes.roles
        ]
        self._entries = 0

    def board(self, bits: Bits, me: Seat) -> float:
        """The value of the marbles, without the kept cards."""
        width, whole = self.table.width, self.table.whole
        masks = [bits >> width * seat & whole for seat in self._orders[me]]
        total, seats = 0.0, self._seats[me]
        for n, mask in enumerate(masks):
            value = seats.get((n, mask))
            total += self._see_seat(me, n, mask) if value is None else value
        for i, j, known in self._pairs[me]:
            value = known.get((masks[i], masks[j]))
            total += self._see_pair(me, i, j, masks, known) if value is None else value
        return total

    def _see_seat(self, me: Seat, n: int, mask: Mask) -> float:
        seat, role = self.eyes.roles[me][n]
        self._make_room()
        value = self._seats[me][n, mask] = sum(map(self._weight, self.eyes.seat(role, seat, mask)))
        return value

    def _see_pair(
        self, me: Seat, i: int, j: int, masks: list[Mask], known: dict[tuple[Mask, Mask], float]
    ) -> float:
        roles = self.eyes.roles[me]
        (one, role), (other, other_role) = roles[i], roles[j]
        found = self.eyes.pair(role, one, masks[i], other_role, other, masks[j])
        self._make_room()
        value = known[masks[i], masks[j]] = sum(map(self._weight, found))
        return value

    def _make_room(self) -> None:
        self._entries += 1
        if self._entries > _KEPT:
            self._entries = 0
            for seats, hands, pairs in zip(self._seats, self._hands, self._pairs, strict=True):
                seats.clear()
                hands.clear()
                for _, _, known in pairs:
                    known.clear()

    def hand(self, bits: Bits, me: Seat, kept: Kept) -> float:
        """What the kept cards add to it."""
        key = kept, bits >> self.table.width * me & self.table.whole
        value = self._hands[me].get(key)
        if value is None:
            self._make_room()
            value = self._hands[me][key] = sum(map(self._weight, self.eyes.hand(bits, me, kept)))
        return value

    def value(self, bits: Bits, me: Seat, kept: Kept) -> float:
        """The logarithm of the odds that the team of `me` wins, after its move."""
        return self.board(bits, me) + self.hand(bits, me, kept)


def chance(value: float) -> float:
    """The chance of winning that a value stands for."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, value))))


def replies(evaluator: Evaluator, position: Position, hand: Kept) -> list[tuple[float, Bits, Kept]]:
    """Everything that the seat to move may do with these cards: value, marbles and cards after it."""
    table, me = evaluator.table, position.turn
    found = Found(table, position)
    choices: list[tuple[float, Bits, Kept]] = []
    playable = []
    for rank in dict.fromkeys(hand):
        results = found[rank]
        if results:
            playable.append(rank)
            kept = without(hand, rank)
            choices += [(evaluator.value(bits, me, kept), bits, kept) for bits in results]
    if table.rules.discard_free or not obliging(table, position, tuple(playable)):
        bits = position.bits
        board = evaluator.board(bits, me)
        for rank in dict.fromkeys(hand):
            kept = without(hand, rank)
            choices.append((board + evaluator.hand(bits, me, kept), bits, kept))
    return choices


def without(hand: Kept, rank: Rank) -> Kept:
    """The hand after one card of that rank has been laid."""
    at = hand.index(rank)
    return hand[:at] + hand[at + 1 :]
