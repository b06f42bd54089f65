"""Two turns at once: the next player takes up a marble, or even plays, before this play is complete.

Occupancy then agrees with no candidate of this turn. But a candidate whose only gaps are marbles of the
next seat, seen to be lifted, is complete; and if those marbles stand elsewhere, they must stand where the
next seat's card (any card, while none is laid) brings them.
"""

from __future__ import annotations

from engine.cards import RANKS, Rank
from engine.geometry import Seat
from referee.candidates import Candidate, candidates
from referee.judge import exchanged, taken_in_order, under_way
from referee.occupancy import mask_of
from referee.state import State
from referee.watch import Watch


def overlapped(state: State) -> tuple[Candidate, int] | None:
    """The one play that is complete under the next player's hand, and where in the watch that began."""
    found: dict[object, tuple[Candidate, int]] = {}
    for play in state.found:
        if state.watch.unseen(play.must_see_empty, play.filled | play.recoloured) & ~state.bad:
            continue
        if not taken_in_order(play, state.watch, state.bad):
            continue
        if not all(exchanged(state.watch, pair, state.bad) for pair in play.exchanges):
            continue
        begun = _next_hand(state, play)
        if begun is not None:
            found[play.position] = (play, begun)
    return next(iter(found.values())) if len(found) == 1 else None


def _next_hand(state: State, play: Candidate) -> int | None:
    """Since which change other hands explain all that is off after `play`; None: they do not.

    A marble in a hand may be anybody's: the next player's, or one that somebody adjusts.
    """
    off = play.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    seats = state.table.helping(play.position)
    theirs = _standing(play, seats)
    others = off.missing & ~theirs
    up = others.bit_count() - sum(n for s, n in off.start.items() if n < 0 and s not in seats)
    involved = play.touches | mask_of(tuple(leg.target for leg in play.play.legs))
    if not off or off.missing & involved or up > max(0, -off.surplus):
        return None
    if others and any(others & c.must_see_empty for c in state.found):
        return None  # taken up for another play of this card
    starts = mask_of(tuple(h for seat in seats for h in state.table.board.start(seat)))
    log = state.watch.log
    begun = next((i for i, c in enumerate(log) if not c.on and (theirs | starts) >> c.hole & 1), len(log))
    begun = min(begun, _complete(state, play))
    if not off.extra and all(count < 0 for count in off.start.values()):
        return begun
    replies = _replies(state, play)
    if played_on(state, play, state.watch.after(begun, play.touches), others, replies):
        return begun
    walking = off.extra and under_way(state.table.board, replies, off.missing, off.extra, up)
    return begun if walking and all(count < 0 for count in off.start.values()) else None


def _complete(state: State, play: Candidate) -> int:
    """How many changes had been seen when every hole of the play had come to what it is after it."""
    left = play.emptied | play.filled | play.recoloured
    lifted = ~state.watch.began
    for i, change in enumerate(state.watch.log):
        bit = 1 << change.hole
        if not change.on:
            lifted |= bit
            left &= ~(bit & play.emptied)
        elif lifted & bit:
            left &= ~bit
        if not left:
            return i + 1
    return len(state.watch.log)


def _standing(play: Candidate, seats: tuple[Seat, ...]) -> int:
    marbles = play.position.marbles
    return mask_of(tuple(hole for seat in seats for hole in marbles[seat] or ()))


def _replies(state: State, play: Candidate) -> tuple[Candidate, ...]:
    """What the next seat's card allows after `play`; any card, while none is laid."""
    card = state.desk.waiting(play.position.turn)
    ranks: tuple[Rank, ...] = RANKS if card is None else (card.rank,)
    return candidates(state.table, play.position, ranks, play.debts)


def played_on(
    state: State,
    play: Candidate,
    watch: Watch,
    up: int = 0,
    replies: tuple[Candidate, ...] | None = None,
) -> bool:
    """Whether the board shows a play of the next seat on top of `play`, its lifts seen in `watch`.

    `up` are holes whose marbles may be in a hand meanwhile.
    """
    return any(
        reply.expect.agrees(watch.now | up, state.bad, state.ring_and_lane)
        and not reply.must_see_empty & ~watch.lifted & ~state.bad
        for reply in (_replies(state, play) if replies is None else replies)
    )
