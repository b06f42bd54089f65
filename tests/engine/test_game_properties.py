"""Properties of every game: no card is lost, hands are full, replays are equal, and the game ends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Rank
from engine.dealing import Setup, may_draw, setup_for
from engine.deck import fresh_piles
from engine.errors import RulesError
from engine.game import Draw, Game, Pass, begin, fold, options
from engine.legal import legal
from engine.play import Play
from engine.rules.rule_sets import RULES
from engine.table import table_for
from tests.engine.tables import every_card, random_game
from tests.examples import examples, some

TURN_CAP = 40_000
"""The most actions of a random game; the longest game seen, with eight players, took about 4,300."""

VARIANTS: tuple[dict[str, str], ...] = (
    {},
    {"draw_first": "on", "forgot_draw_penalty": "off"},
    {"discard_free": "on"},
    {"free_start_after": "3", "hand_size": "3"},
    {"joker_forced": "nothing_in_play", "marbles_per_player": "4"},
    {"decks": "1", "jokers": "1"},
)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """A random setup: rule set, number of players, some house rules, manual or automatic draws."""
    rules = RULES[draw(st.sampled_from(sorted(RULES)))]
    players = draw(st.sampled_from(rules.players))
    rules = rules.with_switches(draw(st.sampled_from(VARIANTS)))
    table = table_for(rules, players)
    try:
        return setup_for(table, draw(st.text(max_size=3)), manual_draw=draw(st.booleans()))
    except RulesError:  # One deck has too few cards for eight hands, so the game uses the published decks.
        return setup_for(
            table_for(rules.with_switches({"decks": "published"}), players), "", manual_draw=False
        )


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game of up to 120 actions, with some draws by hand between them."""
    setup = draw(setups())
    game = begin(setup)
    chance = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, 120))):
        choices = options(game)
        if not choices:
            break
        late = [Draw(seat) for seat in setup.table.seats if may_draw(setup, game.state, seat)]
        game = game.do(chance.choice(late if late and chance.random() < 0.5 else choices))
    return game


def moments(game: Game) -> Iterator[Game]:
    for left in range(len(game), -1, -1):
        yield game.back(left)


@examples(40)
@given(games())
def test_no_card_is_ever_lost_or_duplicated_in_a_game(game: Game) -> None:
    box = sorted(str(card) for pile in fresh_piles(game.setup.cards, game.setup.table) for card in pile)
    assert all(every_card(then) == box for then in moments(game))


@examples(40)
@given(games())
def test_hands_are_full_unless_people_draw_by_hand_or_no_card_is_left(game: Game) -> None:
    setup, rules = game.setup, game.setup.table.rules
    for then in moments(game):
        for seat in setup.table.seats:
            due = rules.hand_size + (rules.draw_first and seat == then.turn)
            held = len(then.state.hands[seat])
            assert held <= due
            if held < due and not setup.manual_draw and not then.over:
                own = setup.cards.own
                piles = (then.state.piles[seat] if own else then.state.piles[0],)
                discards = (then.state.discards[seat],) if own else then.state.discards
                assert not any(piles), "a short hand beside a pile"
                assert not any(discards) or seat != then.turn or not rules.draw_first


@examples(40)
@given(games())
def test_replaying_the_actions_of_a_game_gives_an_equal_game_and_stepping_back_undoes_them(
    game: Game,
) -> None:
    assert fold(begin(game.setup, game.states[0]), game.actions) == game
    assert fold(begin(game.setup), game.actions) == game
    if game.actions:
        before = game.back()
        assert before.do(game.actions[-1]) == game
        assert game.back(len(game.actions)) == begin(game.setup)


@examples(40)
@given(games())
def test_until_the_game_is_over_the_seat_to_move_has_an_option(game: Game) -> None:
    choices = options(game)
    assert bool(choices) == (game.over is None)
    assert len(set(choices)) == len(choices)
    for choice in choices:
        assert len(game.do(choice).actions) == len(game.actions) + 1


@examples(40)
@given(games())
def test_a_seat_discards_only_without_a_play_or_by_the_rules_and_passes_only_without_cards(
    game: Game,
) -> None:
    table, rules = game.setup.table, game.setup.table.rules
    for state, action in zip(game.states, game.actions, strict=False):
        hand = state.hands[state.position.turn]
        if isinstance(action, Pass):
            assert not hand
        if isinstance(action, Play):
            assert action.card in hand
            if not action.legs and not rules.discard_free:
                can = {rank for rank in {card.rank for card in hand} if legal(table, state.position, rank)}
                assert not can or (can == {Rank.JOKER} and rules.joker_forced != "only_play")


@pytest.mark.parametrize("name", sorted(RULES))
def test_random_games_end_with_a_winning_team_whose_marbles_are_all_home(name: str) -> None:
    for players in some(RULES[name].players, 2):
        table = table_for(RULES[name], players)
        game = random_game(setup_for(table, f"{name} {players}"), 1, TURN_CAP)
        assert game.over is not None, f"unfinished after {TURN_CAP} actions"
        assert game.over == table.winner(game.position)
        assert all(table.finished(game.position.bits, seat) for seat in game.over)
