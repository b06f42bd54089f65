"""Orders from the director's desk: a valid order is parsed back unchanged; any other is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jokerboard.host.outside_text import shown
from jokerboard.journal.errors import OrderError
from jokerboard.journal.orders import Order, Seating, Team, What, new_id, taken

TEXT = st.text(st.characters(categories=["L", "N", "P", "S"], include_characters=" "), max_size=60).map(
    lambda text: shown(text, 60)
)
NAME = TEXT.filter(bool)
SEATS = st.lists(st.sampled_from("ABCDEFGH"), max_size=4, unique=True).map(tuple)
SEATING = st.builds(
    Seating,
    round=st.integers(0, 99),
    table=NAME,
    names=st.dictionaries(st.sampled_from("ABCDEFGH"), NAME),
    teams=st.lists(st.builds(Team, name=NAME, seats=SEATS), max_size=3).map(tuple),
    rules=st.none() | NAME,
    ends=st.none() | NAME,
    link=st.none() | NAME,
    switches=st.none() | st.dictionaries(NAME, NAME, min_size=1, max_size=2),
)
ORDERS = st.builds(
    Order,
    id=st.builds(new_id),
    by=NAME,
    at=NAME,
    journal=st.just("0123456789abcdef"),
    game=st.integers(0, 99),
    order=st.sampled_from(What),
    text=TEXT,
    n=st.none() | st.integers(1, 999),
    position=NAME,
    team=SEATS.filter(bool),
    points=st.none() | st.integers(-9, 9),
    seating=SEATING,
)


def plain(**more: Any) -> dict[str, Any]:
    return {
        "id": "0" * 32,
        "by": "Dora",
        "at": "2026-11-21T10:00:00+00:00",
        "journal": "0" * 16,
        "game": 1,
        "order": "let-stand",
    } | more


@given(ORDERS)
def test_an_order_is_parsed_back_unchanged_from_its_text(order: Order) -> None:
    assert Order.parse(order.text_form()) == order


@pytest.mark.parametrize(("wrong", "reason"), [
    ({"order": "hang"}, "unknown order; this version knows"),
    ({"order": ["hang"]}, "unknown order; this version knows"),
    ({"order": "correct"}, "needs position"),
    ({"order": "result"}, "needs team"),
    ({"order": "penalty", "team": []}, "needs team"),
    ({"order": "start"}, "needs seating"),
    ({"by": ""}, "by is a text"),
    ({"by": "Do\nra"}, "cannot be shown"),
    ({"by": "Do\u202era"}, "cannot be shown"),
    ({"text": "x" * 501}, "text is a text"),
    ({"journal": "me"}, "16 hexadecimal"),
    ({"game": True}, "whole number"),
    ({"game": -1}, "whole number"),
    ({"n": "1"}, "whole number"),
    ({"team": "AC"}, "list of seats"),
    ({"team": ["Z"]}, "letter from A to H"),
    ({"team": [["A"]]}, "letter from A to H"),
    ({"hologram": 1}, "no field 'hologram'"),
    ({"seating": []}, "is an object"),
    ({"seating": {"round": 1, "table": "7", "names": {}, "switches": []}}, "switches are an object"),
    ({"seating": {"round": 1, "table": "7", "names": {}, "switches": {"x": 1}}}, "switches are an object"),
    ({"seating": {"round": 10_001, "table": "7", "names": {}}}, "round is a whole number from 0 to 10000"),
    ({"seating": {"round": 1, "table": "7", "names": {}, "moon": 1}}, "a seating has no field 'moon'"),
    ({"points": 1001}, "points is a whole number from -1000 to 1000"),
    ({"n": 0}, "n is a whole number from 1"),
    ({"seating": {"round": 1, "table": "7", "names": []}}, "names are an object"),
    ({"seating": {"round": 1, "table": "7", "names": {}, "teams": [1]}}, "teams are a list"),
    ({"seating": {"round": 1, "table": "7", "names": {"A": 7}}}, "a name is a text"),
])  # fmt: skip
def test_a_malformed_order_is_refused_with_its_id(wrong: dict[str, Any], reason: str) -> None:
    with pytest.raises(OrderError, match=reason) as refused:
        Order.parse(json.dumps(plain(**wrong)))
    assert refused.value.id == "0" * 32


@pytest.mark.parametrize("text", ["", "[]", "null", '{"id":7}', "[" * 99_999, "{}", '{"id":"' + "0" * 99_999])
def test_the_error_of_a_malformed_order_without_an_id_has_an_empty_id(text: str) -> None:
    with pytest.raises(OrderError) as refused:
        Order.parse(text)
    assert refused.value.id == ""


def test_the_error_of_a_malformed_order_is_printed_without_the_id_and_the_name() -> None:
    refused = OrderError("the order pause needs text", "0" * 32, "Eve")
    assert (str(refused), refused.id, refused.by) == ("the order pause needs text", "0" * 32, "Eve")


@given(st.text())
def test_any_text_is_read_as_an_order_or_refused(text: str) -> None:
    with pytest.raises(OrderError):
        Order.parse(text)


def test_the_record_of_an_accepted_order_has_the_tables_sentence() -> None:
    order = taken(plain(), 7.5, "It stands.")
    assert order == plain() | {"t": 7.5, "taken": True, "said": "It stands."}


def test_an_order_is_converted_from_json_and_back_unchanged() -> None:
    assert Order.from_json(plain()).to_json() == plain()
