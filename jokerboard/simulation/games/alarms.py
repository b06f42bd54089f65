"""Waiting for an `illegal` verdict, and counting it."""

from __future__ import annotations

from engine.referee.events import Button
from jokerboard.simulation.games.table_state import TableState
from jokerboard.simulation.people.habits import between
from jokerboard.simulation.scoring.true_turns import Turn, Wrong

UNTIL_FLAGGED = 2.6
"""Seconds for which people wait for an `illegal` verdict before they go on."""


def wait_until_flagged(game: TableState, wrong: Wrong) -> None:
    """Wait until it is said, or until nothing has moved for `UNTIL_FLAGGED` seconds."""
    world = game.world
    while wrong.said is None and world.t < world.last_edge + UNTIL_FLAGGED:
        world.wait_for(lambda: wrong.said is not None, world.last_edge + UNTIL_FLAGGED - world.t + 1e-3)


def end_the_turn(game: TableState, turn: Turn, wrong: Wrong) -> None:
    """An unfinished legal part is illegal only when `ok` or the next card ends the turn: press `ok`."""
    world = game.world
    world.wait_for(lambda: wrong.said is not None, between(game.rng, 0.5, 3.0))
    if wrong.said is None:
        wrong.at_once, wrong.since = True, world.t
        world.feed(Button(world.t, "ok", turn.seat))
        world.wait(0.05)


def flagged(game: TableState, wrong: Wrong, done: str) -> None:
    """Count it, its time and its code."""
    said = wrong.said
    assert said is not None
    game.tally.flagged[wrong.kind] += 1
    if game.next_card is None and not wrong.at_once:
        late = said.t - max(wrong.since, game.world.last_edge_by(said.t))
        game.tally.illegal.add(late)
        if not 1.0 - 1e-6 <= late <= 1.8 + 1e-6:
            game.scorer.off(f"time: illegal {late:.3f} s after the last edge: {wrong.kind}")
    if said.code not in wrong.codes:
        game.tally.codes[f"{wrong.kind} -> {said.code}"] += 1
        game.scorer.off(f"code: {wrong.kind} ({done}) is called {said.code}: {said.text}")
