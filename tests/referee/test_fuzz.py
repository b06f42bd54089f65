"""Whatever happens at a table, the referee keeps its head; when the board is put right the game goes on.

`python -m benchmarks fuzz` does the same for a million steps.
"""

from __future__ import annotations

import gc
import tracemalloc

import pytest

from tests.referee.storm import Storm, a_table, goes_on


@pytest.mark.parametrize(("seed", "players"), [(854, 6), (549, 4)])
def test_what_the_board_shows_is_said_though_plays_that_nothing_shows_are_as_likely(
    seed: int, players: int
) -> None:
    table, referee, full = a_table(seed, players=players)
    storm = Storm(table, referee, full, seed)
    storm.rage(500)
    assert goes_on(storm)


@pytest.mark.parametrize("seed", range(16))
def test_after_a_storm_the_board_is_put_right_and_the_game_goes_on(seed: int) -> None:
    table, referee, full = a_table(seed)
    storm = Storm(table, referee, full, seed)
    storm.rage(300)
    goes_on(storm)


def test_most_tables_can_play_on() -> None:
    went_on = 0
    for seed in range(100, 112):
        table, referee, full = a_table(seed, players=4)
        storm = Storm(table, referee, full, seed)
        storm.rage(60)
        went_on += goes_on(storm)
    assert went_on >= 6


def test_a_long_storm_does_not_fill_the_memory() -> None:
    """What is held goes up and down with the turn; only plays in force add to it for good, some 2 kB each."""
    table, referee, full = a_table(1)
    storm = Storm(table, referee, full, 1)
    held: list[tuple[int, int]] = []
    tracemalloc.start()
    try:
        for _ in range(10):
            storm.rage(100)
            gc.collect()
            held.append((tracemalloc.get_traced_memory()[0], len(referee.plays)))
    finally:
        tracemalloc.stop()
    most, plays = max(held[:5])
    assert min(now - 4_000 * max(0, n - plays) for now, n in held[5:]) < most
