"""The engine and the literal implementation in `reference.py` agree on random positions of every table."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from engine.cards import RANKS
from engine.errors import RulesError
from engine.legal import legal
from engine.rules.rule_sets import RULES, SWITCHES, Rules
from tests.engine.boards import TABLES, random_position
from tests.engine.reference import PLAIN, results
from tests.examples import examples, some


@pytest.mark.parametrize(("rules", "players", "teams"), TABLES)
@examples(25)
@given(seed=st.integers(0, 2**32))
def test_the_engines_results_agree_with_the_reference_implementation(
    rules: str, players: int, teams: int | None, seed: int
) -> None:
    table, position = random_position(Random(seed), RULES[rules], players, teams)
    note(position.line())
    for rank in RANKS:
        found = [outcome.position.line() for outcome in legal(table, position, rank)]
        assert len(set(found)) == len(found)
        assert set(found) == results(position.line(), rules, rank, teams), rank


@examples(150)
@given(at=st.sampled_from(TABLES), seed=st.integers(0, 2**32))
def test_the_engines_results_by_house_rules_agree_with_the_reference_implementation(
    at: tuple[str, int, int | None], seed: int
) -> None:
    disagree(at, seed)


@pytest.mark.parametrize(
    ("switch", "word"), [(name, word) for name in PLAIN for word in SWITCHES[name].values]
)
def test_the_engine_agrees_with_the_reference_for_every_value_of_every_switch(switch: str, word: str) -> None:
    for seed, at in some(enumerate(TABLES), 8):
        disagree(at, seed, {switch: word})


def disagree(at: tuple[str, int, int | None], seed: int, house: dict[str, str] | None = None) -> None:
    """Compare the results in one random position; without `house`, random house rules apply."""
    name, players, teams = at
    chance = Random(seed)
    rules, words = house_rules(chance, name, house)
    table, position = random_position(chance, rules, players, teams)
    for rank in RANKS:
        found = {outcome.position.line() for outcome in legal(table, position, rank)}
        assert found == results(position.line(), name, rank, teams, words), (rank, words, position.line())


def house_rules(chance: Random, name: str, wanted: dict[str, str] | None) -> tuple[Rules, dict[str, str]]:
    """The rule set with the switches in `wanted`, or with a few random switches without contradiction."""
    drawn = wanted or {one: chance.choice(SWITCHES[one].values) for one in chance.sample(list(PLAIN), 4)}
    rules, words = RULES[name], dict[str, str]()
    for switch, word in drawn.items():
        try:
            rules = rules.with_switches({switch: word})
        except RulesError:
            continue
        words[switch] = word
    return rules, words
