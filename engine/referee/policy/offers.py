"""The board is set up again during a game: the referee offers a new game, and judges nothing until the
answer.
"""

from __future__ import annotations

from engine.position import Position
from engine.referee.model.displaced import idle
from engine.referee.model.turn import Turn
from engine.referee.policy.put_in_force import put_in_force, shows_the_position, start_mending
from engine.referee.policy.record import Record
from engine.referee.verdicts import A_NEW_GAME, Decision, NextTurn, Offer, Verdict

AFTER = 3.0
"""A new game is offered when all marbles have stood in START for this many seconds."""
SWEPT = 6.0
"""Seconds for the same offer if no marble is elsewhere but a sensor in START does not show its marble."""
FEWEST_SWEPT = 3
"""The fewest marbles on the board that count as swept; people may hold fewer in their hands."""
NEW_GAME = "new-game"
"""The name of the offer."""


def expected(record: Record) -> bool:
    """Whether the board is cleared for a new game, so that it is no evidence about plays."""
    return _cleared(record) is not None and not record.declined and not idle(record.beam.best)


def judge(record: Record, t: float) -> list[Verdict]:
    """Offer a new game once every marble has stood in START for a while."""
    after = _cleared(record)
    if after is None:
        record.declined = False
        return []
    if record.declined or record.too_early(t, record.last_edge + after):
        return []
    record.offered = True
    record.asked = None
    return [Offer(t, NEW_GAME)]


def _cleared(record: Record) -> float | None:
    """The seconds for which the cleared board must last; None if it is not cleared."""
    position, levels = record.position, record.levels
    out = sum(len(holes or ()) for holes in position.marbles)
    if not out or levels & record.ground.ring_and_lane & ~record.faulty:
        return None
    starts = record.ground.starts
    if all((levels & starts[seat]).bit_count() == position.per_seat for seat in position.seats):
        return AFTER
    return SWEPT if out >= FEWEST_SWEPT else None


def withdrawn(record: Record, t: float) -> bool:
    """End the offer if all marbles lie as in the position in force; return whether it ended.

    People who put a swept board back go on with their game, and a table may have no buttons.
    """
    if record.winners is not None or not shows_the_position(record, t):
        return False
    record.offered = False
    start_mending(record, t)
    return True


def answered(record: Record, t: float, *, accepted: bool) -> list[Verdict]:
    """The verdicts after the answer: `ok` begins a new game, `back` keeps the position in force."""
    record.offered = False
    if not accepted and record.winners is not None:
        record.declined = True  # The game is won, so nothing needs correction.
        return []
    if not accepted:
        record.declined = True
        start_mending(record, t)
        return []
    here = record.position
    marbles = tuple([None if holes is None else () for holes in here.marbles])
    anew = Position(here.sides, marbles, here.turn, here.per_seat)
    record.readers.new_game()
    put_in_force(record, t, Turn(record.ground, anew, record.turn.number + 1), later=None)
    return [Decision(t, "correct", "players", anew, A_NEW_GAME), NextTurn(t, anew.turn)]
