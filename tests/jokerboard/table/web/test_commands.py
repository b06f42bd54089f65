"""The commands of the page: only well-formed commands are passed on to the table."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jokerboard.table.web.commands import SHAPES, parse_command
from jokerboard.web.errors import BadRequest

GOOD = [
    ("sim/lift", {"hole": "A17"}),
    ("sim/place", {"hole": "Ds5", "colour": "D"}),
    ("sim/move", {"from": "Hh1", "to": "A0"}),
    ("card", {"card": "7H", "at": "A"}),
    ("card", {"card": "X#3", "at": "table"}),
    ("card", {"card": None, "at": "B"}),
    ("button", {"name": "back", "at": "C"}),
    ("people", {"action": "mistake"}),
    ("people", {"speed": 2.5}),
    ("game", {"action": "new", "rules": "own-deck", "players": 8, "names": {"A": "Zoë"}, "people": False}),
    ("game", {"action": "abandon"}),
    ("game", {"action": "names", "names": {}}),
    ("ruling", {"decision": "correct", "by": "Ann", "position": "A8/-/-/- B"}),
    ("ruling", {"decision": "let-stand", "by": "Eve", "why": "A sleeve brushed it; nobody gained."}),
    ("reshuffle", {}),
    ("pair", {"code": "012345"}),
]
BAD = [
    ("sim/lift", {"hole": "A18"}, "'hole' of sim/lift must be a hole such as A8, Bh1 or Cs2."),
    ("sim/lift", {"hole": 8}, "'hole' of sim/lift must be a hole such as A8, Bh1 or Cs2."),
    ("sim/lift", {}, "sim/lift needs 'hole': a hole such as A8, Bh1 or Cs2."),
    ("sim/lift", {"hole": "A8", "force": True}, "sim/lift has no field 'force'; it has hole."),
    ("sim/lift", ["A8"], "The body is JSON but not an object."),
    ("sim/place", {"hole": "A8", "colour": "AB"}, "'colour' of sim/place must be a seat's letter, A to H."),
    ("card", {"card": "1H", "at": "A"}, "'card' of card must be a card such as 7H or X, or null."),
    ("card", {"card": "7", "at": "A"}, "'card' of card must be a card such as 7H or X, or null."),
    ("button", {"name": "reset", "at": "A"}, "'name' of button must be ok, back or help."),
    ("people", {}, "The command 'people' needs an action, a speed, or both."),
    ("people", {"speed": True}, "'speed' of people must be a number from 1 to 50."),
    ("people", {"speed": 51}, "'speed' of people must be a number from 1 to 50."),
    ("game", {"action": "abandon", "players": 4}, "game has no field 'players'; it has action."),
    ("game", {"action": "burn"}, "game needs 'action': new, abandon, rematch, names, name or machine."),
    (
        "game",
        {"action": "new", "rules": "texas", "players": 4, "set": {"ace_11": 1}},
        "'set' of game must be",
    ),
    ("game", {"action": "names"}, "game needs 'names': an object of seat letters and names"),
    ("game", {"action": "names", "names": {"AB": "x"}}, "'names' of game must be an object of seat letters"),
    ("game", {"action": "names", "names": {"A": "x\n"}}, "'names' of game must be an object of seat letters"),
    ("game", {"action": ["new"]}, "game needs 'action': new, abandon, rematch, names, name or machine."),
    ("game", {"action": "new"}, "game needs 'rules': the name of a rule set."),
    (
        "ruling",
        {"decision": "let-stand", "by": ""},
        "'by' of ruling must be a name of at most 40 characters.",
    ),
    (
        "ruling",
        {"decision": "let-stand", "by": "Eve", "why": "x" * 201},
        "'why' of ruling must be a sentence of at most 200 characters.",
    ),
    ("pair", {"code": "12"}, "'code' of pair must be the code that the table's own page shows."),
]


@pytest.mark.parametrize(("name", "body"), GOOD)
def test_a_well_formed_command_of_the_page_is_parsed_unchanged(name: str, body: object) -> None:
    assert parse_command(name, json.dumps(body).encode()) == body


@pytest.mark.parametrize(("name", "body", "sentence"), BAD)
def test_a_malformed_command_of_the_page_is_refused_in_one_sentence(
    name: str, body: object, sentence: str
) -> None:
    with pytest.raises(BadRequest) as refused:
        parse_command(name, json.dumps(body).encode())
    assert str(refused.value).startswith(sentence)
    assert refused.value.status == 400


@pytest.mark.parametrize("raw", [b"", b"{", b"\xff", b'{"hole":"A8"', b"[" * 4000])
def test_a_command_body_that_is_not_json_is_refused(raw: bytes) -> None:
    with pytest.raises(BadRequest, match="not JSON"):
        parse_command("sim/lift", raw)


@given(st.sampled_from(sorted(SHAPES)), st.binary(max_size=200))
def test_random_bytes_never_cause_an_unexpected_error_in_the_command_parser(name: str, raw: bytes) -> None:
    with contextlib.suppress(BadRequest):
        assert isinstance(parse_command(name, raw), dict)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
FIELDS = sorted({field for shape in SHAPES.values() for field in shape})


@given(st.sampled_from(sorted(SHAPES)), st.dictionaries(st.sampled_from(FIELDS), JSON_VALUES, max_size=5))
def test_unknown_fields_of_a_command_are_refused(name: str, body: dict[str, object]) -> None:
    try:
        parsed = parse_command(name, json.dumps(body).encode())
    except BadRequest:
        return
    assert set(parsed) <= set(SHAPES[name])
