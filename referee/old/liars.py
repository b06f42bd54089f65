"""The holes that must lie if a play was made, or if nothing was, and from when that may be believed."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from functools import reduce
from operator import or_

from engine.geometry import Hole, Seat
from referee.model.occupancy import bits, holes_of, mask_of
from referee.old.candidates import Candidate
from referee.old.costs import NEAR
from referee.old.distances import apart
from referee.old.hidden import is_hidden
from referee.old.state import State


@dataclass(frozen=True, slots=True)
class Suspicion:
    """`liars` explain everything, together with `play` (None: nothing was played); not before `ready`.

    Or those do that lie if the play beside them was made, of those `among` which it was.
    """

    liars: int
    play: Candidate | None
    ready: float
    among: tuple[tuple[Candidate, int], ...] = ()
    amends: bool = False
    """Whether these change the play just said."""


def may_be_played(state: State, found: tuple[Candidate, ...]) -> bool:
    """Whether one of these plays was made, if holes see marbles beyond all there are."""
    return surplus(state) > 0 and any(if_played(state, c, hurry=False, nobodys=0) is not None for c in found)


def surplus(state: State, seen: int | None = None) -> int:
    """Marbles on the board beyond all there are: above 0, some hole reads occupied and is not.

    Now, or as the holes `seen` full were once in this turn.

    In a START in which a sensor lies there are as many as were seen there at one moment of this turn.
    """
    now, bad = (state.watch.now if seen is None else seen) & ~state.bad, state.bad
    expect = state.expect
    there_are = (expect.full & ~bad).bit_count()
    for _, mask, _, most in expect.starts:
        there_are += most if not mask & bad else state.watch.most(mask & ~bad)
    return now.bit_count() - there_are


def _unseen(state: State, seats: Set[Seat]) -> int:
    """Marbles of these seats that no good sensor sees where they stand: they may have been bumped."""
    now, bad = state.watch.now & ~state.bad, state.bad
    full = holes_of(state.position, tuple(seats)) & bad
    starts = {seat: (mask, most) for seat, mask, _, most in state.expect.starts if mask & bad}
    hidden = (most - (now & mask).bit_count() for seat, (mask, most) in starts.items() if seat in seats)
    return full.bit_count() + sum(max(0, each) for each in hidden)


def if_played(state: State, play: Candidate, hurry: bool, nobodys: int) -> Suspicion | None:
    """The holes that lie if this play was made: one, or several that see marbles beyond all there are.

    Or such as filled though nobody had a marble to put there; or none, where all was seen, but not of late.
    """
    watch, bad = state.watch, state.bad
    off = play.expect.off(watch.now, bad, state.ring_and_lane)
    mending = state.alarm is not None and state.alarm.on_board
    if off.missing and (off.missing & watch.placed or mending):
        return None  # that sensor has just seen a marble come, or people are mending
    if off.missing & play.ends & watch.began:
        return None  # or another one of its marbles leave
    lifted = watch.lifted | (0 if play.exchanges else state.lifted_before)
    liars = off.missing | off.extra | play.must_see_empty & ~(lifted | bad)
    for seat, count in off.start.items():
        liars |= in_start(state, seat, count)
    if state.mending:
        return _since_decided(state, liars, play)
    if not play.left or watch.left(play.left):  # its marble is gone, and what shows was there before
        liars |= play.filled & nobodys & (watch.began & ~watch.lifted if liars else -1)
    amid = liars and not liars & play.sources and all(counted_to(state, hole) for hole in bits(liars))
    if amid and play.filled & nobodys & ~liars:
        return None  # rather it is that one that lies, and what was counted along is under way
    if liars and not liars & ~nobodys:
        settings, slow = state.settings, state.settings.hidden_after if hurry else state.settings.dead_after
        wait = slow if is_hidden(play, bad | liars) else settings.illegal_after
        # What came there left a hole to which another leg has brought a marble: rather that one sticks.
        passed = play.sources & ~play.must_see_empty & watch.began & ~(watch.lifted | bad)
        return Suspicion(passed or liars, play, state.last_edge + wait)
    if not liars and play.must_see_empty & state.lifted_before & ~watch.lifted:
        # What it takes was up before the board came to rest, and whom it bumps has come home only now.
        return Suspicion(0, play, state.last_edge + state.settings.hidden_after)
    if liars.bit_count() == 1:
        return _suspicion(state, liars.bit_length() - 1, play, hurry)
    surplus_only = not off.missing and all(count > 0 for count in off.start.values())
    if liars and surplus_only and not liars & ~watch.now and surplus(state) >= liars.bit_count():
        return Suspicion(liars, play, state.last_edge + state.settings.illegal_after)
    return None


def in_start(state: State, seat: Seat, count: int) -> int:
    """START holes too many or too few: the newest, though which of the five makes no difference."""
    now = state.watch.now & ~state.bad
    like = [h for h in state.table.board.start(seat) if bool(now >> h & 1) == (count > 0)]
    since = state.watch.filled_at if count > 0 else lambda hole: state.emptied_at.get(hole, 0.0)
    like.sort(key=since, reverse=True)
    return mask_of(like[: abs(count)])


def _since_decided(state: State, liars: int, play: Candidate) -> Suspicion | None:
    """The board was behind a decision in these holes, was never mended there, and people have played on."""
    holes, t = state.behind
    if not liars or liars & ~holes:
        return None
    return Suspicion(liars, play, max(state.last_edge + state.settings.illegal_after, t))


def _suspicion(state: State, liar: Hole, play: Candidate, hurry: bool) -> Suspicion | None:
    """When it may be acted on; None while a hand explains it as well."""
    settings, bit = state.settings, 1 << liar
    if state.watch.now & bit:
        elsewhere = state.watch.lifted & state.watch.placed & state.ring_and_lane & ~play.touches
        for path in play.paths:
            elsewhere &= ~path | state.watch.began  # on its way it was set down in free holes only
        taken = play.recoloured & bit and not elsewhere
        off = state.expect.off(state.watch.now, state.bad, state.ring_and_lane)
        came = {seat for seat, count in off.start.items() if count > 0}
        owed = play.expect.optional & ~(state.watch.now | state.bad)  # then one is in a hand anyway
        home = bool(came) and not owed and all_home(state, play)
        if home and any(leg.sent in came for c in _being_made(state) for leg in c.play.legs):
            home = False  # he was bumped by what is still in a hand
        home = home and not _owed_still(state)  # rather it is that one, put into the wrong START
        home = home or _came_first(state, play, liar)
        if surplus(state) > 0 or (taken and home):
            return Suspicion(bit, play, state.last_edge + settings.illegal_after)
        if taken and hurry:  # the mover may still be in a hand, and the bumped one nowhere near
            return Suspicion(bit, play, state.last_edge + settings.dead_after)
        return None
    if play.ends & bit:
        soon = state.last_edge + settings.dead_after
        return Suspicion(bit, play, soon if hurry else comes_down(state, liar, play))
    bumped = any(c.recoloured & bit for c in _being_made(state))  # held till the other one is down
    since = state.emptied_at.get(liar, 0.0) + (settings.held_after if bumped else settings.dead_after)
    return Suspicion(bit, play, max(state.last_edge + settings.illegal_after, since))


def _being_made(state: State) -> list[Candidate]:
    """The plays whose holes have all been lifted, and whose end is still empty."""
    seen, now = state.watch.lifted | state.bad, state.watch.now | state.bad
    return [
        c
        for c in state.found
        if not c.must_see_empty & ~seen and c.ends & ~now and (not c.left or state.watch.left(c.left))
    ]


def _owed_still(state: State) -> bool:
    """Whether a marble bumped before this turn has not come to its START."""
    now, owed = state.watch.now, dict(state.debts_then.start)
    return any((now & mask).bit_count() < most for seat, mask, _, most in state.expect.starts if seat in owed)


def all_home(state: State, play: Candidate) -> bool:
    """Whether everybody whom the play sends to START has come there: else who came was bumped elsewhere."""
    sent, now = {leg.sent for leg in play.play.legs}, state.watch.now
    starts = ((mask, most) for seat, mask, _, most in play.expect.starts if seat in sent)
    return all((now & mask).bit_count() >= most or mask & state.bad for mask, most in starts)


def _came_first(state: State, play: Candidate, taken: Hole) -> bool:
    """Whether the in-spot of whom it bumps there was filled before the mover's marble was taken up.

    Not if it is one of the holes full before the play, whose own marble was up when the turn began, nor
    where another leg of it has brought its marble. Whom that one bumps in turn may be bumped by the mover.
    """
    board, watch, spots, own = state.table.board, state.watch, 0, play.left
    other = mask_of(leg.target for leg in play.play.legs)
    for leg in play.play.legs:
        if leg.target == taken:
            spots |= mask_of(board.in_spot(seat) for seat in leg.pushes[:1])
            own |= 0 if leg.source is None else 1 << leg.source
    up = min((c.edge for c in watch.log if not c.on and own >> c.hole & 1), default=0.0)
    spots &= play.expect.optional & watch.now & ~watch.began & ~(state.expect.full | other)
    came = (c.edge for c in watch.log if c.on and spots >> c.hole & 1)
    return any(edge < up for edge in came)


def comes_down(state: State, hole: Hole, play: Candidate) -> float:
    """Until when a marble of that play may be in a hand that is due there.

    Who is nearly there comes down soon; else it counts from when it was taken up last, be it from a hole on
    its way, whatever came home since. Who put it back where it begins its way, and took it up from there
    again, has the whole of it to go.
    """
    settings, at = state.settings, state.emptied_at
    soon, stepped = state.last_edge + settings.dead_after, _stepped(state)
    for leg, path in zip(play.play.legs, play.paths, strict=True):
        begun = 0.0 if leg.source is None else at.get(leg.source, 0.0)
        on = [h for h in bits(stepped) if h != leg.source and apart(state.table.board, h, hole) == 1]
        if path >> hole & 1 and any(at.get(h, 0.0) > begun for h in on):
            return soon
    way = play.emptied | stepped & reduce(or_, play.paths)
    up = [at[h] for h in bits(way) if h in at]
    return max(soon, max(up, default=state.last_edge) + settings.held_after)


def counted_to(state: State, hole: Hole) -> bool:
    """Whether a marble was set down, and taken up again, in the hole beside it that was free before."""
    board = state.table.board
    return any(apart(board, step, hole) == 1 for step in bits(_stepped(state)))


def _stepped(state: State) -> int:
    """Holes that were free before, in which a marble was set down and taken up again."""
    return state.watch.stepped & ~state.expect.full & state.ring_and_lane


def goes_there(state: State, play: Candidate) -> bool:
    """Whether a marble was set down in passing nowhere but on the way of that play."""
    watch, way = state.watch, play.sources  # back in them after another try
    for path in play.paths:
        way |= path
    stepped = watch.stepped & ~(watch.began | state.bad) & state.ring_and_lane
    return not stepped & ~way


def if_nothing(state: State) -> Suspicion | None:
    """Marbles too many and nothing else wrong: those holes lie.

    Before a card is laid, a marble may have come there from a hole whose sensor did not see it go, and the
    play before may have been undone: so it was if else a hole sticks that has just been seen to work.
    """
    past, too_many = state.past, surplus(state)
    grounds = [state.expect]
    if past is not None and state.desk.laid is None:
        grounds.append(past.before(state.table.board))
    movers = set(state.table.may_move(state.position)) if state.ranks else set()
    if past is not None and state.desk.laid is None:  # or whoever has just played goes on
        movers |= set(state.table.may_move(past.played.base))
    found = []
    for expect in grounds if too_many > 0 else ():
        off = expect.off(state.watch.now, state.bad, state.ring_and_lane)
        liars = off.extra
        if liars and too_many <= _unseen(state, movers):
            continue  # rather one of the mover's came there from a hole that is not believed
        for seat, count in off.start.items() if too_many > _unseen(state, set(off.start)) else ():
            liars |= in_start(state, seat, count)
        if not off.missing and off.surplus == liars.bit_count() == too_many:
            wait = state.settings.illegal_after
            came = liars | state.expect.off(state.watch.now, state.bad, state.ring_and_lane).extra
            if off.start or (not state.ranks and any(c.filled & came for c in state.any_card())):
                wait = state.settings.dead_after
            found.append(Suspicion(liars, None, state.last_edge + wait))
    works = state.watch.lifted & state.watch.placed & state.ring_and_lane
    works &= ~mask_of(hole for hole in bits(works) if counted_to(state, hole))  # the next one played
    return min(found, key=lambda each: (each.liars & works).bit_count(), default=None)


def if_nobodys(state: State) -> Suspicion | None:
    """The holes that filled, nobody having a marble in his hand by any story, lie, whatever else is off.

    One where some play ends is given time: the marble may have left a hole that sticks.
    """
    past, watch = state.past, state.watch
    liars = watch.placed & watch.now & ~state.bad & state.ring_and_lane & ~state.expect.full
    if past is not None:
        liars &= ~(past.chosen.full | past.before(state.table.board).full)
    if not liars or state.mending:
        return None
    for story in state.stories.likely:
        liars &= ~mask_of(story.standing)
    liars &= ~mask_of(hole for hole in bits(liars) if counted_to(state, hole))  # from one that sticks
    if not liars:
        return None
    plays = [*state.found, *(past.found if past is not None else ())]
    plays += [] if state.ranks else state.any_card()
    perhaps = any(play.filled & liars for play in plays) or _left_late(state, liars)
    wait = state.settings.dead_after if perhaps else state.settings.illegal_after
    return Suspicion(liars, None, state.last_edge + wait)


def _left_late(state: State, liars: int) -> bool:
    """Whether a marble that is up now was seen to leave its hole only soon after one of these filled."""
    came = [state.watch.log[at].edge for hole in bits(liars) if (at := state.watch.filled_at(hole)) >= 0]
    return any(0 < up.t - edge < NEAR for up in state.stories.likely[0].hand for edge in came)
