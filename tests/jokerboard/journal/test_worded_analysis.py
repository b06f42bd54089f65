"""The costly plays of an analysed game are reported with names, without notation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.records.record import Record
from jokerboard.journal.games.sentences import worded
from tests.engine.records.sample_records import parse_record

RECORD = """[Record "1"]
[Rules "texas"]
[Position "A8,A12/A13/-/- A"]
[A "Ann"]

*
"""


@pytest.fixture
def record() -> Record:
    return parse_record(RECORD)


def mistake(done: str, better: str) -> dict[str, object]:
    return {
        "action": 1,
        "seat": "A",
        "position": "A8,A12/A13/-/- A",
        "done": done,
        "better": better,
        "cost": 0.2,
    }


def test_a_mistake_is_worded_with_the_play_that_was_made_and_the_better_play(record: Record) -> None:
    (one,) = worded({"mistakes": [mistake("3D#1 A8-A11", "5C#1 A8-A13xB")]}, record)["mistakes"]
    assert one["said"] == "Ann moves a marble from A8 to A11 with a three"
    assert one["instead"] == "Ann moves a marble from A8 to A13 with a five; Seat B's marble goes to START"
    assert (one["done"], one["cost"]) == ("3D#1 A8-A11", 0.2)


def test_an_alternative_that_is_no_play_keeps_its_text_in_a_worded_analysis(record: Record) -> None:
    (one,) = worded({"mistakes": [mistake("9C#1 --", "a draw or pass")]}, record)["mistakes"]
    assert (one["said"], one["instead"]) == ("Ann discards a nine", "a draw or pass")


def test_an_analysis_without_plays_is_unchanged_by_the_wording(record: Record) -> None:
    assert worded({"hands": False}, replace(record, tags=())) == {"hands": False}
