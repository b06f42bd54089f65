"""The cards of a table: packs, piles, and the numbers of copies; shuffled by a given random generator.

A standard pack is 52 cards and its Jokers. A table plays with some packs in one shared pile, or each seat
draws from a deck of its own: whole packs, or halves (the black suits for one seat, the red suits for the
next, with one Joker each; RULEBOOK R-001-2).

A card that a table has more than once carries the number of its copy, as the tag under the real card does:
`7H#2` is the second seven of hearts. A card that a table has once carries no number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TypeAlias

from engine.cards import RANKS, Card, Rank
from engine.errors import RulesError
from engine.geometry import Seat, seat_letter
from engine.rules.rule_sets import Rules
from engine.table import Table

BLACK, RED = "CS", "DH"
MOST_COPIES = 99
"""The highest number of a copy; the notation has at most two digits for it."""

Pile: TypeAlias = tuple[Card, ...]
"""Cards face down; the last one is on top."""


@dataclass(frozen=True, slots=True)
class Cards:
    """The kinds and numbers of the cards at a table.

    `packs` counts the packs in the one shared pile, or in each seat's own pile. `jokers` counts the Jokers in
    each pack, or in each half of a pack.
    """

    packs: int = 1
    jokers: int = 2
    own: bool = False
    half: bool = False


def cards_for(rules: Rules, players: int) -> Cards:
    """The cards that a rule set plays with at a table of `players` players."""
    packs, jokers = rules.decks_for(players), rules.jokers_for(players)
    return Cards(packs, jokers, own=rules.draw_pile == "own", half=rules.half_deck)


def pile_of(cards: Cards, seat: Seat) -> int:
    """The index of the pile from which the seat draws."""
    return seat if cards.own else 0


@lru_cache(maxsize=64)
def fresh_piles(cards: Cards, table: Table) -> tuple[Pile, ...]:
    """The piles of the table with every card, in the order of a new pack.

    A shared pile comes alone. With own decks there is one pile for each side, empty where nobody sits.
    Raise RulesError if the piles are too small to deal the hands, or the copies cannot be numbered.
    """
    if not cards.own:
        piles = [_packs(cards, BLACK + RED)]
    else:
        piles = [[] for _ in range(table.sides)]
        for place, seat in enumerate(table.seats):
            piles[seat] = _packs(cards, (BLACK, RED)[place % 2] if cards.half else BLACK + RED)
    _check(cards, table, piles)
    return _numbered(piles)


def shuffled(cards: Pile, chance: Random) -> Pile:
    """The cards in a random order; `chance` is the only source of randomness.

    The algorithm is written out here because a game must continue with the same shuffles under any Python: of
    `random.Random`, only the sequence of `random()` is promised to stay the same between versions.
    """
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        pick = int(chance.random() * (last + 1))
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)


def _packs(cards: Cards, suits: str) -> list[Card]:
    plain = [Card(rank, suit) for suit in suits for rank in RANKS if rank is not Rank.JOKER]
    return (plain + [Card(Rank.JOKER)] * cards.jokers) * cards.packs


def _check(cards: Cards, table: Table, piles: Iterable[list[Card]]) -> None:
    hand = table.rules.hand_size + table.rules.draw_first
    for at, pile in enumerate(piles):
        need = hand if cards.own else hand * len(table.seats)
        if len(pile) < need and (not cards.own or at in table.seats):
            whose = f"{seat_letter(at)}'s own deck has" if cards.own else "the shared pile has"
            raise RulesError(f"{whose} {len(pile)} cards, and hands of {hand} need {need}")


def _numbered(piles: Iterable[list[Card]]) -> tuple[Pile, ...]:
    copies = Counter(card for pile in piles for card in pile)
    most = max(copies.values())
    if most > MOST_COPIES:
        raise RulesError(f"{most} copies of one card: they can be numbered only up to {MOST_COPIES}")
    seen: Counter[Card] = Counter()
    numbered: list[Pile] = []
    for pile in piles:
        cards = []
        for card in pile:
            seen[card] += 1
            cards.append(Card(card.rank, card.suit, seen[card]) if copies[card] > 1 else card)
        numbered.append(tuple(cards))
    return tuple(numbered)
