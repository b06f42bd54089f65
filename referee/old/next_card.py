"""The next seat's card lies there: what it tells of what the board shows."""

from __future__ import annotations

from referee.model.occupancy import holes_of, mask_of
from referee.old.candidates import Candidate, candidates
from referee.old.explained import bumped_by_a_reply
from referee.old.judge import same_marble
from referee.old.replies import next_seat_acts, played_on, theirs_after
from referee.old.state import State
from referee.old.this_turn import left_alone_since


def only_the_next_seat_acts(state: State) -> bool:
    """Whether nothing was moved but by the next seat, whose card plays it: it is in his hand, or played."""
    if state.alarm is not None and state.alarm.on_board:
        return False  # what stood wrong is on its way back
    card, watch, bad = state.desk.waiting(state.position.next_seat()), state.watch, state.bad
    if bad or card is None:
        return False
    answers = candidates(state.table, state.following(), (card.rank,), state.debts, card)
    off = state.expect.off(watch.now, bad, state.ring_and_lane)
    if off.extra:
        return any(played_on(state, answer, watch, answers=[answer]) for answer in answers)
    if off.surplus != -1 or (watch.lifted & watch.began).bit_count() != 1:
        return False  # others were taken up as well
    if state.hurried is None or state.hurried.last_edge >= state.last_edge:
        return False  # it was up before that card: it may be the one that this seat takes
    return any((answer.sources | answer.left) & watch.lifted & watch.began for answer in answers)


def takes_another(state: State, play: Candidate) -> bool:
    """Whether another play of that marble takes one that is up, and not the next seat's."""
    off = state.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    lifted = state.watch.lifted
    up = off.missing & lifted & ~(play.touches | theirs_after(state, play) | state.bad)
    after = play.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    if up and bumped_by_a_reply(state, play, after, up):
        return False  # his own is up as well: that is what he takes
    return any(
        other.recoloured & up and not other.must_see_empty & ~lifted and same_marble(other, play)
        for other in (state.found if up else ())
    )


def bumped_astray(state: State, play: Candidate) -> bool:
    """Whether a marble that the play bumps stands where it does not belong: then it is not made yet."""
    off = play.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    return bool(off.extra) and bool(play.recoloured) and not next_seat_acts(state, play)


def played_on_alone(state: State, plays: list[tuple[Candidate, int]]) -> list[tuple[Candidate, int]]:
    """Of several the one shown alone, and left alone since, if the next seat's card has played on that.

    By the others it holds one of its own marbles still: who lays his card after his marbles has played.
    """
    if len(plays) < 2 or state.borne is None or not left_alone_since(state, *state.borne):
        return plays
    mine = [each for each in plays if each[0].position == state.borne[0].position]
    on = [play for play, seen in mine if played_on(state, play, state.watch.since(seen))]
    held = all(_holds_one(state, play) for play, _ in plays if play not in on)
    return mine if on and held else plays


def _holds_one(state: State, play: Candidate) -> bool:
    """Whether the next seat has, after that play, a marble of its own in a hand, not set down anywhere.

    Nor is one where none should be, but for those pushed to their in-spots.
    """
    off, board = play.expect.off(state.watch.now, state.bad, state.ring_and_lane), state.table.board
    if off.extra & ~mask_of(board.in_spot(seat) for seat in play.position.seats):
        return False
    seats = state.table.may_move(play.position)
    short = not off.extra and any(off.start.get(seat, 0) < 0 for seat in seats)
    return short or bool(off.missing & holes_of(play.position, seats))
