"""Plain English, as CONTRIBUTING asks for: the deny-list holds; counted exceptions only get fewer."""

from __future__ import annotations

import pytest

from tests.architecture.english import allowed, findings, folders, found


@pytest.mark.parametrize("folder", sorted(folders().keys() | allowed().keys()))
def test_no_folder_has_more_findings_than_it_may(folder: str) -> None:
    here, most = found(folder), allowed().get(folder, 0)
    assert len(here) <= most, f"{len(here)} findings, {most} allowed:\n" + "\n".join(here)


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
def test_what_is_denied_is_found(text: str) -> None:
    assert list(findings(text))


@pytest.mark.parametrize(
    "text", ["Who is to play?", "Players press ok.", "The table asks what a card allows.", "The header."]
)
def test_plain_sentences_pass(text: str) -> None:
    assert list(findings(text)) == []
