"""Faulty sensors, decisions about them, cards on a shared pile, and tables without card readers."""

from __future__ import annotations

from typing import Any, cast

import pytest

from engine.cards import Card
from engine.geometry import board
from engine.position import Position, holes_when_set_up
from engine.referee.events import Button, CardRead, Ruling
from engine.referee.machine import Referee
from engine.referee.model.hypothesis import START, Token
from engine.referee.settings import CardsMode
from engine.referee.verdicts import Discard, Fault, Illegal, Move, Restored, Takeback, Verdict
from engine.rules.rule_sets import RULES
from engine.table import table_at
from tests.engine.referee.hands import Hands


def at_table(line: str, cards: CardsMode = "seat", occupied: frozenset[int] | None = None) -> Hands:
    position = Position.parse(line)
    referee = Referee(table_at(RULES["texas"], position), position, cards=cards, occupied=occupied)
    hands = Hands.of(referee)
    if occupied is not None:
        hands.full = set(occupied)
    return hands


def lay(hands: Hands, card: str) -> None:
    hands.feed(CardRead(hands.t, Card.parse(card), None))


def test_after_a_ruling_two_sensors_that_contradict_the_ruling_raise_no_further_alarm() -> None:
    """A8 is dead and C14 is stuck: the sensors suggest that A's marble moved there, but a person decides that
    it did not.
    """
    hands = at_table("A8,A13/B8/-/- A")
    hands.do("A8-", "+C14")
    hands.wait(2)
    hands.feed(Ruling(hands.t, "correct", "Ruth", None, Position.parse("A8,A13/B8/-/- A")))
    alarms = len(hands.announced(Illegal))
    hands.wait(5)
    hands.do("A:5H", "A13-", "+B0", pause=0.5)
    hands.wait(4)
    hands.do("B:3C", "B8-", "+B11", pause=0.5)
    hands.wait(1)
    assert len(hands.announced(Illegal)) == alarms
    assert [str(move.card) for move in hands.announced(Move)] == ["5H", "3C"]
    assert {fault.hole for fault in hands.announced(Fault)} == {8, 50}


def test_moving_marbles_to_the_position_that_a_ruling_sets_raises_no_alarm_and_no_fault() -> None:
    hands = at_table("A8,A13/B8/-/- A")
    hands.do("A:5H", "A8-", "+A14")
    hands.wait(2)
    hands.feed(Ruling(hands.t, "correct", "Ruth", None, Position.parse("A9,A13/B8/-/- A")))
    alarms = len(hands.announced(Illegal))
    hands.wait(4)
    hands.do("A14-", "+A9")
    hands.wait(4)
    assert len(hands.announced(Illegal)) == alarms
    assert hands.announced(Restored)
    assert not hands.announced(Fault)


def test_a_play_that_was_taken_back_is_not_announced_again_until_its_marble_moves() -> None:
    hands = at_table("A8/B8/-/- A")
    hands.do("A:5H", "A8-", "+A13", "B:3C", "B8-", "+B11")
    hands.wait(0.1)
    hands.feed(Ruling(hands.t, "take-back", "Ruth", 1))
    hands.do("B11-", "+B8")
    hands.wait(3)
    assert [move.n for move in hands.announced(Move)] == [1, 2]
    hands.do("A13-", "+A8")
    hands.wait(1)
    hands.do("A8-", "+A13")
    hands.wait(1)
    assert [move.n for move in hands.announced(Move)] == [1, 2, 3]


def test_a_hole_that_fills_while_every_marble_is_in_place_has_a_faulty_sensor() -> None:
    hands = at_table("A8/B8/-/- A")
    hands.do("+C14")
    hands.wait(8)
    assert [fault.hole for fault in hands.announced(Fault)] == [50]


def test_a_sensor_is_not_announced_as_faulty_only_because_its_marble_is_held_for_long() -> None:
    hands = at_table("A8/B8/-/- A")
    hands.do("A:5H", "A8-")
    hands.wait(120)
    hands.do("+A13")
    hands.wait(1)
    assert not hands.announced(Fault)
    assert len(hands.announced(Move)) == 1


def with_a_dead_sensor(line: str, hole: str) -> Hands:
    """A table with a dead sensor that was announced as faulty."""
    position, dead = Position.parse(line), board(4).hole(hole)
    history: list[Verdict] = [Fault(0.0, "", hole=dead), Discard(0.0, 1, 3, "9H", position)]
    shown = frozenset(holes_when_set_up(position, board(4))) - {dead}
    referee = Referee(table_at(RULES["texas"], position), position, history=history, occupied=shown)
    hands = Hands.of(referee)
    hands.full = set(shown)
    return hands


def test_a_mistake_can_be_corrected_into_a_hole_whose_sensor_is_dead() -> None:
    hands = with_a_dead_sensor("A8/B8/-/- A", "A8")
    hands.do("A:2C", "+A9")
    hands.wait(3)
    assert [illegal.code for illegal in hands.announced(Illegal)] == ["wrong-count"]
    hands.do("A9-")
    hands.wait(3)
    assert hands.announced(Restored)
    hands.do("+A10", "B:3C")
    assert [str(move.position) for move in hands.announced(Move)] == ["A10/B8/-/- B"]


def test_a_play_from_a_hole_with_a_dead_sensor_can_be_taken_back() -> None:
    hands = with_a_dead_sensor("A8/B8/-/- A", "A8")
    hands.do("A:5C", "+A13")
    hands.wait(1)
    hands.do("A13-")
    hands.wait(8)
    assert hands.announced(Takeback)


def test_the_lights_lead_a_bumped_marble_to_a_hole_with_a_working_sensor() -> None:
    hands = with_a_dead_sensor("A8/B8,A13/-/- A", "Bs4")
    hands.do("A:5C", "A8-", "A13-", "+A13")
    hands.wait(1)
    assert [hole for hole, light in hands.referee.lights.items() if light.role == "bump"] == [
        board(4).hole("Bs5")
    ]


@pytest.mark.parametrize("card", ["3C", "9H"])
def test_a_card_laid_on_the_pile_while_a_marble_is_lifted_is_the_next_players_card(card: str) -> None:
    hands = at_table("A8/B8/-/- A", cards="table")
    lay(hands, "5H")
    hands.do("A8-")
    hands.wait(0.1)
    hands.feed(CardRead(hands.t, None, None))
    lay(hands, card)
    hands.do("+A13")
    hands.wait(1)
    assert [str(move.card) for move in hands.announced(Move)] == ["5H"]
    assert not hands.announced(Illegal)


def test_a_card_laid_on_the_card_of_the_turn_is_the_next_players_card_even_before_any_marble_moved() -> None:
    """The seat in turn could only discard the second card."""
    hands = at_table("-/B8/-/- A", cards="table")
    lay(hands, "QC")
    hands.wait(1)
    hands.feed(CardRead(hands.t, None, None))
    lay(hands, "5H")
    hands.wait(2)
    assert not hands.announced(Discard)
    hands.do("As1-", "+A8", "B8-", "+B13")
    hands.wait(1)
    assert [str(move.card) for move in hands.announced(Move)] == ["QC", "5H"]


def test_a_second_card_of_the_turn_replaces_the_first_card_if_no_marble_was_touched() -> None:
    hands = at_table("A8/B8/-/- A", cards="table")
    lay(hands, "5H")
    hands.wait(1)
    hands.feed(CardRead(hands.t, None, None))
    lay(hands, "6H")
    hands.do("A8-", "+A14")
    hands.wait(1)
    assert [str(move.card) for move in hands.announced(Move)] == ["6H"]


def test_at_a_table_without_cards_ok_announces_a_discard_and_a_later_play_amends_the_discard() -> None:
    hands = at_table("A8/B8/-/- A", cards="none")
    hands.wait(1)
    hands.feed(Button(hands.t, "ok", 0))
    assert len(hands.announced(Discard)) == 1
    hands.do("A8-", "+A13")
    hands.wait(1)
    (move,) = hands.announced(Move)
    assert (move.seat, move.amends) == (0, 1)


def test_at_a_table_without_cards_ok_of_the_next_seat_ends_an_open_play_and_announces_a_discard() -> None:
    hands = at_table("A8/B8/-/- A", cards="none")
    hands.do("A8-", "+A13")
    hands.wait(0.2)
    hands.feed(Button(hands.t, "ok", 1))
    hands.wait(0.1)
    assert [verdict.seat for verdict in hands.verdicts if isinstance(verdict, Move | Discard)] == [0, 1]


def test_a_sensor_announced_as_faulty_before_a_restart_raises_no_alarm_after_the_restart() -> None:
    """C14 is stuck: after a restart, its level makes no marble and no question."""
    hands = at_table("A8/B8/-/- A")
    hands.do("+C14")
    hands.wait(8)
    history, full = list(hands.verdicts), frozenset(hands.full)
    assert hands.announced(Fault)
    position = Position.parse("A8/B8/-/- A")
    table = table_at(RULES["texas"], position)
    again = Referee(table, position, occupied=full, history=history, t=hands.t)
    after = Hands(again, set(full), hands.t)
    after.do("A:5H", "A8-", "+A13", "B:3C", "B8-", "+B11")
    after.wait(1)
    assert [str(move.card) for move in after.announced(Move)] == ["5H", "3C"]
    assert not after.announced(Illegal)
    assert not after.announced(Fault)


def test_a_marble_held_for_a_minute_announces_no_fault_of_a_suspected_sensor() -> None:
    """An equally likely hypothesis from an earlier turn suspects the sensor of an empty START hole."""
    hands = at_table("A8/B8/-/- A")
    beam = cast(Any, hands.referee)._record.beam
    suspicious = beam.best.copy()
    suspicious.suspected = 1 << next(hole for hole in board(4).start(0) if hole not in hands.full)
    beam.all.append(suspicious)
    hands.do("As1-")
    hands.wait(60)
    assert not hands.announced(Fault)


def test_setting_down_one_of_two_equal_marbles_leaves_the_other_in_the_hand() -> None:
    hypothesis = cast(Any, at_table("A8,A9/-/-/- A").referee)._record.beam.best.copy()
    token = Token(1, 40, 0.0, START, 3)
    hypothesis.hand = (token, token)
    hypothesis.set_down(token, 40)
    assert hypothesis.hand == (token,)
