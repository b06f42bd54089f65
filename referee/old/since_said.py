"""What was done since a play was said: what was taken up and set down, and whether that is too late."""

from __future__ import annotations

from referee.model.occupancy import bits, colours, holes_of, mask_of, starts_of
from referee.old.candidates import Candidate, leads_on
from referee.old.costs import AT_ONCE, EITHER_ORDER
from referee.old.handing_on import slid
from referee.old.judge import ALIKE
from referee.old.made import completed
from referee.old.past import Past
from referee.old.replies import played_on, replies
from referee.old.state import State
from referee.old.watch import left_in


def put_away_first(state: State, past: Past) -> bool:
    """Whether its card was put away before any marble was touched again: who did so has made up his mind."""
    gone = state.desk.put_away(past.played.base.turn, past.played.card)
    said = past.played.said.t  # what was seen before that is of the play itself, or of an answer
    return gone is not None and all(change.edge > gone for change in state.watch.log if change.edge > said)


def is_finished(state: State, past: Past) -> bool:
    """Whether its card was put away before any marble was touched again, and none of its own has been."""
    touched = any(past.chosen.touches >> change.hole & 1 for change in state.watch.log)
    return not touched and put_away_first(state, past)


def newly_made(state: State, past: Past, play: Candidate) -> bool:
    """Whether something that tells it from the play just said has been lifted and set down since."""
    marbles, after, now = colours(past.chosen.position), colours(play.position), state.watch.now
    new = mask_of(h for h in after if h not in marbles) & now
    if new & ~(state.watch.placed | state.bad):
        return False
    changed = mask_of(h for h, seat in marbles.items() if after.get(h) != seat)
    if not changed | new:  # one more is out of START, and what it sends away is still owed
        return bool(play.left & ~past.chosen.left & state.watch.lifted)
    return bool((changed | new) & (state.watch.lifted | state.watch.placed | state.bad))


def set_down_since(state: State, past: Past, play: Candidate) -> bool:
    """Whether what only this play takes up was set down since, be it in the place of one just like it."""
    chosen, board, log = past.chosen, state.table.board, past.watch.log
    sources = play.emptied & ~chosen.emptied | play.left & ~chosen.left
    up = min((c.edge for c in log if not c.on and sources >> c.hole & 1), default=None)
    if up is None or (sources | play.ends) & state.bad:
        return True
    start = starts_of(board, state.table.may_move(past.played.base))
    alike = chosen.emptied | start
    return any(
        c.on
        and (
            c.edge > up - EITHER_ORDER
            if alike >> c.hole & 1
            else play.ends >> c.hole & 1 and c.edge > up - AT_ONCE
        )
        for c in log
    )


def never_lifted(state: State, past: Past, play: Candidate) -> bool:
    """Whether a hole would have another marble than after the play just said, and was not lifted since.

    Unless another marble of theirs has left its hole since, for this play.
    """
    own, base = state.table.may_move(past.played.base), past.played.base
    left = bits(play.emptied & ~past.chosen.emptied & state.watch.lifted)
    if any(base.colour_at(hole) in own for hole in left):
        return False
    after, lifted = colours(play.position), state.watch.lifted | state.bad
    return any(after.get(h) != s and not lifted >> h & 1 for h, s in colours(past.chosen.position).items())


def taken_out_for_nothing(past: Past, play: Candidate, bad: int) -> bool:
    """Whether a START of which all were at home is short of one that this play does not bring out.

    What was owed there had come: it is another one that is up, and the play said has brought it out.
    """
    if play.left or not past.chosen.left:
        return False
    base, watch = past.played.base, past.watch
    return any(
        past.chosen.left & mask
        and not mask & bad
        and watch.most(mask) >= base.start_count(seat) > (watch.now & mask).bit_count()
        for seat, mask, _, _ in play.expect.starts
    )


def begun_before(state: State, past: Past, play: Candidate) -> bool:
    """Whether the next player had a marble of his up, or somewhere else, when that play came to be.

    Then it is too late to change the one before, and what came to be is his doing as well; unless everybody
    saw the one before undone, or he took his up while it was being undone.
    """
    if was_undone(state, past) or _undone_first(state, past) or _counted_on(state, past, play):
        return False
    done = completed(play, past.watch, state.bad)
    then = past.watch.now if done is None else past.watch.levels(slid(play, past.watch, done))
    if then & state.ring_and_lane & ~(play.full | past.chosen.full | state.bad):
        return True
    position, began = past.chosen.position, _when_first_taken_up(past)
    seats = state.table.may_move(position)
    theirs = holes_of(position, seats) & began  # what was up by then is nobody's answer
    if any(
        theirs & play.full & reply.must_see_empty & ~(then | play.touches | past.chosen.touches | state.bad)
        for reply in replies(state, play)
    ):
        return True
    return any(
        (then & mask & ~state.bad).bit_count() < min(fewest, (began & mask & ~state.bad).bit_count())
        for seat, mask, fewest, _ in play.expect.starts
        if seat in seats
    )


def _when_first_taken_up(past: Past) -> int:
    """The holes that were full when a marble of theirs was first taken up for the play said."""
    own = past.chosen.emptied | past.chosen.left
    first = next((i for i, c in enumerate(past.watch.log) if not c.on and own >> c.hole & 1), 0)
    return past.watch.levels(first)


def _counted_on(state: State, past: Past, play: Candidate) -> bool:
    """Whether a marble of the play said went on, or back from too far, within a second of being set down.

    So does who is counting still, whatever the next seat has in its hand by then.
    """
    chosen, came = past.chosen, 0.0
    if not (leads_on(chosen, play) or leads_on(play, chosen)):
        return False
    ends = chosen.ends & ~play.ends
    for change in past.watch.log:
        if change.on and ends >> change.hole & 1:
            came = change.edge
        elif ends >> change.hole & 1 and change.edge - came > state.settings.rest_after:
            return False
    return bool(ends & state.watch.lifted)


def was_undone(state: State, past: Past, *, hidden: bool = False) -> bool:
    """Whether the board has shown the position before the play since that was said.

    After an exchange it always does: undone is that only by both marbles up once more. Where it is `hidden`
    that a marble comes back, it is enough that it was taken up.
    """
    shown, watch = past.before(state.table.board), state.watch
    if past.chosen.exchanges:
        return all(pair & state.bad or watch.together(pair) for pair in past.chosen.exchanges)
    return any(
        (change.on or hidden) and shown.agrees(watch.levels(i), state.bad, state.ring_and_lane)
        for i, change in enumerate(watch.log, 1)
    )


def _undone_first(state: State, past: Past) -> bool:
    """Whether it was undone but for one marble that has nothing to do with it, taken up since that began."""
    chosen, log, shown = past.chosen, state.watch.log, past.before(state.table.board)
    first = next((i for i, c in enumerate(log) if not c.on and chosen.ends >> c.hole & 1), None)
    if first is None or chosen.exchanges:
        return False
    others = left_in(log[first:]) & ~(chosen.touches | chosen.left)
    full = state.watch.levels(first)
    for change in log[first:]:
        full = full | 1 << change.hole if change.on else full & ~(1 << change.hole)
        if change.on and any(
            shown.agrees(full | 1 << up, state.bad, state.ring_and_lane) for up in bits(others & ~full)
        ):
            return True
    return False


def goes_round(state: State, past: Past) -> bool:
    """Whether the next seat has played, no card seen, before the marble just played was taken up again.

    What is done with that one then is the doing of the seat after it: it is the next turn but one. If one is
    gone, another one of that play's that stands where it stood was only adjusted.
    """
    chosen, log, bad = past.chosen, state.watch.log, state.bad
    gone = chosen.ends & ~(state.watch.now | bad)
    back = chosen.ends & state.watch.now if gone else 0
    first = next((i for i, c in enumerate(log) if not c.on and (gone or chosen.ends) >> c.hole & 1), None)
    if state.desk.mode != "none" or first is None:
        return False

    def shown(reply: Candidate, seen: int) -> bool:
        before = state.watch.with_log(log[:seen])
        off = chosen.expect.off(before.now, bad, state.ring_and_lane)
        own = (chosen.touches | chosen.ends) & ~back | reply.touches
        return played_on(state, chosen, before, off.missing & ~own, [reply])

    before = state.watch.with_log(log[:first])
    for reply in replies(state, chosen):
        done = completed(reply, before, bad)  # what it takes may have been taken up first
        if done is None or not (shown(reply, first) or shown(reply, done)):
            continue
        if not reply.rare or _plain_by_then(state, past, reply, len(log) - first):
            return True
    return False


def _plain_by_then(state: State, past: Past, reply: Candidate, since: int) -> bool:
    """Whether, so many changes ago, no story was nearly as likely as that an unseen Joker has answered."""
    stories = past.stories_without(state.table, state.settings, state.bad, since)
    return stories.is_plain(colours(reply.position), reply.ends & ~state.bad, ALIKE)
