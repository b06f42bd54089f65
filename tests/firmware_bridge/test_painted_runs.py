"""The firmware counts the LEDs of each style, which its limit of the current depends on."""

from __future__ import annotations

from array import array
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.firmware import lights

LEDS, STYLES = 12, 64
RUNS = st.lists(st.tuples(st.integers(0, LEDS), st.integers(0, LEDS), st.integers(0, STYLES)), max_size=6)


@given(st.lists(RUNS, max_size=4))
def test_the_leds_of_each_style_are_counted_after_any_paints(
    paints: list[list[tuple[int, int, int]]],
) -> None:
    styles, counts = bytearray(LEDS), array("H", [LEDS] + [0] * (STYLES - 1))
    wanted = [0] * LEDS
    for runs in paints:
        data = b"xx" + b"".join(
            first.to_bytes(2, "little") + count.to_bytes(2, "little") + bytes([style])
            for first, count, style in runs
        )
        valid = [first + count <= LEDS and style < STYLES for first, count, style in runs]
        assert lights.paint_runs(data, 2, len(data), styles, counts, LEDS) == all(valid)
        # The runs before the first invalid one are painted.
        for first, count, style in runs[: [*valid, False].index(False)]:
            wanted[first : first + count] = [style] * count
        assert list(styles) == wanted
        assert {style: count for style, count in enumerate(counts) if count} == Counter(wanted)
