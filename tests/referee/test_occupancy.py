"""What sensors should see of a position, and where they see otherwise."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from engine.position import Position
from engine.rules.rule_sets import RULES
from engine.table import Table, table_for
from referee.model.occupancy import Off, bits, colours, expectation, mask_of, standing, start_mask
from tests.referee.hands import positions_of_play

TABLE: Table = table_for(RULES["texas"], 4)
BOARD = TABLE.board
RING_AND_LANE = (1 << 23 * 4) - 1
SOME = tuple(positions_of_play(TABLE, seed=5, count=12))

positions = st.sampled_from(SOME)
holes = st.sets(st.integers(0, BOARD.holes - 1), max_size=6)


@given(st.sets(st.integers(0, 223)))
def test_a_mask_has_the_holes_it_was_made_of(some: set[int]) -> None:
    assert list(bits(mask_of(frozenset(some)))) == sorted(some)


@given(positions)
def test_a_board_set_up_shows_its_position(position: Position) -> None:
    mask = mask_of(standing(position, BOARD))
    assert mask.bit_count() == 20
    seen = expectation(position, BOARD, {}, 0)
    assert seen.agrees(mask, 0, RING_AND_LANE)
    assert not seen.off(mask, 0, RING_AND_LANE)
    assert seen.off(mask, 0, RING_AND_LANE).holes_off == 0


@given(positions, holes, holes)
def test_a_board_agrees_just_when_nothing_is_off(
    position: Position, toggled: set[int], untrusted: set[int]
) -> None:
    mask = mask_of(standing(position, BOARD)) ^ mask_of(frozenset(toggled))
    bad = mask_of(frozenset(untrusted))
    owed = {seat: seat % 2 for seat in position.seats}
    optional = mask_of(tuple(colours(position))[:1])
    seen = expectation(position, BOARD, owed, optional)
    assert seen.agrees(mask, bad, RING_AND_LANE) == (not seen.off(mask, bad, RING_AND_LANE))


@given(positions, holes)
def test_the_surplus_is_the_number_of_marbles_too_many(position: Position, toggled: set[int]) -> None:
    before = mask_of(standing(position, BOARD))
    after = before ^ mask_of(frozenset(toggled))
    off = expectation(position, BOARD, {}, 0).off(after, 0, RING_AND_LANE)
    assert off.surplus == after.bit_count() - before.bit_count()


@given(positions, st.randoms(use_true_random=False))
def test_the_five_holes_of_a_start_are_one_place(position: Position, rng: random.Random) -> None:
    mask = mask_of(standing(position, BOARD))
    for seat in position.seats:
        mask &= ~start_mask(BOARD, seat)
        mask |= mask_of(rng.sample(BOARD.start(seat), position.start_count(seat)))
    assert expectation(position, BOARD, {}, 0).agrees(mask, 0, RING_AND_LANE)


def test_a_bad_sensor_agrees_with_everything() -> None:
    position = Position.parse("A8/B8/-/- A")
    mask = mask_of(standing(position, BOARD))
    for hole in (8, 40, BOARD.start(2)[1], BOARD.start(0)[4]):
        wrong = mask ^ 1 << hole
        seen = expectation(position, BOARD, {}, 0)
        assert seen.off(wrong, 0, RING_AND_LANE)
        assert not seen.off(wrong, 1 << hole, RING_AND_LANE)


def test_an_owed_marble_may_be_there_or_not() -> None:
    position = Position.parse("A13/-/C3/- B")
    mask = mask_of(standing(position, BOARD))
    spot, start = BOARD.hole("C3"), BOARD.start(1)[4]
    seen = expectation(position, BOARD, {1: 1}, 1 << spot)
    for there in (mask, mask ^ 1 << spot, mask ^ 1 << start, mask ^ 1 << spot ^ 1 << start):
        assert seen.agrees(there, 0, RING_AND_LANE)
    assert seen.off(mask ^ 1 << start ^ 1 << start - 1, 0, RING_AND_LANE) == Off(0, 0, {1: -1})
