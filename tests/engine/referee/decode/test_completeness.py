"""Every legal play, made without habits and mistakes, is announced in the time of docs/formats.md."""

from __future__ import annotations

import pytest

from engine.cards import Rank
from engine.geometry import seat_letter
from engine.position import Position
from engine.referee.machine import Referee
from engine.referee.verdicts import Ambiguous, Fault, Illegal, Move
from engine.rules.rule_sets import RULES
from engine.table import Table, table_for
from tests.engine.referee.hands import Hands, do_plainly, looks_alike, may_go_on, plays_of, positions_of_play

CLOSED, OPEN = 0.050, 0.700


def recognised(table: Table, before: Position, rank: Rank, result: Position) -> str:
    """Why the play is not recognised in time, as a sentence; "" if it is."""
    referee = Referee(table, before, mode="referee")
    hands = Hands.of(referee)
    hands.wait(0.2)
    hands.lay(str(rank), before.turn)
    do_plainly(hands, table, before, result)
    hands.wait(OPEN + 0.1)
    moves = hands.announced(Move)
    asked = hands.announced(Ambiguous)
    if any(isinstance(v, Illegal | Fault) for v in hands.verdicts):
        return f"a false alarm: {hands.verdicts}"
    if asked and not moves:
        others = [o.position for r, o in plays_of(table, before, (rank,)) if o.position != result]
        if any(looks_alike(before, result, other) for other in others):
            return ""
        return f"asked without need: {asked}"
    if not moves or moves[-1].position != result:
        return f"recognised as {[str(m.position) for m in moves]}"
    limit = OPEN if may_go_on(table, before, rank, result) else CLOSED
    late = moves[-1].t - hands.last_edge
    if late > limit + 1e-9:
        return f"announced {late:.3f} s after the last edge"
    return "" if len(moves) == 1 or limit == OPEN else "announced twice"


def failures(table: Table, seed: int, positions: int) -> list[str]:
    """The reasons for which legal plays in random positions were not recognised; empty if all were."""
    found = []
    for before in positions_of_play(table, seed, positions):
        for rank, outcome in plays_of(table, before):
            fault = recognised(table, before, rank, outcome.position)
            if fault:
                play = outcome.play.text(table.board)
                found.append(f"{table.rules.name} {before} {play} {seat_letter(before.turn)}: {fault}")
    return found


@pytest.mark.parametrize("seed", range(6))
def test_every_legal_play_of_texas_is_recognised(seed: int) -> None:
    assert failures(table_for(RULES["texas"], 4), seed, 8) == []


@pytest.mark.parametrize("players", [4, 6])
@pytest.mark.parametrize("name", [name for name in RULES if name != "texas"])
def test_every_legal_play_of_every_rule_set_except_texas_is_recognised(name: str, players: int) -> None:
    assert failures(table_for(RULES[name], players), players, 6) == []
