"""Clearing the board during a game makes no plays; a new game is offered, and each answer works."""

from __future__ import annotations

import random

import pytest

from engine.cards import Card
from engine.geometry import board
from engine.position import Position, colours, holes_when_set_up
from engine.referee.events import Button, Dealt, Ruling
from engine.referee.machine import Referee
from engine.referee.verdicts import Illegal, Move, Offer, Restored
from engine.rules.rule_sets import RULES
from engine.table import Table, table_for
from tests.engine.referee.hands import Hands, do_plainly, plays_of, positions_of_play
from tests.examples import whole

OUT = 4
"""The fewest marbles outside START for these tests: clearing fewer may also undo plays one by one."""


def clear(hands: Hands, table: Table, rng: random.Random) -> None:
    """Carry every marble to its START, one after the other, at an unsteady pace."""
    standing = list(colours(hands.referee.position).items())
    rng.shuffle(standing)
    for hole, seat in standing:
        hands.wait(rng.uniform(0.1, 1.1))
        hands.lift(hole)
        hands.wait(rng.uniform(0.1, 1.1))
        hands.place(min(each for each in table.board.start(seat) if each not in hands.full))


def fault_of(table: Table, hands: Hands, rng: random.Random, *, accepted: bool) -> str:
    """The fault, as a sentence, if the board is cleared after a play and the offer of a new game answered.

    The answer is `ok` (if `accepted`) or `back`. "" if there is no fault, or the play raised a question.
    """
    referee = hands.referee
    before = referee.position
    rank, play = rng.choice(plays_of(table, before))
    hands.lay(str(rank), before.turn)
    do_plainly(hands, table, before, play.position)
    hands.wait(2)
    if [v.position for v in hands.verdicts if isinstance(v, Move)] != [play.position]:
        return ""  # The board caused a question, or also fits another play.
    hands.verdicts.clear()
    clear(hands, table, rng)
    hands.wait(6.5)
    alarms = [v for v in hands.verdicts if isinstance(v, Illegal)]
    offers = [v for v in hands.verdicts if isinstance(v, Offer)]
    if len(alarms) > 1 or len(offers) != 1 or referee.position != play.position:
        return f"announced while it was cleared: {hands.verdicts}"
    hands.feed(Button(hands.t, "ok" if accepted else "back", None))
    hands.wait(5)
    if accepted:
        return "" if not colours(referee.position) and not referee.plays else f"after ok: {hands.verdicts}"
    if referee.position != play.position:
        return f"after back: {hands.verdicts}"
    hands.set_up(play.position, table)
    hands.wait(3)
    mended = any(isinstance(v, Restored) for v in hands.verdicts) and not any(
        v for v in hands.verdicts if isinstance(v, Move)
    )
    return (
        ""
        if mended and hands.full == holes_when_set_up(referee.position, table.board)
        else f"{hands.verdicts}"
    )


@pytest.mark.parametrize("accepted", [True, False], ids=["new game", "mended"])
@pytest.mark.parametrize("name", list(RULES))
def test_clearing_the_board_during_a_game_offers_a_new_game_and_takes_no_play_back(
    name: str, accepted: bool
) -> None:
    table, found = table_for(RULES[name], 4), []
    rng = random.Random(name)
    for position in positions_of_play(table, 5, 40 if whole() else 8, every=41):
        if len(colours(position)) >= OUT and plays_of(table, position):
            fault = fault_of(table, Hands.of(Referee(table, position)), rng, accepted=accepted)
            found += [f"{position}: {fault}"] if fault else []
    assert found == []


def offered() -> Hands:
    """Hands at a table that offers a new game after the board was cleared; A has been dealt an Ace."""
    table = table_for(RULES["texas"], 4)
    hands = Hands.of(Referee(table, Position.parse("A8,A10/B8,B12/C8/D8 A")))
    hands.feed(Dealt(0.0, Card.parse("AS"), 0))
    clear(hands, table, random.Random(1))
    hands.wait(4)
    assert hands.referee.offered
    return hands


def test_a_ruling_that_corrects_the_position_ends_the_offer_of_a_new_game() -> None:
    hands = offered()
    before = Position.parse("-/-/-/- B")
    hands.feed(Ruling(hands.t, "correct", "R", position=before))
    assert not hands.referee.offered
    hands.feed(Button(hands.t, "ok", None))
    hands.do("B:K", "Bs5-", "+B8")
    hands.wait(1)
    assert [move.play.text(board(4)) for move in hands.referee.plays if isinstance(move, Move)] == ["K Bs-B8"]


@pytest.mark.parametrize("swept", [True, False], ids=["into hands", "into START"])
def test_putting_the_marbles_back_ends_the_offer_of_a_new_game(swept: bool) -> None:
    table = table_for(RULES["texas"], 4)
    position = Position.parse("A8,A10/B8,B12/C8/D8 A")
    hands = Hands.of(Referee(table, position))
    if swept:
        for hole in sorted(hands.full):
            hands.lift(hole)
            hands.wait(0.1)
    else:
        clear(hands, table, random.Random(1))
    hands.wait(7)
    assert hands.referee.offered
    hands.set_up(position, table)
    hands.wait(3)
    assert not hands.referee.offered
    hands.do("A:6", "A10-", "+A16")
    hands.wait(1)
    assert [move.play.text(board(4)) for move in hands.referee.plays if isinstance(move, Move)] == [
        "6 A10-A16"
    ]


def test_a_new_game_forgets_known_hands_and_the_laid_card() -> None:
    hands = offered()
    hands.feed(Button(hands.t, "ok", None))
    hands.do("A:9D")
    hands.wait(1)
    assert [str(verdict.card) for verdict in hands.referee.plays] == ["9D"]
    assert hands.referee.position.line() == "-/-/-/- B"
