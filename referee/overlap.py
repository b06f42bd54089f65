"""Two turns at once: the next player takes up a marble, or even plays, before this play is complete.

Occupancy then agrees with no candidate of this turn. But a candidate that was complete at some change, and
after which everything that is off is a marble in a hand or the next seat's own doing, was made. Its doing
must be what its card (any card, while none is laid) brings about, or, once that card is laid, at least no
more than its own marbles can account for: whether that is legal is judged in its own turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import RANKS, Rank
from engine.geometry import Seat
from referee.candidates import Candidate, candidates, way
from referee.judge import completed, explaining_most, is_open
from referee.occupancy import Off, mask_of
from referee.state import State
from referee.watch import Watch


def overlapped(state: State, *, hurry: bool = False) -> list[tuple[Candidate, int]]:
    """The plays that are complete under other hands, and where in the watch the next turn began.

    With `hurry` the next seat has laid its card.
    """
    found: dict[object, tuple[Candidate, int]] = {}
    for explained in (True, False) if hurry else (True,):
        for play in state.found:
            done = completed(play, state.watch, state.bad)
            begun = None if done is None else _begun(state, play, done, hurry, explained)
            if begun is not None:
                found[play.position] = (play, begun)
        if found:
            break
    best = explaining_most([play for play, _ in found.values()], state.watch, state.bad)
    return [found[play.position] for play in best]


def _begun(state: State, play: Candidate, done: int, hurry: bool, explained: bool) -> int | None:
    """Since which change other hands explain all that is off after `play`; None: they do not.

    Unless it has to be `explained`, the next seat's marbles may stand where its card does not bring them.
    """
    off = play.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    if not off:
        return None
    seats = state.table.helping(play.position)
    theirs = _standing(play, seats)
    starts = mask_of(tuple(h for seat in seats for h in state.table.board.start(seat)))
    log = state.watch.log
    begun = next((i for i, c in enumerate(log) if not c.on and (theirs | starts) >> c.hole & 1), len(log))
    begun = min(begun, done)
    involved = play.touches | mask_of(tuple(leg.target for leg in play.play.legs))
    if not off.extra and not off.missing & involved and all(n < 0 for n in off.start.values()):
        return begun
    if off.missing & involved and not (hurry and not is_open(state.table.board, play, state.found)):
        return None  # its marble was taken up again, and not to make room for the next player's
    replies = _replies(state, play)
    rest = state.watch.after(begun, play.touches)
    moving = hurry or bool(off.missing & theirs) or any(n < 0 and s in seats for s, n in off.start.items())
    if moving and any(_replying(state, reply, off, theirs, involved, seats) for reply in replies):
        return begun
    others = off.missing & ~theirs & ~involved
    if others.bit_count() <= max(0, -off.surplus) and played_on(state, play, rest, others, replies):
        return begun
    if explained or off.missing & (involved | ~theirs) or any(n > 0 for n in off.start.values()):
        return None
    own = off.missing.bit_count() - sum(n for s, n in off.start.items() if s in seats)
    return begun if off.extra.bit_count() <= own else None


def _replying(
    state: State, reply: Candidate, off: Off, theirs: int, involved: int, seats: tuple[Seat, ...]
) -> bool:
    """Whether all that is off is that reply under way, but for marbles that may be in hands."""
    others = off.missing & ~theirs & ~reply.must_see_empty
    up = others.bit_count() - sum(n for s, n in off.start.items() if n < 0 and s not in seats)
    if others & involved or up > max(0, -off.surplus):
        return False
    sent = dict(reply.debts.start)
    if any(n > sent.get(seat, 0) for seat, n in off.start.items() if n > 0):
        return False
    on_the_way = reply.filled
    for leg in reply.play.legs:
        on_the_way |= mask_of(way(state.table.board, leg))
    return not off.extra & ~on_the_way


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
    replies: Sequence[Candidate] | None = None,
) -> bool:
    """Whether the board shows a play of the next seat on top of `play`, its lifts seen in `watch`.

    `up` are holes whose marbles may be in a hand meanwhile.
    """
    return any(
        reply.expect.agrees(watch.now | up, state.bad, state.ring_and_lane)
        and not reply.must_see_empty & ~watch.lifted & ~state.bad
        for reply in (_replies(state, play) if replies is None else replies)
    )
