"""What happens to the others when a marble lands (rulebook RC-6 to RC-8, RC-11).

An opponent goes to its START. A teammate goes to its in-spot, and whoever stands there makes way by the
same rule; each link of such a chain puts another colour on its own in-spot, so it ends (rulebook 5.1).
"""

from __future__ import annotations

from typing import TypeAlias

from engine.geometry import Hole, Seat
from engine.position import Marbles
from engine.table import Table

Landed: TypeAlias = tuple[Marbles, tuple[Seat, ...], Seat | None]
"""The marbles afterwards; the teammates pushed to their in-spots in order; whose marble went to START."""


def land(table: Table, marbles: Marbles, colour: Seat, source: Hole | None, target: Hole) -> Landed | None:
    """`colour` moves from `source` (None: START) onto `target`, or None if that cannot be.

    Own marbles at `target` must have been ruled out. The mover leaves its hole before anything is judged
    (RC-8), and stays where it lands (RC-7).
    """
    if target < table.ring:
        for seat in table.seats:
            if target in (marbles[seat] or ()) and seat != colour:
                return bump(table, marbles, colour, source, target, seat)
    return settle(marbles, colour, source, target)


def settle(marbles: Marbles, colour: Seat, source: Hole | None, target: Hole) -> Landed:
    """As `land`, where `target` is known to be empty."""
    own = moved(marbles[colour] or (), source, target)
    return (*marbles[:colour], own, *marbles[colour + 1 :]), (), None


def bump(
    table: Table, marbles: Marbles, colour: Seat, source: Hole | None, target: Hole, victim: Seat
) -> Landed | None:
    """As `land`, where a marble of `victim` is known to stand in `target`."""
    if table.rules.start_hole_safe and target == table.come_outs[victim]:
        return None
    now = list(marbles)
    now[colour] = moved(now[colour] or (), source, target)
    now[victim] = moved(now[victim] or (), target, None)
    if table.teams[victim] != table.teams[colour]:
        return tuple(now), (), victim
    return _push(table, now, victim, target)


def moved(own: tuple[Hole, ...], source: Hole | None, target: Hole | None) -> tuple[Hole, ...]:
    """`own` without `source` and with `target`; None is START."""
    holes = list(own)
    if source is not None:
        holes.remove(source)
    if target is not None:
        holes.append(target)
        holes.sort()
    return tuple(holes)


def _push(table: Table, now: list[tuple[Hole, ...] | None], pushed: Seat, mover: Hole) -> Landed | None:
    """The chain that begins with a marble of `pushed`, in nobody's hole, on its way to its in-spot."""
    rules, team = table.rules, table.teams[pushed]
    pushes: list[Seat] = []
    while True:
        spot = table.in_spots[pushed]
        if spot == mover:
            return None
        pushes.append(pushed)
        there = next((seat for seat in table.seats if spot in (now[seat] or ())), None)
        if there == pushed:
            if rules.in_spot_same_colour == "illegal":
                return None
            return tuple(now), tuple(pushes), pushed
        now[pushed] = moved(now[pushed] or (), None, spot)
        if there is None:
            return tuple(now), tuple(pushes), None
        now[there] = moved(now[there] or (), spot, None)
        if table.teams[there] != team:
            return tuple(now), tuple(pushes), there
        if rules.in_spot_chain == "illegal":
            return None
        pushed = there
