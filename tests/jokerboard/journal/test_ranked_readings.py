"""Hypotheses are ranked by cost, and the cost of each is the sum of its steps."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card
from engine.referee.events import CardRead, Edge
from engine.referee.machine import Referee
from engine.referee.settings import Costs
from engine.rules.rule_sets import RULES
from engine.table import table_for
from jokerboard.journal.games.readings import readings
from tests.engine.referee.short_table import Table
from tests.examples import examples


def _steps(seed: int) -> Referee:
    rng = random.Random(seed)
    table = table_for(RULES["texas"], 4)
    referee = Referee(table, table.initial())
    full = set(referee.marbles)
    t = 0.0
    for _ in range(60):
        t += rng.choice((0.005, 0.05, 0.4, 2.0)) * rng.random()
        if rng.random() < 0.2:
            referee.feed(CardRead(t, Card.parse(rng.choice(("KD", "AH", "5C", "X", "2S"))), rng.randrange(4)))
            continue
        hole = rng.choice([*range(72), *referee.marbles])
        full ^= {hole}
        referee.feed(Edge(t, hole, hole in full))
    return referee


@examples(50)
@given(st.integers(0, 10_000))
def test_hypotheses_are_ranked_by_cost_and_each_cost_is_the_sum_of_its_entries(seed: int) -> None:
    table = Costs().by_name
    ranked = readings(_steps(seed).beam)
    totals = [sum(times * table[name] for name, times in each.counts.items()) for each in ranked]
    assert [each.cost for each in ranked] == sorted(each.cost for each in ranked)
    for reading, total in zip(ranked, totals, strict=True):
        assert reading.cost - ranked[0].cost == pytest.approx(total - totals[0], abs=1e-6)


def test_the_cost_of_a_hypothesis_is_computed_from_the_tables_own_cost_table() -> None:
    dear = replace(Costs(), played=9.0)
    table = Table("A8/-/-/- A", costs=dear).card(0.1, "A", "5D").lift(1.0, "A8").place(1.5, "A13").until(1.6)
    assert readings(table.referee.beam)[0].cost >= 9.0
