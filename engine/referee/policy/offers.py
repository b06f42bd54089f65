"""A board set up again in mid-game: a new game is offered; until that is answered nothing else is judged."""

from __future__ import annotations

from engine.position import Position
from engine.referee.model.resting import idle
from engine.referee.model.turn import Turn
from engine.referee.policy.put_in_force import put_in_force, start_mending
from engine.referee.policy.record import Record
from engine.referee.verdicts import A_NEW_GAME, Decision, NextTurn, Offer, Verdict

AFTER = 3.0
"""A new game is offered when all marbles have stood in START for this many seconds."""
SWEPT = 6.0
"""The seconds if no marble stands elsewhere but some sensor in START does not show its marble."""
FEWEST_SWEPT = 3
"""Fewer marbles than this are not a sweep: people may hold them all to play."""
NEW_GAME = "new-game"
"""The name of the offer."""


def expected(record: Record) -> bool:
    """Whether the board is cleared for a new game: then it says nothing about the plays so far."""
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
    """How long a board, cleared in mid-game, has to stay so; None if it is not."""
    position, levels = record.position, record.levels
    out = sum(len(holes or ()) for holes in position.marbles)
    if not out or levels & record.ground.ring_and_lane & ~record.faulty:
        return None
    starts = record.ground.starts
    if all((levels & starts[seat]).bit_count() == position.per_seat for seat in position.seats):
        return AFTER
    return SWEPT if out >= FEWEST_SWEPT else None


def answered(record: Record, t: float, *, accepted: bool) -> list[Verdict]:
    """`ok` begins a new game, `back` leaves the position in force, to be mended."""
    record.offered = False
    if not accepted and record.winners is not None:
        record.declined = True  # the game is won: nothing is to be mended
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
