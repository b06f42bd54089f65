"""The lights: which holes are lit, and in which roles."""

from __future__ import annotations

import pytest

from engine.cards import Card
from engine.geometry import board
from engine.position import Position
from engine.referee.events import Button, CardRead, Ruling
from engine.referee.machine import Referee
from engine.referee.settings import Mode
from engine.rules.rule_sets import RULES
from engine.table import table_at
from tests.engine.referee.hands import Hands

BOARD = board(4)


def at_table(line: str, mode: Mode = "play", rules: str = "texas") -> Hands:
    position = Position.parse(line)
    table = table_at(RULES[rules], position)
    return Hands.of(Referee(table, position, mode=mode, cards="seat"))


def shown(hands: Hands) -> dict[str, str]:
    return {BOARD.name(hole): str(light) for hole, light in hands.referee.lights.items()}


def lit_as(role: str, lights: dict[str, str]) -> set[str]:
    return {hole for hole, light in lights.items() if light == role}


def after(hands: Hands, *steps: str, wait: float = 0.1) -> dict[str, str]:
    """The lights `wait` seconds after these steps."""
    hands.do(*steps)
    hands.wait(wait)
    return shown(hands)


def test_in_referee_mode_no_light_is_on_before_and_after_a_legal_play() -> None:
    hands = at_table("A8/B8/-/- A", mode="referee")
    assert shown(hands) == {}
    assert after(hands, "A:5H", "A8-", "+A13", wait=1) == {}


def test_reading_the_lights_twice_gives_equal_lights() -> None:
    referee = at_table("A2/B8/-/- A").referee
    assert referee.lights is referee.lights


def test_the_come_out_of_the_seat_in_turn_is_lit() -> None:
    hands = at_table("A2/B8/-/- A")
    assert shown(hands) == {"A8": "turn:A"}
    assert after(hands, "A:5H", "A2-", "+A7") == {"B8": "turn:B"}


@pytest.mark.parametrize("mode", ["play", "referee", "training"])
def test_the_target_of_a_bumped_marble_is_lit_in_its_colour_until_it_arrives(mode: Mode) -> None:
    hands = at_table("A8/A13,B2/-/- A", mode=mode)
    hands.do("A:5H", "A8-", "A13-", "+A13")
    hands.wait(1)
    bumps = {hole: light for hole, light in shown(hands).items() if light.startswith("bump")}
    assert bumps == {"Bs4": "bump:B", "Bs5": "bump:B"}
    assert not [light for light in after(hands, "+Bs4", wait=1).values() if light.startswith("bump")]


def test_the_lights_lead_a_bumped_partners_marble_to_its_in_spot() -> None:
    hands = at_table("A8/-/A13/- A", mode="referee")
    assert after(hands, "A:5H", "A8-", "A13-", "+A13", wait=1) == {"C3": "bump:C"}
    assert after(hands, "+C3") == {}


@pytest.mark.parametrize("mode", ["play", "referee", "training"])
def test_a_misplaced_marble_and_the_hole_to_which_it_returns_are_lit(mode: Mode) -> None:
    hands = at_table("A8,C2/B8/-/- A", mode=mode)
    lit = after(hands, "A:5H", "A8-", "+A14", wait=2)
    assert lit["A14"] == "illegal"
    assert lit["A8"] == "put-back:A"
    assert after(hands, "A14-")["A8"] == "put-back:A"
    assert not {"illegal", "put-back:A"} & set(after(hands, "+A8").values())


def test_the_lights_ask_for_one_correction_at_a_time() -> None:
    hands = at_table("A8,B2/C5,D6/B10/- A", mode="referee")
    hands.do("A8-", "B2-", "C5-", "D6-", "+A10", "+B4", "+C7", "+D1")
    hands.wait(2)
    for _ in range(4):
        lit = shown(hands)
        assert sum(light.startswith("put-back") for light in lit.values()) == 1, lit
        target = next(hole for hole, light in lit.items() if light.startswith("put-back"))
        source = next(hole for hole in ("A10", "B4", "C7", "D1") if BOARD.hole(hole) in hands.full)
        hands.do(f"{source}-", f"+{target}")
        hands.wait(2)
    assert shown(hands) == {}


def test_in_training_mode_the_legal_moves_of_the_laid_card_are_lit() -> None:
    hands = at_table("A8,C2/B8/-/- A", mode="training")
    hands.do("A:5H")
    assert shown(hands) == {"A8": "movable", "A13": "target", "C2": "movable", "C7": "target"}
    assert lit_as("target", after(hands, "A8-")) == {"A13"}


def test_the_help_button_lights_the_legal_moves_until_a_marble_moves() -> None:
    hands = at_table("A8,C2/B8/-/- A")
    hands.do("A:5H")
    assert "target" not in shown(hands).values()
    hands.feed(Button(hands.t, "help", 0))
    assert lit_as("target", shown(hands)) == {"A13", "C7"}
    assert "target" not in after(hands, "A8-", "+A13").values()


def test_a_card_that_brings_marbles_out_lights_the_marbles_in_start_as_movable() -> None:
    hands = at_table("C2/-/-/- A", mode="training")
    hands.do("A:KH")
    lit = shown(hands)
    assert lit_as("movable", lit) == {"C2", "As1", "As2", "As3", "As4"}
    assert lit_as("target", lit) == {"A8", "C12"}


def test_a_question_lights_the_holes_to_touch() -> None:
    hands = at_table("-/B8,B12/-/- A", mode="referee")
    lit = after(hands, "A:X", "As5-", "B8-", "B12-", "+B8", "+B12", "+Bs4", wait=1)
    assert lit == {"B8": "choose", "B12": "choose"}


def test_a_faulty_sensor_is_lit_as_a_fault() -> None:
    hands = at_table("A8/B8/-/- A", mode="referee")
    assert after(hands, "+C14", wait=10) == {"C14": "fault"}


def test_after_a_win_the_lanes_of_the_winners_are_lit() -> None:
    hands = at_table("h1,h2,h3,h4,h5/-/C3,h2,h3,h4,h5/- A", mode="referee")
    lit = after(hands, "A:AD", "C3-", "+Ch1", wait=1)
    assert lit == {f"{seat}h{i}": f"win:{seat}" for seat in "AC" for i in range(1, 6)}


def test_the_lights_lead_the_marbles_to_the_position_that_a_ruling_sets() -> None:
    hands = at_table("A8/B8/-/- A", mode="referee")
    hands.wait(1)
    hands.feed(Ruling(hands.t, "correct", "referee", None, Position.parse("A10/B8/-/- B")))
    assert shown(hands)["A10"] == "put-back:A"
    assert after(hands, "A8-", "+A10") == {}


def test_taking_the_card_off_the_reader_switches_the_help_lights_off() -> None:
    hands = at_table("A8/B8/-/- A", mode="training")
    hands.do("A:5H")
    assert "target" in shown(hands).values()
    hands.feed(CardRead(hands.t, None, 0))
    assert "target" not in shown(hands).values()
    hands.feed(CardRead(hands.t, Card.parse("4H"), 0))
    assert shown(hands)["A12"] == "target"


def test_in_referee_mode_the_help_button_lights_the_legal_holes() -> None:
    hands = at_table("A8/B10/-/- A", mode="referee")
    hands.do("A:5H")
    assert shown(hands) == {}
    hands.feed(Button(hands.t, "help", 0))
    assert shown(hands) == {"A8": "movable", "A13": "target"}


def test_of_three_misplaced_equal_marbles_a_marble_that_is_put_back_is_not_lit() -> None:
    hands = at_table("A8,A13,B2/-/-/- A", mode="referee")
    hands.do("A8-", "A13-", "B2-", "+C5", "+C6", "+C9")
    hands.wait(1.5)
    hands.do("C5-", "+A8")
    assert "A8" not in shown(hands)
    assert after(hands, "C6-", "+A13", "C9-", "+B2") == {}


def test_in_play_mode_the_holes_for_the_rest_of_a_split_are_lit_during_a_pause() -> None:
    hands = at_table("A2,A12/-/-/- A")
    hands.do("A:7H", "A12-", "+A13")
    assert shown(hands) == {"A8": "turn:A"}
    hands.wait(0.7)
    assert shown(hands) == {"A2": "movable", "A8": "target", "Ah5": "target"}
    hands.wait(1.5)  # Half a split is not illegal before the next card.
    assert shown(hands) == {"A2": "movable", "A8": "target", "Ah5": "target"}
    assert after(hands, "A2-", "+A8") == {"B8": "turn:B"}


def test_the_lights_offer_the_hole_where_a_split_began_as_a_target_of_its_rest() -> None:
    hands = at_table("A2,A8/-/-/- A", mode="training")
    assert after(hands, "A:7H", "A8-", "+A9")["A8"] == "target"


def test_in_training_mode_only_the_targets_of_a_lifted_start_marble_are_lit() -> None:
    hands = at_table("A2,A12/-/-/- A", mode="training")
    assert after(hands, "A:KH", "As1-") == {"A8": "target", "As2": "movable", "As3": "movable"}


def test_the_lights_lead_a_held_misplaced_marble_back_before_other_marbles() -> None:
    hands = at_table("A1/B1/C1/D1 A", mode="referee")
    hands.do("B1-", "+B5", "C1-", "+C5", "D1-", "+D5")
    hands.wait(2)
    assert after(hands, "C5-") == {"C1": "put-back:C", "B5": "illegal", "D5": "illegal"}


def test_the_lights_lead_the_marbles_of_an_undone_exchange_back_to_their_old_holes() -> None:
    hands = at_table("A8/C4,C11/-/D5 A", mode="referee", rules="pegs-and-jokers")
    hands.do("A:2H", "A8-", "C4-", "+C4", "+A8")
    hands.wait(0.1)
    hands.feed(Button(hands.t, "back", 0))
    assert shown(hands) == {"A8": "illegal", "C4": "put-back:B"}
    assert after(hands, "A8-", "C4-", "+C4", "+A8") == {}
