"""What is off after a play as the next seat's doing: its card being played on top of it, or hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from operator import or_

from engine.cards import Rank
from engine.geometry import Board, Seat
from referee.model.occupancy import Off, bits, holes_of, start_mask
from referee.old.candidates import Candidate, on_its_way
from referee.old.costs import BESIDE
from referee.old.distances import apart
from referee.old.made import completed, exchanged
from referee.old.parting import after
from referee.old.replies import (
    next_seat_acts,
    next_seat_may_act,
    played_on,
    replies,
    set_down_after,
    theirs_after,
)
from referee.old.state import State
from referee.old.watch import Watch, left_in


def explained(state: State, watch: Watch, play: Candidate, done: int, hurry: bool) -> tuple[int, int] | None:
    """How well other hands explain all that is off after `play` (0 is best), and since which change.

    None: they do not. In a `hurry` the next seat's marbles may even stand where its card does not bring them.
    """
    off = play.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    if not off:
        again = hurry and _exchanged_again(state, watch.since(done), play)
        return (0, done) if again else None
    seats = state.table.may_move(play.position)
    theirs, begun = holes_of(play.position, seats), next_turn_began(state, watch, play, done)
    involved = play.touches | play.ends
    if not off.extra and not off.missing & involved and all(n < 0 for n in off.start.values()):
        return 0, begun
    if off.missing & involved & ~theirs and not hurry:
        return None  # its marble was taken up again, and not to make room for the next player's
    answers = replies(state, play)
    others = off.missing & ~theirs & ~involved
    if others.bit_count() <= max(0, -off.surplus):
        rest = after(watch, begun, play.part)
        if played_on(state, play, rest, others, [reply for reply in answers if not reply.rare]):
            return 0, begun
        if played_on(state, play, rest, others, [reply for reply in answers if reply.rare]):
            return 1, begun
    board = state.table.board
    if off.extra:  # what stands there has come from somewhere
        missing = off.missing | state.bad
        answers = tuple(c for c in answers if c.left or c.emptied & missing or not off.extra & ~c.pushed)
    near = (c for c in answers if hurry and not c.rare)
    if any(_replying(c, _but_for_a_step(board, c, off), theirs, 0, seats) for c in near):
        return 0, begun
    if next_seat_may_act(state, play) and any(
        _replying(reply, off, theirs, involved, seats) for reply in answers
    ):
        return 1, begun
    if not hurry or off.missing & (involved | ~theirs) or any(n > 0 for n in off.start.values()):
        return None
    own = off.missing.bit_count() - sum(n for s, n in off.start.items() if s in seats)
    return (2, begun) if off.extra.bit_count() <= own else None


def next_turn_began(state: State, watch: Watch, play: Candidate, done: int) -> int:
    """After how many changes: when the play was `done`, or the next seat had taken a marble up before it.

    Once its card lies there, with what was lifted before that, or just before, and is none of the play's: it
    bumps that.
    """
    both, own, log = theirs_after(state, play), play.must_see_empty, watch.log

    def of_the_play(i: int) -> bool:
        """Whether what was lifted then is the play's own, and no marble that it has brought there."""
        bit = 1 << log[i].hole
        pairs = (pair for pair in play.exchanges if pair & bit and not pair & state.bad)
        return bool(own & bit) and not any(exchanged(watch, pair, state.bad, i) for pair in pairs)

    source = play.emptied | play.left
    first = next((i for i, c in enumerate(log[:done]) if not c.on and source >> c.hole & 1), done)

    def came_back(i: int) -> bool:
        """Whether what was lifted then was down again before the play was begun.

        One that had come home perhaps where it stood. Or before it was done, and up again only later.
        """
        ring, bit = state.ring_and_lane, 1 << log[i].hole
        home = 0 if ring & bit else both & watch.began & ~own & ring
        if any(c.on and (home | bit) >> c.hole & 1 for c in log[i:first]):
            return True
        down = any(c.on and bit >> c.hole & 1 for c in log[i:done])
        return down and any(not c.on and bit >> c.hole & 1 for c in log[done:])

    lifts = (i for i, c in enumerate(log) if not c.on and both >> c.hole & 1 and not came_back(i))
    begun = min(next((i for i in lifts if i >= done or not of_the_play(i)), done), done)
    if state.desk.waiting(play.position.turn) is not None:
        up = ~(watch.levels(done) | play.touches | own)
        begun = next((i for i, c in enumerate(log[:begun]) if not c.on and up >> c.hole & 1), begun)
        while begun and not log[begun - 1].on and not (play.touches | own) >> log[begun - 1].hole & 1:
            begun -= 1
    return begun


def _exchanged_again(state: State, since: Watch, play: Candidate) -> bool:
    """Whether the next seat's card has exchanged one of the two once more that the play exchanged."""
    pairs = reduce(or_, play.exchanges, 0)
    answers = [reply for reply in replies(state, play) if any(pair & pairs for pair in reply.exchanges)]
    return played_on(state, play, since, answers=answers)


def own_up(state: State, play: Candidate, found: Sequence[Candidate]) -> bool:
    """Whether who made that play has another marble in his hand that his card moves: he is not done.

    Or any, if what stands where the play ends came there before its marble was taken up. As long as the next
    player does nothing: that may be about to bump it. One out of START only if it was just taken up, or may
    have made that play as well: else it may have gone home unseen.
    """
    if state.desk.mode == "none" or next_seat_acts(state, play):
        return False
    off = play.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    movers = {leg.seat for leg in play.play.legs if leg.seat is not None}
    up = off.missing & holes_of(play.position, tuple(movers)) & ~(play.touches | play.ends)
    since = state.last_edge - state.settings.hidden_after
    just = left_in(state.watch.log, since)
    said = 0 if state.past is None else state.past.chosen.placed
    for seat in movers:
        start = start_mask(state.table.board, seat)
        if off.start.get(seat, 0) >= 0 or play.left:
            continue
        alike = any(other.left & start and other.ends == play.ends for other in found)
        if just & (start | said) or (alike and state.watch.left(start & ~state.bad)):
            up |= start
    if up and not set_down_after(play, state.watch, state.bad):
        return True
    return any(up & (other.emptied | other.left) for other in found)


def is_answered(state: State, watch: Watch, play: Candidate, *, held: bool = False) -> bool:
    """Whether all that is off after the play is what the next seat's card brings about, be it under way.

    Or `held`: others may be in hands meanwhile, the marbles of the play itself, too.
    """
    if completed(play, watch, state.bad) is None:
        return False
    off = play.expect.off(watch.now, state.bad, state.ring_and_lane)
    seats = state.table.may_move(play.position)
    theirs = holes_of(play.position, seats)
    involved = 0 if held else -1
    return any(_replying(reply, off, theirs, involved, seats) for reply in replies(state, play))


def answered_while_held(state: State) -> bool:
    """Whether a marble of this turn's play is still in a hand, and the next seat plays the card it laid."""
    if state.desk.waiting(state.position.next_seat()) is None:
        return False
    now = state.watch.now
    for play in state.found:
        ends = play.ends & ~(now | state.bad)
        if not ends or play.emptied & (now | state.bad) or (play.left and not play.left & state.watch.lifted):
            continue
        off = play.expect.off(now | ends, state.bad, state.ring_and_lane)
        seats = state.table.may_move(play.position)
        theirs = holes_of(play.position, seats)
        if off.extra and any(_replying(reply, off, theirs, 0, seats) for reply in replies(state, play)):
            return True
    return False


def has_answered(state: State, play: Candidate) -> bool:
    """Whether marbles of the next seat stand elsewhere, or one that it has bumped is at home.

    As that has played, so has this one.
    """
    off = play.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    return (bool(off.extra) or any(n > 0 for n in off.start.values())) and next_seat_acts(state, play)


def bumped_by_a_reply(state: State, play: Candidate, off: Off, up: int) -> bool:
    """Whether the next seat is at a play that bumps the marbles `up`."""
    seats = state.table.may_move(play.position)
    theirs = holes_of(play.position, seats)
    return next_seat_acts(state, play) and any(
        reply.recoloured & up and _replying(reply, off, theirs, 0, seats) for reply in replies(state, play)
    )


def _but_for_a_step(board: Board, reply: Candidate, off: Off) -> Off:
    """What is off but for one marble set down near where it goes, counting still; a Joker's anywhere."""
    if off.extra.bit_count() != 1 or not reply.emptied & off.missing:
        return off
    stands = off.extra.bit_length() - 1
    beside = any(apart(board, end, stands) <= BESIDE for end in bits(reply.filled | reply.recoloured))
    return replace(off, extra=0) if beside or reply.play.card.rank is Rank.JOKER else off


def _replying(reply: Candidate, off: Off, theirs: int, involved: int, seats: tuple[Seat, ...]) -> bool:
    """Whether all that is off is that reply under way, but for marbles that may be in hands."""
    others = off.missing & ~theirs & ~reply.must_see_empty
    up = others.bit_count() - sum(n for s, n in off.start.items() if n < 0 and s not in seats)
    if others & involved or up > max(0, -off.surplus):
        return False
    sent = dict(reply.debts.start)
    if any(n > sent.get(seat, 0) for seat, n in off.start.items() if n > 0):
        return False
    return on_its_way(reply, off.extra)
