"""Which candidates are borne out by what was seen, and whether people may still go on.

The contract's section 4 is the law here. A candidate is borne out when occupancy agrees with its result
(owed marbles may be in a hand) and every hole whose marble it changes was seen empty in this turn, both
holes of an exchange at one moment. Of several, the one that needs strictly more of the lifted holes
wins. A winner is open while another candidate can be reached from it without lifting anything back.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.geometry import Board
from referee.candidates import Candidate, leads_on, way
from referee.watch import Watch


def borne_out(
    found: Sequence[Candidate], watch: Watch, occupied: int, bad: int, ring_and_lane: int
) -> list[Candidate]:
    """The candidates that agree with what was seen, those that explain less of it left out."""
    agreeing = [
        c
        for c in found
        if not watch.unseen(c.must_see_empty, c.filled | c.recoloured) & ~bad
        and c.expect.agrees(occupied, bad, ring_and_lane)
        and all(exchanged(watch, pair, bad) for pair in c.exchanges)
        and taken_in_order(c, watch, bad)
    ]
    if len(agreeing) < 2:
        return agreeing
    needs = [c.must_see_empty & watch.lifted & ~bad for c in agreeing]
    return [
        c
        for c, need in zip(agreeing, needs, strict=True)
        if not any(need != more and not need & ~more for more in needs)
    ]


def exchanged(watch: Watch, pair: int, bad: int) -> bool:
    """Whether two marbles have changed places: both up at one moment does it, once more undoes it."""
    return bool(pair & bad) or watch.together(pair) % 2 == 1


def taken_in_order(c: Candidate, watch: Watch, bad: int) -> bool:
    """Whether each hole that changed colour was last filled while another marble of the play was up.

    A marble only adjusted, and set down again before anything else was lifted, is still what it was.
    """
    if c.exchanges or not c.recoloured & ~bad or c.must_see_empty & bad:
        return True
    return all(
        watch.up_before(watch.filled_at(hole), own, start)
        for hole, own, start in c.takers
        if watch.now >> hole & 1
    )


def is_hidden(winner: Candidate, bad: int) -> bool:
    """Whether a bad sensor hides that the marble has arrived: it may still be in a hand."""
    return bool((winner.filled | winner.recoloured) & bad)


def is_open(board: Board, winner: Candidate, found: Sequence[Candidate]) -> bool:
    """Whether another candidate may still come of it."""
    return any(leads_on(board, winner, other) for other in found)


def hand_completes(
    found: Sequence[Candidate],
    winner: Candidate,
    watch: Watch,
    bad: int,
    ring_and_lane: int,
    in_hand: int,
) -> bool:
    """Whether marbles still in a hand, set down where they are missing, would make another play of it."""
    for c in found if in_hand > 0 else ():
        if c.position == winner.position or watch.unseen(c.must_see_empty, c.filled | c.recoloured) & ~bad:
            continue
        off = c.expect.off(watch.now, bad, ring_and_lane)
        if not off.extra and all(n < 0 for n in off.start.values()) and off.holes_off <= in_hand:
            return True
    return False


def under_way(board: Board, found: Sequence[Candidate], missing: int, extra: int, in_hand: int) -> bool:
    """Whether what stands on the board may be a play half done: people counting along, or one leg of two.

    Every marble that stands where none should is on the way of a candidate or at its end, and every hole
    that misses one is a hole that candidate takes a marble from, but for those that are `in_hand`.
    """
    for c in found:
        if (missing & ~c.must_see_empty).bit_count() > in_hand:
            continue
        on_the_way = c.filled
        for leg in c.play.legs:
            for hole in way(board, leg):
                on_the_way |= 1 << hole
        if not extra & ~on_the_way:
            return True
    return False
