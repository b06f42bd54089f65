"""The gestures of a play: timed lifts and placements, with people's habits.

`gestures(...)` is a pure function of the wood, the play and a `random.Random`. Its times are seconds from the
first move of a hand. The gestures are physically possible on the given wood, in the order of time: no two
marbles in a hole, no lift from an empty one. Marbles that a bump leaves in a hand may be put down long after
the play is made; these are in `later`, each with its delay.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from engine.geometry import Board, Hole
from engine.play import Play
from engine.position import Position
from tests.simulated_games.people.carried_marbles import Carried, Stroke, Wood, strokes
from tests.simulated_games.people.gesture_builder import GestureBuilder
from tests.simulated_games.people.habits import Habits, between, shows
from tests.simulated_games.people.motions import Hands, Place


def gestures(
    board: Board,
    position: Position,
    play: Play,
    wood: Wood,
    rng: Random,
    habits: Habits,
    keep_off: frozenset[Hole] = frozenset(),
) -> Hands:
    """The gestures of `play` with the marbles `wood`, as in `position`; none touches `keep_off`."""
    parts = strokes(board, position, play)
    if len(parts) == 2 and not parts[0].holes & parts[1].holes:
        if shows(rng, habits.order):
            parts = (parts[1], parts[0])
        if shows(rng, habits.both_hands):
            return _both_at_once(board, parts, wood, rng, habits, keep_off)
    sketch = GestureBuilder(board, wood, rng, habits, keep_off)
    dependent = len(parts) == 2 and bool(parts[0].holes & parts[1].holes)
    for i, part in enumerate(parts):
        if i:
            sketch.rest()
        sketch.stroke(part, may_wait=not dependent)
    return sketch.hands()


def _both_at_once(
    board: Board,
    parts: tuple[Stroke, ...],
    wood: Wood,
    rng: Random,
    habits: Habits,
    keep_off: frozenset[Hole],
) -> Hands:
    """The gestures of two hands, each making one leg; their paths do not touch, and neither overshoots."""
    made: list[Hands] = []
    for mine, theirs in ((0, 1), (1, 0)):
        busy = keep_off | parts[theirs].holes | set(parts[theirs].way)
        busy |= {g.hole for each in made for g in each.now if isinstance(g, Place) and g.hole is not None}
        sketch = GestureBuilder(board, wood, rng, habits, busy)
        sketch.t = between(rng, 0.0, 0.5)
        sketch.stroke(parts[mine], may_wait=True)
        made.append(sketch.hands())
    now = sorted((*made[0].now, *made[1].now), key=lambda g: g.t)
    done = max(each.done for each in made)
    later = [replace(g, t=g.t + each.done - done) for each in made for g in each.later]
    first = min(each.first for each in made)
    return Hands(tuple(now), tuple(replace(g, t=max(0.0, g.t)) for g in later), first, done)


def carry_all(board: Board, carries: list[Carried], wood: Wood, rng: Random, habits: Habits) -> Hands:
    """The gestures that carry the given marbles, in a possible order, to undo a play or correct the board."""
    sketch = GestureBuilder(board, wood, rng, habits, frozenset())
    waiting = list(carries)
    rng.shuffle(waiting)
    held: list[Carried] = []
    for intruder in [c for c in waiting if c.source is not None and board.is_start(c.source)]:
        waiting.remove(intruder)  # The marble to carry may be in a hole that a marble from START needs.
        held.append(intruder)
        sketch.lift(intruder)
        sketch.wait(0.15, 0.6)
    while waiting or held:
        free = next((c for c in held if sketch.is_free(c.target)), None)
        if free is not None:
            held.remove(free)
            sketch.place(free)
            sketch.wait(0.1, 0.5)
            continue
        if not waiting:  # Every target is occupied by a marble that stays.
            raise ValueError("marbles are to be carried into holes that stay occupied")
        nearest = next((c for c in waiting if sketch.is_free(c.target)), waiting[0])
        waiting.remove(nearest)
        held.append(nearest)
        sketch.lift(nearest)
        sketch.wait(0.15, 0.6)
    return sketch.hands()
