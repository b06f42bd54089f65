"""Plays that look alike: when to wait, how to ask, and what counts as an answer."""

from __future__ import annotations

from referee.candidates import Candidate
from referee.debounce import Settled
from referee.judge import likely
from referee.occupancy import colours, mask_of
from referee.overlap import played_on
from referee.saying import amend, say
from referee.state import Asked, State
from referee.suspects import surplus
from referee.verdicts import Ambiguous, Verdict
from referee.watch import Watch


def ripe(state: State, t: float, hidden: bool = False) -> bool:
    """Whether people have left the board alone long enough; otherwise come back then."""
    settings = state.settings
    due = state.last_edge + (settings.hidden_after if hidden else settings.open_after)
    if t >= due:
        return True
    state.due_say = due
    return False


def rested(state: State, t: float, wait: float | None = None) -> bool:
    """Whether they left it alone for `wait` (None: as something illegal may stand); or come back then."""
    due = state.last_edge + (state.settings.illegal_after if wait is None else wait)
    if t >= due:
        return True
    state.due_say = due
    return False


def ask(state: State, t: float, winners: list[Candidate], *, amends: bool = False) -> list[Verdict]:
    """Plays that truly look alike: the people say which, by touching a hole."""
    touch = []
    for winner in winners:
        others = 0
        for other in winners:
            others |= 0 if other is winner else other.recoloured | other.filled
        own = (winner.recoloured | winner.filled) & ~others or winner.touches
        touch.append((own & state.watch.now or own).bit_length() - 1)
    state.asked = Asked(tuple(winners), tuple(touch), len(state.watch.log), amends)
    seat = state.past.played.base.turn if amends and state.past is not None else state.seat
    return [Ambiguous(t, seat, tuple(w.play for w in winners), tuple(touch))]


def answered(state: State, t: float, asked: Asked) -> list[Verdict]:
    """A touched hole picks; so does a change that only one of them allows.

    When no answer fits any more the question is dropped: `state.asked` is None then.
    """
    log = state.watch.log
    for i in range(asked.seen + 2, len(log) + 1):
        change = log[i - 1]
        if change.on and change.hole in asked.touch and _touched(state, asked, i) and _alone(state, asked, i):
            picked = asked.candidates[asked.touch.index(change.hole)]
            fits = picked.expect.agrees(state.watch.now, state.bad, state.ring_and_lane)
            if fits or not state.agrees():  # else everything was put back
                return _pick(state, t, picked, told=not _another_up(state, asked, i))
    if _undone(state, asked):
        _lapse(state, t)
        return []
    now = state.watch.now
    left = [c for c in asked.candidates if c.expect.agrees(now, state.bad, state.ring_and_lane)]
    if len(left) == 1 and len(log) > asked.seen and log[-1].on:
        return _pick(state, t, left[0])
    touched = any(c.hole in asked.touch and now >> c.hole & 1 for c in log[asked.seen :])
    if not left and log and log[-1].on and not touched:  # the next seat goes on: one answer may let it
        since = state.watch.since(asked.seen)
        left = [c for c in asked.candidates if played_on(state, c, since)]
        if len(left) == 1:
            return _pick(state, t, left[0])
    if not left and not _stands(state, asked):
        _lapse(state, t)
    return []


def _stands(state: State, asked: Asked) -> bool:
    """Whether the marbles asked about stand there still, and it is others that were moved since."""
    return any(
        not (off.missing | off.extra) & play.touches and not state.agrees()
        for play in asked.candidates
        for off in [play.expect.off(state.watch.now, state.bad, state.ring_and_lane)]
    )


def _touched(state: State, asked: Asked, end: int) -> bool:
    """Whether the hole that filled with change `end` was lifted since it was asked."""
    log = state.watch.log
    hole = log[end - 1].hole
    before = [change for change in log[asked.seen : end - 1] if change.hole == hole]
    return bool(before) and not before[-1].on


def _undone(state: State, asked: Asked) -> bool:
    """Whether everything stands as before the play that is asked about, by all that was followed."""
    if asked.amends or not state.agrees():
        return False
    return not likely(asked.candidates, state.watch, state.stories, state.bad)


def _alone(state: State, asked: Asked, end: int) -> bool:
    """Whether no other marble that the question is about was up when this hole was touched."""
    about = 0
    for c in asked.candidates:
        about |= (c.filled | c.recoloured) & ~c.expect.optional
    hole = state.watch.log[end - 1].hole
    others = [c for c in state.watch.log[asked.seen : end] if about >> c.hole & 1 and c.hole != hole]
    return not _one_up(others)


def _another_up(state: State, asked: Asked, end: int) -> bool:
    """Whether a marble that is not asked about was up meanwhile: the touch may be a play onto that hole."""
    return _one_up([c for c in state.watch.log[asked.seen : end] if c.hole not in asked.touch])


def _one_up(changes: list[Settled]) -> bool:
    """Whether a hole among these changes was left empty."""
    last = {change.hole: change.on for change in changes}
    return not all(last.values())


def _lapse(state: State, t: float) -> None:
    """Drop the question if everything was put back, or nobody has a marble in a hand for a while."""
    if state.agrees():
        state.moved_on(state.position, state.debts, Watch.of(state.watch.now))
    elif surplus(state) >= 0:
        due = state.last_edge + state.settings.illegal_after
        if t >= due:
            state.asked = None
        else:
            state.due_alarm = due


def _pick(state: State, t: float, chosen: Candidate, *, told: bool = False) -> list[Verdict]:
    asked, state.asked = state.asked, None
    if asked is not None and asked.amends and state.past is not None:
        said = amend(state, t, state.past, chosen, asked.seen)
    else:
        said = say(state, t, chosen)
    if told and asked is not None:
        state.watch = _but_for_the_touch(state.watch, asked)
    if told and state.past is not None:  # what was followed before counts no more
        state.past.watch = Watch.of(state.watch.now)
        state.past.watch.belief = colours(chosen.position)
        state.past.watch.lifted |= chosen.must_see_empty
    return said


def _but_for_the_touch(watch: Watch, asked: Asked) -> Watch:
    """The watch without the marbles that were only touched to answer."""
    touched = mask_of(asked.touch) & watch.now
    log = [change for change in watch.log if not touched >> change.hole & 1]
    fresh = Watch.of(watch.began | touched, log, watch.stale)
    fresh.due, fresh.belief, fresh.crossed = watch.due, watch.belief, watch.crossed
    return fresh
