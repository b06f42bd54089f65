"""The calibration: predicted chances compared with results."""

from __future__ import annotations

import pytest

from engine.rules.rule_sets import RULES
from engine.strategy.calibration import Row, costs, estimates, rows, spearman
from engine.table import table_for


def test_a_calibration_groups_positions_by_tenths_of_their_estimated_chance() -> None:
    games = [[(0.72, True), (0.78, True)], [(0.76, False)], [(1.0, True), (0.0, False)]]
    assert [(row.estimated, row.won, row.moments) for row in rows(games)] == [
        (0.0, 0.0, 1),
        (pytest.approx(0.7533, abs=1e-3), pytest.approx(2 / 3), 3),
        (1.0, 1.0, 1),
    ]


def test_the_error_margin_of_a_calibration_depends_on_the_number_of_games_and_not_of_positions() -> None:
    games = [[(0.55, n % 2 == 0)] for n in range(40)]
    repeated = [game * 5 for game in games]
    (once,), (often,) = rows(games), rows(repeated)
    assert once.margin == pytest.approx(1.96 * (0.25 / 40) ** 0.5)
    assert often.margin == pytest.approx(once.margin)
    assert (once.moments, often.moments) == (40, 200)


def test_a_calibration_of_few_games_has_no_error_margin() -> None:
    assert rows([[(0.5, True)]] * 9) == [Row(0.5, 1.0, None, 9)]


def test_estimates_of_a_game_are_reproducible_and_include_winners_and_losers() -> None:
    table = table_for(RULES["own-deck"])
    first = estimates(table, "a game")
    assert first == estimates(table, "a game")
    assert {won for _, won in first} == {True, False}


def test_a_rank_correlation_is_between_minus_one_and_one() -> None:
    assert spearman([(1, 10), (2, 200), (3, 201)]) == pytest.approx(1)
    assert spearman([(1, 3), (2, 2), (3, 1)]) == pytest.approx(-1)
    assert spearman([(1, 1), (1, 2), (2, 1), (2, 2)]) == pytest.approx(0)
    assert spearman([(1, 1), (1, 2)]) is None
    assert spearman([]) is None


def test_costs_of_a_game_are_compared_with_independent_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.strategy.calibration.MOST_TURNS", 60)
    found = costs(table_for(RULES["own-deck"]), "a game", deals=4, rounds=2)
    assert {one.worst for one in found} == {True, False}
    assert sum(not one.worst for one in found) == 3
    assert all(one.rolled != one.found for one in found)
