"""Apply the effects of a landing on other marbles (rulebook RC-6 to RC-8, RC-11).

An opponent's marble goes to its START. A teammate's marble goes to its in-spot; a marble that is already
there is sent on by the same rule. Such a chain ends, because each link puts another colour on its own in-spot
(rulebook 5.1).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from engine.bits import Bits
from engine.geometry import Hole, Seat
from engine.play import Leg
from engine.table import Table

Landed: TypeAlias = tuple[Bits, tuple[Leg, ...]]
"""The marbles after a leg, and a tuple with that leg, which names its effects on other marbles."""


def land(table: Table, bits: Bits, seat: Seat, source: Hole | None, target: Hole) -> Landed | None:
    """Move a marble of `seat` from `source` (None: START) onto `target`; None if it may not land there.

    The caller has checked that no own marble is at `target`. The mover leaves its hole before anything is
    judged (RC-8), and stays where it lands (RC-7).
    """
    other = bits & table.columns[target] if target < table.ring else 0
    width = table.width
    bits ^= 1 << width * seat + target
    if source is not None:
        bits ^= 1 << width * seat + source
    if other:
        return bump(table, bits, seat, source, target, other)
    return bits, leg(seat, source, target)


def bump(
    table: Table, bits: Bits, seat: Seat, source: Hole | None, target: Hole, other: Bits
) -> Landed | None:
    """Finish `land` on a full hole: `bits` has the move, `other` is the bit of the marble in `target`."""
    if other & table.safe:
        return None
    victim = (other.bit_length() - 1) // table.width
    bits ^= other
    if table.teams[victim] != table.teams[seat]:
        return bits, leg(seat, source, target, (), victim)
    return _push(table, bits, seat, source, target, victim)


def _push(
    table: Table, bits: Bits, seat: Seat, source: Hole | None, target: Hole, pushed: Seat
) -> Landed | None:
    """Send a bumped teammate's marble of seat `pushed` to its in-spot; `bits` no longer has the marble.

    A teammate's marble that stands there is sent to its own in-spot in turn, an opponent's to its START.
    Return the same as `land`; None if the rules forbid the chain.
    """
    rules, team, width = table.rules, table.teams[seat], table.width
    pushes: tuple[Seat, ...] = ()
    while True:
        spot = table.in_spots[pushed]
        if spot == target:
            return None
        pushes += (pushed,)
        other = bits & table.columns[spot]
        there = (other.bit_length() - 1) // width
        if other and there == pushed:
            if rules.in_spot_same_colour == "illegal":
                return None
            return bits, leg(seat, source, target, pushes, pushed)
        bits ^= other | 1 << width * pushed + spot
        if not other:
            return bits, leg(seat, source, target, pushes)
        if table.teams[there] != team:
            return bits, leg(seat, source, target, pushes, there)
        if rules.in_spot_chain == "illegal":
            return None
        pushed = there


@lru_cache(maxsize=1 << 12)
def leg(
    seat: Seat,
    source: Hole | None,
    target: Hole,
    pushes: tuple[Seat, ...] = (),
    sent: Seat | None = None,
    exchange: bool = False,
) -> tuple[Leg, ...]:
    """A tuple with one leg; equal legs share it, because the same few thousand legs recur.

    The cache takes 2 MB when it is full.
    """
    return (Leg(seat, source, target, exchange, pushes, sent),)
