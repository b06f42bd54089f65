"""A laid card that has a play must be played, except a Joker where the switch `joker_forced` excuses it."""

from __future__ import annotations

import pytest

from engine.cards import Card
from engine.position import Position
from engine.referee.events import Button, Dealt
from engine.referee.machine import Referee
from engine.referee.verdicts import Discard, Illegal, Move
from engine.rules.rule_sets import RULES
from engine.table import table_at
from engine.violation import Code
from tests.engine.referee.hands import Hands


def at_table(forced: str, line: str) -> Hands:
    """A table with the switch `joker_forced` set to `forced`; A's Joker could capture B's marble."""
    position = Position.parse(line)
    rules = RULES["texas"].with_switches({"joker_forced": forced})
    return Hands.of(Referee(table_at(rules, position), position))


def go_on(hands: Hands, how: str) -> None:
    """End A's turn without a play: A presses `ok`, or B lays a card."""
    hands.wait(0.5)
    if how == "ok":
        hands.feed(Button(hands.t, "ok", 0))
    else:
        hands.lay("5H", 1)
    hands.wait(2)


def objections(hands: Hands) -> list[str]:
    return [verdict.code for verdict in hands.announced(Illegal)]


@pytest.mark.parametrize("how", ["ok", "the next card"])
@pytest.mark.parametrize(
    ("forced", "line"),
    [
        ("only_play", "A10/B8/-/- A"),
        ("nothing_in_play", "-/B8/-/- A"),
        ("nothing_in_play", "h1,h2,h3,h4,h5/B8/-/- A"),
    ],
)
def test_a_joker_that_the_rules_force_must_be_played_and_the_turn_waits_for_its_play(
    forced: str, line: str, how: str
) -> None:
    hands = at_table(forced, line)
    hands.do("A:X")
    go_on(hands, how)
    assert objections(hands) == [Code.MUST_PLAY]
    assert hands.referee.turn == 0
    assert not hands.announced(Discard)
    helped = "C" if line.startswith("h1") else "A"
    hands.do(f"{helped}s1-", "B8-", "+B8", "+Bs5")
    hands.wait(2)
    (move,) = hands.announced(Move)
    assert (str(move.card), move.seat) == ("X", 0)


@pytest.mark.parametrize("how", ["ok", "the next card"])
@pytest.mark.parametrize(
    ("forced", "line"),
    [
        ("nothing_in_play", "A10/B8/-/- A"),
        ("nothing_in_play", "h1/B8/-/- A"),
        ("nothing_in_play", "h1,h2,h3,h4,h5/B8/C1/- A"),
        ("never", "-/B8/-/- A"),
    ],
)
def test_a_joker_that_the_rules_do_not_force_may_be_discarded(forced: str, line: str, how: str) -> None:
    hands = at_table(forced, line)
    hands.do("A:X")
    go_on(hands, how)
    assert objections(hands) == []
    (thrown,) = hands.announced(Discard)
    assert (str(thrown.card), thrown.seat) == ("X", 0)
    assert hands.referee.turn == 1


@pytest.mark.parametrize(
    ("line", "obliged"), [("-/B8/-/- A", True), ("h5/B8/-/- A", False), ("-/-/-/- A", False)]
)
def test_with_the_switch_nothing_in_play_a_dealt_joker_must_be_played_only_without_a_marble_in_play(
    line: str, obliged: bool
) -> None:
    """The laid 4 has no play, so it may be discarded unless the Joker in the same hand obliges A."""
    hands = at_table("nothing_in_play", line)
    for card in ("X", "4C"):
        hands.feed(Dealt(hands.t, Card.parse(card), 0))
    hands.do("A:4C")
    go_on(hands, "ok")
    assert objections(hands) == [Code.MUST_PLAY] * obliged
    assert [str(verdict.card) for verdict in hands.announced(Discard)] == ([] if obliged else ["4C"])
