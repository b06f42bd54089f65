"""Duplicate matches of machine players."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import StrategyError
from engine.rules.rule_sets import RULES
from engine.strategy.arena import Deal, Met, Score, elo, match, player_named, pool, score
from engine.strategy.weights import written_weights
from engine.table import table_for
from tests.examples import whole
from tests.fitting.weights.printing import print_weights


@pytest.mark.parametrize("player", ["strong", "greedy", "written"])
def test_a_player_against_itself_wins_half_of_every_deal(player: str) -> None:
    seeds = ["one", "two"] if whole() else ["one"]
    played = [*match(table_for(RULES["pegs-and-jokers"]), player, player, seeds)]
    assert [deal.share for deal in played] == [0.5] * len(seeds)
    assert score(played).margin == 0


def test_the_score_of_a_match_has_the_numbers_of_deals_and_turns_and_the_times_of_choices() -> None:
    found = score([Deal(1.0, 200, (0.1, 0.3)), Deal(0.5, 100, (0.2,))])
    assert (found.deals, found.share, found.turns, found.median, found.slowest) == (2, 0.75, 75, 0.2, 0.3)
    assert found.margin == pytest.approx(1.96 * 0.25)


def test_an_unknown_player_of_the_arena_is_refused() -> None:
    with pytest.raises(StrategyError, match="no level is called 'lucky'"):
        player_named(table_for(RULES["texas"]), "lucky")


def test_a_player_named_by_a_weights_file_plays_like_these_weights(tmp_path: Path) -> None:
    table, file = table_for(RULES["texas"]), tmp_path / "weights.toml"
    file.write_text(print_weights(written_weights(), []), encoding="utf-8")
    assert [deal.share for deal in match(table, str(file), "written", ["one"])] == [0.5]
    with pytest.raises(StrategyError, match=r"nowhere\.toml cannot be read"):
        player_named(table, str(tmp_path / "nowhere.toml"))


def test_in_a_pool_every_player_meets_every_other_player() -> None:
    met = [*pool(table_for(RULES["own-deck"]), ["greedy", "written", "easy"], ["one"])]
    assert [(one.a, one.b) for one in met] == [
        ("written", "greedy"),
        ("easy", "greedy"),
        ("easy", "written"),
    ]


def test_ratings_are_computed_from_the_shares_of_wins_and_odds_of_ten_are_400_points() -> None:
    def met(a: str, b: str, share: float) -> Met:
        return Met(a, b, Score(5000, share, 0.0, 0.0, 0.0, 0.0))

    ratings = elo([met("b", "a", 10 / 11), met("c", "b", 10 / 11), met("c", "a", 100 / 101)])
    assert ratings == {"a": 0, "b": pytest.approx(400, abs=2), "c": pytest.approx(800, abs=4)}


def test_a_player_that_lost_every_game_has_a_finite_rating() -> None:
    assert elo([Met("b", "a", Score(10, 1.0, 0.0, 0.0, 0.0, 0.0))])["b"] < 1000


def test_a_game_that_reaches_the_limit_of_turns_counts_half_for_each_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.strategy.arena.MOST_TURNS", 5)
    (deal,) = match(table_for(RULES["own-deck"]), "greedy", "random", ["one"], lambda: 1.0)
    assert (deal.share, deal.turns) == (0.5, 10)
    assert set(deal.times) == {0.0}
