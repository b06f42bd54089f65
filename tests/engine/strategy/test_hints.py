"""Hints: the play of `strong`, with one reason that is true."""

from __future__ import annotations

import pytest

from engine.strategy.errors import StrategyError
from engine.strategy.hints import hint
from engine.views import seat_view
from tests.engine.tables import moment

HOME = "h1,h2,h3,h4,h5"


@pytest.mark.parametrize(
    ("line", "hand", "reason"),
    [
        ("A1/-/-/- A", "4C#1 4D#1", "this brings a marble home"),
        ("-/-/-/- A", "KC#1", "nothing else is possible"),
        ("A10/A14/-/- A", "4C#1 4D#1", "this sends Bea back to START"),
        ("-/-/-/- A", "KC#1 QC#1", "this puts one more marble on the ring"),
        ("-/-/-/- A", "4C#1 5C#1", "the cards that are left are worth more"),
        ("B10/B0/-/- A", "2C#1 3C#1", "this is safe from a 10"),
        (f"A2,h2,h3,h4,h5/-/{HOME}/- A", "2C#1 3C#1", "this wins the game"),
    ],
)
def test_the_reason_is_true(line: str, hand: str, reason: str) -> None:
    view = seat_view(moment("texas", line, {"A": hand}), 0)
    assert hint(view, {1: "Bea"}).reason == reason


def test_there_is_no_hint_for_a_seat_that_waits() -> None:
    with pytest.raises(StrategyError, match="seat B has nothing to choose now"):
        hint(seat_view(moment("texas", "-/-/-/- A", {"A": "KC#1"}), 1))
