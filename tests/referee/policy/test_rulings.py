"""A human referee's decisions that cannot be done are refused, and change nothing."""

from __future__ import annotations

import pytest

from engine.position import Position
from engine.rules.rule_sets import RULES
from engine.table import table_for
from referee.errors import RefereeError
from referee.events import DecisionName, Ruling
from referee.machine import Referee
from tests.referee.hands import Hands

TABLE = table_for(RULES["texas"], 4)
START = "A8,C2/B8/-/- A"


def at_a_table(line: str = START) -> Hands:
    return Hands.of(Referee(TABLE, Position.parse(line), mode="referee"))


def refused(hands: Hands, decision: DecisionName, position: Position | None = None) -> str:
    """The reason; the referee's mind is as before."""
    here = hands.referee
    before = here.position, here.plays, here.owing, here.card, here.lights
    with pytest.raises(RefereeError) as refusal:
        here.feed(Ruling(hands.t, decision, "Ruth", None, position))
    assert (here.position, here.plays, here.owing, here.card, here.lights) == before
    return str(refusal.value)


@pytest.mark.parametrize(
    ("position", "why"),
    [
        (None, "a position of this board"),
        (Position.parse("-/-/-/-/-/- A"), "a position of this board"),
        (Position.parse("A8/./C2/. A"), "the seats that are taken"),
        (Position(4, ((8, 8), (), (), ()), 0), "two marbles"),
    ],
)
def test_a_position_that_cannot_be_is_no_correction(position: Position | None, why: str) -> None:
    assert why in refused(at_a_table(), "correct", position)


def test_where_nothing_is_wrong_there_is_nothing_to_let_stand() -> None:
    assert "nothing illegal" in refused(at_a_table(), "let-stand")


def test_a_play_that_was_never_made_cannot_be_taken_back() -> None:
    assert refused(at_a_table(), "take-back")


def test_a_play_that_was_amended_is_taken_back_by_its_first_number_too() -> None:
    hands = at_a_table("A8/-/-/- A")
    hands.do("A:AH", "A8-", "+A9")
    hands.wait(1)
    hands.do("A9-", "+B1")
    hands.wait(1)
    assert [play.n for play in hands.referee.plays] == [2]
    hands.feed(Ruling(hands.t, "take-back", "Ruth", 1))
    assert hands.referee.plays == ()
    assert hands.referee.position == Position.parse("A8/-/-/- A")


def test_a_marble_cannot_be_let_stand_where_none_of_its_colour_may() -> None:
    hands = at_a_table("A8/B8/-/- A")
    hands.do("A:5D", "A8-", "+Bh1")
    hands.wait(2)
    assert "cannot stay" in refused(hands, "let-stand")
