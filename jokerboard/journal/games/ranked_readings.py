"""Readings: the referee's hypotheses in a form for people, ranked by cost, with each step."""

from __future__ import annotations

from dataclasses import dataclass

from engine import bits
from engine.geometry import Hole, Seat
from engine.play import Play
from engine.position import Position
from engine.referee.decode.beam import Beam
from engine.referee.model.board_cost import board_cost
from engine.referee.model.displaced import displaced
from engine.referee.model.hypothesis import GHOST, NOWHERE, Hypothesis


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a reading: its kind, time, hole and cost, and the marble with its origin."""

    name: str
    t: float
    hole: Hole | None
    cost: float
    marble: tuple[Seat, Hole] | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """A hypothesis in a form for people: its cost, positions, steps and board.

    `counts` has, by name in the cost table, how often each cost is charged. `cost` is their sum, less a part
    that is equal in all readings.
    """

    cost: float
    plays: tuple[Position, ...]
    """The positions after the plays of the last few turns, the newest last."""
    play: Play | None
    """The last play; None before the first play, and for a discard of an unknown card."""
    before: Position | None
    """The position before the last play; None before the first play."""
    steps: tuple[Step, ...]
    board: tuple[str, ...]
    stands: tuple[tuple[Seat, Hole], ...]
    """Misplaced marbles as (seat, hole): the position has no marble of that seat in that hole."""
    up: tuple[tuple[Seat, Hole], ...]
    """Lifted marbles that are not owed, as (seat, the hole from which it was lifted)."""
    counts: dict[str, float]


def readings(beam: Beam) -> tuple[Reading, ...]:
    """All hypotheses as readings, the likeliest first."""
    return tuple([_reading(beam, each) for each in beam.all])


def _reading(beam: Beam, hypothesis: Hypothesis) -> Reading:
    costs = beam.grammar.costs
    table = costs.by_name
    steps, trail, counts = [], hypothesis.trail, dict[str, float]()
    while trail is not None:
        trail, name, t, hole, times, token = trail
        marble = None if token is None or token.seat == GHOST else (token.seat, token.origin)
        steps.append(Step(name, t, None if hole < 0 else hole, times * table[name], marble))
        counts[name] = counts.get(name, 0.0) + times
    steps.reverse()
    _, board = board_cost(costs, hypothesis)
    for name in board:
        counts[name] = counts.get(name, 0.0) + 1.0
    *turns, _ = hypothesis.turn.remembered
    play = hypothesis.turn.play
    last = hypothesis.turn.before
    before = None if last is None else last.position
    moved = displaced(hypothesis)
    stands = tuple([(each.seat, hole) for each in moved for hole in bits.holes(each.extra | each.strange)])
    hand = [token for token in hypothesis.hand if token.due == NOWHERE and token.seat != GHOST]
    up = tuple([(token.seat, token.origin) for token in hand])
    plays = tuple([turn.position for turn in reversed(turns)])
    return Reading(hypothesis.total, plays, play, before, tuple(steps), board, stands, up, counts)
