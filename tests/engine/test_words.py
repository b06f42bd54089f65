"""Words as people say them."""

from __future__ import annotations

import pytest

from engine.words import sentence


@pytest.mark.parametrize(("text", "said"), [
    ("the disk is full", "The disk is full."), ("It is so.", "It is so."), ("A13 is taken", "A13 is taken."),
])  # fmt: skip
def test_a_sentence_begins_with_a_capital_and_ends_with_one_full_stop(text: str, said: str) -> None:
    assert sentence(text) == said
