from __future__ import annotations

import pytest

from engine.bits import mask_of
from engine.errors import NotationError
from engine.geometry import board, neighbours, seat_letter, steps_between

SIDES = range(3, 9)


@pytest.mark.parametrize("sides", SIDES)
def test_every_hole_has_a_name_that_is_parsed_to_this_hole(sides: int) -> None:
    there = board(sides)
    assert there.holes == 28 * sides
    assert [there.hole(there.name(hole)) for hole in range(there.holes)] == list(range(there.holes))


@pytest.mark.parametrize("sides", SIDES)
def test_every_hole_is_on_the_ring_or_in_a_lane_or_in_start(sides: int) -> None:
    there = board(sides)
    for hole in range(there.holes):
        assert (there.is_ring(hole), there.is_lane(hole), there.is_start(hole)).count(True) == 1
        assert there.name(hole)[0] == seat_letter(there.side(hole))


def test_in_spots_come_outs_lanes_and_starts_have_the_positions_of_the_rulebook() -> None:
    there = board(4)
    assert (there.ring, there.holes) == (72, 112)
    assert [there.name(h) for h in (there.in_spot(1), there.come_out(3))] == ["B3", "D8"]
    assert [there.name(h) for h in there.lane(0)] == ["Ah1", "Ah2", "Ah3", "Ah4", "Ah5"]
    assert [there.name(h) for h in there.start(2)] == ["Cs1", "Cs2", "Cs3", "Cs4", "Cs5"]


def test_boards_of_equal_size_are_one_object() -> None:
    assert board(6) is board(6)
    assert board(6) != board(4)


@pytest.mark.parametrize("sides", [-1, 0, 2, 9, 100])
def test_an_impossible_board_size_is_refused(sides: int) -> None:
    with pytest.raises(NotationError, match=f"3 to 8 sides, not {sides}"):
        board(sides)


@pytest.mark.parametrize("name", ["", "A", "A18", "A08", "E0", "Ah0", "Ah6", "As6", "a8", "A8 ", "A٣", "A-1"])
def test_an_unknown_name_of_a_hole_is_refused(name: str) -> None:
    with pytest.raises(NotationError, match="no hole is called"):
        board(4).hole(name)


def test_the_neighbours_of_an_in_spot_are_two_holes_of_the_ring_and_the_first_hole_of_its_lane() -> None:
    there = board(4)
    assert neighbours(there, there.hole("B3")) == mask_of(map(there.hole, ("B2", "B4", "Bh1")))
    assert neighbours(there, there.hole("Bh1")) == mask_of(map(there.hole, ("B3", "Bh2")))
    assert neighbours(there, there.hole("Bs1")) == 0


def test_the_steps_between_two_holes_are_counted_the_shorter_way_round_and_into_lanes() -> None:
    there = board(4)
    assert steps_between(there, there.hole("A1"), there.hole("D16")) == 3
    assert steps_between(there, there.hole("A1"), there.hole("Ah2")) == 4
    assert steps_between(there, there.hole("A1"), there.hole("As2")) == there.ring
