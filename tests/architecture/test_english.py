"""No text has a phrase of the deny-list in `english.py`."""

from __future__ import annotations

import pytest

from tests.architecture.english import findings, folders, found


@pytest.mark.parametrize("folder", sorted(folders()))
def test_no_text_of_the_project_has_a_denied_phrase(folder: str) -> None:
    assert found(folder) == []


@pytest.mark.parametrize(
    "text",
    [
        "Who presses ok has confirmed.",
        "It waits. What a card allows is lit.",
        "Be they many, be it one.",
        "A player lays his card.",
        "The marble is gone for good.",
    ],
)
def test_the_check_of_english_finds_a_denied_phrase(text: str) -> None:
    assert list(findings(text))


@pytest.mark.parametrize(
    "text",
    [
        "The same to read.",
        "... which the likeliest take into account.",
        "A hole that changed more often than this ...",
        "Seconds after so many turns.",
        "Whether it stands otherwise than before.",
        "The bytes; DeviceLost if the port is gone.",
        "The chip reads all the same.",
    ],
)
def test_the_check_of_english_finds_a_docstring_that_does_not_stand_alone(text: str) -> None:
    assert list(findings(text, in_code=True))


@pytest.mark.parametrize(
    "text", ["Who is to play?", "Players press ok.", "The table asks what a card allows.", "The header."]
)
def test_the_check_of_english_accepts_plain_sentences(text: str) -> None:
    assert list(findings(text)) == []
