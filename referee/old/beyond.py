"""A play that no sensor showed, told by the next player's, who has played on it.

Its marble was lifted and is seen nowhere: it may be in a hand still, or stand in a hole whose sensor is dead.
Or a hole that it takes, or exchanges its marble with, was full all along: nothing was played, or that sensor
sticks. Or its marble has come, and yet the hole that it left is full. Nobody plays while another has a marble
in his hand, or his play to make. So where the next seat has laid its card, and the board shows a play of it
on top of this one but for a single hole, that hole lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.model.occupancy import bits, colours, holes_of, starts_of
from referee.old.asking import ask, rested
from referee.old.candidates import Candidate, candidates
from referee.old.costs import AS_GOOD
from referee.old.faults import accuse
from referee.old.hidden import is_hidden
from referee.old.liars import surplus
from referee.old.replies import played_on, theirs_after
from referee.old.saying import say
from referee.old.state import State
from referee.old.watch import Watch, left_in
from referee.verdicts import Verdict


def played_beyond(state: State, t: float) -> list[Verdict] | None:
    """The play that was made unseen, and the hole that has failed; asked, if it is one of several.

    Not for a while, since it may be held all the same, unless the seat after the next one has laid its card.
    None if the next seat has played on no such play.
    """
    made = made_unseen(state)
    if not made:
        return None
    wrong = state.alarm is not None and state.alarm.on_board
    wait = state.settings.dead_after if wrong else state.settings.hidden_after
    gone_on = _another_waits(state) or all(each.gone_on for each in made)
    if not (rested(state, t, wait) or gone_on):
        return []
    if len(made) > 1:
        liars = tuple(each.liar for each in made)
        return ask(state, t, [each.play for each in made], seen=made[0].until, liars=liars)
    play, liar, until, _ = made[0]
    fault = [said for hole in bits(liar) for said in accuse(state, t, hole)]
    return fault + say(state, t, play, until, overlap=True)


def sticks_behind(state: State, t: float) -> list[Verdict] | None:
    """The play whose marble has come while the hole that it left still reads full, and that hole's fault.

    At once when the next seat's play shows on top of it: nobody had another marble to put there. Nothing,
    while that seat has a marble up with which its card may be played so; None if there is no such play.
    """
    made = [each for each in made_unseen(state) if _sticks(state, *each[:3])]
    if len(made) != 1:
        return None if made or not _about_to_tell(state) else []
    play, liar, until, _ = made[0]
    return accuse(state, t, liar.bit_length() - 1) + say(state, t, play, until, overlap=True)


def _sticks(state: State, play: Candidate, liar: int, until: int) -> bool:
    """Whether the lying hole is the one its marble left: one too many was there before they went on."""
    stuck = liar & play.emptied & state.watch.now
    return bool(stuck) and surplus(state, state.watch.levels(until)) > 0


def _under_way(state: State, answer: Candidate, up: int, liar: int) -> bool:
    """Whether the board, with these marbles `up`, is on its way from before that play to after it."""
    if not (answer.must_see_empty | answer.left) & up:
        return False
    off = answer.expect.off(state.watch.now, state.bad | liar, state.ring_and_lane)
    if off.extra & ~answer.emptied or off.missing & ~(answer.filled | answer.recoloured):
        return False
    starts = {seat: mask for seat, mask, _, _ in answer.expect.starts}
    sent = {leg.sent for leg in answer.play.legs}
    return all(starts[seat] & answer.left if n > 0 else seat in sent for seat, n in off.start.items())


def _about_to_tell(state: State) -> bool:
    """Whether the next seat has a marble up with which its card may be played on such a play."""
    for play, liar, answers, until in _played_after(state):
        if not _sticks(state, play, liar, until):
            continue
        up = left_in(state.watch.log[until:]) & ~state.watch.now
        if up and any(_under_way(state, answer, up, liar) for answer in answers):
            return True
    return False


class Unseen(NamedTuple):
    """A play that no sensor showed."""

    play: Candidate
    liar: int
    """The hole that hides its marble."""
    until: int
    """After how many changes the next player began."""
    gone_on: bool
    """Whether the seat after the next one has moved a marble of its own since."""


def made_unseen(state: State) -> list[Unseen]:
    """The plays of this turn that the next seat has played on."""
    watch, bad, made = state.watch, state.bad, list[Unseen]()
    others = _another_waits(state)  # who took that marble in the hole that lies has played, then
    for play, liar, answers, until in _played_after(state):
        stuck = liar & play.emptied & watch.now
        if stuck and not _sticks(state, play, liar, until):
            continue
        rest = watch.since(until)
        passed = not answers and others and not rest.log
        shown = passed and play.expect.agrees(watch.now | liar, bad, state.ring_and_lane)
        seen = tuple(c for c in answers if others or not liar & c.must_see_empty)
        lying = bad | (liar if others else stuck)
        if shown or played_on(state, play, rest, liar, seen, lying):
            made.append(Unseen(play, liar, until, False))
        elif any(played_on(state, play, each, liar, seen, lying) for each in _before_others(state, until)):
            made.append(Unseen(play, liar, until, True))
    return _likeliest(state, made)


def _played_after(state: State) -> Iterator[tuple[Candidate, int, tuple[Candidate, ...], int]]:
    """Plays that one hole hides, and which; what the next seat's card allows then, and since which change."""
    card = state.desk.waiting(state.position.next_seat())
    if card is None or state.asked is not None or state.mending:
        return
    for play in state.found:
        liar = _liar(state, play)
        if liar is not None:
            answers = candidates(state.table, play.position, (card.rank,), play.debts, card)
            yield play, liar, answers, _until(state, play, answers)


def _liar(state: State, play: Candidate) -> int | None:
    """The one hole that hides this play, all others seen; 0 if it is known to be bad; None if nothing does.

    After what was said to stand wrong, only one that was full all along.
    """
    watch, bad, alarm = state.watch, state.bad, state.alarm
    lifted = watch.lifted | state.lifted_before
    come, stuck = play.ends & ~(watch.now | bad), play.must_see_empty & ~(lifted | bad)
    liar = come | stuck
    if not liar:
        shown = (play.touches | play.left) & lifted & ~bad
        return 0 if is_hidden(play, bad) and shown and alarm is None else None
    if liar.bit_count() != 1 or not liar & state.ring_and_lane or liar & watch.placed:
        return None
    taken = stuck & play.recoloured and play.must_see_empty & ~stuck | play.left
    if stuck and not (watch.now & stuck and (taken or stuck & play.emptied)):
        return None
    if alarm is not None and (not stuck or alarm.disturbed):
        return None
    if play.left and not (watch.left(play.left & ~bad) or play.left & bad):
        return None
    return liar


def _until(state: State, play: Candidate, answers: Sequence[Candidate]) -> int:
    """After how many changes the next player began, be it with one he bumps: before, all is this play."""
    theirs, log = theirs_after(state, play), state.watch.log
    for answer in answers:
        theirs |= answer.recoloured & ~play.touches
    own = (play.must_see_empty | play.left) & ~theirs
    last = max((i for i, c in enumerate(log) if not c.on and own >> c.hole & 1), default=-1)
    lifts = (i for i, c in enumerate(log) if i > last and not c.on and theirs >> c.hole & 1)
    return next(lifts, len(log))


def _before_others(state: State, until: int) -> Iterator[Watch]:
    """What was seen since the next player began, before the seat after that moved a marble of its own."""
    watch = state.watch
    seats = state.table.may_move(state.position.with_turn(state.following().next_seat()))
    theirs = holes_of(state.position, seats) | starts_of(state.table.board, seats)
    for end in range(len(watch.log) - 1, until, -1):
        since = watch.log[end:]
        moved = any(not c.on and theirs >> c.hole & 1 for c in since) and any(c.on for c in since)
        if moved and watch.log[end - 1].on:
            yield Watch.of(watch.levels(until), watch.log[until:end])


def _another_waits(state: State) -> bool:
    """Whether the seat after the next one has laid its card, too."""
    following = state.following()
    return state.desk.mode == "seat" and state.desk.waiting(following.next_seat()) is not None


def _likeliest(state: State, made: list[Unseen]) -> list[Unseen]:
    """Those that are told nearly as well as the best of them."""
    if len(made) < 2:
        return made
    costs = []
    for play, liar, *_ in made:
        stories = state.stories_without(state.bad | liar)
        costs.append(stories.cost(colours(play.position), play.recoloured & ~(state.bad | liar)))
    return [each for each, cost in zip(made, costs, strict=True) if cost <= min(costs) + AS_GOOD]
