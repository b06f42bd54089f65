"""Give the referee a million random edges, cards, buttons and decisions; measure time and growth of memory.

After each thousand steps all marbles are put in their places. A play must then be recorded, unless a sensor
counts as faulty or the game is won. If the play is not recorded, or an exception is raised, the benchmark
fails. It takes one to two hours, so it runs only if its name is given.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator

from engine.rules.rule_sets import RULES
from tests.engine.referee.storm import Storm, a_table, goes_on

ONLY_NAMED = True
STEPS = 1_000_000
A_TABLE = 1000
"""The number of random steps at a table before all marbles are put in their places."""
LINES = 10


def run(steps: int = STEPS) -> Iterator[str]:
    """Print a line after each tenth of the steps."""
    begun, slowest, went_on, lost = time.process_time(), 0.0, 0, 0
    tables = max(1, steps // A_TABLE)
    for seed in range(tables):
        table, referee, full = a_table(seed, players=(4, 4, 6, 8)[seed % 4] if seed % 5 > 1 else 4)
        storm = Storm(table, referee, full, seed)
        storm.rage(A_TABLE)
        slowest = max(slowest, storm.slowest)
        if goes_on(storm):
            went_on += 1
        else:
            lost += 1
        if (seed + 1) % max(1, tables // LINES) == 0:
            spent, done = time.process_time() - begun, (seed + 1) * A_TABLE
            memory = _peak()
            yield (
                f"{done:9,} steps at {seed + 1} tables, {1000 * spent / done:.3f} ms a step (slowest "
                f"{1000 * slowest:.1f} ms), at most {memory:.0f} MB; {went_on} played on, {lost} could not "
                "(a lying sensor in the way, or the game won)"
            )


def growth(steps: int) -> float:
    """The megabytes by which memory grows in the second half of `steps` random steps.

    Caches are filled before the count. Raise AssertionError, or the referee's exception, if a step fails.
    """
    tables = max(10, steps // A_TABLE)
    early = 0.0
    for seed in range(tables):
        if seed == tables // 2:
            early = _peak()
        table, judge, full = a_table(len(RULES) * seed)
        storm = Storm(table, judge, full, seed)
        storm.rage(A_TABLE)
        goes_on(storm)
    return _peak() - early


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
