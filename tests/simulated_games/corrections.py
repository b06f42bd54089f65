"""After an illegal attempt, people wait for the `illegal` verdict and correct the board.

People correct by the lights, from memory, or straight to the right play.
"""

from __future__ import annotations

from collections import Counter

from engine.geometry import Hole, Seat
from engine.referee.events import Button
from tests.simulated_games import playing
from tests.simulated_games.people.carried_marbles import Carried, rearranged
from tests.simulated_games.people.gestures import carry_all
from tests.simulated_games.people.habits import between, shows
from tests.simulated_games.people.motions import Lift, Place
from tests.simulated_games.table_state import TableState
from tests.simulated_games.true_turns import Turn, Wrong

UNTIL_FLAGGED = 2.6
"""Seconds for which people wait for an `illegal` verdict before they go on."""


def wait_until_flagged(game: TableState, wrong: Wrong) -> None:
    """Wait until the illegal move is announced, or until nothing has moved for `UNTIL_FLAGGED` seconds."""
    world = game.world
    while wrong.alarm is None and world.t < world.last_edge + UNTIL_FLAGGED:
        world.wait_for(lambda: wrong.alarm is not None, world.last_edge + UNTIL_FLAGGED - world.t + 1e-3)


def end_the_turn(game: TableState, turn: Turn, wrong: Wrong) -> None:
    """Press `ok` after an attempt, such as half a split, that is illegal only at the end of the turn."""
    world = game.world
    world.wait_for(lambda: wrong.alarm is not None, between(game.rng, 0.5, 3.0))
    if wrong.alarm is None:
        wrong.at_once, wrong.since = True, world.t
        world.feed(Button(world.t, "ok", turn.seat))
        world.wait(0.05)


def flagged(game: TableState, wrong: Wrong, done: str) -> None:
    """Count the announced illegal move, with its delay and its code, in the tally."""
    alarm = wrong.alarm
    assert alarm is not None
    game.tally.flagged[wrong.kind] += 1
    if game.next_card is None and not wrong.at_once:
        late = alarm.t - max(wrong.since, game.world.last_edge_by(alarm.t))
        game.tally.illegal.add(late)
        if not 1.0 - 1e-6 <= late <= 1.8 + 1e-6:
            game.scorer.off(f"time: illegal {late:.3f} s after the last edge: {wrong.kind}")
    if alarm.code not in wrong.codes:
        game.tally.codes[f"{wrong.kind} -> {alarm.code}"] += 1
        game.scorer.off(f"code: {wrong.kind} ({done}) is called {alarm.code}: {alarm.text}")


def mend(game: TableState, turn: Turn, wrong: Wrong) -> bool:
    """Correct the board by the lights or from memory, or go straight on to the right play.

    Return whether the right play is made by this.
    """
    world, rng = game.world, game.rng
    world.wait(between(rng, 0.3, 2.5))
    if shows(rng, 0.2):
        straight_on(game, turn)
        return True
    steps = wrong.alarm.put_back if wrong.alarm is not None else ()
    if steps and shows(rng, 0.6):
        for step in steps:
            seat = world.wood.get(step.source)
            if seat is None or step.target in world.wood:
                break
            world.do(Lift(world.t, seat, step.source))
            world.wait(between(rng, 0.2, 1.0))
            target: Hole | None = step.target
            if step.target in world.wood:  # A bumped marble was placed there.
                target = _free_start(game, seat, step.target) or step.source
            world.do(Place(world.t, seat, target))
            world.wait(between(rng, 0.1, 1.5))
        if world.astray(turn.position):
            game.tally.mending[f"put_back does not mend: {wrong.kind}"] += 1
            game.scorer.off(f"put_back of {wrong.kind} does not mend")
    playing.undo(game, turn)
    world.wait(0.05)
    turn.wrong, turn.tried = None, False
    back = max(game.scorer.restored_at or -1.0, game.scorer.taken_back_at or -1.0)
    # Without holes at fault there is nothing to restore.
    if wrong.alarm is not None and wrong.alarm.holes and back < wrong.alarm.t:
        game.tally.mending[f"no restored: {wrong.kind}"] += 1
        game.scorer.off(f"no restored after {wrong.kind} was mended")
    world.wait(between(rng, 0.1, 2.0))
    return False


def _free_start(game: TableState, seat: Seat, hole: Hole) -> Hole | None:
    """Another free hole of the same START, if the hole is in the seat's own START; else None."""
    board = game.table.board
    if not board.is_start(hole) or board.side(hole) != seat:
        return None
    return next((h for h in board.start(seat) if h not in game.world.wood), None)


def straight_on(game: TableState, turn: Turn) -> None:
    """Carry the marbles straight to the holes where the right play puts them."""
    world = game.world
    world.pay(lambda _: True)
    world.let_go()
    carry(game, rearranged(world.wood, turn.final, game.table.board, Counter()))
    turn.done = world.last_edge
    turn.wrong = None


def carry(game: TableState, carries: list[Carried]) -> None:
    """Carry the given marbles, and wait until the last one is placed."""
    world = game.world
    made = carry_all(game.table.board, carries, world.wood, game.rng, game.habits)
    world.plan(made.now, world.t)
    world.run_until(world.t + max((g.t for g in made.now), default=0.0) + 0.0065)
