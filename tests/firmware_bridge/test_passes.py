"""The statistics of the firmware's passes agree with a plain count, and start again after each report."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.firmware import passes

TIMES = st.lists(
    st.one_of(st.integers(0, 600), st.integers(3900, 4200), st.integers(0, 1 << 20)), max_size=80
)


def counter() -> Any:
    """The firmware's counter, which has no types."""
    make: Any = passes.Passes
    return make()


def expected(times: list[int]) -> tuple[int, int, int]:
    """The median, 99.9th percentile and longest of pass times, in microseconds; none exceeds 65,535.

    The first two are the middle of a step of 16, or the longest time from 4080 on.
    """
    worst = min(max(times, default=0), 0xFFFF)
    steps = sorted(min(each >> 4, 255) for each in times)

    def share(thousandths: int) -> int:
        above = [step for n, step in enumerate(steps, 1) if 1000 * n > thousandths * len(steps)]
        return worst if not above or above[0] == 255 else min(16 * above[0] + 8, worst)

    return share(500), share(999), worst


@given(TIMES, TIMES)
def test_the_statistics_of_the_firmwares_passes_cover_the_time_since_the_last_report(
    first: list[int], then: list[int]
) -> None:
    counted = counter()
    for times in (first, then, []):
        for each in times:
            counted.add(each)
        assert counted.figures() == expected(times)


def test_the_statistics_of_the_firmwares_passes_start_again_after_a_minute() -> None:
    counted = counter()
    for _ in range(passes.MOST):
        counted.add(4000)
    counted.add(100)
    assert counted.figures() == (100, 100, 100)
    assert passes.MOST == 60_000


@pytest.mark.parametrize("short", [499, 500, 501, 998, 999, 1000])
def test_half_of_the_passes_may_exceed_the_median_and_one_in_a_thousand_the_99_9th_percentile(
    short: int,
) -> None:
    times = [100] * short + [2000] * (1000 - short)
    counted = counter()
    for each in times:
        counted.add(each)
    median, most, worst = counted.figures()
    assert (median, most, worst) == expected(times)
    assert (median < 200, most < 200) == (short > 500, short > 999)
