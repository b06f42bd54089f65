"""Whether a marble lifted and set down again is the answer to a question, or somebody's play or sleeve."""

from __future__ import annotations

from collections.abc import Sequence

from engine.geometry import Hole
from referee.model.occupancy import bits, mask_of, starts_of
from referee.observe.debounce import Settled
from referee.old.candidates import Candidate
from referee.old.costs import AT_ONCE, BESIDE, NEAR
from referee.old.distances import apart
from referee.old.hidden import is_hidden
from referee.old.liars import surplus
from referee.old.made import completed
from referee.old.pending import Asked
from referee.old.replies import likely_replies, played_on, replies
from referee.old.state import State
from referee.old.watch import Watch, left_in

LETS_GO = 0.045
"""So many seconds after a hole was brushed it is known whether a marble came down beside it."""
REACTION = 0.4
"""Nobody answers sooner, in seconds, after he is asked: a marble lifted by then is up for something else."""
ANSWER = 0.13
"""Who touches a hole to answer takes its marble out for so many seconds at least; a sleeve may be quicker."""


def lets_go(state: State, winners: list[Candidate]) -> float:
    """When a hole that was empty only for so long as a sleeve takes tells of a capture.

    Who brushed it sets his own marble down beside it at once after. And when a marble is known to have come
    from a bad hole: the one just set down elsewhere may be seen in both, if it was that.
    """
    last = state.watch.log[-1] if state.watch.log else None
    if last is not None and last.on:
        unseen = (w for w in winners if (w.emptied | w.left) & state.bad and w.filled)
        if any(not w.ends >> last.hole & 1 for w in unseen):
            return state.last_edge + AT_ONCE
    short = any(
        state.watch.empty_for(hole) < state.settings.brush for w in winners for hole in bits(w.recoloured)
    )
    return state.last_edge + (LETS_GO if short else 0.0)


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
    off = picked.expect.off(before.now, state.bad, state.ring_and_lane)
    others = off.missing.bit_count() + sum(-n for n in off.start.values() if n < 0)
    aside = 0
    for change in meanwhile:
        bit = 1 << change.hole
        if not change.on:
            others, aside = others + 1, aside | bit
        elif aside & bit or not (home | due) & bit:
            others, aside = others - 1, aside & ~bit
        if others < 0:
            return False  # it was set down elsewhere meanwhile
    up = mask_of(change.hole for change in meanwhile if not (change.on and due >> change.hole & 1))
    held = surplus(state, before.now) < 0 or bool(state.bad)  # else nothing was in a hand
    missing = since.began & ~before.now if held else 0
    left = len(state.watch.log) - asked.seen - lifted
    answers = [(c, likely_replies(state, c)) for c in asked.candidates]
    counting = bool(up & ~since.began)  # what came since it was asked goes on
    whole = replies if state.desk.mode == "none" else likely_replies  # nobody lays a Joker there
    # What was hardly empty was only brushed; be it for longer if the next seat went on to this one at once.
    on = bool(meanwhile) or not lifted or log[lifted].edge - log[lifted - 1].edge < NEAR
    takes = on and any(_takes(reply, back.hole, missing) for _, found in answers for reply in found)
    blink = state.settings.brush if takes else state.settings.touch
    played = not counting and any(
        _is_played_on(state, asked, c, whole(state, c), left, blink) for c in asked.candidates
    )
    in_hands = missing if before.now.bit_count() < since.began.bit_count() and not played else 0
    plays = state.found if not asked.amends or state.past is None else state.past.found
    if any(pair >> back.hole & 1 and pair & (up | in_hands) for c in plays for pair in c.exchanges):
        return False
    out = _out_of_start(state, asked, before) if held else 0
    walks = off.missing if held or up else 0  # else whatever has left its place is down again
    in_the_way = up if played else up | missing | out | walks
    if any(_takes(reply, back.hole, in_the_way) for _, found in answers for reply in found):
        return False
    jokers = () if played else (reply for c in asked.candidates for reply in replies(state, c))
    if any(_takes(reply, back.hole, out) for reply in jokers):
        return False  # who has one of START in his hand may play a Joker
    stands = any(c.expect.agrees(before.now, state.bad, state.ring_and_lane) for c in asked.candidates)
    up |= missing & (0 if played else picked.touches if stands else -1)
    return not up & mask_of(h for c in asked.candidates for h in bits(c.filled | c.recoloured))


def _is_played_on(
    state: State, asked: Asked, play: Candidate, answers: Sequence[Candidate], but_for: int, blink: float
) -> bool:
    """Whether the board showed an answer to that play before the last changes, be it before it was asked.

    None that takes a marble which was up for less than `blink`, nor one that a bad sensor hides.
    """
    whole = state.past.watch if asked.amends and state.past is not None else state.watch
    watch = whole.with_log(whole.log[: len(whole.log) - but_for])
    done = completed(play, watch, state.bad)
    if done is None:
        return False
    since = watch.since(done)
    answers = [
        c
        for c in answers
        if not is_hidden(c, state.bad)
        and all(since.longest_empty(h) >= blink for h in bits(c.recoloured & since.lifted))
    ]
    return played_on(state, play, since, answers=answers)


def _deliberate(state: State, asked: Asked, log: list[Settled], back: Settled) -> bool:
    """Whether the last of these changes is a lift to answer: not too soon or short, nor of what just came."""
    lift = log[-1]
    if lift.edge < asked.t + REACTION or back.edge - lift.edge < ANSWER:
        return False
    short = back.edge - lift.edge < state.settings.brush
    if short and _walked_past(state, log[:-1], lift, back):
        return False
    before = [c for c in state.watch.log if c.edge < lift.edge]
    moved = [i for i, change in enumerate(before) if change.hole == back.hole]
    just_came = (
        bool(moved)
        and (len(moved) == 1 or moved[-1] > moved[-2] + 1)  # else it is the same marble, touched once more
        and lift.edge < before[moved[-1]].edge + state.settings.open_after
    )
    return not just_came


def _walked_past(state: State, log: list[Settled], lift: Settled, back: Settled) -> bool:
    """Whether a marble was just taken up near that hole, or is at once after: a sleeve may have lifted it."""
    board = state.table.board
    before = log[-1:] if log and not log[-1].on and lift.edge - log[-1].edge <= NEAR else []
    later = [c for c in state.watch.log if back.edge < c.edge <= back.edge + LETS_GO]
    others = [change.hole for change in (*before, *later) if not board.is_start(change.hole)]
    return not board.is_start(lift.hole) and any(apart(board, lift.hole, o) <= BESIDE for o in others)


def _out_of_start(state: State, asked: Asked, before: Watch) -> int:
    """START holes left since shortly before it was asked, and empty: their marbles may be on their way."""
    soon = asked.t - state.settings.rest_after
    left = left_in(state.watch.log, soon)
    return left & ~(before.now | state.ring_and_lane)


def _takes(reply: Candidate, hole: Hole, up: int) -> bool:
    """Whether the marble of that hole may be lifted for the reply, of which another marble is `up`."""
    needs = reply.must_see_empty
    return bool(needs >> hole & 1) and bool(up & (needs | reply.left))


def _due_elsewhere(state: State, picked: Candidate, hole: Hole) -> int:
    """The holes to which other marbles may come than the one of that hole: others' START, or bumped ones."""
    position, owed = picked.position, dict(picked.debts.start)
    seats = [s for s in position.seats if s != position.colour_at(hole) or s in owed]
    return starts_of(state.table.board, seats) | picked.expect.optional
