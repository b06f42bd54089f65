"""Corrections of an illegal attempt: by the lights, from memory, or straight to the right play."""

from __future__ import annotations

from collections import Counter

from engine.geometry import Hole, Seat
from jokerboard.simulation.games import playing
from jokerboard.simulation.games.table_state import TableState
from jokerboard.simulation.people.carried_marbles import Carried, rearranged
from jokerboard.simulation.people.gestures import carry_all
from jokerboard.simulation.people.habits import between, shows
from jokerboard.simulation.people.motions import Lift, Place
from jokerboard.simulation.scoring.true_turns import Turn, Wrong


def mend(game: TableState, turn: Turn, wrong: Wrong) -> bool:
    """Correct it by the lights, from memory, or straight to the right play; True for the last."""
    world, rng = game.world, game.rng
    world.wait(between(rng, 0.3, 2.5))
    if shows(rng, 0.2):
        straight_on(game, turn)
        return True
    steps = wrong.said.put_back if wrong.said is not None else ()
    if steps and shows(rng, 0.6):
        for step in steps:
            seat = world.wood.get(step.source)
            if seat is None or step.target in world.wood:
                break
            world.do(Lift(world.t, seat, step.source))
            world.wait(between(rng, 0.2, 1.0))
            target: Hole | None = step.target
            if step.target in world.wood:  # somebody put an owed marble there meanwhile
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
    if wrong.said is not None and wrong.said.holes and back < wrong.said.t:  # else no hole was ever wrong
        game.tally.mending[f"no restored: {wrong.kind}"] += 1
        game.scorer.off(f"no restored after {wrong.kind} was mended")
    world.wait(between(rng, 0.1, 2.0))
    return False


def _free_start(game: TableState, seat: Seat, hole: Hole) -> Hole | None:
    """Another free hole of the same START, if that hole is one and it is the seat's own."""
    board = game.table.board
    if not board.is_start(hole) or board.side(hole) != seat:
        return None
    return next((h for h in board.start(seat) if h not in game.world.wood), None)


def straight_on(game: TableState, turn: Turn) -> None:
    """Carry the marbles straight to where the right play has them."""
    world = game.world
    world.pay(lambda _: True)
    world.let_go()
    carry(game, rearranged(world.wood, turn.final, game.table.board, Counter()))
    turn.done = world.last_edge
    turn.wrong = None


def carry(game: TableState, carries: list[Carried]) -> None:
    """Carry all these marbles, and wait until the last is down."""
    world = game.world
    made = carry_all(game.table.board, carries, world.wood, game.rng, game.habits)
    world.plan(made.now, world.t)
    world.run_until(world.t + max((g.t for g in made.now), default=0.0) + 0.0065)
