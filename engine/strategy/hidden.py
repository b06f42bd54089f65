"""The cards that a seat cannot see, and likely hands drawn from them.

Open cards and the own hand are known; all other cards of the table are in other hands and in the piles.

The last plays of a seat are evidence of what it keeps. A seat that discards because it has no play holds no
card that plays. A seat that makes a play is unlikely to hold a card with a far better play. So each play
gives a factor for each rank. A card that the seat held before several of its plays gets all of their factors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from random import Random
from typing import TypeAlias

from engine.cards import Card, Rank
from engine.deck import fresh_piles
from engine.geometry import Seat
from engine.moves import Found
from engine.strategy.evaluation import Evaluator
from engine.table import Table
from engine.views import PastPlay, SeatView

_DOUBT = 0.2
"""A play that is better by this much, in logarithms of odds, is passed over about a third as often."""
_OVERSEEN = 0.1
"""The least factor of a card with a better play: people overlook plays, or plan ahead."""

Factors: TypeAlias = Mapping[Rank, float]
"""By rank, how likely a seat that held that card would have made its play; a missing rank counts as 1."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Possible hands of the other seats, and by seat the cards left to draw; the last card is drawn first."""

    hands: dict[Seat, tuple[Rank, ...]]
    draws: dict[Seat, list[Rank]]


class Hidden:
    """The cards that a view leaves unknown.

    `memory` is the number of plays of each seat that count as evidence; the evaluator values their
    alternatives.
    """

    def __init__(self, view: SeatView, evaluator: Evaluator, memory: int) -> None:
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
        self._drawn = 0 if table.rules.draw_first else 1
        """The number of cards that each seat has drawn since its last play: 0 or 1."""
        self._evidence = {
            seat: [evidence(evaluator, play) for play in _plays_of(view, seat, memory)]
            for seat in self._others
        }

    def deal(self, chance: Random) -> Deal:
        """Possible hands and draws, drawn at random."""
        if self._own_piles:
            pools = {seat: _shuffled(pool, chance) for seat, pool in self._pools.items()}
        else:
            pools = dict.fromkeys(self._pools, _shuffled(self._pools[self._me], chance))
        hands = {seat: self._hand(seat, pools[seat], chance) for seat in self._others}
        return Deal(hands, pools)

    def _hand(self, seat: Seat, pool: list[Rank], chance: Random) -> tuple[Rank, ...]:
        """Take a hand from the end of the pool, as ranks in order; unlikely cards mostly stay in the pool."""
        held: list[Rank] = []
        evidence, size = self._evidence[seat], min(self._sizes[seat], len(pool))
        for at in range(len(pool) - 1, -1, -1):
            if len(held) == size:
                break
            likely = 1.0
            for factors in evidence[: max(0, size - self._drawn - len(held))]:
                likely *= factors.get(pool[at], 1.0)
            if likely == 1.0 or chance.random() < likely:
                held.append(pool.pop(at))
        while len(held) < size:  # If all cards left are unlikely, take any of them.
            held.append(pool.pop())
        return tuple(sorted(held))


def _plays_of(view: SeatView, seat: Seat, count: int) -> list[PastPlay]:
    """The last plays of the seat, `count` at most, the newest first."""
    return [play for play in reversed(view.public.lately) if play.before.turn == seat][:count]


@lru_cache(maxsize=256)
def evidence(evaluator: Evaluator, play: PastPlay) -> Factors:
    """By rank, the factors of cards that the seat may have kept when it made that play."""
    table, before, seat = evaluator.table, play.before, play.before.turn
    found, discarded = Found(table, before), play.after == before.bits and not table.rules.discard_free
    worth, factors = evaluator.hand(seat, (play.rank,)), dict[Rank, float]()
    for rank in table.powers:
        if rank is play.rank or not found[rank]:
            continue
        if discarded:
            if _obliges(table, rank):
                factors[rank] = 0.0
            continue
        best = max(value + worth[near] for value, near in evaluator.boards(found[rank], seat))
        lost = best - evaluator.value(play.after, seat, (rank,))
        if lost > 0:
            factors[rank] = max(_OVERSEEN, exp(-lost / _DOUBT))
    return factors


def _obliges(table: Table, rank: Rank) -> bool:
    """Whether the rules demand a play of that rank whenever no other card has a play."""
    return not table.powers[rank].joker or table.rules.joker_forced == "only_play"


def _left(box: Iterable[Card], seen: Iterable[Card]) -> list[Rank]:
    """The ranks of the cards in `box` that are not in `seen`."""
    left = Counter(card.rank for card in box)
    left.subtract(card.rank for card in seen)
    return [*left.elements()]


def _shuffled(pool: list[Rank], chance: Random) -> list[Rank]:
    cards = list(pool)
    chance.shuffle(cards)
    return cards
