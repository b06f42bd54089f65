"""The end of a game: won at once, and *final* at the first sign that nobody plays on.

Until it is final, the last play exactly reversed, `back` or a decision reopens it. Clearing the board is
never illegal and never takes the win back.
"""

from __future__ import annotations

from engine.referee.model.displaced import idle
from engine.referee.model.turn import Turn
from engine.referee.policy import saying
from engine.referee.policy.record import Record
from engine.referee.verdicts import Final, Verdict

QUIET = 20.0
"""Seconds after the last edge at which a won game becomes final."""
CLEARED = 3
"""The fewest missing marbles that count as clearing the board, and not as reversing the last play."""


def judge(record: Record, t: float) -> list[Verdict]:
    """The verdicts on a won game: that it is reopened, or final; none if it is neither yet."""
    if record.final:
        return []
    if _cleared(record):
        return make_final(record, t)
    if _reversed(record):
        if record.too_early(t, record.last_edge + record.settings.open_after):
            return []
        return saying.take_back(record, t)
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
    """Whether marbles of the position are missing on the board and no reversal explains it."""
    position, made = record.position, record.turn.made
    gone = position.occupied & ~record.levels & ~record.faulty & ~record.beam.best.dark
    reversal = 0 if made is None else made.filled | made.recoloured
    return gone.bit_count() >= CLEARED and bool(gone & ~reversal)
