"""Where the marbles of one colour can walk: gaps instead of paths.

A marble may neither pass nor reach one of its own colour (RC-1), so all that matters along the ring is
the distance to the next own marble ahead, or behind. Own marbles are ascending hole numbers, ring before
lane; the ring closes on itself, so a lone marble has itself ahead at a whole lap.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import TypeAlias

from engine.geometry import LANE, Hole, Seat
from engine.table import Table

Walks: TypeAlias = list[tuple[Hole, Hole, int]]
"""Source, target, count."""


def walks(table: Table, colour: Seat, own: tuple[Hole, ...], counts: Iterable[int]) -> Walks:
    """Every way in which one marble of `own` can walk one of `counts` holes, backward if negative.

    Whether the target may be landed on is not judged here.
    """
    ring, lane, in_spot, free = table.ring, table.lanes[colour], table.in_spots[colour], table.free_branch
    end = lane + LANE
    marbles, rings = len(own), bisect_left(own, ring)
    lane_first = own[rings] if rings < marbles else end
    found: Walks = []
    for k in range(rings):
        hole = own[k]
        ahead = own[k + 1] if k + 1 < rings else own[0] + ring
        to_branch = (in_spot - hole) % ring
        for count in counts:
            target = hole + count
            if count > 0:
                enters = False
                if to_branch < count and hole + to_branch < ahead:
                    into = lane + count - to_branch - 1
                    enters = into < lane_first
                    if enters:
                        found.append((hole, into, count))
                if target < ahead and (free or table.may_go_on(enters, to_branch < count)):
                    found.append((hole, target % ring, count))
            elif target > (own[k - 1] if k else own[rings - 1] - ring):
                found.append((hole, target % ring, count))
    for k in range(rings, marbles):
        ahead = own[k + 1] if k + 1 < marbles else end
        for count in counts:
            if 0 < count < ahead - own[k]:
                found.append((own[k], own[k] + count, count))
    return found
