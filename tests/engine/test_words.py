"""Words for cards, numbers and seats in natural English."""

from __future__ import annotations

import pytest

from engine.text import counted, sentence


@pytest.mark.parametrize(("text", "expected"), [
    ("the disk is full", "The disk is full."), ("It is so.", "It is so."), ("A13 is taken", "A13 is taken."),
])  # fmt: skip
def test_a_sentence_begins_with_a_capital_and_ends_with_one_full_stop(text: str, expected: str) -> None:
    assert sentence(text) == expected


@pytest.mark.parametrize(
    ("count", "expected"), [(0, "0 teams"), (1, "1 team"), (2, "2 teams"), (-1, "-1 team")]
)
def test_a_noun_counted_once_is_in_the_singular(count: int, expected: str) -> None:
    assert counted(count, "team") == expected
