"""A card that vanishes just before another one is laid on the same reader counts as covered by it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.referee.model.readers import COVERED, Readers


@pytest.mark.parametrize(
    ("at", "t", "covered"),
    [
        (0, 0.0, True),
        (0, COVERED / 2, True),
        (0, COVERED, False),
        (0, 99.0, False),
        (1, 0.0, False),
    ],
)
def test_only_a_card_that_vanished_just_now_from_this_reader_is_covered(
    at: int, t: float, covered: bool
) -> None:
    readers: Any = Readers.__new__(Readers)
    readers._gone = {0: ("5D", 0.0)}
    assert readers.covers(at, t) == covered
