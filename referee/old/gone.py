"""A marble of the play just said is gone: a change of mind, or the next player takes or bumps it."""

from __future__ import annotations

from collections.abc import Iterable

from referee.model.occupancy import Off, bits, colours, holes_of, mask_of
from referee.old.asking import rested, ripe
from referee.old.candidates import Candidate, on_its_way
from referee.old.past import Past
from referee.old.replies import likely_replies, replies
from referee.old.state import State


def only_gone(state: State, past: Past, play: Candidate) -> bool:
    """Whether all that tells that play from the one said is a marble gone to START.

    It would be a change of mind, but the next player may as well have taken it to bump it; not if one had
    come to that START before it left, and none since.
    """
    kept, said = colours(play.position).items(), colours(past.chosen.position)
    if play.full == past.chosen.full or not kept <= said.items():
        return False
    gone, board, log = past.chosen.full & ~play.full, state.table.board, state.watch.log
    start = mask_of(h for hole in bits(gone) for h in board.start(said[hole]))
    come = [i for i, change in enumerate(log) if change.on and start >> change.hole & 1]
    return not come or any(not state.watch.levels(i) & gone for i in come)


def stays_gone(state: State, t: float, past: Past, pressed: bool) -> bool:
    """Whether the next player has had time to come where it stood, or his card does not come there.

    One of his own he may hold for as long as he likes, unless what was played was taken up again for long.
    """
    again = _taken_up_again(state, past)
    if not again and _holds_his_own(state, past):
        return False
    if pressed:
        return nobody_answers(state, t)
    if again and rested(state, t, state.settings.counting_after):
        return True
    return not taken_first(state, past) and rested(state, t, state.settings.hidden_after)


def _taken_up_again(state: State, past: Past) -> bool:
    """Whether a marble that had been played was taken up since, and for longer than a sleeve takes.

    While another one of the mover's was up, that was rather put in its place: it need not be so long.
    """
    watch, settings = state.watch, state.settings
    placed = past.chosen.placed & watch.lifted & ~state.bad
    own = holes_of(past.chosen.position, state.table.may_move(past.played.base)) & watch.began

    def again(hole: int) -> bool:
        filled = watch.filled_at(hole)
        others = own & ~(watch.levels(filled) | 1 << hole)
        return watch.empty_for(hole) >= (settings.touch if others else settings.brush)

    return any(map(again, bits(placed & watch.now)))


def _holds_his_own(state: State, past: Past) -> bool:
    """Whether a marble of the next player's is up that his card moves, and nothing else is off.

    But for what it bumps.
    """
    off = state.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    if off.extra or any(n < 0 for n in off.start.values()):
        return False
    answers = state.found if state.desk.laid is not None else replies(state, past.chosen)
    return any(
        off.missing & reply.emptied
        and not off.missing & ~reply.must_see_empty
        and all(n <= dict(reply.debts.start).get(seat, 0) for seat, n in off.start.items())
        for reply in answers
    )


def taken_first(state: State, past: Past) -> bool:
    """Whether the next player, a marble of his up or on its way, has lifted the one that he will bump."""
    off, about = _off(state)
    answers = likely_replies if state.desk.mode == "none" else replies  # else a Joker may
    for c in answers(state, past.chosen):
        missing = off.missing & (about | c.must_see_empty)
        his = c.emptied & missing or c.left & ~state.watch.now & (state.watch.began | state.watch.placed)
        bumped = c.recoloured & missing and not missing & ~c.must_see_empty
        if his and bumped and on_its_way(c, off.extra):
            return True
    return False


def nobody_answers(state: State, t: float) -> bool:
    """Whether the next seat, whose card lies there, is not just taking the marble that was played."""
    return not under_way_to_it(state, state.found) or ripe(state, t, hidden=True)


def under_way_to_it(state: State, found: Iterable[Candidate]) -> bool:
    """Whether what looks undone is a capture of the marble just played, the captured marble first."""
    off, about = _off(state)
    for c in found:
        missing = off.missing & (about | c.must_see_empty)
        if not missing & c.recoloured or missing & ~c.must_see_empty or off.extra & ~c.filled:
            continue
        sent = dict(c.debts.start)
        if all(n <= sent.get(seat, 0) for seat, n in off.start.items()):
            return True
    return False


def bumps_what_is_up(state: State) -> bool:
    """Whether a marble of this seat is up, and another that its card bumps with it."""
    missing = state.expect.off(state.watch.now, state.bad, state.ring_and_lane).missing
    return any(c.emptied & missing and c.recoloured & missing for c in state.found)


def _off(state: State) -> tuple[Off, int]:
    """What is off, and the holes of the play just said and of the next player's marbles.

    What is up elsewhere has nothing to do with either.
    """
    said = 0 if state.past is None else state.past.chosen.touches
    theirs = holes_of(state.position, state.table.may_move(state.position))
    return state.expect.off(state.watch.now, state.bad, state.ring_and_lane), said | theirs
