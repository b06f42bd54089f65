"""Duplicate matches."""

from __future__ import annotations

import pytest

from engine.rules.rule_sets import RULES
from engine.strategy.arena import Deal, match, player_named, score
from engine.strategy.errors import StrategyError
from engine.table import table_for


@pytest.mark.parametrize("player", ["strong", "greedy"])
def test_equal_players_share_every_deal(player: str) -> None:
    played = [*match(table_for(RULES["pegs-and-jokers"]), player, player, ["one", "two"])]
    assert [deal.share for deal in played] == [0.5, 0.5]
    assert score(played).margin == 0


def test_a_score_counts_deals_turns_and_times() -> None:
    found = score([Deal(1.0, 200, (0.1, 0.3)), Deal(0.5, 100, (0.2,))])
    assert (found.deals, found.share, found.turns, found.median, found.slowest) == (2, 0.75, 75, 0.2, 0.3)
    assert found.margin == pytest.approx(1.96 * 0.25)


def test_a_player_that_is_not_there_is_refused() -> None:
    with pytest.raises(StrategyError, match="no level is called 'lucky'"):
        player_named("lucky")
