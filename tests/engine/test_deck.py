"""Decks have the published cards, number equal cards, suffice for the hands, and are shuffled fairly."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, Rank
from engine.deck import Cards, cards_for, fresh_piles, pile_of, shuffled
from engine.errors import RulesError
from engine.rules.rule_sets import RULES
from engine.table import table_for

TEXAS = table_for(RULES["texas"])


@pytest.mark.parametrize(
    ("name", "players", "total", "jokers"),
    [
        ("texas", 4, 108, 4),
        ("texas", 6, 108, 4),
        ("own-deck", 4, 216, 8),
        ("own-deck", 8, 432, 16),
        ("marbles-and-jokers", 4, 162, 6),
        ("marbles-and-jokers", 8, 216, 8),
        ("joker-board", 6, 108, 4),
        ("pegs-and-jokers", 2, 52, 0),
        ("pegs-and-jokers", 3, 108, 4),
        ("pegs-and-jokers", 5, 162, 6),
        ("pegs-and-jokers", 8, 162, 6),
    ],
)
def test_the_published_decks_have_the_published_number_of_cards(
    name: str, players: int, total: int, jokers: int
) -> None:
    piles = fresh_piles(cards_for(RULES[name], players), table_for(RULES[name], players))
    cards = [card for pile in piles for card in pile]
    assert len(cards) == total == len(set(cards))
    assert sum(card.rank is Rank.JOKER for card in cards) == jokers


def test_every_card_of_every_published_deck_is_unique_and_its_text_is_parsed_to_an_equal_card() -> None:
    for rules in RULES.values():
        for players in rules.players:
            table = table_for(rules, players)
            cards = [card for pile in fresh_piles(cards_for(rules, players), table) for card in pile]
            assert len(set(cards)) == len(cards)
            assert [Card.parse(str(card)) for card in cards] == cards


def test_the_cards_of_a_deck_without_copies_have_no_copy_number() -> None:
    table = table_for(RULES["pegs-and-jokers"], 2)
    (pile,) = fresh_piles(cards_for(RULES["pegs-and-jokers"], 2), table)
    assert all(card.copy is None for card in pile)


def test_the_two_jokers_of_a_pack_have_copy_numbers() -> None:
    (pile,) = fresh_piles(Cards(packs=1, jokers=2), TEXAS)
    assert [str(card) for card in pile if card.copy is not None] == ["X#1", "X#2"]


def test_equal_cards_of_several_packs_are_numbered_pack_by_pack() -> None:
    (pile,) = fresh_piles(Cards(packs=3, jokers=1), TEXAS)
    assert [str(card) for card in pile if card.rank is Rank.JOKER] == ["X#1", "X#2", "X#3"]
    assert [str(card) for card in pile if (card.rank, card.suit) == (Rank.SEVEN, "H")] == [
        "7H#1",
        "7H#2",
        "7H#3",
    ]


def test_each_taken_seat_has_its_own_deck() -> None:
    rules = RULES["pegs-and-jokers"].with_switches({"draw_pile": "own"})
    table = table_for(rules, 2)
    cards = cards_for(rules, 2)
    assert [len(pile) for pile in fresh_piles(cards, table)] == [52, 0, 52, 0]
    assert [pile_of(cards, seat) for seat in table.seats] == [0, 2]
    assert {card.copy for card in fresh_piles(cards, table)[2]} == {2}


def test_two_seats_share_the_halves_of_one_pack() -> None:
    rules = RULES["own-deck"].with_switches({"half_deck": "on"})
    piles = fresh_piles(cards_for(rules, 4), table_for(rules, 4))
    assert [Counter(card.suit for card in pile) for pile in piles] == [
        {"C": 13, "S": 13, None: 1},
        {"D": 13, "H": 13, None: 1},
    ] * 2
    assert [pile[-1] for pile in piles] == [Card(Rank.JOKER, None, n) for n in (1, 2, 3, 4)]
    assert {card.copy for card in piles[2][:-1]} == {2}


def test_all_seats_draw_from_a_shared_pile() -> None:
    assert {pile_of(Cards(packs=2), seat) for seat in range(8)} == {0}


def test_a_shared_pile_too_small_for_the_hands_is_refused_with_the_numbers() -> None:
    rules = RULES["marbles-and-jokers"].with_switches({"decks": "1", "jokers": "0"})
    with pytest.raises(RulesError, match="the shared pile has 52 cards, and hands of 7 need 56"):
        fresh_piles(cards_for(rules, 8), table_for(rules, 8))


def test_a_seats_own_deck_that_is_too_small_for_a_hand_is_refused_with_the_seat() -> None:
    table = table_for(RULES["own-deck"])
    with pytest.raises(RulesError, match="A's own deck has 0 cards, and hands of 6 need 6"):
        fresh_piles(Cards(packs=0, own=True), table)


def test_more_copies_than_can_be_numbered_are_refused() -> None:
    with pytest.raises(RulesError, match="128 copies of one card"):
        fresh_piles(Cards(packs=64, jokers=2), TEXAS)


@given(st.integers(0, 60), st.integers())
def test_a_shuffle_keeps_every_card_and_equal_seeds_give_equal_orders(size: int, seed: int) -> None:
    cards = fresh_piles(Cards(), TEXAS)[0][:size]
    first, again = shuffled(cards, Random(seed)), shuffled(cards, Random(seed))
    assert first == again
    assert Counter(first) == Counter(cards)


def test_a_shuffle_of_a_given_seed_has_the_recorded_order() -> None:
    cards = tuple(map(Card.parse, ("AC", "2C", "3C", "4C", "5C", "6C")))
    assert " ".join(map(str, shuffled(cards, Random("a rainy Sunday:0")))) == "2C 3C 4C AC 5C 6C"


def test_every_order_of_three_cards_comes_up_about_equally_often() -> None:
    cards = tuple(map(Card.parse, ("AC", "2C", "3C")))
    chance = Random("fair")
    counts = Counter(shuffled(cards, chance) for _ in range(6000))
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())
