"""Machine players choose by the cards that their seat sees; equal seeds give equal choices."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import StrategyError
from engine.rules.rule_sets import RULES
from engine.strategy.levels import LEVELS, Level, level_named
from engine.strategy.players import choose, greedy
from engine.strategy.search import EXPERT
from engine.views import seat_view
from tests.engine.strategy.games import game_after, with_hidden_shuffled
from tests.examples import examples

SMALL = replace(EXPERT, nodes=64)
TABLES = [(name, players) for name, rules in RULES.items() for players in rules.players[:2]]


@examples(40)
@given(st.sampled_from(TABLES), st.integers(0, 10**6), st.integers(0, 120), st.sampled_from(Level))
def test_a_choice_is_one_of_the_options_and_does_not_depend_on_hidden_cards(
    table: tuple[str, int], seed: int, turns: int, level: Level
) -> None:
    game = game_after(*table, seed, turns)
    view = seat_view(game, game.turn)
    twin = seat_view(with_hidden_shuffled(game, game.turn, seed), game.turn)
    chosen = choose(view, level, "seed", SMALL)
    assert chosen in view.options
    assert chosen == choose(twin, level, "seed", SMALL)
    assert chosen == choose(view, level, "seed", SMALL)


def test_the_level_easy_chooses_different_options_for_different_seeds() -> None:
    game = game_after("texas", 4, 5, 60)
    view = seat_view(game, game.turn)
    assert len({choose(view, Level.EASY, f"{n}") for n in range(30)}) > 1


def test_machine_players_play_a_game_to_its_end() -> None:
    game = game_after("marbles-and-jokers", 4, 1, 0)
    while not game.over and len(game) < 3000:
        view = seat_view(game, game.turn)
        game = game.do(choose(view, Level.STRONG, "end") if game.turn % 2 else greedy(view))
    assert game.over


def test_an_unknown_level_of_play_is_refused_with_the_known_levels() -> None:
    assert [level_named(name) for name in LEVELS] == [*Level]
    with pytest.raises(StrategyError, match="no level is called 'brutal'; there are easy, steady, strong"):
        level_named("brutal")


def test_a_seat_that_is_not_to_move_has_no_choice() -> None:
    game = game_after("texas", 4, 1, 0)
    with pytest.raises(StrategyError, match="has nothing to choose now"):
        choose(seat_view(game, (game.turn + 1) % 4), Level.STRONG, "")
