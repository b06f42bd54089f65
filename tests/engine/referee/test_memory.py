"""A referee's memory does not grow, however long people play or fidget."""

from __future__ import annotations

import gc
import random
import sys
from types import FunctionType, ModuleType

from engine.cards import Rank
from engine.legal import Outcome
from engine.position import Position
from engine.referee.events import Button, CardRead, Edge
from engine.referee.machine import Referee
from engine.referee.model.turn import Turn
from engine.referee.policy.record import KEPT
from engine.referee.verdicts import Illegal
from engine.rules.rule_sets import RULES
from engine.table import table_for
from jokerboard.journal.games.game_lines import to_json
from tests.engine.referee.hands import Hands, change, do_plainly, plays_of, positions_of_play
from tests.engine.referee.storm import Storm
from tests.examples import whole

FORWARD = (Rank.KING, Rank.THREE, Rank.FIVE, Rank.SIX, Rank.TEN)
MOST_BOARDS, MOST_PLAYS = 5_000, 12
NO_DATA = type, ModuleType, FunctionType
A_PLAY = 1_000
"""The most bytes that a play may take once later plays have been announced."""


def remembered(referee: Referee) -> tuple[int, int]:
    """The number of boards whose cost is cached, and the number of turns whose plays are cached."""
    record = referee._record
    todo = [
        record.in_force.root,
        record.turn,
        *[each.turn for each in record.beam.everywhere],
    ]
    known: set[Turn] = set()
    while todo:
        turn = todo.pop()
        if turn not in known:
            known.add(turn)
            todo += [*turn._next.values(), *turn._cards.values(), *turn.remembered[1:2]]
    return sum(len(turn.board_costs) for turn in known), sum("plays" in vars(turn) for turn in known)


def test_the_referees_memory_stays_bounded_while_one_player_fidgets_for_long() -> None:
    table = table_for(RULES["texas"], 4)
    (position,) = positions_of_play(table, 2, 1, every=20)
    referee = Referee(table, position, cards="none")
    storm = Storm(table, referee, Hands.of(referee).full, 2)
    storm.event = lambda: _edge(storm)  # type: ignore[method-assign]
    storm.rage(1_000 if whole() else 500)
    boards, _ = remembered(referee)
    assert boards <= MOST_BOARDS


def _edge(storm: Storm) -> Edge:
    hole = storm.rng.randrange(storm.table.board.holes)
    storm.full ^= {hole}
    return Edge(storm.t, hole, hole in storm.full)


def size_of(root: object, *others: object) -> int:
    """The bytes of all objects reachable from `root`, without `others`, classes and functions."""
    todo, known, total = [root], {id(root), *map(id, others)}, 0
    while todo:
        each = todo.pop()
        total += sys.getsizeof(each)
        for other in gc.get_referents(each):
            if id(other) not in known and not isinstance(other, NO_DATA):
                known.add(id(other))
                todo.append(other)
    return total


def test_the_referees_memory_stays_bounded_over_a_long_game() -> None:
    table, rng = table_for(RULES["texas"], 4), random.Random(0)
    hands = Hands.of(Referee(table, table.initial()))
    sizes: list[int] = []
    while len(sizes) < 120:
        before = hands.referee.position
        rank, play = rng.choice([each for each in plays_of(table, before, FORWARD) if plain(before, each[1])])
        hands.lay(rank, before.turn)
        do_plainly(hands, table, before, play.position)
        hands.wait(1.5)
        hands.feed(CardRead(hands.t, None, before.turn))
        hands.wait(4.0)
        assert hands.referee.position.bits == play.position.bits
        # Positions cache their text, as in a service that prints the verdicts.
        for verdict in hands.verdicts:
            to_json(verdict, table.board)
        hands.verdicts.clear()
        sizes.append(size_of(hands.referee, table))
    _, plays = remembered(hands.referee)
    assert plays <= MOST_PLAYS
    assert (sizes[-1] - sizes[-60]) / 60 < A_PLAY


def plain(before: Position, play: Outcome) -> bool:
    """Whether a play captures nothing and does not win, so that the game goes on for long."""
    return not change(before, play.position).recoloured


def test_plays_older_than_the_turns_in_memory_can_be_taken_back() -> None:
    table, rng = table_for(RULES["texas"], 4), random.Random(0)
    hands = Hands.of(Referee(table, table.initial(), mode="play"))
    positions = []
    for _ in range(2 * KEPT + 2):
        before = hands.referee.position
        positions.append(before)
        rank, play = rng.choice([each for each in plays_of(table, before, FORWARD) if plain(before, each[1])])
        hands.lay(rank, before.turn)
        do_plainly(hands, table, before, play.position)
        hands.wait(1.5)
        hands.feed(CardRead(hands.t, None, before.turn))
        hands.wait(4.0)
    for before in reversed(positions):
        hands.feed(Button(hands.t, "back", before.turn))
        assert hands.referee.position == before
        hands.wait(0.3)
        hands.set_up(before, table)
        hands.wait(3.0)
        assert hands.referee.position == before
    assert not hands.referee.plays
    assert not hands.announced(Illegal)
    again = hands.referee._record.turn
    assert again.before is None
