"""Whole games with mistakes, kills and broken links end with equal logs in every house."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.jokerboard.houses.explore import explore
from tests.jokerboard.houses.many_games import KINDS, ManyTroubles


@pytest.mark.parametrize("number", range(len(KINDS)))
def test_a_shared_game_with_mistakes_kills_and_outages_ends_without_a_fault_in_any_house(
    request: pytest.FixtureRequest, number: int, tmp_path: Path
) -> None:
    if not request.config.getoption("--all-scenarios"):
        pytest.skip("whole games with troubles, 10 s each: --all-scenarios")
    outcome = ManyTroubles(tmp_path, number).play()
    assert not outcome.faults
    assert outcome.plays > 20


def test_from_every_reachable_state_of_a_small_game_the_houses_reach_equal_logs() -> None:
    states, _, depth = explore(6, 10_000)
    assert depth == 6
    assert states > 300
