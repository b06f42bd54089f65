"""Tests of the modules of a board: every hole has one module, in the right place and without overlaps."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.geometry import board
from hardware.layout import Shape, positions
from wiring.errors import ModuleError
from wiring.pcb.modules import LARGEST, SMALLEST, STRIP, modules, overlap
from wiring.pcb.order_papers import cables

SHAPES: st.SearchStrategy[tuple[Shape, int]] = st.sampled_from(
    [("polygon", sides) for sides in range(4, 9)] + [("paddles", sides) for sides in range(3, 9)]
)
PITCHES = st.floats(SMALLEST, LARGEST)


@given(shape=SHAPES, pitch=PITCHES)
def test_five_modules_for_each_side_have_every_hole_once(shape: tuple[Shape, int], pitch: float) -> None:
    chain = modules(shape[1], pitch, shape[0])
    assert len(chain) == 5 * shape[1]
    held = [hole for module in chain for hole in module.holes if hole is not None]
    assert sorted(held) == list(range(28 * shape[1]))


@given(shape=SHAPES, pitch=PITCHES)
def test_each_sensor_of_a_module_is_below_its_hole_of_the_board(
    shape: tuple[Shape, int], pitch: float
) -> None:
    places = positions(shape[1], pitch, shape[0])
    for module in modules(shape[1], pitch, shape[0]):
        for at, hole in zip(module.kind.holes, module.holes, strict=True):
            assert hole is None or math.dist(module.place(at), places[hole]) < 0.01


@given(shape=SHAPES, pitch=PITCHES)
def test_no_two_modules_overlap_and_the_cables_between_them_are_long_enough_to_plug(
    shape: tuple[Shape, int], pitch: float
) -> None:
    chain = modules(shape[1], pitch, shape[0])
    assert not any(overlap(one.corners, other.corners) for one, other in combinations(chain, 2))
    found = cables(shape[1], pitch, shape[0])
    assert len(found) == 6 * shape[1] - 1
    assert all(cable.length >= 30 for cable in found)


def test_the_bits_and_the_lights_of_a_module_belong_to_equal_sets_of_holes() -> None:
    for module in modules(4, 16.0, "polygon"):
        assert len(module.channels) == 8
        assert {*module.channels} - {None} == {*module.lights} - {None} == {*module.holes} - {None}


def test_the_chain_of_modules_begins_at_hole_0_and_goes_from_the_first_strip_to_the_lane() -> None:
    names = board(4).names
    first = [
        names[hole]
        for module in modules(4, 16.0, "polygon")[:3]
        for hole in module.lights
        if hole is not None
    ]
    assert first[:11] == ["A0", "A1", "A2", "A3", "A4", "A5", "Ah1", "Ah2", "Ah3", "Ah4", "Ah5"]
    assert {*first[11:]} == {"As1", "As2", "As3", "As4", "As5"}


def test_the_lights_of_a_square_board_are_nearer_to_its_middle_than_their_holes() -> None:
    places = positions(4, 16.0)
    middle = (sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places))
    for module in modules(4, 16.0, "polygon"):
        if module.kind is STRIP and module.holes[-1] is not None:
            hole = places[module.holes[2]]  # type: ignore[index]
            assert math.dist(module.light(2), middle) < math.dist(hole, middle)


@pytest.mark.parametrize(
    ("sides", "pitch", "shape", "why"),
    [
        (4, 16.0, "cross", "modules cannot form a cross"),
        (3, 16.0, "polygon", "modules cannot form a triangle"),
        (4, 15.0, "polygon", "15.5 to 20 mm, not 15"),
        (4, 21.0, "paddles", "15.5 to 20 mm, not 21"),
    ],
)
def test_a_board_that_modules_cannot_form_is_refused_with_the_reason(
    sides: int, pitch: float, shape: Shape, why: str
) -> None:
    with pytest.raises(ModuleError, match=why):
        modules(sides, pitch, shape)
