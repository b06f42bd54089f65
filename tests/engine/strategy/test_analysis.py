"""The analysis of a finished game: chances, mistakes, luck."""

from __future__ import annotations

from functools import cache

import pytest

from engine.dealing import setup_for
from engine.game import Game, begin
from engine.rules.rule_sets import RULES
from engine.strategy.analysis import LEAST_COST, MOST_COSTLY, analyse, graph, shared
from engine.strategy.levels import Level
from engine.strategy.players import choose, greedy
from engine.table import table_for
from engine.views import seat_view
from tests.examples import whole


@cache
def played(name: str = "texas", players: int = 4) -> Game:
    """A whole game of greedy players; in the whole suite, the first team's players are `strong`."""
    seed = "analysed"
    table = table_for(RULES[name], players)
    game = begin(setup_for(table, seed))
    while not game.over:
        view = seat_view(game, game.turn)
        strong = whole() and table.teams[game.turn] == 0
        game = game.do(choose(view, Level.STRONG, seed) if strong else greedy(view))
    return game


@pytest.mark.parametrize(("name", "players"), [("texas", 4), ("pegs-and-jokers", 3)])
def test_the_chances_of_an_analysis_sum_to_one_and_end_with_the_result(name: str, players: int) -> None:
    game = played(name, players)
    found = analyse(game, rollouts=2)
    assert len(found.chances) == len(game) + 1
    assert all(sum(now) == pytest.approx(1) and min(now) >= 0 for now in found.chances)
    assert found.chances[-1] == tuple(float(seats == game.over) for seats in game.setup.table.members)
    assert len(found.mistakes) <= MOST_COSTLY
    assert all(one.cost >= LEAST_COST and one.better != one.action for one in found.mistakes)
    assert [one.cost for one in found.mistakes] == sorted((one.cost for one in found.mistakes), reverse=True)
    assert sum(found.luck) == pytest.approx(0, abs=1e-9)


def test_analyses_of_a_game_with_equal_seeds_are_equal() -> None:
    game = played()
    game = game.back(len(game) * 3 // 4)
    assert analyse(game, "seed", 2) == analyse(game, "seed", 2)


def test_the_analysis_of_a_record_without_hands_has_a_graph_of_chances() -> None:
    game = played()
    chances = graph(game.setup.table, [state.position for state in game.states[1:]])
    assert len(chances) == len(game)
    assert sorted(chances[-1]) == [0.0, 1.0]
    assert graph(game.setup.table, []) == ()


def test_setting_the_chance_of_one_team_keeps_the_ratios_of_the_other_teams_chances() -> None:
    table = table_for(RULES["pegs-and-jokers"], 3)
    assert shared(table, (0.2, 0.6, 0.2), 0, 0.5) == pytest.approx((0.5, 0.375, 0.125))
    assert shared(table, (1.0, 0.0, 0.0), 0, 0.5) == pytest.approx((0.5, 0.25, 0.25))
