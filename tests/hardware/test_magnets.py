"""Tests of a disc magnet's field against formulas of textbooks, and of a magnet that lies on its side."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.magnets import REMANENCE, Disc, field_below, field_lying

SIX_BY_THREE = Disc(6.0, 3.0)


@given(st.sampled_from([(4.0, 2.0), (4.0, 4.0), (6.0, 3.0), (8.0, 3.0)]), st.floats(3.0, 20.0))
def test_a_magnets_field_on_its_axis_follows_the_formula_of_a_cylinder(
    size: tuple[float, float], below: float
) -> None:
    radius, height = size[0] / 2, size[1]
    far = below + height
    exact = REMANENCE / 2 * (far / math.hypot(radius, far) - below / math.hypot(radius, below))
    assert field_below(Disc(*size), 0.0, below) == pytest.approx(exact, rel=0.02)


@given(st.floats(40.0, 80.0), st.floats(5.0, 40.0))
def test_a_magnets_field_far_away_is_that_of_a_dipole(sideways: float, below: float) -> None:
    magnet = SIX_BY_THREE
    middle = below + magnet.height / 2
    moment = REMANENCE * math.pi * (magnet.diameter / 2) ** 2 * magnet.height / (4 * math.pi)
    distance = math.hypot(sideways, middle)
    dipole = moment / distance**3 * (3 * (middle / distance) ** 2 - 1)
    assert field_below(magnet, sideways, below) == pytest.approx(dipole, abs=0.02 * moment / distance**3)


@given(st.floats(2.0, 12.0))
def test_a_magnet_on_its_side_has_no_field_below_its_middle(below: float) -> None:
    assert field_lying(SIX_BY_THREE, 0.0, below) == pytest.approx(0.0, abs=1e-9)


def test_a_magnet_on_its_side_has_fields_of_opposite_signs_on_both_sides() -> None:
    left, right = (field_lying(SIX_BY_THREE, along, 5.0) for along in (-5.0, 5.0))
    assert left == pytest.approx(-right)
    assert abs(left) > 10
