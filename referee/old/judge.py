"""Which candidates are borne out by what was seen, and whether people may still go on.

The contract's section 4 is the law here. A candidate is borne out when occupancy agrees with its result
(owed marbles may be in a hand) and every hole whose marble it changes was seen empty in this turn, both
holes of an exchange at one moment. Of several, the one that needs strictly more of the lifted holes
wins. A winner is open while another candidate can be reached from it without lifting anything back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.model.occupancy import bits, colours
from referee.old.candidates import Candidate, leads_on, on_its_way
from referee.old.hidden import as_likely
from referee.old.made import completed, exchanged, taken_in_order
from referee.old.stories import Stories
from referee.old.watch import Watch

ALIKE = 1.0
"""Of several exchanges followed further, one is believed if every other costs so much more to tell."""
ALIKE_EXCHANGES = 1.5
"""The same as soon as they are borne out: two holes that were empty at one moment tell the same of both."""
ALIKE_CAPTURES = 3.0
"""The same for other plays: which of two marbles was touched and which taken, their times hardly say."""
IMPROBABLE = 5.0
"""A play is not believed if the likeliest story of all, whatever it tells, costs so much less."""
RATHER_NOTHING = 1.6
"""An exchange is not believed if a story in which everything stands as before is so much cheaper."""


def borne_out(
    found: Sequence[Candidate],
    watch: Watch,
    occupied: int,
    bad: int,
    ring_and_lane: int,
    stories: Callable[[], Stories] | None = None,
    *,
    most: bool = True,
    whole: bool = False,
) -> list[Candidate]:
    """The candidates that agree with what was seen, those that explain less of it left out (if `most`).

    With `stories` those left out too that no marble followed from hand to hole allows; of several, if
    `whole`, counting the marbles that a play has nothing to do with.
    """
    standing = occupied & ring_and_lane & ~bad
    agreeing = [
        c
        for c in found
        if not standing & ~c.full
        and not watch.unseen(c.must_see_empty, c.filled | c.recoloured) & ~bad
        and not c.filled & watch.astray & ~(watch.lifted | watch.placed | bad)
        and c.expect.agrees(occupied, bad, ring_and_lane)
        and all(pair & bad or watch.together(pair) for pair in c.exchanges)
    ]
    counted = [c for c in agreeing if taken_in_order(c, watch, bad)]
    if stories is None:
        agreeing = [c for c in counted if all(exchanged(watch, pair, bad) for pair in c.exchanges)]
    elif agreeing:
        if bad or not counted:
            counted = [c for c in agreeing if c in counted or _told_by(c, watch, stories(), bad)]
        agreeing = counted
        moved = (watch.lifted | watch.placed) & ring_and_lane if whole and len(agreeing) > 1 else 0
        agreeing = likely(agreeing, watch, stories(), bad, moved) if agreeing else []
    if not most:
        return agreeing
    best = explaining_most(agreeing, watch, bad)
    return (
        best
        if stories is None or len(best) == len(agreeing)
        else best + as_likely(agreeing, best, watch, stories(), bad)
    )


def _told_by(c: Candidate, watch: Watch, stories: Stories, bad: int) -> bool:
    """Whether the likeliest story of all tells it: what other marbles hide from counting, it may know.

    But not, where sensors lie, that a marble was taken with one seen to leave its hole only later.
    """
    own, taken = c.emptied & ~bad, bits(c.recoloured & watch.now & ~bad)
    filled = map(watch.filled_at, taken)
    if bad and own and not all(at < 0 or watch.left_by(own, at) for at in filled):
        return False
    story = stories.likely[0]
    up = any(
        up.hole is not None
        and (c.emptied >> up.hole & 1 or (up.marble.home is None and c.left >> up.hole & 1))
        for up in story.hand
    )
    return not up and story.shows(colours(c.position), (c.filled | c.recoloured) & ~bad)


def likely(
    found: Sequence[Candidate], watch: Watch, stories: Stories, bad: int, holes: int = 0
) -> list[Candidate]:
    """Of several plays those that marbles followed from hand to hole allow; one alone, if it is plain.

    Two marbles once up at one moment count as exchanged, unless they were plainly not; up once more, it takes
    a story that says so. Of the `holes` given, too, each marble must be as the play leaves it.
    """
    for c in found:
        holes |= c.filled | c.recoloured
    costs = [stories.cost(colours(c.position), holes & ~bad, rare=c.rare) for c in found]
    least, absurd = min(costs), stories.least + IMPROBABLE
    nothing = stories.cost(stories.before, holes & ~bad)
    most = [absurd] * len(found)
    for i, c in enumerate(found):
        for pair in c.exchanges:
            once = pair & bad or (c.read and watch.together(pair) == 1)
            most[i] = min(absurd, nothing) + (RATHER_NOTHING if once else 0.0)
    possible = [c for c, cost, limit in zip(found, costs, most, strict=True) if cost < limit]
    alike = ALIKE_EXCHANGES if all(c.exchanges for c in found) else ALIKE_CAPTURES
    plain = [c for c in possible if costs[found.index(c)] < least + alike]
    return plain if len(plain) == 1 else possible


def but_for_hands(
    found: Sequence[Candidate],
    watch: Watch,
    said: Candidate | None,
    bad: int,
    ring_and_lane: int,
    stories: Callable[[], Stories],
    *,
    either: bool = False,
) -> list[Candidate]:
    """Those made, instead of what was `said`, while marbles that have nothing to do with it are in hands.

    None if what was said may as well stand, unless it may be `either`.
    """
    known, left = (0, 0) if said is None else (said.touches, said.left)

    standing = watch.now & ring_and_lane & ~bad

    def made(c: Candidate) -> bool:
        if standing & ~c.full or watch.unseen(c.must_see_empty, c.filled | c.recoloured) & ~bad:
            return False
        if c.left and not c.left & bad and not watch.left(c.left):
            return False
        off = c.expect.off(watch.now, bad, ring_and_lane)
        starts = {seat: mask for seat, mask, _, _ in c.expect.starts}
        aside = not off.missing & (c.touches | known) and all(
            n < 0 and not starts[seat] & (c.left | left) for seat, n in off.start.items()
        )
        return aside and completed(c, watch, bad) is not None

    def taken_instead(c: Candidate) -> bool:
        """Whether what is up may be what the same marble takes; not if both would have to be up once more."""
        up = ~watch.now & ~bad & watch.lifted
        others = (o for o in found if up & o.recoloured & ~c.touches and same_marble(o, c))
        if not any(all(pair & bad or watch.together(pair) for pair in o.exchanges) for o in others):
            return False
        return not (c.exchanges and stories().is_plain(colours(c.position), c.touches & ~bad, ALIKE))

    winners = list(filter(made, found))
    if said is not None:
        winners = [c for c in winners if c.position == said.position or not taken_instead(c)]
    winners = likely(winners, watch, stories(), bad) if winners else []
    if said is not None and any(c.position == said.position for c in winners):
        return [c for c in winners if c.position != said.position] if either else []
    return explaining_most(winners, watch, bad)


def same_marble(one: Candidate, other: Candidate) -> bool:
    """Whether both plays are made with the same marble."""
    exchanged = any(pair & also for pair in one.exchanges for also in other.exchanges)
    return bool(exchanged or one.sources & other.sources or one.left & other.left)


def explaining_most(found: list[Candidate], watch: Watch, bad: int) -> list[Candidate]:
    """Of several, those left out that need strictly fewer of the lifted holes than another.

    A hole that still waits for the marble due there when the turn began was not lifted in it. What was lifted
    in a START in which a sensor lies may be back.
    """
    if len(found) < 2:
        return found
    there = watch.began | watch.placed
    left = (0 if c.left & bad else c.left & there for c in found)
    holes = [(c.must_see_empty | out) & watch.lifted for c, out in zip(found, left, strict=True)]
    needs = [need & ~(watch.waits | bad) for need in holes]
    return [
        c
        for c, need in zip(found, needs, strict=True)
        if not any(need != more and not need & ~more for more in needs)
    ]


def is_open(winner: Candidate, found: Sequence[Candidate], *, up: bool = True) -> bool:
    """Whether another candidate may still come of it, marbles being `up` or not."""
    source = winner.emptied  # whatever carries it on takes a marble from there as well
    return any(not source & ~other.touches and leads_on(winner, other, up=up) for other in found)


def hand_completes(
    found: Sequence[Candidate],
    winner: Candidate,
    watch: Watch,
    bad: int,
    ring_and_lane: int,
    in_hand: int,
) -> bool:
    """Whether marbles still in a hand, set down where they are missing, would make another play of it.

    Or taken to a hole that is full: what was bumped so far may only have been adjusted.
    """
    for c in found if in_hand > 0 else ():
        unseen = watch.unseen(c.must_see_empty, c.filled | c.recoloured) & ~bad
        if c.position == winner.position or unseen & ~c.recoloured:
            continue
        off = c.expect.off(watch.now, bad, ring_and_lane)
        if not off.extra and all(n < 0 for n in off.start.values()) and off.holes_off <= in_hand:
            return True
    return False


def under_way(found: Sequence[Candidate], missing: int, extra: int, in_hand: int) -> bool:
    """Whether what stands on the board may be a play half done: people counting along, or one leg of two.

    Every marble that stands where none should is on the way of a candidate or at its end, and every hole
    that misses one is a hole that candidate takes a marble from, but for those that are `in_hand`.
    """
    for c in found:
        others = missing & ~c.must_see_empty
        if others.bit_count() > in_hand and (others & ~c.sources).bit_count() > in_hand:
            continue  # one leg may end where another began
        if on_its_way(c, extra):
            return True
    return False
