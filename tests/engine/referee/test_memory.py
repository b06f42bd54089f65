"""A referee remembers no more however long people play, or only fidget."""

from __future__ import annotations

import random

from engine.referee.events import Edge
from engine.referee.machine import Referee
from engine.referee.model.turn import Turn
from engine.rules.rule_sets import RULES
from engine.table import table_for
from tests.engine.referee.hands import Hands, do_plainly, plays_of, positions_of_play
from tests.engine.referee.storm import Storm

MOST_BOARDS, MOST_PLAYS = 5_000, 12


def remembered(referee: Referee) -> tuple[int, int]:
    """The boards whose cost is remembered, and the turns whose plays are."""
    record = referee._record
    todo = [
        record.root,
        *[each.turn for each in record.in_force],
        *[each.turn for each in record.beam.everywhere],
    ]
    known: set[Turn] = set()
    while todo:
        turn = todo.pop()
        if turn not in known:
            known.add(turn)
            todo += [*turn._next.values(), *turn._cards.values(), *([turn.before] if turn.before else [])]
    return sum(len(turn.board_costs) for turn in known), sum("plays" in vars(turn) for turn in known)


def test_memory_stays_bounded_during_a_long_fidget() -> None:
    table = table_for(RULES["texas"], 4)
    (position,) = positions_of_play(table, 2, 1, every=20)
    referee = Referee(table, position, cards="none")
    storm = Storm(table, referee, Hands.of(referee).full, 2)
    storm.event = lambda: _edge(storm)  # type: ignore[method-assign]
    storm.rage(1_000)
    boards, _ = remembered(referee)
    assert boards <= MOST_BOARDS


def _edge(storm: Storm) -> Edge:
    hole = storm.rng.randrange(storm.table.board.holes)
    storm.full ^= {hole}
    return Edge(storm.t, hole, hole in storm.full)


def test_memory_stays_bounded_over_a_long_game() -> None:
    table, rng = table_for(RULES["texas"], 4), random.Random(1)
    hands = Hands.of(Referee(table, table.initial(), cards="none"))
    while len(hands.referee.plays) < 60:
        before = hands.referee.position
        choice = plays_of(table, before)
        if not choice:
            break
        _, play = rng.choice(choice)
        do_plainly(hands, table, before, play.position)
        hands.wait(1.5)
    assert len(hands.referee.plays) >= 40, "plays were not understood"
    _, plays = remembered(hands.referee)
    assert plays <= MOST_PLAYS
