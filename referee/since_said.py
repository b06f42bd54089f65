"""What was done since a play was said: what was taken up and set down, and whether that is too late."""

from __future__ import annotations

from engine.cards import Rank
from referee.candidates import Candidate, leads_on
from referee.costs import AT_ONCE, EITHER_ORDER
from referee.handing_on import slid
from referee.judge import ALIKE
from referee.made import completed
from referee.occupancy import bits, colours, holes_of, mask_of, starts_of
from referee.past import Past
from referee.replies import played_on, replies
from referee.state import State
from referee.straightened import has_come_home, only_put_right
from referee.verdicts import Move
from referee.watch import left_in


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


def made_at(state: State, past: Past) -> float:
    """When the last of its marbles came, in seconds; 0, if they were followed only since it was said."""
    done = completed(past.chosen, past.watch, state.bad)
    made = past.watch.log[done - 1].edge if done else 0.0
    return made if made <= past.played.said.t else 0.0


def made_before_its_turn(state: State, play: Candidate) -> bool:
    """Whether all that shows it was seen before the card, and before the play before was begun, or put right.

    Of a Joker that its marble was taken up by then is enough: it may take any. Of two exchanged, whether one
    was taken up before that was made: hands only adjusted them, and who lays a card then is about to play it.
    """
    past, laid, bad = state.past, state.desk.laid, state.bad
    if past is None or laid is None or (play.ends | play.must_see_empty) & bad & ~play.emptied:
        return False
    log, chosen, ends = past.watch.log, past.chosen, play.filled | play.recoloured
    came = [c.edge for c in state.watch.log if c.on and ends >> c.hole & 1]
    made = max(made_at(state, past), _changed_at(past))
    since = left_in(log, made)
    waited = laid.t <= past.played.said.t
    if play.exchanges and not waited and not any(pair & since for pair in play.exchanges):
        return True
    if play.exchanges and not waited and _put_right(past, play, laid.t, bad):
        return True
    if 0.0 <= past.played.said.t - laid.t <= state.settings.noise and only_put_right(state, play):
        return True  # it was its card that told of the play before
    if waited or max(came, default=0.0) > laid.t:
        return False  # the card lay there already, or has been played
    if play.exchanges:
        return all(pair & ~since for pair in play.exchanges)
    if play.recoloured and not play.recoloured & since:
        return True
    if only_put_right(state, play) or _adjusted_at_once(state, past, play):
        return True
    own = chosen.must_see_empty | chosen.left
    lifts = (c.edge for c in log if not c.on and own >> c.hole & 1 and c.edge <= past.played.said.t)
    began = min(lifts, default=0.0)
    joker = play.recoloured and play.play.card.rank is Rank.JOKER
    source = play.emptied | play.left if joker else 0
    up = max((c.edge for c in state.watch.log if not c.on and source >> c.hole & 1), default=began)
    return max(came, default=0.0) < began or up < began


def _adjusted_at_once(state: State, past: Past, play: Candidate) -> bool:
    """Whether what it takes was just played and brushed only at once after, whom it bumps not come home.

    Nor was its captor seen to leave, or only one out of START, and before that: adjusted as well, rather.
    """
    log, taken = state.watch.log, play.recoloured
    just = bool(taken) and not taken & ~past.chosen.ends
    later = left_in(log, past.played.said.t + state.settings.open_after) & taken
    if not just or later or has_come_home(state, play):
        return False
    first = min((change.edge for change in log if not change.on and taken >> change.hole & 1), default=0.0)
    if not state.bad and (left_in(log) & play.emptied or left_in(log, first) & play.left):
        return False
    return all(state.watch.empty_for(hole) < state.settings.brush for hole in bits(play.recoloured))


def _put_right(past: Past, play: Candidate, until: float, bad: int) -> bool:
    """Whether the two were up together before the play before was made, too, and last before the card.

    Then they were exchanged by mistake, and back.
    """
    if play.touches & past.chosen.touches:
        return False
    done = completed(past.chosen, past.watch, bad) or 0
    late = left_in(past.watch.log, until)
    up = past.watch.together
    return all(up(p, done) % 2 and not (up(p) % 2 or p & late) for p in play.exchanges)


def up_since_before(state: State, play: Candidate) -> bool:
    """Whether, no card seen, one of two exchanged was taken up before the play before was begun.

    It was the turn of somebody else then, and the next player does not get ahead of two: hands adjusted them.
    """
    past = state.past
    if (
        past is None
        or state.desk.mode != "none"
        or not play.exchanges
        or play.exchanges == past.chosen.exchanges
    ):
        return False
    own, watch, made = past.chosen.must_see_empty | past.chosen.left, past.watch, made_at(state, past)
    last = {c.hole: c.edge for c in watch.log if not c.on}
    lifts = {c.hole: c.edge for c in watch.log if not c.on and own >> c.hole & 1 and c.edge <= made}
    begun = min(lifts.values(), default=0.0)

    def was_up(hole: int) -> bool:
        return last[hole] < begun if hole in last else not watch.began >> hole & 1

    return all(any(map(was_up, bits(pair))) for pair in play.exchanges)


def _changed_at(past: Past) -> float:
    """When its marble, taken up last, came to its end, if what was said was changed to it; else 0.

    It may have been shown before by another one that was only counted along.
    """
    said, chosen = past.played.said, past.chosen
    if not isinstance(said, Move) or said.amends is None:
        return 0.0
    log = [change for change in past.watch.log if change.edge <= said.t]
    up = max((c.edge for c in log if not c.on and (chosen.emptied | chosen.left) >> c.hole & 1), default=None)
    if up is None:
        return 0.0
    return min((c.edge for c in log if c.on and chosen.ends >> c.hole & 1 and c.edge > up), default=0.0)


def set_down_at(past: Past) -> float:
    """When one of its marbles was last set down before it was said, in seconds; 0, if that was not seen."""
    ends, said = past.chosen.ends, past.played.said.t
    came = (c.edge for c in past.watch.log if c.on and ends >> c.hole & 1 and c.edge <= said)
    return max(came, default=0.0)


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
    return any(
        change.on and shown.agrees(state.watch.levels(i) | 1 << up, state.bad, state.ring_and_lane)
        for i, change in enumerate(log[first:], first + 1)
        for up in bits(others & ~state.watch.levels(i))
    )


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
