"""Sensors that lie: found out by what cannot be otherwise, said, and left out from then on.

A hole that still reads occupied after its marble was carried off makes more marbles than there are; one
that reads empty under a marble looks like a marble in a hand that never comes down. So a suspicion is a
play (or none) that explains all that was seen if exactly one hole lies. It is acted on when no hand can
explain it as well: at once for a marble too many, after a good while for one too few.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace
from functools import partial, reduce
from operator import or_

from engine.geometry import Hole, Seat
from referee.candidates import Candidate
from referee.costs import HARDLY_LEFT
from referee.distances import apart
from referee.faults import accuse
from referee.hidden import is_hidden
from referee.judge import ALIKE, borne_out
from referee.occupancy import bits, colours, holes_of, mask_of
from referee.past import MISLED, Past
from referee.saying import say
from referee.state import State
from referee.verdicts import Verdict
from referee.watch import Watch

AT_MOST = 4
"""So many plays are asked about, at most."""
BY_FAR = 3.0
"""A sensor has failed if all that was seen costs so much less to tell without it."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """`liars` explain everything, together with `play` (None: nothing was played); not before `ready`."""

    liars: int
    play: Candidate | None
    ready: float


def suspect(state: State, hurry: bool) -> Suspicion | None:
    """The fewest lying holes that would explain the board, if no others would as likely."""
    nobodys = state.nobodys()
    found = [s for c in state.found if (s := _if_played(state, c, hurry, nobodys)) is not None]
    fewest = min((s.liars.bit_count() for s in found), default=0)
    found = _gone_that_way(state, [s for s in found if s.liars.bit_count() == fewest])
    if len({s.liars for s in found}) > 1:
        found = _likelier(state, found)
    found = _never_seen_to_work(state, found)
    if len({s.liars for s in found}) > 1:
        return None
    if len(found) > 1:  # whichever play it was
        found = [Suspicion(found[0].liars, None, max(s.ready for s in found))]
    nothing = None if state.mending else _if_nothing(state)
    if found and nothing is not None and not hurry:  # who has laid a card may yet play it
        laid = state.desk.laid
        since = state.last_edge if laid is None else max(state.last_edge, laid.t)
        found = [replace(s, ready=since + state.settings.dead_after) for s in found]
    return min(found, key=lambda s: s.ready) if found else nothing or if_changed(state)


def taken_unseen(state: State, t: float) -> tuple[list[Candidate], int]:
    """The plays that may have been made from a hole that sticks, or onto it, if several, and those holes.

    Nothing tells which.
    """
    nobodys, found = state.nobodys(), []
    for play in state.found:
        doubt = _if_played(state, play, True, nobodys)
        stuck = (play.recoloured | play.emptied | play.left) & state.watch.now
        if doubt is not None and t >= doubt.ready and doubt.liars & stuck:
            found.append((doubt.liars, play))
    alone = all(liars.bit_count() == 1 for liars, _ in found)
    several = len({liars for liars, _ in found}) > 1
    if not (alone and several and len(found) <= AT_MOST):
        return [], 0
    return [play for _, play in found], reduce(or_, (liars for liars, _ in found))


def sent_home(state: State, past: Past) -> bool:
    """Whether somebody has one too many in START, by the play said: only another play sends it there.

    One of the movers' own is back when that was undone.
    """
    off = past.chosen.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    movers = state.table.may_move(past.played.base)
    return any(n > 0 for seat, n in off.start.items() if seat not in movers)


def if_changed(state: State, *, hurry: bool = False) -> Suspicion | None:
    """The holes that lie if the play just said was changed: its marble is gone, and another one shows.

    In a `hurry` the next seat has laid its card on that, so no marble of it is in a hand.
    """
    past, watch, bad, settings = state.past, state.watch, state.bad, state.settings
    if past is None or (state.desk.laid is not None and not hurry) or state.desk.mode == "none":
        return None
    gone = past.chosen.placed & ~(watch.now | bad)
    home = sent_home(state, past)
    stands = not (gone or home or past.chosen.expect.off(watch.now, bad, state.ring_and_lane).extra)
    found = []
    for play in () if stands else past.found:
        off = play.expect.off(watch.now, bad, state.ring_and_lane)
        liars = off.missing | off.extra | play.must_see_empty & ~past.watch.lifted & ~bad
        for seat, count in off.start.items():
            liars |= _in_start(state, seat, count)
        if not liars or play.position == past.chosen.position:
            continue
        if not liars & ~watch.now and surplus(state) >= liars.bit_count():
            found.append(Suspicion(liars, play, state.last_edge + settings.illegal_after))
        elif liars.bit_count() > 1 or state.alarm is not None:
            continue
        elif liars & ~watch.now & (play.ends | past.chosen.left):  # where it came to, or was put back
            held = not bad and liars & play.ends  # the first to fail: rather is it in a hand still
            wait = settings.hidden_after if home and not held else settings.dead_after
            if not home and not hurry and liars & play.ends:
                wait = _comes_down(state, liars.bit_length() - 1)
            elif hurry:
                wait = settings.hidden_after
            found.append(Suspicion(liars, play, state.last_edge + wait))
        elif not liars & watch.now:
            since = state.emptied_at.get(liars.bit_length() - 1, 0.0) + settings.dead_after
            found.append(Suspicion(liars, play, max(state.last_edge + settings.illegal_after, since)))
    found = _gone_that_way(state, found)
    fewest = min((s.liars.bit_count() for s in found), default=0)
    found = _never_seen_to_work(state, [s for s in found if s.liars.bit_count() == fewest])
    return replace(found[0], play=None) if len({s.liars for s in found}) == 1 else None


def _likelier(state: State, found: list[Suspicion]) -> list[Suspicion]:
    """Of several those that are told by a story nearly as likely as any, what their liars saw left out."""
    costs = []
    for each in found:
        bad = state.bad | each.liars
        stories = state.stories_without(bad)
        play = each.play
        holes = 0 if play is None else (play.filled | play.recoloured) & ~bad
        cost = stories.least if play is None else stories.cost(colours(play.position), holes)
        # Which of a START it is nobody knows before: the first time it fails as easily as any other hole.
        costs.append(cost - (HARDLY_LEFT if play is not None and each.liars & play.left else 0.0))
    return [each for each, cost in zip(found, costs, strict=True) if cost < min(costs) + ALIKE]


def _never_seen_to_work(state: State, found: list[Suspicion]) -> list[Suspicion]:
    """Of several those whose empty holes were never seen full, if there are such: rather these are dead."""
    return [s for s in found if not s.liars & (state.watch.now | state.seen_full)] or found


def _gone_that_way(state: State, found: list[Suspicion]) -> list[Suspicion]:
    """Those on whose way the marble was set down in every hole in which it was, if there are such."""
    watch = state.watch
    stepped = watch.placed & watch.lifted & ~watch.now & ~watch.began & ~state.bad & state.ring_and_lane

    def goes_there(play: Candidate) -> bool:
        way = play.sources  # back in them after another try
        for path in play.paths:
            way |= path
        return not stepped & ~way

    return [s for s in found if s.play is not None and goes_there(s.play)] or found


def may_be_played(state: State, found: tuple[Candidate, ...]) -> bool:
    """Whether one of these plays was made, if holes see marbles beyond all there are."""
    return surplus(state) > 0 and any(_if_played(state, c, hurry=False, nobodys=0) is not None for c in found)


def failed_there(state: State, play: Candidate) -> Suspicion | None:
    """The hole in which that play ends, if hands can hardly have made it, and another shows without it."""
    watch, now, ring_and_lane = state.watch, state.watch.now, state.ring_and_lane
    cost = state.stories.cost(colours(play.position), play.touches & ~state.bad)
    for hole in bits(play.filled & watch.placed & ~state.bad) if cost >= MISLED else ():
        bad = state.bad | 1 << hole
        told = partial(state.stories_without, bad)
        shown = borne_out(state.found, watch, now, bad, ring_and_lane, told)
        if len(shown) != 1 or shown[0].rare or is_hidden(shown[0], bad):
            continue
        if told().cost(colours(shown[0].position), shown[0].touches & ~bad) < cost - BY_FAR:
            return Suspicion(1 << hole, shown[0], state.last_edge + state.settings.open_after)
    return None


def doubted(state: State, t: float, doubt: Suspicion) -> list[Verdict]:
    """Sensors that lie, and the play that shows once they are left out; later, if it is too soon to say."""
    if t < doubt.ready:
        state.due_alarm = doubt.ready
        return []
    fault = [said for hole in bits(doubt.liars) for said in accuse(state, t, hole)]
    return fault + (say(state, t, doubt.play) if doubt.play is not None else [])


def surplus(state: State) -> int:
    """Marbles on the board beyond all there are: above 0, some hole reads occupied and is not."""
    now, bad = state.watch.now & ~state.bad, state.bad
    expect = state.expect
    there_are = (expect.full & ~bad).bit_count()
    for _, mask, _, most in expect.starts:
        there_are += most if not mask & bad else (now & mask).bit_count()
    return now.bit_count() - there_are


def _unseen(state: State, seats: Set[Seat]) -> int:
    """Marbles of these seats that no good sensor sees where they stand: they may have been bumped."""
    now, bad = state.watch.now & ~state.bad, state.bad
    full = holes_of(state.position, tuple(seats)) & bad
    starts = {seat: (mask, most) for seat, mask, _, most in state.expect.starts if mask & bad}
    hidden = (most - (now & mask).bit_count() for seat, (mask, most) in starts.items() if seat in seats)
    return full.bit_count() + sum(max(0, each) for each in hidden)


def _if_played(state: State, play: Candidate, hurry: bool, nobodys: int) -> Suspicion | None:
    """The holes that lie if this play was made: one, or several that see marbles beyond all there are.

    Or such as filled though nobody had a marble to put there.
    """
    watch, bad = state.watch, state.bad
    off = play.expect.off(watch.now, bad, state.ring_and_lane)
    if off.missing and (off.missing & watch.placed or state.alarm is not None):
        return None  # that sensor has just seen a marble come, or people are mending
    if off.missing & play.ends & watch.began:
        return None  # or another one of its marbles leave
    liars = off.missing | off.extra | play.must_see_empty & ~watch.lifted & ~bad
    for seat, count in off.start.items():
        liars |= _in_start(state, seat, count)
    if state.mending:
        return _since_decided(state, liars, play)
    if not play.left or watch.left(play.left):  # its marble is gone, and what shows was there before
        liars |= play.filled & nobodys & (watch.began & ~watch.lifted if liars else -1)
    if liars and not liars & ~nobodys:
        settings, slow = state.settings, state.settings.hidden_after if hurry else state.settings.dead_after
        wait = slow if is_hidden(play, bad | liars) else settings.illegal_after
        return Suspicion(liars, play, state.last_edge + wait)
    if liars.bit_count() == 1:
        return _suspicion(state, liars.bit_length() - 1, play, hurry)
    surplus_only = not off.missing and all(count > 0 for count in off.start.values())
    if liars and surplus_only and not liars & ~watch.now and surplus(state) >= liars.bit_count():
        return Suspicion(liars, play, state.last_edge + state.settings.illegal_after)
    return None


def _in_start(state: State, seat: Seat, count: int) -> int:
    """START holes too many or too few: the newest, though which of the five makes no difference."""
    now = state.watch.now & ~state.bad
    like = [h for h in state.table.board.start(seat) if bool(now >> h & 1) == (count > 0)]
    since = state.watch.filled_at if count > 0 else lambda hole: state.emptied_at.get(hole, 0.0)
    like.sort(key=since, reverse=True)
    return mask_of(tuple(like[: abs(count)]))


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
        home = bool(came) and not owed and _all_home(state, play)
        if home and any(leg.sent in came for c in _being_made(state) for leg in c.play.legs):
            home = False  # he was bumped by what is still in a hand
        home = home or _came_first(state.watch, play, state.expect.full)
        if surplus(state) > 0 or (taken and home):
            return Suspicion(bit, play, state.last_edge + settings.illegal_after)
        if taken and hurry:  # the mover may still be in a hand, and the bumped one nowhere near
            return Suspicion(bit, play, state.last_edge + settings.dead_after)
        return None
    if play.ends & bit:
        slow = settings.dead_after if hurry else _comes_down(state, liar)
        return Suspicion(bit, play, state.last_edge + slow)
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


def _all_home(state: State, play: Candidate) -> bool:
    """Whether everybody whom the play sends to START has come there: else who came was bumped elsewhere."""
    sent, now = {leg.sent for leg in play.play.legs}, state.watch.now
    starts = ((mask, most) for seat, mask, _, most in play.expect.starts if seat in sent)
    return all((now & mask).bit_count() >= most or mask & state.bad for mask, most in starts)


def _came_first(watch: Watch, play: Candidate, before: int) -> bool:
    """Whether the partner's in-spot was filled before the mover's marble was taken up: by whom it bumps.

    Not if it is one of the holes full `before` the play, whose own marble was up when the turn began.
    """
    own = play.emptied | play.left
    up = min((c.edge for c in watch.log if not c.on and own >> c.hole & 1), default=0.0)
    spots = play.expect.optional & watch.now & ~watch.began & ~before
    came = (c.edge for c in watch.log if c.on and spots >> c.hole & 1)
    return any(edge < up for edge in came)


def _comes_down(state: State, hole: Hole) -> float:
    """For how long a marble may be in a hand that is due there: who is nearly there comes down soon."""
    stepped = state.watch.placed & state.watch.lifted & ~(state.watch.now | state.expect.full)
    stepped &= state.ring_and_lane
    nearly = any(apart(state.table.board, step, hole) == 1 for step in bits(stepped))
    return state.settings.dead_after if nearly else state.settings.held_after


def _if_nothing(state: State) -> Suspicion | None:
    """Marbles too many and nothing else wrong: those holes lie.

    Before a card is laid, a marble may have come there from a hole whose sensor did not see it go, and the
    play before may have been undone.
    """
    past, too_many = state.past, surplus(state)
    grounds = [state.expect]
    if past is not None and state.desk.laid is None:
        grounds.append(past.before(state.table.board))
    for expect in grounds if too_many > 0 else ():
        off = expect.off(state.watch.now, state.bad, state.ring_and_lane)
        liars = off.extra
        if liars and too_many <= _unseen(state, set(state.table.may_move(state.position))) and state.ranks:
            continue  # rather one of the mover's came there from a hole that is not believed
        for seat, count in off.start.items() if too_many > _unseen(state, set(off.start)) else ():
            liars |= _in_start(state, seat, count)
        if not off.missing and off.surplus == liars.bit_count() == too_many:
            wait = state.settings.illegal_after
            if off.start or (not state.ranks and any(c.filled & liars for c in state.any_card())):
                wait = state.settings.dead_after
            return Suspicion(liars, None, state.last_edge + wait)
    return None
