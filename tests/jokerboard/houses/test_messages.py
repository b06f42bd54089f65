"""Messages and records between houses: parsed back unchanged, and refused in any other form."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from jokerboard.houses.changes import HASH, Change, Entry, Item, entry_after, genesis
from jokerboard.houses.ends import End, EndWishes
from jokerboard.houses.errors import MessageError
from jokerboard.houses.keeper import Refusal, Why
from jokerboard.houses.link import lasting
from jokerboard.houses.messages import Asked, Report, Signal, Update
from jokerboard.journal.signature import SignedHead

ITEM = Item("B", "KC#1", "KC Bs-B8", "-/B8/-/- C", 2)
CHANGE = Change(3, ITEM)
END = End("AC", "Ann", "late", "0f")
DIGEST = "0a" * 32
HEAD = SignedHead("table-1", 7, DIGEST, "0b" * 32, "0c" * 64)
REPORT = Report(
    "0d", 7, DIGEST, 5, CHANGE, {"1-undo": True}, Signal(4, "thumbs-up", "B"), END, {"B": "Bo"}, "1.2"
)
UPDATE = Update(
    "0d",
    {"rules": "texas"},
    (entry_after(genesis("0d"), 1, "host", CHANGE), entry_after(DIGEST, 2, "guest-1", Change(0))),
    HEAD,
    Refusal(DIGEST, Change(1), Why.DECLINED),
    Asked("1-undo", "guest-2", CHANGE),
    {"B": ("KC#1", "X#2"), "D": ()},
    7,
    2,
    {"host": 6, "guest-1": 5},
    ("guest-1",),
    (("guest-2", Signal(1, "one-moment", "C")),),
    "a secret",
    "withdrawn",
    End(None, id="0e"),
    "0f",
    {"A": "Ann"},
    "1.2",
)


def sent(message: Report | Update) -> dict[str, Any]:
    """The JSON of the message as the other house gets it."""
    return dict(json.loads(json.dumps(message.to_json())))


@pytest.mark.parametrize("report", [REPORT, Report("", 0, DIGEST)], ids=["full", "empty"])
def test_a_guests_report_is_parsed_back_unchanged(report: Report) -> None:
    assert Report.parse(sent(report)) == report


@pytest.mark.parametrize("update", [UPDATE, Update("")], ids=["full", "empty"])
def test_a_hosts_update_is_parsed_back_unchanged(update: Update) -> None:
    assert Update.parse(sent(update)) == update


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("v", 99, "they cannot play together"),
        ("game", "G", "the field game has an unknown form"),
        ("n", -1, "the field n is not a whole number from 0 to 5000"),
        ("n", True, "the field n is not a whole number"),
        ("hash", "0a", "the field hash has an unknown form"),
        ("carried", 5001, "the field carried is not a whole number"),
        ("proposal", 3, "a change is not a JSON object"),
        ("proposal", {"keep": 1, "item": 4}, "a play or decision is not a JSON object"),
        ("proposal", {"keep": 1, "item": {"seat": "Z"}}, "the field seat has an unknown form"),
        ("answers", [], "the answers have"),
        ("answers", {"id": 1}, "the answers have"),
        ("answers", {str(n): True for n in range(9)}, "the answers have"),
        ("signal", {"what": "wink"}, "unknown signal; this version supports thumbs-up and one-moment"),
        ("signal", {"what": "thumbs-up", "n": 1, "seat": "Z"}, "the field seat has an unknown form"),
        ("end", {"winners": 1}, "the end of the game"),
        ("names", ["Ann"], "the names of the players have"),
        ("names", {"Z": "Ann"}, "the names of the players have"),
    ],
)
def test_a_wrong_field_of_a_guests_report_is_named_in_the_error(
    field: str, value: object, words: str
) -> None:
    with pytest.raises(MessageError, match=words):
        Report.parse(sent(REPORT) | {field: value})


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("info", "texas", "the game's header is not a JSON object"),
        ("records", 3, "the other board's update has an unknown form"),
        ("records", [3], "a record is not a JSON object"),
        ("head", {}, "the signature of the records has"),
        ("refusal", {"after": DIGEST, "why": "mood", "keep": 0}, "update has an unknown form"),
        ("question", {"id": "?", "house": "host", "keep": 0}, "the field id has an unknown form"),
        ("hands", {"B": ["KC#1"] * 31}, "the dealt cards have"),
        ("hands", {"B": ["ZZ"]}, "the dealt cards have"),
        ("hands", {"Z": []}, "the dealt cards have"),
        ("secret", "\n", "the field secret has an unknown form"),
        ("names", {"AB": "Ann"}, "the names of the players have"),
    ],
)
def test_a_wrong_field_of_a_hosts_update_is_named_in_the_error(field: str, value: object, words: str) -> None:
    with pytest.raises(MessageError, match=words):
        Update.parse(sent(UPDATE) | {field: value})


def test_long_texts_from_the_other_house_are_shortened() -> None:
    long = "x" * 1000
    update = Update.parse(sent(UPDATE) | {"error": long, "names": {"A": long}, "linked": [long]})
    assert (update.error, update.linked) == (long[:40], (long[:24],))
    assert update.names is not None
    assert len(update.names["A"]) <= 24


def test_the_hash_of_a_shared_record_depends_on_all_its_fields() -> None:
    made = [
        entry_after(head, n, house, change)
        for head in (DIGEST, "0b" * 32)
        for n in (1, 2)
        for house in ("host", "guest-1")
        for change in (Change(0), Change(1), CHANGE)
    ]
    assert len({entry.hash for entry in made}) == len(made)
    assert all(HASH.fullmatch(entry.hash) for entry in made)
    assert Entry.parse(made[0].to_json()) == made[0]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.2, "1 second"), (59.9, "59 seconds"), (60, "1 minute"), (3599, "59 minutes"), (7199, "1 hour"),
        (86400, "1 day"), (3 * 86400 + 5, "3 days"),
    ],
)  # fmt: skip
def test_a_duration_is_worded_in_its_largest_whole_unit(seconds: float, text: str) -> None:
    assert lasting(seconds) == text


def wishes(finished: Callable[[End], None], teams: tuple[str, ...] = ("AC", "BD")) -> EndWishes:
    return EndWishes(teams, {"host": frozenset("ABC"), "guest-1": frozenset("D")}, finished)


def state(asked: EndWishes) -> tuple[tuple[str, End] | None, dict[str, str]]:
    """The open wish and its house, and for each house the id of its last answered wish."""
    return asked.open, dict(asked.answered)


def test_a_guests_request_to_end_the_game_stays_open_until_the_host_answers_and_counts_once() -> None:
    ended: list[End] = []
    asked = wishes(ended.append)
    wish = End("AC", "Dan", id="1")
    asked.take("guest-1", wish)
    assert state(asked) == (("guest-1", wish), {})
    asked.answer(False)
    asked.take("guest-1", wish)
    assert state(asked) == (None, {"guest-1": "1"})
    assert ended == []
    asked.take("guest-1", End(None, id="2"))
    asked.answer(True)
    assert ended == [End(None, id="2")]
    asked.answer(True)
    assert len(ended) == 1


def test_the_host_no_longer_asks_about_a_withdrawn_request_to_end_the_game() -> None:
    asked = wishes(lambda end: None)
    asked.take("guest-1", End(None, id="1"))
    asked.take("host", None)
    assert state(asked)[0] is not None
    asked.take("guest-1", None)
    assert state(asked)[0] is None


@pytest.mark.parametrize("teams", [("AC", "BD"), ("A", "B", "CD")])
def test_a_guest_cannot_give_up_for_other_seats_or_with_more_than_two_sides(teams: tuple[str, ...]) -> None:
    winners = "BD" if len(teams) == 2 else "A"
    with pytest.raises(MessageError, match="gives up for a side at which none of its players sits"):
        wishes(lambda end: None, teams).take("guest-1", End(winners, id="1"))
