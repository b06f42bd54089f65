"""Limits of a tournament's settings on the director's page, and the tables of a round."""

from __future__ import annotations

import pytest

from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event.model import LONGEST_NAME, Round
from jokerboard.tournament.web.event_commands import SETTINGS


def test_a_house_rule_may_be_as_long_as_two_names() -> None:
    accepts = SETTINGS["house"].ok
    assert accepts(["x" * (2 * LONGEST_NAME)])
    assert not accepts(["x" * (2 * LONGEST_NAME + 1)])
    assert accepts(["x"] * 40)
    assert not accepts(["x"] * 41)


def test_a_round_without_matches_has_no_table() -> None:
    with pytest.raises(EventError, match="round 1 has no table 1; its tables are 1 to 0"):
        Round(1, ()).match(1)
