"""Where the marbles of one colour can walk: gaps instead of paths.

A marble may neither pass nor reach one of its own colour (RC-1), so all that matters along the ring is
the distance to the next own marble ahead, or behind. Own marbles are ascending hole numbers, ring before
lane; the ring closes on itself, so a lone marble has itself ahead at a whole lap.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TypeAlias

from engine.geometry import LANE, Hole, Seat
from engine.table import Table

Walks: TypeAlias = list[tuple[Hole, Hole]]


def walks(table: Table, colour: Seat, own: tuple[Hole, ...], count: int) -> Walks:
    """Every (source, target) by which one marble of `own` can walk `count` holes, backward if negative.

    Whether the target may be landed on is not judged here.
    """
    if not own:
        return []
    rings = bisect_left(own, table.ring)
    return _forward(table, colour, own, rings, count) if count > 0 else _backward(table, own[:rings], -count)


def _forward(table: Table, colour: Seat, own: tuple[Hole, ...], rings: int, count: int) -> Walks:
    ring, lane, in_spot, free = table.ring, table.lanes[colour], table.in_spots[colour], table.free_branch
    end = lane + LANE
    lane_first = own[rings] if rings < len(own) else end
    found: Walks = []
    for k in range(rings):
        hole = own[k]
        ahead = own[k + 1] if k + 1 < rings else own[0] + ring
        to_branch = (in_spot - hole) % ring
        into = lane + count - to_branch - 1
        enters = lane <= into < lane_first and hole + to_branch < ahead
        if enters:
            found.append((hole, into))
        if hole + count < ahead and (free or table.may_go_on(enters, into >= lane)):
            found.append((hole, (hole + count) % ring))
    for k in range(rings, len(own)):
        if own[k] + count < (own[k + 1] if k + 1 < len(own) else end):
            found.append((own[k], own[k] + count))
    return found


def _backward(table: Table, own: tuple[Hole, ...], count: int) -> Walks:
    found: Walks = []
    for k, hole in enumerate(own):
        behind = own[k - 1] if k else own[-1] - table.ring
        if hole - count > behind:
            found.append((hole, (hole - count) % table.ring))
    return found
