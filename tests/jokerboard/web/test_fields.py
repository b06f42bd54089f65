"""The fields of a command's body: the valid values of each kind, and the sentence for an invalid one."""

from __future__ import annotations

from typing import Any

import pytest

from jokerboard.web.errors import BadRequest
from jokerboard.web.fields import (
    Field,
    checked,
    flag,
    line,
    lines,
    names,
    number,
    one_of,
    parse_object,
    text,
)

TAKEN = [
    (line(3, "a name"), "abc", "abc"),
    (line(3, "a name", least=0), " ", ""),
    (lines(2, 3, "names"), [" a  b ", ""], ["a b", ""]),
    (names(3, "names"), {"A": " abc ", "H": ""}, {"A": "abc", "H": ""}),
    (text("[0-9]{6}", "a code"), "012345", "012345"),
    (text("[0-9]{6}", "a code", or_null=True), None, None),
    (one_of("on", "off"), "off", "off"),
    (number(1, 8), 1, 1),
    (number(1, 8), 7.5, 7.5),
    (number(1, 8, whole=True), 8, 8),
    (flag(), False, False),
]
REFUSED = [
    (line(3, "a name"), ["", "abcd", None, 7]),
    (lines(2, 3, "names"), [["a", "b", "c"], ["abcd"], [7], "ab", None]),
    (
        names(3, "names"),
        [{"A": "abcd"}, {"I": "a"}, {"@": "a"}, {"AB": "a"}, {"": "a"}, {"A": 7}, ["A"], None],
    ),
    (text("[0-9]{6}", "a code"), ["0123456", "01234x", None, 123456]),
    (text("[0-9]{6}", "a code", or_null=True), ["", 0]),
    (one_of("on", "off"), ["", "ON", None, ["on"]]),
    (number(1, 8), [0.9, 8.1, True, "1", None, float("nan")]),
    (number(1, 8, whole=True), [0, 9, 1.0, True]),
    (flag(), [0, 1, "true", None]),
]


@pytest.mark.parametrize(("field", "value", "kept"), TAKEN)
def test_a_valid_field_value_is_normalized(field: Field, value: Any, kept: Any) -> None:
    assert checked("seat", {"x": value}, {"x": field}) == {"x": kept}


@pytest.mark.parametrize(("field", "values"), REFUSED)
def test_an_invalid_field_value_is_refused_with_a_description_of_valid_ones(
    field: Field, values: list[Any]
) -> None:
    for value in values:
        with pytest.raises(BadRequest) as refused:
            checked("seat", {"x": value}, {"x": field})
        assert str(refused.value) == f"'x' of seat must be {field.wanted}."
        assert refused.value.status == 400


def test_a_fields_description_names_its_valid_values() -> None:
    assert one_of("on", "off").wanted == "on or off"
    assert number(1, 8).wanted == "a number from 1 to 8"
    assert number(1, 8, whole=True).wanted == "a whole number from 1 to 8"
    assert flag().wanted == "true or false"


@pytest.mark.parametrize(
    ("wanted", "free"),
    [
        (line(9, "it"), line(9, "it", required=False)),
        (names(9, "it"), names(9, "it", required=False)),
        (text(".", "it"), text(".", "it", required=False)),
        (one_of("it"), one_of("it", required=False)),
        (number(0, 1), number(0, 1, required=False)),
        (flag(), flag(required=False)),
    ],
)
def test_a_field_is_required_unless_it_is_declared_optional(wanted: Field, free: Field) -> None:
    assert checked("seat", {}, {"x": free}) == {}
    with pytest.raises(BadRequest) as refused:
        checked("seat", {}, {"x": wanted})
    assert str(refused.value) == f"seat needs 'x': {wanted.wanted}."


def test_an_unknown_field_is_refused_with_the_beginning_of_its_name() -> None:
    with pytest.raises(BadRequest) as refused:
        checked("seat", {"y" * 50: 1}, {"x": flag(required=False)})
    assert str(refused.value) == f"seat has no field '{'y' * 40}'; it has x."


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "not an object"),
        (b"null", "not an object"),
    ],
)
def test_a_request_body_that_is_not_a_json_object_is_refused(raw: bytes, why: str) -> None:
    with pytest.raises(BadRequest, match=why):
        parse_object(raw)


def test_a_request_body_that_is_a_json_object_is_read() -> None:
    assert parse_object(b'{"a": [1]}') == {"a": [1]}
