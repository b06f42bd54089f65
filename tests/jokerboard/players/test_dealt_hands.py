"""Dealt hands depend on the secret and on the referee's verdicts alone."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card
from engine.game import begin, options
from engine.legal import legal
from engine.play import Play
from engine.position import Position
from engine.referee.verdicts import Decision, Discard, Move, Takeback
from engine.rules.rule_sets import RULES
from engine.table import table_for
from jokerboard.players.dealer import DealtHands

SECRETS = st.text("0123456789abcdef", min_size=8, max_size=8)


def played(hands: DealtHands, rules: str, turns: int) -> list[Move | Discard]:
    """Play this number of turns, each with the first card that has a play, or a discard; return verdicts."""
    table = table_for(RULES[rules])
    position, verdicts = table.initial(0), list[Move | Discard]()
    for n in range(1, turns + 1):
        seat = position.turn
        hand = hands.hand(seat)
        if not hand:
            break
        made = next(((card, found[0]) for card in hand if (found := legal(table, position, card.rank))), None)
        verdict: Move | Discard
        if made is None:
            position = Position(position.sides, position.marbles, table.next_seats[seat], position.per_seat)
            verdict = Discard(float(n), n, seat, str(hand[0]), position)
        else:
            card, outcome = made
            position = outcome.position
            verdict = Move(float(n), n, seat, str(card), outcome.with_card(card), position)
        verdicts.append(verdict)
        hands.take(verdict)
    return verdicts


@pytest.mark.parametrize("rules", RULES)
def test_every_dealt_hand_has_the_right_size_and_no_card_is_in_two_hands(rules: str) -> None:
    table = table_for(RULES[rules])
    hands = DealtHands(table, "a secret", 0)
    size = table.rules.hand_size
    played(hands, rules, 60)
    counts = Counter(card for seat in table.seats for card in hands.hand(seat))
    assert max(counts.values()) == 1
    assert all(size <= len(hands.hand(seat)) <= size + 1 for seat in table.seats)


@given(SECRETS)
def test_equal_secrets_and_equal_verdicts_give_equal_dealt_hands(secret: str) -> None:
    table = table_for(RULES["texas"])
    one, other = DealtHands(table, secret, 0), DealtHands(table, secret, 0)
    for verdict in played(one, "texas", 12):
        other.take(verdict)
    assert [one.hand(seat) for seat in table.seats] == [other.hand(seat) for seat in table.seats]


@given(SECRETS, st.integers(1, 9))
def test_a_takeback_returns_the_played_card_to_the_hand_and_the_drawn_card_to_the_pile(
    secret: str, turns: int
) -> None:
    table = table_for(RULES["texas"])
    hands = DealtHands(table, secret, 0)
    played(hands, "texas", turns)
    before = [hands.hand(seat) for seat in table.seats]
    again = DealtHands(table, secret, 0)
    verdicts = played(again, "texas", turns + 1)
    again.take(
        Takeback(99.0, verdicts[-1].n, verdicts[-2].position if len(verdicts) > 1 else table.initial(0))
    )
    assert [again.hand(seat) for seat in table.seats] == before


@pytest.mark.parametrize("first", [1, 3])
def test_a_takeback_past_a_decision_returns_the_cards_of_every_play_that_it_takes_back(first: int) -> None:
    table = table_for(RULES["texas"])
    hands, again = DealtHands(table, "a secret", 0), DealtHands(table, "a secret", 0)
    played(hands, "texas", first - 1)
    verdicts = played(again, "texas", 4)
    again.take(Decision(98.0, "correct", "Eve", table.initial(2)))
    again.take(Decision(99.0, "take-back", "Eve", hands.state.position, n=verdicts[first - 1].n))
    assert again.state == hands.state


def test_a_takeback_of_a_decision_alone_changes_no_hand() -> None:
    table = table_for(RULES["texas"])
    hands = DealtHands(table, "a secret", 0)
    played(hands, "texas", 3)
    before = hands.state
    hands.take(Decision(98.0, "correct", "Eve", table.initial(2)))
    hands.take(Decision(99.0, "take-back", "Eve", before.position, n=4))
    assert hands.state == before


def test_a_played_card_that_was_in_no_hand_changes_no_hand() -> None:
    table = table_for(RULES["texas"])
    hands = DealtHands(table, "s", 0)
    before = hands.hand(0)
    stranger = next(card for card in (Card.parse(f"{rank}C#1") for rank in "23456789") if card not in before)
    hands.take(Discard(1.0, 1, 0, str(stranger), table.initial(1)))
    assert hands.hand(0) == before


@pytest.mark.parametrize("rules", RULES)
def test_hands_and_piles_computed_from_verdicts_equal_those_of_the_engines_game(rules: str) -> None:
    hands, chance = DealtHands(table_for(RULES[rules]), "a secret", 0), Random(1)
    game = begin(hands.setup)
    for n in range(1, 120):
        if game.over:
            break
        play, seat = chance.choice(options(game)), game.turn
        assert isinstance(play, Play)
        game = game.do(play)
        discard = Discard(float(n), n, seat, str(play.card), game.position)
        hands.take(Move(float(n), n, seat, str(play.card), play, game.position) if play.legs else discard)
        assert hands.state._replace(over=None) == game.state._replace(over=None)
