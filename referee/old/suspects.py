"""Sensors that lie: found out by what cannot be otherwise, said, and left out from then on.

A hole that still reads occupied after its marble was carried off makes more marbles than there are; one
that reads empty under a marble looks like a marble in a hand that never comes down. So a suspicion is a
play (or none) that explains all that was seen if exactly one hole lies. It is acted on when no hand can
explain it as well: at once for a marble too many, after a good while for one too few.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial, reduce
from operator import or_

from engine.geometry import Hole
from referee.model.occupancy import bits, colours
from referee.old.asking import ask
from referee.old.candidates import Candidate
from referee.old.costs import HARDLY_LEFT
from referee.old.distances import turned
from referee.old.faults import accuse
from referee.old.hidden import UNSHOWN, is_hidden
from referee.old.judge import ALIKE, IMPROBABLE, borne_out
from referee.old.liars import (
    Suspicion,
    comes_down,
    counted_to,
    goes_there,
    if_nobodys,
    if_nothing,
    if_played,
    in_start,
    surplus,
)
from referee.old.past import MISLED, Past
from referee.old.replies import set_down_after
from referee.old.saying import say
from referee.old.since_said import taken_out_for_nothing, was_undone
from referee.old.state import State
from referee.verdicts import Verdict

AT_MOST = 4
"""So many plays are asked about, at most."""
BY_FAR = 3.0
"""A sensor has failed if all that was seen costs so much less to tell without it."""


def suspect(state: State, hurry: bool) -> Suspicion | None:
    """The fewest lying holes that would explain the board, if no others would as likely.

    Of several plays, each of which would be hidden by another hole, nothing tells which it was: it is asked.
    """
    nobodys = state.nobodys()
    found = [s for c in state.found if (s := if_played(state, c, hurry, nobodys)) is not None]
    found = [s for s in found if _allowed(state, s)]
    fewest = min((s.liars.bit_count() for s in found), default=0)
    found = _gone_that_way(state, [s for s in found if s.liars.bit_count() == fewest])
    if len({s.liars for s in found}) > 1:
        found = _never_seen_to_work(state, _likelier(state, found))
    if len({s.liars for s in found}) > 1:
        return _which(state, found) if fewest == 1 else None
    if len(found) > 1 and any(_is_forgotten(state, s.play) for s in found):
        return _which(state, found)  # the board alone would not tell of it once that sensor is left out
    if len(found) > 1:  # whichever play it was
        found = [Suspicion(found[0].liars, None, max(s.ready for s in found))]
    nothing = None if state.mending else if_nothing(state)
    if found and nothing is not None and not hurry:  # who has laid a card may yet play it
        laid = state.desk.laid
        since = state.last_edge if laid is None else max(state.last_edge, laid.t)
        found = [replace(s, ready=since + state.settings.dead_after) for s in found]
    if found:
        return min(found, key=lambda s: s.ready)
    changed = if_changed(state)
    if changed is not None and nothing is not None and not changed.liars & ~state.watch.now:
        if _may_come_unseen(state, changed.liars | nothing.liars):
            return nothing  # the next seat may be playing a marble that no sensor tells of
        if all(counted_to(state, hole) for hole in bits(nothing.liars)):
            return changed
        # Rather it came there from a hole that sticks, unless he is still at it.
        return replace(changed, ready=state.last_edge + state.settings.dead_after)
    doubt = nothing or changed
    if doubt is not None and _may_come_unseen(state, doubt.liars):
        return replace(doubt, ready=max(doubt.ready, state.last_edge + state.settings.dead_after))
    return doubt or if_nobodys(state)


def _may_come_unseen(state: State, holes: int) -> bool:
    """Whether some card yet to be laid brings a marble to these holes from where no sensor tells of it."""
    if state.ranks or not state.bad:
        return False
    return any(c.filled & holes and (c.emptied | c.left) & state.bad for c in state.any_card())


def _which(state: State, found: list[Suspicion]) -> Suspicion | None:
    """Those plays to be asked about, as soon as each may be believed; None if there are too many."""
    if len(found) > AT_MOST or state.alarm is not None or state.mending:
        return None
    board, seat = state.table.board, state.seat

    def as_seen(play: Candidate) -> list[Hole]:
        return sorted(turned(board, hole, seat) for hole in bits(play.touches))

    liars = reduce(or_, (s.liars for s in found))
    each = sorted(((s.play, s.liars) for s in found if s.play is not None), key=lambda one: as_seen(one[0]))
    return Suspicion(liars, None, max(s.ready for s in found), tuple(each))


def _allowed(state: State, each: Suspicion) -> bool:
    """Whether hands can have taken what that play takes, those sensors left out that lie then."""
    play, bad, watch = each.play, state.bad | each.liars, state.watch
    if play is None:
        return True
    if not set_down_after(play, watch, bad):
        return False  # another one came there before its own was taken up
    taken = play.recoloured & watch.lifted & ~bad
    if _is_forgotten(state, play) and watch.left((play.emptied | play.left) & ~bad):
        return False  # what it takes was full again before its own marble left
    if not taken:
        return True
    stories = state.stories_without(bad)
    return stories.cost(colours(play.position), taken) < stories.least + IMPROBABLE


def _is_forgotten(state: State, play: Candidate | None) -> bool:
    """Whether what that play takes was lifted before the board came to rest, and not since."""
    return play is not None and bool(play.must_see_empty & state.lifted_before & ~state.watch.lifted)


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
    said = past.chosen.expect.off(watch.now, bad, state.ring_and_lane)
    extra = said.extra
    undone = was_undone(state, past)
    stands = not (gone or home or extra or undone)
    plays = past.found
    if stands:  # unless what it brought out of START went back unseen, and another one was taken instead
        plays = tuple(c for c in plays if past.chosen.left and _taken_instead(state, c, said.missing))
    nobodys = 0 if stands else state.nobodys(past.stories(state.table, settings, bad))
    if not (gone or home):  # it stands, and what nobody brought there tells nothing of it
        nobodys = 0
    found = []
    for play in plays:
        off = play.expect.off(watch.now, bad, state.ring_and_lane)
        seen = watch.lifted if undone and home else past.watch.lifted  # what was lifted before is undone, too
        liars = off.missing | off.extra | play.must_see_empty & ~seen & ~bad
        short = off.start
        if not short and taken_out_for_nothing(past, play, bad):  # what was owed there had come
            starts = [(s, mask) for s, mask, _, _ in play.expect.starts if mask & past.chosen.left]
            short = {s: (watch.now & m).bit_count() - past.played.base.start_count(s) for s, m in starts}
        for seat, count in short.items():
            liars |= in_start(state, seat, count)
        if not liars or not liars & ~nobodys:
            liars |= play.filled & nobodys  # it came there unseen, since that sensor told of one before
        if not liars or play.position == past.chosen.position:
            continue
        too_many = not liars & ~nobodys or surplus(state) >= liars.bit_count()
        if not liars & ~watch.now and too_many:
            found.append(Suspicion(liars, play, state.last_edge + settings.illegal_after))
        elif liars.bit_count() > 1 or state.alarm is not None:
            continue
        elif liars & ~watch.now & (play.ends | past.chosen.left):  # where it came to, or was put back
            held = not bad and liars & play.ends  # the first to fail: rather is it in a hand still
            worked = liars & play.recoloured & watch.lifted  # it saw the other one go just now
            quick = hurry or (home and not (held or worked))
            ready = state.last_edge + (settings.hidden_after if quick else settings.dead_after)
            if not home and not hurry and liars & play.ends:
                ready = comes_down(state, liars.bit_length() - 1, play)
            found.append(Suspicion(liars, play, ready))
        elif extra & ~past.chosen.emptied & play.expect.optional and not (off or liars & ~play.recoloured):
            # Whom it bumps is there (not one put back), and the hole it takes was full all along.
            found.append(Suspicion(liars, play, state.last_edge + settings.illegal_after))
        elif home and undone and liars == play.recoloured & watch.now:
            # Whom it bumps is at home, and the hole it takes was full all along.
            found.append(Suspicion(liars, play, state.last_edge + settings.illegal_after))
        elif not liars & watch.now:
            since = state.emptied_at.get(liars.bit_length() - 1, 0.0) + settings.dead_after
            found.append(Suspicion(liars, play, max(state.last_edge + settings.illegal_after, since)))
    found = _gone_that_way(state, found)
    fewest = min((s.liars.bit_count() for s in found), default=0)
    found = _never_seen_to_work(state, [s for s in found if s.liars.bit_count() == fewest])
    if len({s.liars for s in found}) > 1:
        which = _which(state, found)
        return None if which is None else replace(which, amends=True)
    return replace(found[0], play=None) if found else None


def _taken_instead(state: State, play: Candidate, missing: int) -> bool:
    """Whether just the marble of that play is gone, and all it touches was up since that before was said."""
    return bool(missing) and missing == play.emptied and not play.must_see_empty & ~state.watch.lifted


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
    best = found[costs.index(min(costs))]
    hidden = best.play is not None and is_hidden(best.play, state.bad)  # so it costs less to tell

    def more(each: Suspicion) -> float:
        return UNSHOWN if hidden and each.liars == best.liars else ALIKE

    return [each for each, cost in zip(found, costs, strict=True) if cost <= min(costs) + more(each)]


def _never_seen_to_work(state: State, found: list[Suspicion]) -> list[Suspicion]:
    """Of several those whose empty holes were never seen full, if there are such: rather these are dead.

    Where the marble has come to, any sensor may have failed just now.
    """

    def works(each: Suspicion) -> bool:
        came = 0 if each.play is None else each.play.ends
        return bool(each.liars & ~came & (state.watch.now | state.seen_full))

    return [s for s in found if not works(s)] or found


def _gone_that_way(state: State, found: list[Suspicion]) -> list[Suspicion]:
    """Those on whose way the marble was set down in every hole in which it was, if there are such."""
    return [s for s in found if s.play is not None and goes_there(state, s.play)] or found


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
    if doubt.among:
        plays, liars = [play for play, _ in doubt.among], tuple(liar for _, liar in doubt.among)
        return ask(state, t, plays, amends=doubt.amends, liars=liars)
    fault = [said for hole in bits(doubt.liars) for said in accuse(state, t, hole)]
    return fault + (say(state, t, doubt.play) if doubt.play is not None else [])
