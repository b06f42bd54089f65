"""A play is recognised in any order of its motions, and if its card is laid before, during or after it."""

from __future__ import annotations

import random

import pytest

from engine.cards import Rank
from engine.position import Position
from engine.referee.machine import Referee
from engine.referee.verdicts import Ambiguous, Fault, Illegal, Move
from engine.rules.rule_sets import RULES
from engine.table import Table, table_for
from tests.engine.referee.hands import Hands, in_any_order, plays_of, positions_of_play
from tests.examples import some


def judged(table: Table, before: Position, rank: Rank, after: Position, rng: random.Random) -> str:
    """Why the play was not recognised without an alarm and a question; "" if it was."""
    referee = Referee(table, before, mode="referee")
    hands = Hands.of(referee)
    gestures = in_any_order(table, before, after, rng)
    card = rng.choice([0, 0, 0, rng.randrange(len(gestures) + 1), len(gestures)])
    steps = []
    for i in range(len(gestures) + 1):
        if i == card:
            hands.wait(rng.uniform(0.03, 0.3))
            hands.lay(str(rank), before.turn)
            steps.append("card")
        if i < len(gestures):
            hands.wait(rng.uniform(0.1, 0.4))  # No hand crosses the board faster than this.
            (hands.lift if gestures[i].lift else hands.place)(gestures[i].hole)
            steps.append(f"{'-' if gestures[i].lift else '+'}{table.board.name(gestures[i].hole)}")
    hands.wait(0.701)
    moves = hands.announced(Move)
    wrong = [verdict for verdict in hands.verdicts if isinstance(verdict, Illegal | Fault | Ambiguous)]
    if wrong or not moves or moves[-1].position != after:
        return f"{' '.join(steps)}: {hands.verdicts}"
    return ""


@pytest.mark.parametrize("players", [4, 6])
@pytest.mark.parametrize("name", list(RULES))
def test_a_play_is_recognised_in_any_order_of_its_marbles(name: str, players: int) -> None:
    table, rng = table_for(RULES[name], players), random.Random(f"{name} {players}")
    found = []
    for before in some(positions_of_play(table, 7, 12), 5):
        plays = plays_of(table, before)
        for rank, outcome in rng.sample(plays, min(len(plays), 20)):
            fault = judged(table, before, rank, outcome.position, rng)
            if fault:
                found.append(f"{before} {outcome.play.text(table.board)}: {fault}")
    assert found == []
