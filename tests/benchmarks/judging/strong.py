"""The referee's processor time a step when people knock, brush or fidget at every occasion, in yardsticks.

A yardstick is the time of 200,000 empty iterations of a loop on the same processor, so that figures of
different machines can be compared. A step is one event or one deadline, with the lights after it. Each trace
is replayed three times, and the shortest time counts for each step: other load on the machine hardly counts.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator

from engine.position import Position
from engine.referee.events import Event
from engine.referee.machine import Referee
from engine.rules.rule_sets import RULES
from engine.table import Table, table_for
from tests.benchmarks.judging.referee import quantile
from tests.simulated_games.game import Game, play_game
from tests.simulated_games.people.habits import NAMES, Habits
from tests.simulated_games.table_state import Options
from tests.simulated_games.tally import Tally

PASSES = 3
TURNS, A_GAME = 40, 20
HABITS = {
    "knocks in every turn": "all,knock=1",
    "a board pushed in every turn": "all,shake=1",
    "brushes, adjustments, late marbles": "all,mild,brush=1,adjust=1,both_hands=1,order=1,late=1,noise=1",
    "fidgets, tilted marbles, slow sensors": (
        "all,mild,fidget=1,half_lift=1,neighbour_magnet=1,slow_release=1"
    ),
}


def run() -> Iterator[str]:
    """A line for people with one habit at a time, and one for each strength of all habits together."""
    yield _line("each habit alone, on every occasion for it", alone())
    for name, habits in HABITS.items():
        yield _line(f"all habits, and {name}", steps(habits, TURNS))


def _line(name: str, times: list[float]) -> str:
    one, p99, slowest = yardstick(), quantile(times, 0.99), quantile(times, 0.999)
    return (
        f"{name}: {len(times):,} steps, p99 {p99:.2f} ms = {p99 / one:.2f} yardsticks of {one:.1f} ms, "
        f"p99.9 {slowest / one:.2f} yardsticks"
    )


def yardstick() -> float:
    """The milliseconds of 200,000 empty iterations of a loop: the shortest of five measurements."""
    found = []
    for _ in range(5):
        begun = time.process_time()
        for _ in range(200_000):
            pass
        found.append(time.process_time() - begun)
    return 1000 * min(found)


def alone() -> list[float]:
    """The seconds of each step in games of people with a single habit, for all habits."""
    return [time for name in NAMES for time in steps(f"{name}=1", A_GAME)]


def steps(habits: str, turns: int) -> list[float]:
    """The seconds of each step in `turns` turns of people with these habits."""
    found: list[float] = []
    for table, position, events in _games(habits, turns):
        passes = [_replayed(table, position, events) for _ in range(PASSES)]
        found += [min(times) for times in zip(*passes, strict=True)]
    return found


def _games(habits: str, turns: int) -> Iterator[tuple[Table, Position, list[Event]]]:
    """The events of games until `turns` turns have been played; the last game may be incomplete."""
    options = Options(RULES["texas"], seed="strong", habits=Habits.of(habits))
    table, number, played = table_for(options.rules, options.players), 0, 0
    while played < turns:
        number += 1
        tally = Tally()
        game = Game(options, table, number, tally)
        position = game.state.position
        play_game(game, A_GAME)
        played += max(1, tally.turns)
        yield table, position, game.world.events


def _replayed(table: Table, position: Position, events: list[Event]) -> list[float]:
    """Replay events; return the seconds of each step, without garbage collection, as in the service."""
    referee, times = Referee(table, position), []
    gc.disable()
    try:
        for number, event in enumerate(events):
            while (due := referee.deadline) is not None and due < event.t:
                begun = time.process_time()
                referee.advance(due)
                _ = referee.lights
                times.append(time.process_time() - begun)
            begun = time.process_time()
            referee.feed(event)
            _ = referee.lights
            times.append(time.process_time() - begun)
            if not number % 100:
                gc.collect()
    finally:
        gc.enable()
    return times
