"""The end of a game: it is won, then *final* if nobody plays on; and the offer of a new game.

Until the game is final, reversing the last play exactly, `back` or a decision reopens it. Clearing the board
is never illegal and never takes the win back. If the board is set up again during a game, the referee offers
a new game, and judges nothing until the answer.
"""

from __future__ import annotations

from engine.position import Position
from engine.referee.model.displaced import idle
from engine.referee.model.turn import Turn
from engine.referee.policy import announcements
from engine.referee.policy.put_in_force import put_in_force, shows_the_position, start_mending
from engine.referee.policy.record import Record
from engine.referee.verdicts import A_NEW_GAME, Decision, Final, NextTurn, Offer, Verdict

QUIET = 20.0
"""Seconds after the win and after the last edge until a won game becomes final."""
CLEARED = 3
"""The fewest missing marbles that count as clearing the board; hands may hold fewer."""
AFTER = 3.0
"""A new game is offered when all marbles have stood in START for this many seconds."""
SWEPT = 6.0
"""Seconds until a new game is offered if ring and lanes are empty, but START does not read full."""


def judge(record: Record, t: float) -> list[Verdict]:
    """The verdicts on a won game that is reopened or becomes final; else none."""
    if record.final:
        return []
    if _cleared(record):
        return make_final(record, t)
    if _reversed(record):
        if record.too_early(t, record.last_edge + record.settings.open_after):
            return []
        return announcements.take_back(record, t)
    if record.too_early(t, max(record.won_at, record.last_edge) + QUIET):
        return []
    return make_final(record, t)


def make_final(record: Record, t: float) -> list[Verdict]:
    """The verdicts that make the game final: from now on only a decision reopens it."""
    record.final = True
    record.alarm = record.asked = None
    record.mending, record.jumbled = 0, False
    return [Final(t, record.position)]


def _reversed(record: Record) -> bool:
    """Whether the board shows the position before the last play, every marble in its place."""
    best, last = record.beam.best, record.turn
    before: Turn | None = last.before
    return before is not None and best.turn.number < last.number and best.reaches(before) and idle(best)


def _cleared(record: Record) -> bool:
    """Whether 3 or more marbles are missing, not all of them lifted to reverse the last play."""
    position, made = record.position, record.turn.made
    gone = position.occupied & ~record.levels & ~record.faulty & ~record.beam.best.dark
    reversal = 0 if made is None else made.filled | made.recoloured
    return gone.bit_count() >= CLEARED and bool(gone & ~reversal)


def expected(record: Record) -> bool:
    """Whether the board is cleared for a new game, so that it is no evidence about plays."""
    return _all_in_start(record) is not None and not record.declined and not idle(record.beam.best)


def offer(record: Record, t: float) -> list[Verdict]:
    """Offer a new game once every marble has stood in START for a while."""
    after = _all_in_start(record)
    if after is None:
        record.declined = False
        return []
    if record.declined or record.too_early(t, record.last_edge + after):
        return []
    record.offered = True
    record.asked = None
    return [Offer(t, "new-game")]


def _all_in_start(record: Record) -> float | None:
    """Seconds for which the board must stay cleared before the offer; None if it is not cleared."""
    position, levels = record.position, record.levels
    out = sum(len(holes or ()) for holes in position.marbles)
    if not out or levels & record.ground.ring_and_lane & ~record.faulty:
        return None
    starts = record.ground.starts
    if all((levels & starts[seat]).bit_count() == position.per_seat for seat in position.seats):
        return AFTER
    return SWEPT if out >= CLEARED else None


def withdrawn(record: Record, t: float) -> bool:
    """End the offer of a new game if the board shows the position again; return whether it ended.

    The offer after a won game stays. People who put a swept board back need no button to play on.
    """
    if record.winners is not None or not shows_the_position(record, t):
        return False
    record.offered = False
    start_mending(record, t)
    return True


def answered(record: Record, t: float, *, accepted: bool) -> list[Verdict]:
    """The verdicts after the answer: `ok` begins a new game, `back` keeps the position in force."""
    record.offered = False
    if not accepted:
        record.declined = True
        if record.winners is None:  # A won game needs no correction.
            start_mending(record, t)
        return []
    here = record.position
    marbles = tuple([None if holes is None else () for holes in here.marbles])
    anew = Position(here.sides, marbles, here.turn, here.per_seat)
    record.readers.new_game()
    put_in_force(record, t, Turn(record.ground, anew, record.turn.number + 1), later=None)
    return [Decision(t, "correct", "players", anew, A_NEW_GAME), NextTurn(t, anew.turn)]
