"""The plays that the desk shows as taken back after a director's decision."""

from __future__ import annotations

from typing import Any

import pytest

from jokerboard.tournament.collect.fold import GameView, Play


@pytest.mark.parametrize(
    ("position", "states"),
    [
        ("after 4", "ok amended ok ok"),
        ("after 3", "ok amended ok taken-back"),
        # An amended play does not count, so its position is that of no remaining play.
        ("after 1", "ok amended taken-back taken-back"),
        ("the first one", "taken-back amended taken-back taken-back"),
    ],
)
def test_a_decision_takes_back_the_newest_plays_up_to_the_one_that_led_to_its_position(
    position: str, states: str
) -> None:
    row: Any = None
    view = GameView(row)
    view.plays = {n: Play(n, "A", "5D", "A8-A13", f"after {n}", 0.0) for n in range(1, 5)}
    view.plays[2].state = "amended"
    view._back_to(position)
    assert " ".join(play.state for play in view.plays.values()) == states
