"""What bad sensors hide: the end of a play, or that a marble has left, and what to believe then."""

from __future__ import annotations

from collections.abc import Sequence

from engine.geometry import Hole
from referee.model.occupancy import bits, colours, mask_of
from referee.old.candidates import Candidate, on_its_way
from referee.old.costs import AT_ONCE
from referee.old.stories import Stories
from referee.old.watch import Watch

HARDLY = 1.5
"""A play that explains most is asked about if another one that explains less costs so much less to tell."""
UNSHOWN = 2.0
"""One that a bad sensor hides is asked about as well unless it costs so much more."""
BRUSH = 0.6
"""A marble that is up for less beside one that no sensor sees was perhaps only adjusted, in seconds."""
HELD = 1.7
"""A marble that is only adjusted is seldom up for so many seconds."""


def is_hidden(winner: Candidate, bad: int) -> bool:
    """Whether a bad sensor hides that the marble has arrived: it may still be in a hand.

    A marble that comes unseen from a bad hole to one that is taken only looks as if that had been brushed.
    """
    return bool(winner.ends & bad or (winner.recoloured and winner.emptied & bad))


def left_unseen(play: Candidate, watch: Watch, bad: int) -> bool:
    """Whether a marble is taken by one out of a START with a bad sensor, of which none was seen to leave.

    Nor one that was back by then, or is now.
    """
    if not play.recoloured or not play.left & bad:
        return False
    taken = max(map(watch.filled_at, bits(play.recoloured)))
    good = play.left & ~bad
    left = any(not change.on and good >> change.hole & 1 for change in watch.log[: max(taken, 0)])
    there = (levels & good for levels in (watch.levels(max(taken, 0)), watch.now))
    return not left or any(full.bit_count() >= watch.most(good) for full in there)


def rather_unseen(
    play: Candidate, found: Sequence[Candidate], watch: Watch, bad: int, ring_and_lane: int, brush: float
) -> bool:
    """Whether its marble has perhaps come to a bad hole instead, by another play that is on its way.

    So it may be if what it seems to take was only brushed, and has not come home.
    """
    taken = play.recoloured & ~bad
    if not bad or not taken or play.exchanges or any(watch.empty_for(hole) >= brush for hole in bits(taken)):
        return False
    sent = {leg.sent for leg in play.play.legs}
    homes = sum(mask for seat, mask, _, _ in play.expect.starts if seat in sent) | play.pushed
    if (watch.now & homes).bit_count() > (watch.began & homes).bit_count():
        return False
    for other in found:
        if not other.ends & bad & ~play.ends or not other.sources & play.sources:
            continue
        off = other.expect.off(watch.now, bad, ring_and_lane)
        late = any(n > 0 for n in off.start.values())
        if not late and not off.missing & ~other.ends and on_its_way(other, off.extra):
            return True
    return False


def as_likely(
    found: list[Candidate], best: list[Candidate], watch: Watch, stories: Stories, bad: int
) -> list[Candidate]:
    """Those that explain less, but are told so much cheaper that hands can hardly have done the others.

    One that a bad sensor hides shows less of itself than others: it is enough that it is hardly dearer, if
    the others explain no more than marbles that may have been adjusted.
    """
    holes = 0
    for c in found:
        holes |= c.filled | c.recoloured
    costs = [stories.cost(colours(c.position), holes & ~bad, rare=c.rare) for c in found]
    least = min(cost for c, cost in zip(found, costs, strict=True) if c in best)

    def more(c: Candidate) -> float:
        taken = mask_of(hole for b in best for hole in bits(b.recoloured & ~c.must_see_empty))
        adjusted = all(_perhaps_adjusted(c, hole, watch) for hole in bits(taken & watch.lifted))
        # Two up at one moment are more than one adjusted: not if one was only brushed, or carried in no time,
        # nor if it was taken up only while the mover's own was under way, as people adjust one.
        exchanged = any(
            watch.empty_for(h) >= (HELD if _not_first(watch, h, pair) else BRUSH)
            and (pair & bad or _both_up(watch, pair) >= AT_ONCE)
            for b in best
            for pair in b.exchanges
            for h in bits(pair & taken)
        )
        return UNSHOWN if is_hidden(c, bad) and adjusted and not exchanged else -HARDLY

    return [
        c
        for c, cost in zip(found, costs, strict=True)
        if c not in best and cost < least + UNSHOWN and cost < least + more(c)
    ]


def _both_up(watch: Watch, pair: int) -> float:
    """For how many seconds, at most, both were empty."""
    full, since, longest = watch.began & pair, float("inf"), 0.0
    for change in watch.log:
        bit = 1 << change.hole & pair
        if not full and bit:
            longest = max(longest, change.edge - since)
        full, since = (full | bit if change.on else full & ~bit), change.edge if bit else since
    return longest


def _not_first(watch: Watch, hole: Hole, pair: int) -> bool:
    """Whether the marble of that hole was taken up last of the two, or both at once."""
    lifts = [c for c in watch.log if not c.on and pair >> c.hole & 1]
    own = next((c.edge for c in reversed(lifts) if c.hole == hole), float("inf"))
    last = bool(lifts) and lifts[-1].hole == hole  # a bad sensor may have told of neither
    return last or any(c.hole != hole and abs(c.edge - own) < AT_ONCE for c in lifts)


def _perhaps_adjusted(play: Candidate, hole: Hole, watch: Watch) -> bool:
    """Whether the marble of that hole, where the play leaves it, was up only briefly, and did not go home."""
    up, filled = watch.empty_for(hole), watch.log[watch.filled_at(hole)].edge
    seat = play.position.colour_at(hole)
    start = next((mask for owner, mask, _, _ in play.expect.starts if owner == seat), 0)
    home = any(c.on and start >> c.hole & 1 and filled - up < c.edge < filled for c in watch.log)
    return up < HELD and not home
