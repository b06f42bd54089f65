"""Compare each seat's marbles with the holes that they had when the turn began."""

from __future__ import annotations

from engine.referee.model.hypothesis import GHOST, NOWHERE, START, Hypothesis
from engine.referee.model.turn import Turn


class Displaced:
    """How a seat's marbles differ from the beginning of the turn: masks of holes, and a number for START."""

    __slots__ = ("extra", "missing", "seat", "start", "strange")

    def __init__(self, hypothesis: Hypothesis, turn: Turn, seat: int) -> None:
        ground = turn.ground
        mask, base, count = hypothesis.colours[seat], turn.base[seat], turn.in_start[seat]
        for token in hypothesis.hand:
            if token.seat == seat and token.due >= 0:
                base &= ~(1 << token.due)
            elif token.seat == seat and token.due == START:
                count -= 1
        own_start = ground.starts[seat]
        elsewhere = mask & ground.foreign[seat]
        placed = mask & ground.ring_and_lane & ~elsewhere
        self.seat = seat
        self.strange = elsewhere
        self.extra = placed & ~base
        self.missing = base & ~placed
        self.start = (mask & own_start).bit_count() - count
        """The number of marbles that START has more than at the turn's beginning."""

    def __bool__(self) -> bool:
        return bool(self.extra or self.missing or self.start or self.strange)


def displaced(hypothesis: Hypothesis) -> list[Displaced]:
    """For each seat whose marbles are not as when the turn began: the holes that they left and entered.

    A lifted marble counts as missing, except an owed one, which is expected in a hand.
    """
    found = []
    turn, owed = hypothesis.turn, {token.seat for token in hypothesis.hand if token.due != NOWHERE}
    starts, base, in_start = turn.ground.starts, turn.base, turn.in_start
    for seat in turn.ground.table.seats:
        mask, start = hypothesis.colours[seat], starts[seat]
        as_begun = mask & ~start == base[seat] and (mask & start).bit_count() == in_start[seat]
        if as_begun and seat not in owed:
            continue
        each = Displaced(hypothesis, turn, seat)
        if each:
            found.append(each)
    return found


def idle(hypothesis: Hypothesis) -> bool:
    """Whether every marble is where it was when the turn began, and only owed marbles are lifted."""
    return not _up(hypothesis) and not displaced(hypothesis)


def _up(hypothesis: Hypothesis) -> bool:
    return any(token.due == NOWHERE and token.seat != GHOST for token in hypothesis.hand)


def out_of_place(hypothesis: Hypothesis) -> int:
    """The mask of ring and lane holes whose marbles differ from the beginning of the turn.

    If a seat's START holds a different number of marbles, the mask has all holes of that START, too.
    """
    holes, starts = 0, hypothesis.turn.ground.starts
    for each in displaced(hypothesis):
        holes |= each.extra | each.strange | each.missing | (starts[each.seat] if each.start else 0)
    return holes


def unfinished(hypothesis: Hypothesis) -> bool:
    """Whether a marble is lifted, or has moved since the turn began or a person decided about the board."""
    return not idle(hypothesis) and (_up(hypothesis) or bool(out_of_place(hypothesis) & ~hypothesis.barred))


def unmoved(hypothesis: Hypothesis) -> bool:
    """Whether no marble is in a new hole since the turn began or a person decided; some may be lifted."""
    free, starts = ~hypothesis.barred, hypothesis.turn.ground.starts
    return not any(
        (each.extra | each.strange | (starts[each.seat] if each.start > 0 else 0)) & free
        for each in displaced(hypothesis)
    )
