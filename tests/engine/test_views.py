"""Views: a player sees the cards that are face up and their own hand, and no other card."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dealing import setup_for
from engine.deck import Pile
from engine.errors import EngineError
from engine.game import Draw, Game, options
from engine.rules.rule_sets import RULES
from engine.table import table_for
from engine.views import REMEMBERED, public_view, seat_view
from tests.engine.tables import act, moment, random_game
from tests.examples import examples


def reshuffled_in_secret(game: Game, seat: int, seed: int) -> Game:
    """A game that looks the same to one seat, with another seed: every hidden card is redealt."""
    state = game.state
    hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    hidden += [card for pile in state.piles for card in pile]
    Random(seed).shuffle(hidden)

    def take(count: int) -> Pile:
        return tuple(hidden.pop() for _ in range(count))

    hands = tuple(hand if other == seat else take(len(hand)) for other, hand in enumerate(state.hands))
    piles = tuple(take(len(pile)) for pile in state.piles)
    secret = state._replace(hands=hands).with_piles(piles)
    return Game(replace(game.setup, seed="another"), [*game.states[:-1], secret], [*game.actions], len(game))


@examples(30)
@given(st.sampled_from(sorted(RULES)), st.integers(0, 80), st.integers(), st.booleans())
def test_a_seats_view_is_independent_of_hidden_cards(name: str, turns: int, seed: int, manual: bool) -> None:
    game = random_game(setup_for(table_for(RULES[name]), f"{seed}", manual_draw=manual), seed, turns)
    for seat in game.setup.table.seats:
        twin = reshuffled_in_secret(game, seat, seed)
        assert seat_view(game, seat) == seat_view(twin, seat)
        assert public_view(game) == public_view(twin)


def test_a_seat_sees_its_hand_and_on_its_turn_its_options() -> None:
    game = moment("texas", "A8/-/-/- A", {"A": "2C#1", "B": "3C#1"})
    mine, theirs = seat_view(game, 0), seat_view(game, 1)
    assert ([str(card) for card in mine.hand], mine.options) == (["2C#1"], options(game))
    assert ([str(card) for card in theirs.hand], theirs.options) == (["3C#1"], ())


def test_the_public_view_has_the_board_the_discards_and_the_numbers_of_cards() -> None:
    game = act(moment("texas", "A8/-/-/- A", {"A": "2C#1", "B": "3C#1"}, manual=True), "2C#1 A8-A10")
    view = public_view(game)
    assert view.position.line() == "A10/-/-/- B"
    assert (view.hands, view.piles) == ((0, 1, 0, 0), (106,))
    assert [str(card) for card in view.discards[0]] == ["2C#1"]
    assert (view.actions, view.may_draw, view.over) == (game.actions, (0,), None)
    assert public_view(game.do(Draw(0))).may_draw == ()


def test_the_public_view_has_the_plays_of_the_last_rounds_with_their_positions() -> None:
    game = random_game(setup_for(table_for(RULES["texas"]), "memory"), 1, 30)
    plays = public_view(game).lately
    assert len(plays) == REMEMBERED * 4
    assert [play.before for play in plays] == [state.position for state in game.states[-13:-1]]
    assert [play.after for play in plays] == [state.position.bits for state in game.states[-12:]]
    assert plays[-1].rank is game.state.discards[plays[-1].before.turn][-1].rank


def test_an_empty_seat_has_no_view() -> None:
    game = moment("pegs-and-jokers", "A8/./-/. A", {"A": "2C"})
    with pytest.raises(EngineError, match="nobody sits at B"):
        seat_view(game, 1)
