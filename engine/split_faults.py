"""Find why carried marbles are not the legs of a split: only one leg, a wrong order, or a wrong sum."""

from __future__ import annotations

from engine.cards import Rank
from engine.landing import land
from engine.moves import wordings
from engine.position import Position
from engine.reasons import (
    backing_span,
    backs_home,
    most_helpful,
    moved_back,
    movers_with,
    spans,
    trip,
    walk_fault,
)
from engine.rules.card_powers import Split
from engine.table import Table
from engine.text import Text, a_card, capital, listed, number, rank_name
from engine.violation import Carry, Code, Violation


def split_fault(
    table: Table, position: Position, rank: Rank, split: Split, carries: tuple[Carry, ...]
) -> Violation:
    """The reason why two carries are not the two legs of a split."""
    holes = tuple(carry.target for carry in carries)
    for carry in carries:
        back = moved_back(table, carry)
        if back:
            return back
    one, two = carries
    both = listed((trip(table, one), trip(table, two)), "and")
    values = {"rank": rank_name(rank), "trips": both}
    backed = _backed_in(table, split, one, two) or _backed_in(table, split, two, one)
    if backed:
        return backed
    sums = [(a, b) for a in spans(table, one) for b in spans(table, two)]
    right = [(a, b) for a, b in sums if abs(a) + abs(b) == split.total]
    if not right:
        english = f"The two parts of {a_card(rank)} make {number(split.total)}; {both} do not."
        text = Text(english, "wrong-split-sum", total=split.total, **values)
        return Violation(Code.WRONG_COUNT, text, holes, "RC-9")
    fitting = [(a, b) for a, b in right if _adds_up(split, a, b)]
    if not fitting:
        forward = len(split.ways) == 1
        ways = "both forward" if forward else "one forward and one backward"
        english = f"The two parts of {a_card(rank)} go {ways}; {both} do not."
        text = Text(english, "wrong-split-forward" if forward else "wrong-split-both-ways", **values)
        return Violation(Code.WRONG_WAY, text, holes, "RC-9")
    found: list[Violation] = []
    for a, b in fitting:
        found += _in_order(table, position, split, (one, a), (two, b))
        found += _in_order(table, position, split, (two, b), (one, a))
    text = Text(f"{capital(both)} are not the two parts of {a_card(rank)}.", "wrong-split", **values)
    return most_helpful([*found, Violation(Code.UNEXPLAINED, text, holes, "RC-9")])


def part_fault(table: Table, position: Position, split: Split, carry: Carry) -> Violation | None:
    """The violation in the walk of a leg that was played without its partner leg; None if it is legal."""
    for part in (s for s in spans(table, carry) if 0 < abs(s) < split.total):
        if any(1 if part > 0 else -1 in way for way in split.ways):
            fault = walk_fault(table, position, carry, part)
            if fault:
                return fault
    return None


def half_a_split(table: Table, position: Position, rank: Rank, carry: Carry) -> Violation | None:
    """The violation of playing only one leg of a legal split, which may be the partner's; else None."""
    for _, legs in wordings(table, position, rank):
        if len(legs) != 2 or all(leg[:3] != (carry.seat, carry.source, carry.target) for leg in legs):
            continue
        split = table.powers[rank].split
        assert split is not None
        part = min(abs(span) for span in spans(table, carry) if 0 < abs(span) < split.total)
        rest, way = split.total - part, trip(table, carry)
        english = f"{way} is a part of {a_card(rank)}; another marble moves the other {number(rest)}."
        text = Text(english, "wrong-half-a-split", trip=way, rank=rank_name(rank), n=rest)
        return Violation(Code.SPLIT_INCOMPLETE, text, (carry.target,), "RC-10")
    return None


def order_fault(table: Table, position: Position, rank: Rank, carries: tuple[Carry, ...]) -> Violation:
    """The violation of two legs that would be legal in the other order."""
    split = table.powers[rank].split
    first, second = carries
    found: list[Violation] = []
    for one in spans(table, first):
        for other in spans(table, second):
            if split and _adds_up(split, one, other):
                found += _in_order(table, position, split, (first, one), (second, other))
    holes = (first.target, second.target)
    text = Text("These legs are no play in this order.", "wrong-legs")
    return most_helpful([*found, Violation(Code.UNEXPLAINED, text, holes, "RC-9")])


def _backed_in(table: Table, split: Split, carry: Carry, other: Carry) -> Violation | None:
    """The violation of a leg that backs into its lane while the other leg takes the rest; else None."""
    backing = backing_span(table, carry)
    rests = [abs(span) for span in spans(table, other)]
    if backing and split.total - backing in rests and any(-1 in way for way in split.ways):
        return backs_home(table, carry)
    return None


def _adds_up(split: Split, one: int, other: int) -> bool:
    ways = (1 if one > 0 else -1, 1 if other > 0 else -1)
    return abs(one) + abs(other) == split.total and ways in split.ways


def _in_order(
    table: Table, position: Position, split: Split, first: tuple[Carry, int], second: tuple[Carry, int]
) -> list[Violation]:
    """The first violation of the legs in this order, in a list.

    The list is empty if there is no violation, or if another seat has to move first.
    """
    carry, count = first
    if carry.seat not in movers_with(table, position, split):
        return []
    fault = walk_fault(table, position, carry, count)
    if fault is None:
        landed = land(table, position.bits, carry.seat, carry.source, carry.target)
        assert landed is not None
        fault = walk_fault(table, position.after(landed[0], position.turn), *second)
    return [fault] if fault else []
