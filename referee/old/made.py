"""When a play was made, by the order in which its holes were emptied and filled."""

from __future__ import annotations

from engine.geometry import Hole, board
from referee.model.occupancy import holes_of, starts_of
from referee.old.candidates import Candidate
from referee.old.costs import BESIDE, SLIDING
from referee.old.distances import apart
from referee.old.watch import Colour, Watch


def completed(play: Candidate, watch: Watch, bad: int) -> int | None:
    """After how many changes every hole of the play had first come to what it is after it; None: never.

    Marbles owed may be in a hand.
    """
    if watch.unseen(play.must_see_empty, play.filled | play.recoloured) & ~bad:
        return None
    never = (play.filled | play.recoloured) & ~(watch.began | watch.placed | bad)
    if never and never & ~play.expect.optional:
        return None
    full, once = watch.began & ~(watch.astray & play.filled), ~watch.began | watch.stale
    matters = play.touches | play.ends
    for _, mask, _, _ in play.expect.starts:
        matters |= mask
    # The next seat may take the first one off: of two legs, or of two exchanged.
    came, legs = 0, play.placed if len(play.play.legs) > 1 else 0
    pairs = play.exchanges
    there = _has_come(play, full, once, bad)
    if there and _so_far(play, watch, 0, full, bad):
        return 0
    for i, change in enumerate(watch.log, 1):
        bit = 1 << change.hole
        if change.on:
            full |= bit
            came |= bit & legs
            came |= bit if any(pair & bit and exchanged(watch, pair, bad, i) for pair in pairs) else 0
        else:
            full &= ~bit
            once |= bit
        if bit & matters:
            there = _has_come(play, full | came, once, bad)
        if there and _so_far(play, watch, i, full, bad):
            return i
    return None


def _has_come(play: Candidate, full: int, once: int, bad: int) -> bool:
    """Whether the holes of the play are as they are after it, and no START has too many.

    But for others' that stood in holes that have been empty since: the next seat may have bumped them.
    """
    fills = play.ends & play.full & ~play.expect.optional  # the hole, too, that another leg of it left
    if (fills & ~full | play.emptied & full | play.recoloured & ~once) & ~bad:
        return False
    for seat, mask, _, most in play.expect.starts:
        beyond = (full & mask & ~bad).bit_count() - most
        if beyond > 0 and play.left & mask:
            return False
        if beyond > 0:
            taken = holes_of(play.position, (seat,)) & once & ~play.touches
            if beyond > taken.bit_count():
                return False
    return True


def _so_far(play: Candidate, watch: Watch, seen: int, full: int, bad: int) -> bool:
    """Whether exchanges and captures of the play were made within the first `seen` changes."""
    if not play.recoloured & ~bad:
        return True
    return all(exchanged(watch, pair, bad, seen) for pair in play.exchanges) and taken_in_order(
        play, watch, bad, (seen, full)
    )


def carried_over(before: Candidate, after: Candidate, watch: Watch, both: float, bad: int) -> bool:
    """Whether marbles that `before` had set down and that are gone can have come to where `after` has them.

    Or such as only `after` moves. They cannot, as long as no hole has filled in which they stand then: they
    are in a hand. A bumped marble may be in one all along. For so long as `both` seconds one marble may be
    seen in the hole it leaves and in the next.
    """
    gone = (before.placed | after.emptied & ~before.emptied) & ~watch.now & ~bad
    if not gone or after.ends & bad:
        return True
    lifted = max((c.edge for c in watch.log if not c.on and gone >> c.hole & 1), default=0.0)
    # One of its like may have come back to where it was before, or it was another one and is home.
    back = (before.emptied | before.left) & ~(after.emptied | after.left)
    back |= watch.began & watch.lifted & after.full & ~(after.touches | before.touches)
    sent = (leg.sent for leg in after.play.legs if leg.sent is not None)
    home = after.pushed | starts_of(board(after.position.sides), sent)  # it was the bumped one, set aside
    ends = after.ends | back | home
    return any(c.on and ends >> c.hole & 1 and c.edge > lifted - both for c in reversed(watch.log))


def exchanged(watch: Watch, pair: int, bad: int, seen: int | None = None) -> bool:
    """Whether two marbles have changed places: both up at one moment does it, once more undoes it."""
    return bool(pair & bad) or watch.together(pair, seen) % 2 == 1


def taken_in_order(c: Candidate, watch: Watch, bad: int, then: tuple[int, int] | None = None) -> bool:
    """Whether each hole that changed colour was last filled while a marble of the new colour was up.

    A marble only adjusted, and set down again while all of that colour were in their places, is still what
    it was. `then` asks for an earlier moment: after so many changes, when those holes were full. From a START
    in which a sensor lies one may have come unseen, unless another was seen to leave it only later.
    """
    if c.exchanges or not c.recoloured & ~bad or c.must_see_empty & bad:
        return True
    seen, full = then or (len(watch.log), watch.now)

    def taken(hole: Hole, colour: Colour) -> bool:
        filled = watch.filled_at(hole, seen)
        if watch.short_at(filled, colour, c.recoloured, bad) or _slid_there(c, watch, filled):
            return True
        if filled >= 0 and colour.due and not watch.came(colour.due, filled):
            return True  # played straight from the hand
        if filled >= 0 and c.left & colour.start and colour.owed and not watch.left(c.left):
            return (watch.levels(filled) & colour.start).bit_count() < colour.there + colour.owed
        if colour.places & bad:  # one of those may have come unseen, but then none of this play's own later
            own = [mask for mask in (c.emptied, c.left if not c.left & bad else 0) if mask]
            return filled < 0 or all(watch.left_by(mask, filled) for mask in own)
        if not (c.left and colour.start & bad):
            return False
        good = colour.start & ~bad
        return (watch.levels(seen) & good).bit_count() >= (watch.levels(filled + 1) & good).bit_count()

    return all(taken(hole, colour) for hole, colour in c.takers if full >> hole & 1)


def _slid_there(c: Candidate, watch: Watch, filled: int) -> bool:
    """Whether a marble of the play's own left a hole beside just after that change: it was seen in both."""
    if filled < 0:
        return False
    there, hole = watch.log[filled].edge, watch.log[filled].hole
    return any(
        not change.on
        and c.emptied >> change.hole & 1
        and 0 <= change.edge - there <= SLIDING
        and apart(board(c.position.sides), change.hole, hole) <= BESIDE
        for change in watch.log[filled + 1 :]
    )
