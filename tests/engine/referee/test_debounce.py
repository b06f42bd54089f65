"""A raw level is accepted once it has lasted for the noise time."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.referee.events import Debouncer, Settled

NOISE = 0.008

gaps = st.lists(st.integers(1, 40).filter(lambda ms: ms != 8), min_size=1, max_size=30)
"""Gaps between edges in milliseconds, without 8: for exactly 8 ms, rounding of floats decides."""


def test_an_edge_without_bounce_is_accepted_after_the_noise_time() -> None:
    debouncer = Debouncer(0b10, NOISE)
    debouncer.edge(1.0, 0, True)
    assert debouncer.deadline == 1.0 + NOISE
    assert debouncer.settle(1.0 + NOISE - 0.001) == []
    assert debouncer.settle(1.0 + NOISE) == [Settled(1.0 + NOISE, 1.0, 0, True)]
    assert debouncer.levels == 0b11
    assert debouncer.deadline is None


def test_a_level_that_lasts_too_briefly_is_ignored() -> None:
    debouncer = Debouncer(0, NOISE)
    debouncer.edge(1.0, 3, True)
    debouncer.edge(1.007, 3, False)
    assert debouncer.deadline is None
    assert debouncer.settle(2.0) == []


def test_an_edge_that_repeats_the_last_level_is_ignored() -> None:
    debouncer = Debouncer(0, NOISE)
    debouncer.edge(1.0, 3, False)
    assert debouncer.deadline is None
    debouncer.edge(1.1, 3, True)
    debouncer.edge(1.105, 3, True)
    assert [change.edge for change in debouncer.settle(2.0)] == [1.1]


def test_changes_of_level_are_accepted_in_the_order_of_their_times() -> None:
    debouncer = Debouncer(0, NOISE)
    debouncer.edge(1.001, 7, True)
    debouncer.edge(1.002, 2, True)
    debouncer.edge(1.003, 5, True)
    assert [change.hole for change in debouncer.settle(2.0)] == [7, 2, 5]


@given(gaps=gaps, first=st.booleans())
def test_the_accepted_level_is_the_last_level_that_lasted_long_enough(gaps: list[int], first: bool) -> None:
    """Edges `gaps` milliseconds apart; a level is accepted if the next edge comes after 8 ms or later."""
    debouncer = Debouncer(int(first), NOISE)
    t, level, seen = 0, first, []
    for gap in gaps:
        t += gap
        seen += debouncer.settle(t / 1000)
        level = not level
        debouncer.edge(t / 1000, 0, level)
    seen += debouncer.settle((t + 8) / 1000 + 1e-9)

    believed, expected = first, []
    t, level = 0, first
    for i, gap in enumerate(gaps):
        t, level = t + gap, not level
        lasts = gaps[i + 1] if i + 1 < len(gaps) else 9
        if level != believed and lasts > 8:
            believed = level
            expected.append((t / 1000, level))
    assert [(change.edge, change.on) for change in seen] == expected
    assert debouncer.levels == int(believed)
