"""Occupancy as masks, and the holes that a position fills."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.bits import mask_of
from engine.position import Position
from engine.referee.model.occupancy import bits, colours, holes_when_set_up, start_mask
from engine.rules.rule_sets import RULES
from engine.table import Table, table_for
from tests.engine.referee.hands import positions_of_play

TABLE: Table = table_for(RULES["texas"], 4)
BOARD = TABLE.board
SOME = tuple(positions_of_play(TABLE, seed=5, count=12))


@given(st.sets(st.integers(0, 223)))
def test_a_mask_has_exactly_the_holes_that_made_it(some: set[int]) -> None:
    assert list(bits(mask_of(frozenset(some)))) == sorted(some)


@given(st.sampled_from(SOME))
def test_a_board_set_up_shows_its_position(position: Position) -> None:
    mask = mask_of(holes_when_set_up(position, BOARD))
    assert mask.bit_count() == 20
    assert mask & ~sum(start_mask(BOARD, seat) for seat in range(4)) == mask_of(colours(position))
    for seat in position.seats:
        assert (mask & start_mask(BOARD, seat)).bit_count() == position.start_count(seat)
