"""Games as JSON text: the same game back, or one sentence that says what is wrong and where."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.dealing import setup_for
from engine.errors import NotationError
from engine.game import Draw, Pass, begin
from engine.geometry import board
from engine.house import parse_house
from engine.play import Play
from engine.rules import RULES
from engine.saved import action_text, from_text, parse_action, to_text
from engine.table import table_for
from tests.engine.tables import act, moment, random_game

DEALT = random_game(setup_for(table_for(RULES["texas"]), "a rainy Sunday"), 1, 12)
TAKEN_UP = act(moment("own-deck", "A8/-/-/- A", {"A": "2C#1"}, own_piles={"B": "3C#2"}), "2C#1 A8-A10")


def refusal(data: object) -> str:
    with pytest.raises(NotationError) as error:
        from_text(data if isinstance(data, str) else json.dumps(data))
    return str(error.value)


def changed(text: str, **changes: Any) -> dict[str, Any]:
    """The saved game with some fields replaced; a field `start_x` is x of the start."""
    data: dict[str, Any] = json.loads(text)
    for key, value in changes.items():
        if key.startswith("start_"):
            data["start"][key.removeprefix("start_")] = value
        else:
            data[key] = value
    return data


def test_a_saved_game_is_one_line_of_setup_and_actions() -> None:
    data = json.loads(to_text(DEALT))
    assert "\n" not in to_text(DEALT)
    assert {key: data[key] for key in data if key != "actions"} == {
        "game": 1,
        "rules": "texas",
        "set": {},
        "sides": 4,
        "seats": "ABCD",
        "teams": None,
        "seed": "a rainy Sunday",
        "dealer": "ABCD"[DEALT.setup.dealer],
        "draw": "automatic",
        "start": None,
    }
    assert len(data["actions"]) == 12


@pytest.mark.parametrize(
    ("players", "teams", "switches"),
    [(4, None, {}), (4, 4, {"hand_size": "6"}), (6, 2, {}), (6, None, {"team_layout": "alone"})],
)
def test_teams_and_house_rules_come_back(players: int, teams: int | None, switches: dict[str, str]) -> None:
    rules = RULES["texas"].with_switches(switches)
    game = begin(setup_for(table_for(rules, players, teams), "s", manual_draw=True))
    assert from_text(to_text(game)) == game
    assert json.loads(to_text(game))["teams"] == teams


def test_the_title_of_house_rules_comes_back() -> None:
    rules = parse_house('base = "texas"\ntitle = "Grandma\'s"')
    game = begin(setup_for(table_for(rules, 4), "s"))
    assert from_text(to_text(game)).setup.table.rules.title == "Grandma's"


def test_draws_by_hand_and_passes_come_back() -> None:
    game = begin(setup_for(table_for(RULES["joker-board"]), "s", dealer=3, manual_draw=True)).do(Draw(0))
    assert from_text(to_text(game)) == game
    game = moment("texas", "A8/-/-/- A", {}, pile="").do(Pass())
    assert from_text(to_text(game)) == game


def test_actions_have_one_text_form_that_parses_and_prints() -> None:
    there = board(4)
    for text in ("KH#1 As-A8", "9C --", "draw B", "pass", "5D C4-C9>C>AxB"):
        assert action_text(parse_action(text, there), there) == text
    assert parse_action("draw D", there) == Draw(3)
    assert isinstance(parse_action("9C --", there), Play)
    for text in ("draw E", "draw", "draw BB", "passes", ""):
        with pytest.raises(NotationError):
            parse_action(text, there)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("", "a saved game is one JSON object: Expecting value"),
        ("[" * 100_000, "a saved game is one JSON object: "),
        ([], "saved game, the whole: an object is wanted"),
        ({}, "saved game, game: a whole number is wanted"),
        (changed(to_text(DEALT), game=True), "saved game, game: a whole number is wanted"),
        (changed(to_text(DEALT), game=2), "a saved game of version 2; this program reads 1"),
        (changed(to_text(DEALT), rules="poker"), "saved game: no rule set is called 'poker'"),
        (changed(to_text(DEALT), set={"ace": "on"}), "saved game: no switch is called 'ace'"),
        (changed(to_text(DEALT), set={"ace_11": 1}), "saved game, set: every value is a text"),
        (changed(to_text(DEALT), set=[]), "saved game, set: an object is wanted"),
        (changed(to_text(DEALT), sides=9), "saved game, sides: a board has up to 8"),
        (changed(to_text(DEALT), sides=2), "saved game, seats: no seat is called 'C'"),
        (changed(to_text(DEALT), seats="AB"), "saved game: texas is for 4, 6 players, not 2"),
        (changed(to_text(DEALT), seats=""), "saved game: texas is for 4, 6 players, not 0"),
        (changed(to_text(DEALT), seats="ABCé"), "saved game, seats: no seat is called 'é'"),
        (changed(to_text(DEALT), teams="two"), "saved game, teams: a whole number is wanted"),
        (changed(to_text(DEALT), teams=9), "saved game: 4 players make 2 to 4 teams, not 9"),
        (changed(to_text(DEALT), seed=7), "saved game, seed: a text is wanted"),
        (changed(to_text(DEALT), dealer="Z"), "saved game, dealer: no seat is called 'Z'"),
        (changed(to_text(DEALT), dealer="AB"), "saved game, dealer: one seat is wanted"),
        (changed(to_text(DEALT), seats="AACD"), "saved game: texas is for 4, 6 players, not 3"),
        (changed(to_text(DEALT), draw="late"), "saved game, draw: automatic or manual is wanted, not 'late'"),
        (changed(to_text(DEALT), title=1), "saved game, title: a text is wanted"),
        (changed(to_text(DEALT), start=[]), "saved game, start: an object is wanted"),
        (changed(to_text(DEALT), actions="pass"), "saved game, actions: a list is wanted"),
        (changed(to_text(DEALT), actions=[1]), "saved game, actions: a list of texts is wanted"),
        (changed(to_text(DEALT), actions=["pass"]), "saved game, actions[0] 'pass': "),
        (
            changed(to_text(DEALT), actions=["K?"]),
            "saved game, actions[0] 'K?': a play is a card and its legs",
        ),
        (changed(to_text(TAKEN_UP), start_position="A"), "saved game, start.position: a position is"),
        (
            changed(to_text(TAKEN_UP), start_position="-/-/- A"),
            "saved game, start.position: other sides or seats",
        ),
        (
            changed(to_text(TAKEN_UP), start_piles=[]),
            "saved game, start.piles: 0 piles, where this game has 4",
        ),
        (
            changed(to_text(TAKEN_UP), start_piles=[[], [], [], ["?"]]),
            "saved game, start.piles.3: no card is written",
        ),
        (
            changed(to_text(TAKEN_UP), start_piles=[[], [], [], 1]),
            "saved game, start.piles.3: a list is wanted",
        ),
        (changed(to_text(TAKEN_UP), start_hands={}), "saved game, start.hands.A: a list is wanted"),
        (changed(to_text(TAKEN_UP), start_stuck={}), "saved game, start.stuck.A: a whole number is wanted"),
        (
            changed(to_text(TAKEN_UP), start_shuffles="4"),
            "saved game, start.shuffles: a whole number is wanted",
        ),
        (changed(to_text(TAKEN_UP), start_last="Q"), "saved game, start.last: no seat is called 'Q'"),
        (
            changed(to_text(TAKEN_UP), start_piles=[["2C#1"], [], [], []]),
            "saved game, start.hands, discards and piles: 2C#1 is there twice, or is no card of this table",
        ),
        (
            changed(to_text(TAKEN_UP), start_piles=[["2C"], [], [], []]),
            "saved game, start.hands, discards and piles: 2C is there twice, or is no card of this table",
        ),
    ],
)
def test_every_fault_is_said_with_its_place(data: object, message: str) -> None:
    assert refusal(data).startswith(message)


def test_a_saved_action_that_the_rules_forbid_is_refused_where_it_stands() -> None:
    data = json.loads(to_text(DEALT))
    data["actions"][5] = data["actions"][4]
    assert refusal(data).startswith(f"saved game, actions[5] {data['actions'][4]!r}: ")


def test_a_game_taken_up_after_somebody_played_remembers_who() -> None:
    game = begin(TAKEN_UP.setup, TAKEN_UP.state)
    assert json.loads(to_text(game))["start"]["last"] == "A"
    assert from_text(to_text(game)) == game


def same_or_refused(text: str) -> None:
    """Reading gives a game that is saved as it was read, or a NotationError."""
    said = ""
    try:
        game = from_text(text)
        assert from_text(to_text(game)) == game
    except NotationError as error:
        said = str(error)
    assert "\n" not in said


@settings(deadline=None)
@given(st.sampled_from([DEALT, TAKEN_UP]), st.integers(0, 2000), st.integers(0, 40), st.text(max_size=4))
def test_a_damaged_text_gives_a_game_or_one_sentence(game: Any, at: int, cut: int, instead: str) -> None:
    text = to_text(game)
    same_or_refused(text[:at] + instead + text[at + cut :])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
FIELDS = (
    "game",
    "rules",
    "set",
    "sides",
    "seats",
    "teams",
    "seed",
    "dealer",
    "draw",
    "start",
    "actions",
    "title",
)
STARTS = ("position", "hands", "discards", "piles", "stuck", "shuffles", "last")


@settings(deadline=None)
@given(st.sampled_from([*FIELDS, *(f"start_{key}" for key in STARTS)]), JSON)
@example("sides", 10**6)
@example("start_last", "\ud800")
def test_any_value_in_any_field_gives_a_game_or_one_sentence(field: str, value: Any) -> None:
    same_or_refused(json.dumps(changed(to_text(TAKEN_UP), **{field: value})))
