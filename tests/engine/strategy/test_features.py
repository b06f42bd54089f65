"""The features of a position: turned boards have equal features, and cached values equal their sums."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import RANKS
from engine.position import Position
from engine.rules.rule_sets import RULES
from engine.strategy.evaluation import Evaluator, chance
from engine.strategy.features import COUNT, Eyes, groups
from engine.table import table_at
from tests.engine.boards import random_position
from tests.engine.test_properties import turned_position
from tests.examples import examples

NAMES = [f"{section}.{name} {n}" for section, name, count in groups() for n in range(count)]


def test_every_feature_has_a_unique_name() -> None:
    assert len(set(NAMES)) == len(NAMES) == COUNT


@examples(60)
@given(st.integers(0, 2**32), st.sampled_from((4, 6, 8)), st.integers(1, 7))
def test_a_board_turned_by_any_number_of_sides_has_equal_features(seed: int, players: int, by: int) -> None:
    random = Random(seed)
    table, position = random_position(random, RULES["pegs-and-jokers"], players)
    hand = random.sample(RANKS, 4)
    other = turned_position(position, table.board, by)
    me, there = position.turn, other.turn
    eyes, turned = Eyes(table), Eyes(table_at(table.rules, other))
    assert sorted(eyes.board(position.bits, me)) == sorted(turned.board(other.bits, there))
    assert sorted(eyes.hand(position.bits, me, hand)) == sorted(turned.hand(other.bits, there, hand))


@examples(60)
@given(st.integers(0, 2**32), st.sampled_from((2, 3, 4, 5, 8)))
def test_the_value_of_a_position_is_the_sum_of_the_weights_of_its_features(seed: int, players: int) -> None:
    random = Random(seed)
    table, position = random_position(random, RULES["pegs-and-jokers"], players)
    weights = [random.uniform(-1, 1) for _ in range(COUNT)]
    evaluator, eyes = Evaluator(table, weights), Eyes(table)
    kept = tuple(random.sample(RANKS, 4))
    for me in table.seats:
        seen = eyes.board(position.bits, me) + eyes.hand(position.bits, me, kept)
        for _ in range(2):  # The first value is computed, the second comes from the cache.
            assert evaluator.value(position.bits, me, kept) == pytest.approx(sum(weights[n] for n in seen))


def test_the_caches_of_features_stay_bounded_over_many_positions() -> None:
    random, weights = Random(1), [0.5] * COUNT
    table, position = random_position(random, RULES["texas"], 4)
    evaluator, most = Evaluator(table, weights), 1 << 10
    alone = evaluator._alone[position.turn][0]
    first = [alone[mask] for mask in range(3 * most)]
    assert len(alone) <= most
    assert [alone[mask] for mask in range(3 * most)] == first


def test_a_card_that_brings_a_marble_home_and_a_useful_eight_are_features() -> None:
    position = Position.parse("A1,A8/-/-/- A")
    eyes = Eyes(table_at(RULES["texas"], position))
    useful = {NAMES[n] for n in eyes.hand(position.bits, 0, [RANKS[4], RANKS[7]])}
    useless = {NAMES[n] for n in eyes.hand(position.bits, 0, [RANKS[9]])}
    assert {"hand.fits 0", "hand.eight 0"} <= useful
    assert not {"hand.fits 0", "hand.eight 0"} & useless


def test_the_chance_of_winning_computed_from_any_value_is_between_0_and_1() -> None:
    assert (chance(0), chance(-1000) < 0.01, 0.99 < chance(1000) <= 1) == (0.5, True, True)


def test_the_cache_of_ranks_that_fit_home_keeps_several_positions_and_is_emptied_when_it_is_full(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.strategy.features._KEPT", 3)
    eyes, sizes = Eyes(table_at(RULES["texas"], Position.parse("A1,A8/-/-/- A"))), list[int]()
    for hole in range(1, 6):
        eyes.useful(0, 1 << hole, frozenset(RANKS))
        sizes.append(len(eyes._home))
    assert sizes == [1, 2, 3, 1, 2]
