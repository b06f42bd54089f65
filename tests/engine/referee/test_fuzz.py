"""The referee survives any sequence of events, and once the board is corrected the game continues.

`python -m tests.benchmarks fuzz` does the same for a million steps.
"""

from __future__ import annotations

import gc
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

import pytest

from engine.geometry import Board
from engine.referee.machine import Referee
from engine.referee.model.plays import Plays
from engine.table import Table
from tests.engine.referee.storm import Storm, a_table, goes_on
from tests.examples import some, whole

STORMS = some(range(16), 6)
"""Seeds of storms, which cover every rule set, mode and kind of reader, and all lengths of pauses."""
STEPS = 300 if whole() else 100
"""The number of random events in a storm; while no play ends the turn, each takes longer than the last."""


@pytest.mark.parametrize(("seed", "players", "steps"), some([(549, 4, 500), (61, 4, 880), (854, 6, 500)], 1))
def test_after_random_edges_a_visible_play_is_announced_although_invisible_plays_are_as_likely(
    seed: int, players: int, steps: int
) -> None:
    table, referee, full = a_table(seed, players=players)
    storm = Storm(table, referee, full, seed)
    storm.rage(steps)
    assert goes_on(storm)


@pytest.mark.parametrize(("seed", "players"), [(638, 6), (655, 4)])
def test_every_hypothesis_suspects_the_sensors_that_contradict_a_ruling(seed: int, players: int) -> None:
    table, referee, full = a_table(seed, players=players)
    Storm(table, referee, full, seed).rage(10)  # At each step, the board is compared with every hypothesis.


@pytest.mark.parametrize("seed", STORMS)
def test_after_random_edges_and_commands_the_board_is_corrected_and_the_game_goes_on(seed: int) -> None:
    table, referee, full = a_table(seed)
    storm = Storm(table, referee, full, seed)
    storm.rage(STEPS)
    assert goes_on(storm)


def test_a_long_storm_of_random_edges_does_not_fill_the_memory() -> None:
    """A referee's memory grows during a turn and shrinks after it."""
    table, referee, full = a_table(1)
    storm = Storm(table, referee, full, 1)
    held: list[int] = []
    for _ in range(10):
        storm.rage(100)
        held.append(objects_of(referee))
    assert min(held[5:]) < max(held[:5])
    assert max(held) < 30_000


SHARED = (type, ModuleType, FunctionType, MethodType, BuiltinFunctionType, Table, Board, Plays)
"""Types of code and of values that all referees share."""


def objects_of(referee: Referee) -> int:
    """The number of objects that only this referee keeps alive."""
    found: dict[int, object] = {}
    todo: list[object] = [referee]
    while todo:
        each = todo.pop()
        if id(each) not in found and not isinstance(each, SHARED):
            found[id(each)] = each
            todo += gc.get_referents(each)
    return len(found)
