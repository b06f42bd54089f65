"""The cards that a seat cannot see, and likely hands drawn from them.

Cards that lie open or are in the own hand are known; the rest of the box is in other hands and in the
piles. A seat that has just discarded because it had no play holds no playable card, except one that it has
drawn since. So its hand is dealt from the cards that it could not play now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from engine.cards import Card, Rank
from engine.deck import fresh_piles
from engine.geometry import Seat
from engine.moves import Found
from engine.views import SeatView


@dataclass(frozen=True, slots=True)
class Deal:
    """Possible hands of the other seats, and the cards that each seat draws next; the last is drawn first."""

    hands: dict[Seat, tuple[Rank, ...]]
    draws: dict[Seat, list[Rank]]


class Hidden:
    """The cards that a view leaves unknown."""

    def __init__(self, view: SeatView) -> None:
        table, public = view.table, view.public
        self._others = tuple(seat for seat in table.seats if seat != view.seat)
        self._me = view.seat
        self._sizes = public.hands
        self._own_piles = view.cards.own
        box = fresh_piles(view.cards, table)
        if self._own_piles:
            self._pools = {
                seat: _left(box[seat], [*public.discards[seat], *(view.hand if seat == view.seat else ())])
                for seat in table.seats
            }
        else:
            lying = [card for pile in public.discards for card in pile]
            pool = _left(box[0], [*lying, *view.hand])
            self._pools = dict.fromkeys(table.seats, pool)
        self._barred = {seat: self._unlikely(view, seat) for seat in self._others if public.stuck[seat]}

    def deal(self, chance: Random) -> Deal:
        """Possible hands and draws, drawn at random."""
        if self._own_piles:
            pools = {seat: _shuffled(pool, chance) for seat, pool in self._pools.items()}
        else:
            pools = dict.fromkeys(self._pools, _shuffled(self._pools[self._me], chance))
        hands = {seat: self._hand(seat, pools[seat]) for seat in self._others}
        return Deal(hands, pools)

    def _hand(self, seat: Seat, pool: list[Rank]) -> tuple[Rank, ...]:
        size, barred = self._sizes[seat], self._barred.get(seat, frozenset())
        held: list[Rank] = []
        if barred:
            for at in range(len(pool) - 1, -1, -1):
                if len(held) < size - 1 and pool[at] not in barred:
                    held.append(pool.pop(at))
        while len(held) < size and pool:
            held.append(pool.pop())
        return tuple(sorted(held))

    @staticmethod
    def _unlikely(view: SeatView, seat: Seat) -> frozenset[Rank]:
        """The ranks that the seat would have played; it discarded, so it holds none of them."""
        table = view.table
        found = Found(table, view.public.position.with_turn(seat))
        return frozenset(
            rank
            for rank, power in table.powers.items()
            if found[rank] and not (power.joker and table.rules.joker_forced != "only_play")
        )


def _left(box: Iterable[Card], seen: Iterable[Card]) -> list[Rank]:
    """The ranks of the cards in the box that have not been seen."""
    left = Counter(card.rank for card in box)
    left.subtract(card.rank for card in seen)
    return [*left.elements()]


def _shuffled(pool: list[Rank], chance: Random) -> list[Rank]:
    cards = list(pool)
    chance.shuffle(cards)
    return cards
