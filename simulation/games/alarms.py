"""Waiting for an `illegal` verdict, and counting it."""

from __future__ import annotations

from simulation.games.table_state import TableState
from simulation.scoring.true_turns import Wrong

UNTIL_FLAGGED = 2.6
"""Seconds for which people wait for an `illegal` verdict before they go on."""


def wait_until_flagged(game: TableState, wrong: Wrong) -> None:
    """Wait until it is said, or until nothing has moved for `UNTIL_FLAGGED` seconds."""
    world = game.world
    while wrong.said is None and world.t < world.last_edge + UNTIL_FLAGGED:
        world.wait_for(lambda: wrong.said is not None, world.last_edge + UNTIL_FLAGGED - world.t + 1e-3)


def flagged(game: TableState, wrong: Wrong, done: str) -> None:
    """Count it, its time and its code."""
    said = wrong.said
    assert said is not None
    game.tally.flagged[wrong.kind] += 1
    if game.next_card is None:  # else it was to be said at once
        late = said.t - max(wrong.since, game.world.last_edge_by(said.t))
        game.tally.illegal.add(late)
        if not 1.0 - 1e-6 <= late <= 1.8 + 1e-6:
            game.scorer.off(f"time: illegal {late:.3f} s after the last edge: {wrong.kind}")
    if said.code not in wrong.codes:
        game.tally.codes[f"{wrong.kind} -> {said.code}"] += 1
        game.scorer.off(f"code: {wrong.kind} ({done}) is called {said.code}: {said.text}")
