"""How long something illegal is left unsaid: a marble may be in a hand, or people still be counting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.cards import Card
from engine.position import Position
from referee.model.occupancy import Off, bits, mask_of, start_mask
from referee.old.candidates import Candidate, on_its_way
from referee.old.explained import answered_while_held
from referee.old.judge import borne_out, under_way
from referee.old.knocked import knocked_over
from referee.old.liars import surplus
from referee.old.state import State
from referee.old.suspects import sent_home
from referee.old.watch import Watch
from referee.policy.diagnose import Finding


def patience(state: State, *, hurry: bool = False) -> float | None:
    """How long after the last change what is off is said; None while it may be a hand's.

    Something that may become a play has longer: people count along, or look for the second marble of a
    split. With another marble in a hand it is not said before nobody would hold that any longer, unless the
    next seat's card ends the turn and a hole was taken for long: then the marble in the hand was bumped.
    """
    if state.mending:
        return None
    if knocked_over(state) is not None:
        return state.settings.illegal_after
    off = state.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    if off.extra or any(n > 0 for n in off.start.values()):  # what no hand brought there is no hand's fault
        off = state.expect.off(state.watch.now, state.bad | state.nobodys(), state.ring_and_lane)
    if not off.extra and not any(n > 0 for n in off.start.values()):
        retaken = state.watch.lifted & state.watch.now & state.expect.full
        for pair in (pair for c in state.found for pair in c.exchanges if pair & off.missing):
            retaken &= ~pair  # the other marble of an exchange is still up
        ended = hurry and off.surplus < 0 and retaken and not _other_leg_is_up(state, off.missing, retaken)
        return 0.0 if ended else None
    if off.surplus < 0 and answered_while_held(state):
        return None
    if _left_over(state, off):
        return 0.0
    if _may_be_up_unseen(state, off):
        return state.settings.hidden_after
    if not hurry and (_its_captor_is_to_come(state, off) or _comes_out(state, off)):
        return state.settings.dead_after
    in_hand = max(0, -off.surplus)
    another = _making_another(state)
    if another is None and _in_a_wrong_start(state, state.position, state.found, state.watch, off):
        return state.settings.counting_after
    if another is not None or under_way(state.found, off.missing, off.extra, in_hand):
        up = (
            off.surplus < 0
            or (another is not None and _taken_up_anew(state, another))
            or _holds_something(state)
        )
        if not up:
            return state.settings.counting_after
        return None if hurry else state.settings.held_after
    return state.settings.illegal_after


def counts_along(state: State) -> bool:
    """Whether a marble was just set down on its way, as in holes before: it is up again in a moment."""
    log = state.watch.log
    if not log or not log[-1].on:
        return False
    stepped, hole = state.watch.stepped, log[-1].hole
    return any(
        path >> hole & 1 and path & stepped and not play.ends >> hole & 1
        for play in state.found
        if not play.emptied & state.watch.now
        for path in play.paths
    )


def _other_leg_is_up(state: State, missing: int, taken: int) -> bool:
    """Whether that hole was taken by one leg of a split, and the marble of the other one is in a hand."""
    return any(
        play.recoloured & taken
        and play.emptied & play.emptied - 1
        and not play.emptied & ~missing
        and not missing & ~play.must_see_empty
        and play.filled & ~state.watch.now
        for play in state.found
    )


def _left_over(state: State, off: Off) -> bool:
    """Whether a card was laid on a board where nothing is off but a marble that the play before bumped."""
    laid = state.desk.laid
    if laid is None or not state.debts_then or laid.t < state.last_edge or state.bad:
        return False
    if off.missing or any(n < 0 for n in off.start.values()) or state.holds_something():
        return False
    if counts_along(state) or _on_its_way(state, off.extra):  # played straight from the hand
        return False
    return not borne_out(state.found, state.watch, state.watch.now, state.bad, state.ring_and_lane)


def _on_its_way(state: State, extra: int) -> bool:
    """Whether a marble owed to an in-spot, which is empty yet, stands on the way of a play from there."""
    due = state.watch.due & ~state.watch.now
    plays = state.found if extra and due else ()
    return any(play.emptied & due and not extra & ~path for play in plays for path in play.paths)


def _comes_out(state: State, off: Off) -> bool:
    """Whether nothing is off but one owed, on the come-out of its owner, whose turn it is and no card laid.

    It may have been put there by mistake; rather it was played straight from the hand.
    """
    if state.ranks or off.missing or off.start:
        return False
    owed = {seat for seat, _ in state.debts.start} & set(state.table.may_move(state.position))
    return any(off.extra == 1 << state.table.board.come_out(seat) for seat in owed)


def _its_captor_is_to_come(state: State, off: Off) -> bool:
    """Whether nothing is off but a marble taken off and put where a play of the card sends it."""
    for play in state.found if not state.bad else ():
        taken = off.missing & play.recoloured
        if not taken or off.missing & ~taken or off.extra & ~play.pushed or play.rare:
            continue
        sent = Counter(leg.sent for leg in play.play.legs)
        if all(0 <= n <= sent[seat] for seat, n in off.start.items()):
            return True
    return False


def _may_be_up_unseen(state: State, off: Off) -> bool:
    """Whether a marble that no good sensor sees may be in a hand, and all that is off is of its play."""
    for play in state.found if state.bad else ():
        if play.rare or not (play.emptied | play.left) & state.bad or off.missing & ~play.must_see_empty:
            continue
        sent = Counter(leg.sent for leg in play.play.legs)
        if all(n <= sent[seat] for seat, n in off.start.items()) and on_its_way(play, off.extra):
            return True
    return False


def putting_right(state: State, next_card: Card | None = None) -> bool:
    """Whether people are putting right what was said: what the board shows meanwhile is no play.

    Where none is read, or the `next_card` lies there, plays count once all marbles are set down; where none
    is read also once nothing of what was said stands wrong any more.
    """
    if state.alarm is None or not state.alarm.on_board:
        return False
    if state.desk.mode == "none":
        return surplus(state) != 0 and _stands_wrong(state, state.alarm.finding)
    return next_card is None or surplus(state) != 0


def _stands_wrong(state: State, finding: Finding) -> bool:
    """Whether one of the holes at fault, or from which their marbles were taken, is not as it should be."""
    about = mask_of(
        (*finding.holes, *(hole for step in finding.put_back for hole in (step.source, step.target)))
    )
    off = state.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    starts = (start_mask(state.table.board, seat) for seat in off.start)
    return bool(about & (off.extra | off.missing)) or any(about & start for start in starts)


def _holds_something(state: State) -> bool:
    """Whether somebody has taken a marble up and holds it still.

    Of another seat's START, where all are alike, only if more are up than are owed there still: who has come
    home may have been taken up again.
    """
    if not state.holds_something() or not state.followed().in_hand:
        return False
    movers, owed = state.table.may_move(state.position), Counter(dict(state.debts_then.start))
    hand = state.stories.likely[0].hand
    owed.subtract(up.marble.seat for up in hand if up.marble.home is None)
    for seat in owed:
        start = start_mask(state.table.board, seat)
        owed[seat] -= state.watch.most(start) - (state.watch.began & start).bit_count()
    return any(
        up.hole is not None and (up.marble.home is not None or seat in movers or owed[seat] < 0)
        for up in hand
        for seat in [up.marble.seat]
    )


def _taken_up_anew(state: State, another: Off) -> bool:
    """Whether who undid the play before has a marble of his own up, by the likeliest story of that turn.

    Not one whose hole was hardly empty since: it was brushed.
    """
    past = state.past
    if past is None or another.surplus >= 0:
        return False
    movers, watch = state.table.may_move(past.played.base), state.watch
    return any(
        up.marble.seat in movers
        and not (
            up.hole is not None
            and watch.now >> up.hole & 1
            and watch.empty_for(up.hole) < state.settings.brush
        )
        for up in past.stories(state.table, state.settings, state.bad).likely[0].hand
    )


def _in_a_wrong_start(
    state: State, base: Position, found: Sequence[Candidate], watch: Watch, off: Off
) -> bool:
    """Whether one came to a START where none of these plays sends it, and none of that colour was up then."""
    lifted = watch.lifted | state.bad
    sent = {leg.sent for c in found if c.recoloured & lifted for leg in c.play.legs}
    for seat, n in off.start.items():
        there = start_mask(state.table.board, seat) & watch.now & watch.placed
        came = max(map(watch.filled_at, bits(there)), default=len(watch.log))
        up = sum(base.colour_at(hole) == seat for hole in bits(off.missing & ~watch.levels(came)))
        if n > up and seat not in sent:
            return True
    return False


def _making_another(state: State) -> Off | None:
    """What is off from before the play just said, if that was undone and another one is under way.

    It was not, while everything lies untouched that it has set down, no marble is on its way and none has
    come home that it does not send there.
    """
    past = state.past
    if past is None or (state.next_card is not None and state.mode == "referee"):
        return None
    off = past.before(state.table.board).off(state.watch.now, state.bad, state.ring_and_lane)
    up = past.chosen.placed & (state.watch.lifted | state.bad)
    if not up and (state.next_card is not None or not (off.extra or sent_home(state, past))):
        return None
    if state.next_card is not None and any(
        off.start.get(seat, 0) < 0 for seat in state.table.may_move(state.position)
    ):
        return None  # the next seat has taken one of its own up
    if _in_a_wrong_start(state, past.played.base, past.found, past.watch, off):
        return None
    in_hand = max(0, -off.surplus)
    return off if under_way(past.found, off.missing, off.extra, in_hand) else None
