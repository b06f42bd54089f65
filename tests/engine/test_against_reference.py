"""The engine against a second, literal writing of the rulebook, on random positions of every table."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from engine.cards import RANKS
from engine.legal import legal
from engine.rules.rule_sets import RULES
from tests.engine.boards import TABLES, random_position
from tests.engine.reference import results


@pytest.mark.parametrize(("rules", "players", "teams"), TABLES)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_results_agree_with_the_reference(rules: str, players: int, teams: int | None, seed: int) -> None:
    table, position = random_position(Random(seed), RULES[rules], players, teams)
    note(position.line())
    for rank in RANKS:
        found = [outcome.position.line() for outcome in legal(table, position, rank)]
        assert len(set(found)) == len(found)
        assert set(found) == results(position.line(), rules, rank, teams), rank
