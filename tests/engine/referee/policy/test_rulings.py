"""A human referee decides: a ruling changes the game, and an impossible one is refused without a verdict."""

from __future__ import annotations

import pytest

from engine.errors import RefereeError
from engine.position import Position
from engine.referee.events import Ruling, Tick
from engine.referee.machine import Referee
from engine.referee.verdicts import Ambiguous, Decision, NextTurn, Restored, Takeback
from engine.rules.rule_sets import RULES
from engine.table import table_for
from tests.engine.referee.hands import Hands
from tests.engine.referee.short_table import Table

TABLE = table_for(RULES["texas"], 4)
START = "A8,C2/B8/-/- A"


def at_a_table(line: str = START) -> Hands:
    return Hands.of(Referee(TABLE, Position.parse(line), mode="referee"))


def refused(hands: Hands, decision: Ruling) -> str:
    """Check that the decision is refused and changes nothing; return the reason."""
    here = hands.referee
    before = here.position, here.plays, here.owing, here.card, here.lights
    with pytest.raises(RefereeError) as refusal:
        here.feed(decision)
    assert (here.position, here.plays, here.owing, here.card, here.lights) == before
    return str(refusal.value)


def correct(position: Position | None) -> Ruling:
    return Ruling(1.0, "correct", "Ruth", position=position)


def correct_at(hands: Hands, line: str) -> Ruling:
    return Ruling(hands.t, "correct", "Ruth", position=Position.parse(line))


@pytest.mark.parametrize(
    ("decision", "why"),
    [
        (Ruling(1.0, "let-stand", "Ruth"), "nothing illegal"),
        (Ruling(1.0, "take-back", "Ruth"), "no play"),
        (Ruling(1.0, "take-back", "Ruth", n=7), "7"),
        (Ruling(1.0, "take-back", "Ruth", 1, Position.parse("-/-/-/-/-/- A")), "a position of this board"),
        (correct(None), "a position of this board"),
        (correct(Position.parse("-/-/-/-/-/- A")), "a position of this board"),
        (correct(Position.parse("A8/./C2/. A")), "the seats that are taken"),
        (correct(Position(4, ((8, 8), (), (), ()), 0)), "two marbles"),
    ],
)
def test_an_impossible_ruling_is_refused_and_causes_no_verdict(decision: Ruling, why: str) -> None:
    hands = at_a_table()
    hands.wait(0.0)
    assert why in refused(hands, decision)
    assert hands.referee.feed(Tick(2.0)) == []


def test_an_amended_play_can_also_be_taken_back_by_the_number_of_its_first_announcement() -> None:
    hands = at_a_table("A8/-/-/- A")
    hands.do("A:AH", "A8-", "+A9")
    hands.wait(1)
    hands.do("A9-", "+B1")
    hands.wait(1)
    assert [play.n for play in hands.referee.plays] == [2]
    hands.feed(Ruling(hands.t, "take-back", "Ruth", 1))
    assert hands.referee.plays == ()
    assert hands.referee.position == Position.parse("A8/-/-/- A")


def test_taking_back_a_play_from_before_a_ruling_restores_the_given_position() -> None:
    hands = at_a_table()
    hands.do("A:5D", "A8-", "+A13")
    hands.wait(1)
    hands.feed(correct_at(hands, "A13,C2/B8/-/- C"))
    hands.do("C:KD", "Cs1-", "+C8")
    hands.wait(1)
    assert [play.n for play in hands.referee.plays] == [2]
    before = Position.parse(START)
    verdicts = hands.referee.feed(Ruling(hands.t, "take-back", "Ruth", 1, before))
    assert verdicts == [
        Takeback(hands.t, 2, Position.parse("A13,C2/B8/-/- C")),
        Decision(hands.t, "take-back", "Ruth", before, n=1),
        NextTurn(hands.t, 0),
    ]
    assert (hands.referee.plays, hands.referee.position) == ((), before)


def test_the_last_ruling_can_be_taken_back_to_a_given_position() -> None:
    hands = at_a_table()
    hands.do("A:5D", "A8-", "+A13")
    hands.wait(1)
    after = hands.referee.position
    hands.feed(correct_at(hands, "A13,C2/B8/-/- C"))
    verdicts = hands.referee.feed(Ruling(hands.t, "take-back", "Ruth", None, after))
    assert verdicts[0] == Decision(hands.t, "take-back", "Ruth", after, n=2)
    assert hands.referee.position == after


def test_the_ruling_let_stand_is_refused_for_a_marble_in_a_hole_forbidden_to_its_colour() -> None:
    hands = at_a_table("A8/B8/-/- A")
    hands.do("A:5D", "A8-", "+Bh1")
    hands.wait(2)
    assert "cannot stay" in refused(hands, Ruling(hands.t, "let-stand", "Ruth"))


def test_after_the_ruling_let_stand_a_held_marble_whose_hole_is_taken_counts_as_in_start() -> None:
    hands = at_a_table("A8/A12/-/- A")
    hands.do("A:5D", "A12-", "A8-", "+A12")
    hands.wait(2.0)
    hands.feed(Ruling(hands.t, "let-stand", "Ruth"))
    assert hands.referee.position.line() == "A12/-/-/- B"


def test_after_the_ruling_let_stand_a_marble_lifted_from_another_seats_lane_counts_as_in_start() -> None:
    hands = at_a_table("A8/B8/-/- A")
    hands.do("A:5D", "A8-", "+Dh3")
    hands.wait(2.0)
    hands.do("Dh3-")
    hands.wait(0.1)
    hands.feed(Ruling(hands.t, "let-stand", "Ruth"))
    assert hands.referee.position.line() == "-/B8/-/- B"


def test_a_human_referee_can_correct_the_position_and_take_a_play_back() -> None:
    table = Table("A8/B8/-/- A").card(0.1, "A", "5D").lift(1.0, "A8").place(1.5, "A13").until(2.0)
    table.verdicts += table.referee.feed(Ruling(3.0, "take-back", "R"))
    assert table.referee.position.line() == "A8/B8/-/- A"
    table.verdicts += table.referee.feed(Ruling(4.0, "correct", "R", position=Position.parse("A13/B8/-/- B")))
    assert table.referee.turn == 1
    with pytest.raises(RefereeError):
        table.referee.feed(Ruling(5.0, "let-stand", "R"))


def test_a_ruling_that_takes_back_a_play_already_undone_by_hand_keeps_the_card_laid_since() -> None:
    table = Table("A8/B8/-/- A").card(0.1, "A", "5D").lift(1.0, "A8").place(1.5, "A13").until(2.0)
    table.lift(2.5, "A13").place(3.0, "A8").until(4.5)
    assert table.of(Takeback)
    table.card(5.0, "A", None).card(5.5, "A", "6D")
    table.verdicts += table.referee.feed(Ruling(6.0, "take-back", "R", n=1))
    table.lift(6.5, "A8").place(7.0, "A14").until(8.0)
    assert table.plays == ["6D A8-A14"]


def test_pressing_back_during_a_question_takes_no_earlier_play_back() -> None:
    table = Table("A8/B12/C8/D3,D12 D").card(0.1, "D", "5").lift(0.2, "D3").place(0.3, "D8")
    table.card(1.1, "A", "X").lift(1.5, "A8").lift(1.9, "B12", "D12").place(2.4, "B12", "D12").until(4.0)
    assert table.of(Ambiguous)
    table.press(4.5, "back", "A").until(5.0)
    assert table.plays == ["5 D3-D8"]
    table.verdicts += table.referee.feed(Ruling(5.5, "take-back", "R"))
    assert table.referee.position.line() == "A8/B12/C8/D8,D12 A"
    assert not any(light.role == "choose" for light in table.referee.lights.values())


def test_a_play_that_a_ruling_takes_back_is_not_asked_about_again() -> None:
    table = Table("A8/B12/C8/D3,D12 D").card(0.1, "D", "5").lift(0.2, "D3").place(0.3, "D8")
    table.card(1.1, "A", "X").lift(1.5, "A8").lift(1.9, "B12").place(2.3, "B12")
    table.lift(2.5, "D12").place(2.7, "D12").until(4.0)
    assert table.of(Takeback)
    assert table.of(Ambiguous)
    table.verdicts += table.referee.feed(Ruling(4.5, "take-back", "R", n=2))
    table.lift(5.0, "B12").place(5.5, "B12").until(7.0)
    assert table.plays == ["5 D3-D8"]
    assert table.referee.position.line() == "A8/B12/C8/D8,D12 A"


def test_marbles_corrected_after_a_ruling_are_not_announced_as_an_exchange() -> None:
    table = Table("A15/-/-/- A", rules="pegs-and-jokers")
    table.verdicts += table.referee.feed(
        Ruling(1.0, "correct", "R", position=Position.parse("A10/-/C14/- A"))
    )
    table.lift(1.001, "A15").lift(1.004, "Cs1").place(1.007, "A10").place(1.01, "C14").until(1.5)
    assert table.of(Restored)
    table.card(2.0, "A", "2S").until(5.0)
    assert table.plays == []


def test_after_a_ruling_no_light_asks_for_a_marble_although_a_sensor_is_suspected() -> None:
    table = Table("-/-/-/- A", rules="pegs-and-jokers").lift(1.0, "As1", "As2", "Ds1")
    table.place(1.0, "A8", "B2").until(1.006)
    table.verdicts += table.referee.feed(
        Ruling(1.02, "correct", "R", position=Position.parse("A8,B2/-/-/B6 A"))
    )
    table.place(1.022, "B6").until(1.5).card(2.0, "A", "7S").lift(2.5, "A8").place(3.1, "A11").until(6.0)
    assert not any(light.role == "put-back" for light in table.referee.lights.values())
