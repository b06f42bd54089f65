"""The boards on a results site show every hole in its own place, and every marble."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from engine.geometry import board, seat_letter
from jokerboard.tournament.paper.drawings import marbles, places, plan


@pytest.mark.parametrize("sides", range(3, 9))
def test_on_the_drawn_board_every_hole_has_a_position_and_no_marble_covers_another(sides: int) -> None:
    there = board(sides)
    where = places(sides)
    names = {f"{seat_letter(side)}{k}" for side in range(sides) for k in range(18)}
    for side in range(sides):
        names |= {there.name(hole) for hole in (*there.lane(side), *there.start(side))}
    assert set(where) == names
    assert min(math.dist(*pair) for pair in combinations(where.values(), 2)) > 0.54
    assert plan(sides).holes == tuple(where.values())


def test_on_the_drawn_board_side_a_is_at_the_bottom_and_side_b_at_the_left() -> None:
    where = places(4)
    assert where["A0"] == pytest.approx((9, 9))
    assert where["B0"] == pytest.approx((-9, 9))
    assert where["Ah1"][1] < where["A3"][1]


def test_the_drawn_board_has_every_marble_and_none_for_an_invalid_position() -> None:
    drawn = marbles("A8,A12,h2/-/C3/- B", 4)
    assert [seat for seat, _ in drawn] == [*"AAAAABBBBBCCCCCDDDDD"]
    assert drawn[0] == ("A", places(4)["A8"])
    for line in ("A8/.", "-/-/-/-/-/- A", "<script>"):
        assert marbles(line, 4) == ()
