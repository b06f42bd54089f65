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


def test_a_worded_mistake_names_the_play_and_the_better_play(record: Record) -> None:
    (one,) = worded({"mistakes": [mistake("3D#1 A8-A11", "5C#1 A8-A13xB")]}, record)["mistakes"]
    assert one["said"] == "Ann moves a marble from A8 to A11 with a three"
    assert one["instead"] == "Ann moves a marble from A8 to A13 with a five; Seat B's marble goes to START"
    assert (one["done"], one["cost"]) == ("3D#1 A8-A11", 0.2)


def test_a_mistake_that_is_a_pass_keeps_its_notation(record: Record) -> None:
    (one,) = worded({"mistakes": [mistake("9C#1 --", "a draw or pass")]}, record)["mistakes"]
    assert (one["said"], one["instead"]) == ("Ann discards a nine", "a draw or pass")


def test_an_analysis_without_plays_stays_as_it_is(record: Record) -> None:
    assert worded({"hands": False}, replace(record, tags=())) == {"hands": False}
