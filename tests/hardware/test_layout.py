"""The board in millimetres: a marble has room everywhere, and the board looks like one."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import HardwareError
from hardware.layout import PITCH, extent, positions

SIDES = st.integers(3, 8)
PITCHES = st.floats(8, 40)
MICROMETRES = 0.002


@given(SIDES, PITCHES)
def test_no_two_holes_are_closer_than_the_pitch(sides: int, pitch: float) -> None:
    holes = positions(sides, pitch)
    assert len(holes) == 28 * sides
    nearest = min(math.dist(a, b) for i, a in enumerate(holes) for b in holes[:i])
    assert nearest >= pitch - MICROMETRES


@given(SIDES, PITCHES)
def test_every_hole_lies_within_the_wood_with_a_margin(sides: int, pitch: float) -> None:
    width, height = extent(sides, pitch)
    for x, y in positions(sides, pitch):
        assert 2 * pitch - MICROMETRES <= x <= width - 2 * pitch + MICROMETRES
        assert 2 * pitch - MICROMETRES <= y <= height - 2 * pitch + MICROMETRES


@given(SIDES)
def test_the_ring_is_closed_and_its_holes_are_one_pitch_apart(sides: int) -> None:
    ring = positions(sides)[: 18 * sides]
    for here, there in zip(ring, ring[1:] + ring[:1], strict=True):
        assert math.dist(here, there) == pytest.approx(PITCH, abs=MICROMETRES)


@given(SIDES)
def test_lane_and_start_lie_inside_the_ring_near_their_branch_and_their_come_out(sides: int) -> None:
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
def test_a_board_of_other_sides_is_refused(sides: int) -> None:
    with pytest.raises(HardwareError, match=f"3 to 8 sides, not {sides}"):
        positions(sides)


@pytest.mark.parametrize("pitch", [0.0, -3.0, math.inf, math.nan])
def test_a_pitch_that_is_no_length_is_refused(pitch: float) -> None:
    with pytest.raises(HardwareError, match="hole pitch"):
        extent(4, pitch)
