"""Questions about plays that look alike: which holes to touch, and how a question is answered."""

from __future__ import annotations

from engine import bits
from engine.geometry import Hole
from engine.referee.events import Settled
from engine.referee.model.displaced import idle
from engine.referee.model.hypothesis import NOWHERE, from_levels
from engine.referee.model.turn import Turn
from engine.referee.policy import announcements
from engine.referee.policy.record import CLEAR, SURE, Asked, Record
from engine.referee.verdicts import Ambiguous, NextTurn, Owed, Verdict

UNANSWERED = 0.38
"""A touch within this many seconds after a question does not answer it: people need longer to read it."""


def alike(record: Record, turn: Turn) -> tuple[Turn, ...]:
    """`turn`, and the turns after other plays that cost at most `CLEAR` more and that touches distinguish."""
    found = [turn]
    for each in record.beam.all:
        there = each.turn.at(turn.number)
        if each.total > record.beam.best.total + CLEAR:
            break
        if there is None or there.made is None or any(there.position == one.position for one in found):
            continue
        if _touches(record, (*found, there)):
            found.append(there)
    return tuple(found)


def ask(record: Record, t: float, shared: int, choices: tuple[Turn, ...]) -> list[Verdict]:
    """The verdicts that ask which play was made; each choice is the turn after a play."""
    verdicts = announcements.back_to(record, t, shared)
    touch = _touches(record, choices)
    record.asked = Asked(t, choices, touch)
    plays = tuple([turn.play for turn in choices if turn.play is not None])
    seat = choices[0].before.seat if choices[0].before is not None else record.turn.seat
    return [*verdicts, Ambiguous(t, seat, plays, touch)]


def ask_again(record: Record, t: float, choices: tuple[Turn, ...], touch: tuple[Hole, ...]) -> None:
    """Ask again after a restart; the new hypotheses are one for each answer, and one with the play undone."""
    record.asked = Asked(t, choices, touch)
    start = record.ground.table.board.start
    shown = [record.beam.best]
    for turn in choices:
        sent = () if turn.made is None else turn.made.sent
        owing = tuple([Owed(seat, (start(seat)[0],)) for seat in sent])
        shown.append(from_levels(turn, record.levels, owing, t, record.faulty))
    record.beam.begin(shown, t)


def _touches(record: Record, choices: tuple[Turn, ...]) -> tuple[Hole, ...]:
    """For each choice a full hole to touch, if possible one that no other choice changes.

    Empty if there are too few holes.
    """
    full = record.beam.best.full
    made = [turn.made for turn in choices]
    holes = [0 if each is None else (each.touched | each.ends) & full for each in made]
    found: list[Hole] = []
    for i, mine in enumerate(holes):
        others = 0
        for j, theirs in enumerate(holes):
            others |= theirs if j != i else 0
        likely = [*bits.holes(mine & ~others), *bits.holes(mine & others)]
        found += [hole for hole in likely if hole not in found][:1]
    return tuple(found) if len(found) == len(choices) else ()


def touched(record: Record, t: float, change: Settled) -> list[Verdict]:
    """The verdicts if `change` answers the question: it returns the only lifted marble to a lit hole."""
    before, record.lifted = record.lifted, None
    if not change.on:
        best = record.beam.best
        others = any(token.due == NOWHERE and token.origin != change.hole for token in best.hand)
        record.lifted = None if others or best.dark else change
        return []
    asked = record.asked
    if before is None or before.hole != change.hole or asked is None or change.hole not in asked.touch:
        return []
    if before.edge < asked.t + UNANSWERED or change.edge - before.edge < record.settings.touch:
        return []
    return _chosen(record, t, asked.choices[asked.touch.index(change.hole)])


def _chosen(record: Record, t: float, turn: Turn) -> list[Verdict]:
    record.asked = None
    # People have answered, so other hypotheses are dropped whatever they cost.
    if not record.beam.only(lambda each: each.reaches(turn)):
        record.beam.begin([from_levels(turn, record.levels, (), t, record.faulty)], t)
    return announcements.announce(record, t, turn)


def settled(record: Record, t: float) -> list[Verdict]:
    """Answer the question if later events allow only one answer; drop it if they allow none."""
    asked, best = record.asked, record.beam.best
    assert asked is not None
    answer = next((turn for turn in asked.choices if best.reaches(turn)), None)
    needed = CLEAR if answer is None and idle(best) else CLEAR + SURE
    close = [each for each in record.beam.all if each.total < best.total + needed]
    if answer is None:
        # A board at rest answers only if it shows the answer's result.
        open_ones = [each for each in close if idle(each) or not idle(best)]
        if any(each.reaches(turn) for each in open_ones for turn in asked.choices):
            return []
        record.asked = None
        record.come_back(t)
        return [NextTurn(t, record.turn.seat)]
    if not all(each.reaches(answer) for each in close):
        return []
    return _chosen(record, t, answer)
