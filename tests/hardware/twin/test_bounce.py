"""Tests of the contact bounce: it is short, ends at the right level, and is equal for equal seeds."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from hardware.twin.sensors import Bounce


@given(st.integers(), st.booleans(), st.booleans(), st.floats(0.001, 0.02), st.integers(1, 9))
def test_contact_bounce_is_short_and_ends_at_the_right_level(
    seed: int, level: bool, final: bool, within: float, most: int
) -> None:
    edges = Bounce(seed, within, most).edges(level, final)
    assert len(edges) <= most
    assert all(0 <= delay <= within for delay, _ in edges)
    assert [delay for delay, _ in edges] == sorted(delay for delay, _ in edges)
    levels = [level, *(on for _, on in edges)]
    assert all(a != b for a, b in pairwise(levels))
    assert levels[-1] == final


def test_contact_bounce_is_equal_for_equal_seeds_and_differs_for_another_seed() -> None:
    def burst(seed: int) -> list[tuple[tuple[float, bool], ...]]:
        bounce = Bounce(seed)
        return [bounce.edges(False, True) for _ in range(20)]

    assert burst(7) == burst(7)
    assert burst(7) != burst(8)
    assert {len(edges) for edges in burst(7)} == {1, 3, 5}
