"""Tests of the holes' places: marbles have room, and the ring, lanes and STARTs have the right form."""

from __future__ import annotations

import math
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import HardwareError
from hardware.layout import MOST_ARMS, PITCH, SHAPES, Point, Shape, extent, outlines, positions, shape_name

SIDES = st.integers(3, 8)
PITCHES = st.floats(8, 40)
MICROMETRES = 0.002
BOARDS = [
    (sides, shape) for shape in SHAPES for sides in range(3, 9) if shape != "cross" or sides <= MOST_ARMS
]
EVERY = st.sampled_from(BOARDS)


@given(EVERY, PITCHES)
def test_no_two_holes_are_closer_than_the_pitch(board: tuple[int, Shape], pitch: float) -> None:
    holes = positions(board[0], pitch, board[1])
    assert len(holes) == 28 * board[0]
    nearest = min(math.dist(a, b) for i, a in enumerate(holes) for b in holes[:i])
    assert nearest >= pitch - MICROMETRES


def within(piece: tuple[Point, ...], point: Point) -> float:
    """The distance of a point inside a convex piece of wood from its edge in millimetres; negative
    outside.
    """
    depths = []
    for (ax, ay), (bx, by) in zip(piece, piece[1:] + piece[:1], strict=True):
        cross = (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)
        depths.append(cross / math.dist((ax, ay), (bx, by)))
    return max(min(depths), min(-depth for depth in depths))


@given(EVERY, PITCHES)
def test_every_hole_is_in_exactly_one_piece_of_the_board_with_a_margin(
    board: tuple[int, Shape], pitch: float
) -> None:
    sides, shape = board
    pieces, (width, height) = outlines(sides, pitch, shape), extent(sides, pitch, shape)
    margin = pitch if shape == "paddles" else 2 * pitch
    holes = positions(sides, pitch, shape)
    assert len(pieces) == (sides if shape == "paddles" else 1)
    for hole, point in enumerate(holes):
        depths = [within(piece, point) for piece in pieces]
        assert max(depths) >= margin - 2 * MICROMETRES
        assert sum(depth > 0 for depth in depths) == 1
        if shape == "paddles":
            side = hole // 18 if hole < 18 * sides else (hole - 18 * sides) // 5 % sides
            assert depths[side] > 0
    for piece in pieces:
        assert all(0 <= x <= width and 0 <= y <= height for x, y in piece)


@pytest.mark.parametrize("sides", range(3, MOST_ARMS + 1))
def test_the_ring_of_a_cross_is_closed_and_its_lanes_run_down_the_arms(sides: int) -> None:
    holes = positions(sides, PITCH, "cross")
    ring = holes[: 18 * sides]
    for here, there in zip(ring, ring[1:] + ring[:1], strict=True):
        assert math.dist(here, there) == pytest.approx(PITCH, abs=MICROMETRES)
    for side in range(sides):
        lane, start = holes[18 * sides + 5 * side :][:5], holes[23 * sides + 5 * side :][:5]
        for here, there in zip((ring[18 * side + 3], *lane), lane, strict=False):
            assert math.dist(here, there) == pytest.approx(PITCH, abs=MICROMETRES)
        assert math.dist(ring[18 * side + 8], start[0]) == pytest.approx(2 * PITCH, abs=MICROMETRES)
        assert math.dist(lane[0], ring[18 * side + 1]) == pytest.approx(math.hypot(2, 1) * PITCH, abs=0.01)


@pytest.mark.parametrize(("sides", "shape"), BOARDS)
def test_every_side_of_a_board_is_the_previous_side_turned(sides: int, shape: Shape) -> None:
    holes = positions(sides, PITCH, shape)
    middle = (sum(x for x, _ in holes) / len(holes), sum(y for _, y in holes) / len(holes))
    parts = [holes[: 18 * sides], holes[18 * sides : 23 * sides], holes[23 * sides :]]
    for part in parts:
        each = len(part) // sides
        for one, other in zip(part, part[each:] + part[:each], strict=True):
            assert math.dist(middle, one) == pytest.approx(math.dist(middle, other), abs=0.01)
            turn = math.atan2(other[1] - middle[1], other[0] - middle[0]) - math.atan2(
                one[1] - middle[1], one[0] - middle[0]
            )
            assert turn % math.tau == pytest.approx(math.tau / sides, abs=0.001)


def test_the_shape_of_a_board_is_described_in_words() -> None:
    assert shape_name(4, "polygon") == "square"
    assert shape_name(8, "polygon") == "octagon"
    assert shape_name(4, "cross") == "cross"
    assert shape_name(6, "cross") == "star of 6 arms"
    assert shape_name(5, "paddles") == "5 paddles"


@given(SIDES)
def test_the_ring_is_closed_and_its_holes_are_one_pitch_apart(sides: int) -> None:
    ring = positions(sides)[: 18 * sides]
    for here, there in zip(ring, ring[1:] + ring[:1], strict=True):
        assert math.dist(here, there) == pytest.approx(PITCH, abs=MICROMETRES)


@given(SIDES)
def test_every_lane_and_every_start_is_inside_the_ring_near_the_hole_where_it_branches_off(
    sides: int,
) -> None:
    holes = positions(sides)
    ring = holes[: 18 * sides]
    middle = (sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring))
    apothem = min(math.dist(middle, hole) for hole in ring[9::18])
    for side in range(sides):
        lane = holes[18 * sides + 5 * side :][:5]
        start = holes[23 * sides + 5 * side :][:5]
        in_spot, come_out = ring[18 * side + 3], ring[18 * side + 8]
        for here, there in zip((in_spot, *lane), lane, strict=False):
            assert math.dist(here, there) == pytest.approx(PITCH, abs=MICROMETRES)
        assert all(math.dist(come_out, hole) <= 4 * PITCH + MICROMETRES for hole in start)
        assert math.dist(come_out, start[0]) == pytest.approx(2 * PITCH, abs=MICROMETRES)
        outward = math.atan2(ring[18 * side + 9][1] - middle[1], ring[18 * side + 9][0] - middle[0])
        for x, y in lane + start:
            depth = (x - middle[0]) * math.cos(outward) + (y - middle[1]) * math.sin(outward)
            assert depth < apothem - PITCH / 2


def test_side_a_is_at_the_bottom_and_the_sides_go_clockwise() -> None:
    holes = positions(4)
    assert extent(4) == (352.0, 352.0)
    assert (holes[0], holes[17], holes[18]) == ((320.0, 320.0), (48.0, 320.0), (32.0, 320.0))
    assert (holes[36], holes[54]) == ((32.0, 32.0), (320.0, 32.0))
    assert holes[72:77] == tuple((272.0, 320.0 - 16 * j) for j in range(1, 6))


@pytest.mark.parametrize("sides", [-1, 2, 9])
def test_a_layout_of_fewer_than_3_or_more_than_8_sides_is_refused(sides: int) -> None:
    with pytest.raises(HardwareError, match=f"3 to 8 sides, not {sides}"):
        positions(sides)


def test_a_cross_of_too_many_arms_and_an_unknown_shape_are_refused() -> None:
    with pytest.raises(HardwareError, match="3 to 6 arms, not 7"):
        positions(7, PITCH, "cross")
    with pytest.raises(HardwareError, match="one of polygon, cross, paddles, not 'round'"):
        positions(4, PITCH, cast(Shape, "round"))


@pytest.mark.parametrize("pitch", [0.0, -3.0, math.inf, math.nan])
def test_a_pitch_that_is_not_positive_is_refused(pitch: float) -> None:
    with pytest.raises(HardwareError, match="hole pitch"):
        extent(4, pitch)


def test_boards_of_one_piece_are_named_after_their_polygon() -> None:
    assert [shape_name(sides, "polygon") for sides in (3, 4, 8)] == ["triangle", "square", "octagon"]
