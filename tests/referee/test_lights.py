"""Which hole is lit, in which role."""

from __future__ import annotations

import pytest

from engine.cards import Card
from engine.geometry import board
from engine.position import Position
from engine.rules.rule_sets import RULES
from engine.table import table_at
from referee.events import Button, CardRead, Ruling
from referee.machine import Referee
from referee.settings import CardsMode, Mode
from tests.referee.hands import Hands

BOARD = board(4)


def at_table(
    line: str, mode: Mode = "play", rules: str = "texas", cards: CardsMode = "seat"
) -> tuple[Referee, Hands]:
    position = Position.parse(line)
    table = table_at(RULES[rules], position)
    referee = Referee(table, position, mode=mode, cards=cards)
    return referee, Hands.of(referee)


def shown(referee: Referee) -> dict[str, str]:
    return {BOARD.name(hole): str(light) for hole, light in referee.lights.items()}


def test_a_referee_is_silent_until_something_is_wrong() -> None:
    referee, hands = at_table("A8/B8/-/- A", mode="referee")
    assert shown(referee) == {}
    hands.do("A:5H", "A8-", "+A13")
    hands.wait(1)
    assert shown(referee) == {}


def test_lights_asked_twice_are_the_same() -> None:
    referee, _ = at_table("A2/B8/-/- A")
    assert referee.lights is referee.lights


def test_whose_turn_it_is_is_lit_at_the_come_out() -> None:
    referee, hands = at_table("A2/B8/-/- A")
    assert shown(referee) == {"A8": "turn:A"}
    hands.do("A:5H", "A2-", "+A7")
    hands.wait(0.1)
    assert shown(referee) == {"B8": "turn:B"}


@pytest.mark.parametrize("mode", ["play", "referee", "training"])
def test_where_a_bumped_marble_must_go_is_lit_in_its_colour_until_it_is_there(mode: Mode) -> None:
    referee, hands = at_table("A8/A13,B2/-/- A", mode=mode)
    hands.do("A:5H", "A8-", "A13-", "+A13")
    hands.wait(1)
    bumps = {hole: light for hole, light in shown(referee).items() if light.startswith("bump")}
    assert bumps == {"Bs4": "bump:B", "Bs5": "bump:B"}
    hands.do("+Bs4")
    hands.wait(1)
    assert not [light for light in shown(referee).values() if light.startswith("bump")]


def test_a_partners_marble_is_led_to_his_in_spot() -> None:
    referee, hands = at_table("A8/-/A13/- A", mode="referee")
    hands.do("A:5H", "A8-", "A13-", "+A13")
    hands.wait(1)
    assert shown(referee) == {"C3": "bump:C"}
    hands.do("+C3")
    hands.wait(0.1)
    assert shown(referee) == {}


@pytest.mark.parametrize("mode", ["play", "referee", "training"])
def test_what_stands_wrong_is_lit_and_where_it_belongs(mode: Mode) -> None:
    referee, hands = at_table("A8,C2/B8/-/- A", mode=mode)
    hands.do("A:5H", "A8-", "+A14")
    hands.wait(2)
    lit = shown(referee)
    assert lit["A14"] == "illegal"
    assert lit["A8"] == "put-back:A"
    hands.do("A14-")
    hands.wait(0.1)
    assert shown(referee)["A8"] == "put-back:A"
    hands.do("+A8")
    hands.wait(0.1)
    assert not {"illegal", "put-back:A"} & set(shown(referee).values())


def test_one_thing_at_a_time_is_put_back() -> None:
    referee, hands = at_table("A8,B2/C5,D6/B10/- A", mode="referee")
    hands.do("A8-", "B2-", "C5-", "D6-", "+A10", "+B4", "+C7", "+D1")
    hands.wait(2)
    for _ in range(4):
        lit = shown(referee)
        assert sum(light.startswith("put-back") for light in lit.values()) == 1, lit
        target = next(hole for hole, light in lit.items() if light.startswith("put-back"))
        source = next(hole for hole in ("A10", "B4", "C7", "D1") if BOARD.hole(hole) in hands.full)
        hands.do(f"{source}-", f"+{target}")
        hands.wait(2)
    assert shown(referee) == {}


def test_training_shows_what_the_laid_card_may_do() -> None:
    referee, hands = at_table("A8,C2/B8/-/- A", mode="training")
    hands.do("A:5H")
    assert shown(referee) == {
        "A8": "movable",
        "A13": "target",
        "C2": "movable",
        "C7": "target",
    }
    hands.do("A8-")
    hands.wait(0.1)
    assert {hole for hole, light in shown(referee).items() if light == "target"} == {"A13"}


def test_help_shows_it_until_something_changes() -> None:
    referee, hands = at_table("A8,C2/B8/-/- A")
    hands.do("A:5H")
    assert "target" not in shown(referee).values()
    hands.feed(Button(hands.t, "help", 0))
    assert {hole for hole, light in shown(referee).items() if light == "target"} == {"A13", "C7"}
    hands.do("A8-", "+A13")
    hands.wait(0.1)
    assert "target" not in shown(referee).values()


def test_a_start_card_shows_the_start_marbles_as_movable() -> None:
    referee, hands = at_table("C2/-/-/- A", mode="training")
    hands.do("A:KH")
    lit = shown(referee)
    assert {hole for hole, light in lit.items() if light == "movable"} == {"C2", "As1", "As2", "As3", "As4"}
    assert {hole for hole, light in lit.items() if light == "target"} == {"A8", "C12"}


def test_a_question_lights_the_holes_to_touch() -> None:
    referee, hands = at_table("-/B8,B12/-/- A", mode="referee")
    hands.do("A:X", "As5-", "B8-", "B12-", "+B8", "+B12", "+Bs4")
    hands.wait(1)
    assert shown(referee) == {"B8": "choose", "B12": "choose"}


def test_a_sensor_that_lies_is_lit_as_a_fault() -> None:
    referee, hands = at_table("A8/B8/-/- A", mode="referee")
    hands.do("+C14")
    hands.wait(10)
    assert shown(referee) == {"C14": "fault"}


def test_the_winners_lanes_are_lit() -> None:
    referee, hands = at_table("h1,h2,h3,h4,h5/-/C3,h2,h3,h4,h5/- A", mode="referee")
    hands.do("A:AD", "C3-", "+Ch1")
    hands.wait(1)
    assert shown(referee) == {f"{seat}h{i}": f"win:{seat}" for seat in "AC" for i in range(1, 6)}


def test_a_corrected_position_is_led_to() -> None:
    referee, hands = at_table("A8/B8/-/- A", mode="referee")
    hands.wait(1)
    hands.feed(Ruling(hands.t, "correct", "referee", None, Position.parse("A10/B8/-/- B")))
    assert shown(referee)["A10"] == "put-back:A"
    hands.do("A8-", "+A10")
    hands.wait(0.1)
    assert shown(referee) == {}


def test_a_card_taken_back_darkens_the_help() -> None:
    referee, hands = at_table("A8/B8/-/- A", mode="training")
    hands.do("A:5H")
    assert "target" in shown(referee).values()
    hands.feed(CardRead(hands.t, None, 0))
    assert "target" not in shown(referee).values()
    hands.feed(CardRead(hands.t, Card.parse("4H"), 0))
    assert shown(referee)["A12"] == "target"


def test_help_lights_the_legal_holes_in_referee_mode_too() -> None:
    referee, hands = at_table("A8/B10/-/- A", mode="referee")
    hands.do("A:5H")
    assert shown(referee) == {}
    hands.feed(Button(hands.t, "help", 0))
    assert shown(referee) == {"A8": "movable", "A13": "target"}


def test_of_three_alike_one_that_is_right_again_is_not_lit() -> None:
    referee, hands = at_table("A8,A13,B2/-/-/- A", mode="referee")
    hands.do("A8-", "A13-", "B2-", "+C5", "+C6", "+C9")
    hands.wait(1.5)
    hands.do("C5-", "+A8")
    assert "A8" not in shown(referee)
    hands.do("C6-", "+A13", "C9-", "+B2")
    hands.wait(0.1)
    assert shown(referee) == {}


def test_play_mode_shows_what_is_missing_of_a_split_once_people_pause() -> None:
    referee, hands = at_table("A2,A12/-/-/- A")
    hands.do("A:7H", "A12-", "+A13")
    assert shown(referee) == {"A8": "turn:A"}
    hands.wait(0.7)
    assert shown(referee) == {"A2": "movable", "A8": "target", "Ah5": "target"}
    hands.wait(1.5)  # half a split is nothing illegal before the next card
    assert shown(referee) == {"A2": "movable", "A8": "target", "Ah5": "target"}
    hands.do("A2-", "+A8")
    hands.wait(0.1)
    assert shown(referee) == {"B8": "turn:B"}


def test_the_rest_of_a_split_may_go_where_its_first_part_began() -> None:
    referee, hands = at_table("A2,A8/-/-/- A", mode="training")
    hands.do("A:7H", "A8-", "+A9")
    hands.wait(0.1)
    assert shown(referee)["A8"] == "target"


def test_with_a_start_marble_up_training_shows_only_where_that_may_go() -> None:
    referee, hands = at_table("A2,A12/-/-/- A", mode="training")
    hands.do("A:KH", "As1-")
    hands.wait(0.1)
    assert shown(referee) == {"A8": "target", "As2": "movable", "As3": "movable"}


def test_the_marble_in_the_hand_is_led_home_first_whichever_was_taken_up() -> None:
    referee, hands = at_table("A1/B1/C1/D1 A", mode="referee")
    hands.do("B1-", "+B5", "C1-", "+C5", "D1-", "+D5")
    hands.wait(2)
    hands.do("C5-")
    hands.wait(0.1)
    assert shown(referee) == {"C1": "put-back:C", "B5": "illegal", "D5": "illegal"}


def test_an_exchange_taken_back_is_led_back_though_every_hole_is_full() -> None:
    referee, hands = at_table("A8/C4,C11/-/D5 A", mode="referee", rules="pegs-and-jokers")
    hands.do("A:2H", "A8-", "C4-", "+C4", "+A8")
    hands.wait(0.1)
    hands.feed(Button(hands.t, "back", 0))
    assert shown(referee) == {"A8": "illegal", "C4": "put-back:B"}
    hands.do("A8-", "C4-", "+C4", "+A8")
    hands.wait(0.1)
    assert shown(referee) == {}
