"""What the next seat may do: what its card allows on top of a play, and whether it has begun."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import RANKS, Card, Rank
from referee.model.occupancy import bits, holes_of, starts_of
from referee.observe.debounce import Settled
from referee.old.candidates import Candidate, candidates
from referee.old.costs import AT_ONCE, SLIDING
from referee.old.past import Past
from referee.old.state import State
from referee.old.watch import Watch, left_in


def replies(state: State, play: Candidate) -> tuple[Candidate, ...]:
    """What the next seat's card allows after `play`; any card, while none is laid."""
    card = _next_card(state, play)
    ranks: tuple[Rank, ...] = RANKS if card is None else (card.rank,)
    return candidates(state.table, play.position, ranks, play.debts, card)


def likely_replies(state: State, play: Candidate) -> tuple[Candidate, ...]:
    """The same without those that only an unseen Joker allows."""
    found = replies(state, play)
    return found if _next_card(state, play) is not None else tuple(c for c in found if not c.rare)


def _next_card(state: State, play: Candidate) -> Card | None:
    laid = state.desk.laid  # what waits on the table's one reader is then the card of the seat after
    mine = laid is not None and play.position.turn == state.seat
    return laid.card if mine and laid is not None else state.desk.waiting(play.position.turn)


def played_on(
    state: State,
    play: Candidate,
    watch: Watch,
    up: int = 0,
    answers: Sequence[Candidate] | None = None,
    bad: int | None = None,
) -> bool:
    """Whether the board shows a play of the next seat on top of `play`, its lifts seen in `watch`.

    `up` are holes whose marbles may be in a hand meanwhile, `bad` the sensors not to be believed (None: those
    that are known).
    """
    bad = state.bad if bad is None else bad
    return any(
        not reply.must_see_empty & ~watch.lifted & ~bad
        and not reply.filled & ~reply.expect.optional & ~watch.placed & ~bad
        and (not reply.left or bool(reply.left & (watch.lifted | bad)))
        and reply.expect.agrees(watch.now | up, bad, state.ring_and_lane)
        and set_down_after(reply, watch, bad)
        and all(pair & bad or watch.together(pair) for pair in reply.exchanges)
        for reply in (replies(state, play) if answers is None else answers)
    )


def answers_made(state: State, play: Candidate) -> list[Candidate]:
    """The plays of the next seat that the board shows on top of `play`."""
    return [c for c in replies(state, play) if played_on(state, play, state.watch, answers=[c])]


def set_down_after(play: Candidate, watch: Watch, bad: int) -> bool:
    """Whether each hole it comes to was last filled after its marbles were taken up, or as one slid there."""
    up = _taken_up(play, watch, bad)
    return up is None or _filled_since(play, watch, bad, up)


def taken_up_after(play: Candidate, watch: Watch, bad: int) -> float | None:
    """When its marble was taken up, if only after its end was filled: by one like it, then."""
    up = _taken_up(play, watch, bad, first=True)
    return None if up is None or _filled_since(play, watch, bad, up) else up


def bumped_instead(play: Candidate, watch: Watch, bad: int) -> bool:
    """Whether its marble was taken up only after its end was filled, and another one came to its hole since.

    Then one like it was played, and this one bumped. But who mends may carry on the wrong marble and put the
    right one into the place of that.
    """
    up = taken_up_after(play, watch, bad)
    if up is None:
        return False
    came = [c.hole for c in watch.log if c.on and c.edge > up]
    return any(play.sources >> h & 1 for h in came) and not any(play.like >> h & 1 for h in came)


def _taken_up(play: Candidate, watch: Watch, bad: int, *, first: bool = False) -> float | None:
    """When its marbles were taken up, those on the board the last or the `first` time; None: unknown.

    The first time those of a split: one may walk through the hole that the other has left.
    """
    sources = play.sources | play.left
    if sources & bad or play.exchanges:
        return None
    if play.sources & ~(watch.began | watch.due) and not watch.left(play.sources & ~watch.began):
        return None  # one was up before the turn began
    once = sources if first or sources & sources - 1 else play.left
    earliest = {c.hole: c.edge for c in reversed(watch.log) if not c.on and once >> c.hole & 1}
    last = {c.hole: c.edge for c in watch.log if not c.on and sources & ~once & 1 << c.hole}
    return min([*earliest.values(), *last.values()], default=None)


def _filled_since(play: Candidate, watch: Watch, bad: int, up: float) -> bool:
    ends = (play.filled | play.recoloured) & ~play.expect.optional
    filled = [watch.filled_at(hole) for hole in bits(ends & watch.now & ~bad)]
    soonest = up - (AT_ONCE if play.sources else SLIDING)  # out of START no marble slides
    return all(i >= 0 and watch.log[i].edge > soonest for i in filled)


def next_seat_acts(state: State, play: Candidate) -> bool:
    """Whether a marble of the seat after `play` is not where that play left it."""
    off = play.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    seats, log = state.table.may_move(play.position), state.watch.log
    left = left_in(log) & ~(state.watch.now | state.bad)
    return bool((off.missing | left) & holes_of(play.position, seats)) or any(
        n < 0 and s in seats for s, n in off.start.items()
    )


def next_seat_began(state: State, past: Past) -> bool:
    """Whether the first marble taken up since the play was said is the next seat's, and shown as played.

    One back in its hole before `brush` was not taken up.
    """
    log, brush = state.watch.log, state.settings.brush
    first = next((c.hole for i, c in enumerate(log) if not c.on and not back_within(log[i:], brush)), None)
    if first is None or not theirs_after(state, past.chosen) & ~past.chosen.touches & 1 << first:
        return False
    answers = [
        reply for reply in replies(state, past.chosen) if (reply.must_see_empty | reply.left) >> first & 1
    ]
    return played_on(state, past.chosen, state.watch, answers=answers)


def back_within(log: Sequence[Settled], seconds: float) -> bool:
    """Whether the hole that was left with the first of these changes was full again so soon."""
    left = log[0]
    back = next((c.edge for c in log if c.on and c.hole == left.hole), None)
    return back is not None and back - left.edge < seconds


def next_seat_may_act(state: State, play: Candidate) -> bool:
    """The same, or a marble has left its START, be it one bumped by that play that lay there meanwhile."""
    seats, watch = state.table.may_move(play.position), state.watch
    starts = [mask & ~state.bad for seat, mask, _, _ in play.expect.starts if seat in seats]
    left = any(watch.lifted & mask and (watch.now & mask).bit_count() < watch.most(mask) for mask in starts)
    sent = {leg.sent for leg in play.play.legs}
    instead = any(  # the one bumped has come there instead
        seat in sent and watch.left(mask & ~state.bad)
        for seat, mask, _, _ in play.expect.starts
        if seat in seats
    )
    return left or instead or next_seat_acts(state, play)


def theirs_after(state: State, play: Candidate) -> int:
    """The holes from which the seat after `play` may take marbles, its START too."""
    seats = state.table.may_move(play.position)
    starts = starts_of(state.table.board, seats)
    return holes_of(play.position, seats) | starts
