"""Rulings of a human referee: an impossible ruling is refused and causes no verdict."""

from __future__ import annotations

import pytest

from engine.errors import RefereeError
from engine.position import Position
from engine.referee.events import Ruling, Tick
from engine.referee.machine import Referee
from engine.referee.verdicts import Decision, NextTurn, Takeback
from engine.rules.rule_sets import RULES
from engine.table import table_for
from tests.engine.referee.hands import Hands

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
