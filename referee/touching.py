"""Whether a marble lifted and set down again is the answer to a question, or somebody's play or sleeve."""

from __future__ import annotations

from engine.geometry import Hole
from referee.candidates import Candidate
from referee.debounce import Settled
from referee.occupancy import bits, mask_of
from referee.replies import likely_replies, played_on
from referee.state import Asked, State
from referee.watch import Watch

REACTION = 0.2
"""Nobody answers sooner, in seconds, after he is asked: a marble lifted by then is up for something else."""
ANSWER = 0.13
"""Who touches a hole to answer takes its marble out for so many seconds at least; a sleeve may be quicker."""


def touched(state: State, asked: Asked, picked: Candidate, end: int) -> bool:
    """Whether the marble set down with change `end` was lifted since it was asked, and only to answer.

    Who exchanges the marbles once more, or takes this one in a play of the next turn, has another one up.
    """
    since = state.watch.since(asked.seen)
    log, back = since.log[: end - 1 - asked.seen], state.watch.log[end - 1]
    lifted = max((i for i, change in enumerate(log) if change.hole == back.hole), default=None)
    if lifted is None or log[lifted].on or not _deliberate(state, asked, log[: lifted + 1], back):
        return False
    before, meanwhile = Watch.of(since.began, log[:lifted]), log[lifted + 1 :]
    home, due = before.now | state.watch.began, _due_elsewhere(state, picked, back.hole)
    if any(change.on and not (home | due) >> change.hole & 1 for change in meanwhile):
        return False  # it was set down elsewhere meanwhile
    up = mask_of(tuple(change.hole for change in meanwhile if not (change.on and due >> change.hole & 1)))
    missing = since.began & ~before.now
    in_hands = missing if before.now.bit_count() < since.began.bit_count() else 0
    plays = state.found if not asked.amends or state.past is None else state.past.found
    if any(pair >> back.hole & 1 and pair & (up | in_hands) for c in plays for pair in c.exchanges):
        return False
    if _taken_by_a_reply(state, asked, before, back.hole, up):
        return False
    if not _stands_or_played_on(state, asked, before):
        up |= missing
    return not up & mask_of(tuple(h for c in asked.candidates for h in bits(c.filled | c.recoloured)))


def _deliberate(state: State, asked: Asked, log: list[Settled], back: Settled) -> bool:
    """Whether the last of these changes is a lift to answer: not too soon or short, nor of what just came."""
    lift, seen_at = log[-1], asked.t + REACTION
    if lift.edge < seen_at or back.edge - lift.edge < ANSWER:
        return False
    moved = [change.edge for change in log[:-1] if change.hole == back.hole]
    just_came = len(moved) > 1 and moved[-2] >= seen_at and lift.edge < moved[-1] + state.settings.open_after
    return not just_came


def _taken_by_a_reply(state: State, asked: Asked, before: Watch, hole: Hole, up: int) -> bool:
    """Whether the next seat may be taking that marble: others of a play of its card are in hands."""
    answers = [(c, likely_replies(state, c)) for c in asked.candidates]
    if not any(played_on(state, c, before, answers=found) for c, found in answers):
        up |= before.began & ~before.now
        for change in state.watch.log:  # one just taken out of START may be on its way there
            if not change.on and change.edge > asked.t - state.settings.rest_after:
                up |= 1 << change.hole & ~(before.now | state.ring_and_lane)
    return bool(up) and any(
        reply.must_see_empty >> hole & 1 and up & (reply.must_see_empty | reply.left)
        for _, found in answers
        for reply in found
    )


def _stands_or_played_on(state: State, asked: Asked, watch: Watch) -> bool:
    """Whether the board shows one of them, or one of them and then a play of the next seat."""
    return any(
        c.expect.agrees(watch.now, state.bad, state.ring_and_lane)
        or played_on(state, c, watch, answers=likely_replies(state, c))
        for c in asked.candidates
    )


def _due_elsewhere(state: State, picked: Candidate, hole: Hole) -> int:
    """The holes to which other marbles may come than the one of that hole: others' START, or bumped ones."""
    position, owed = picked.position, dict(picked.debts.start)
    seats = [s for s in position.seats if s != position.colour_at(hole) or s in owed]
    return mask_of(tuple(h for s in seats for h in state.table.board.start(s))) | picked.expect.optional
