"""Where the marbles of one colour can walk: gaps instead of paths.

A marble may neither pass nor reach one of its own colour (RC-1), so all that matters along the ring is
the distance to the next own marble ahead, or behind. Own marbles are ascending hole numbers, ring before
lane; the ring closes on itself, so a lone marble has itself ahead at a whole lap.
"""

from __future__ import annotations

from engine.geometry import LANE, Hole, Seat
from engine.table import Table


def walks(table: Table, colour: Seat, own: tuple[Hole, ...], count: int) -> list[tuple[Hole, Hole]]:
    """Every (source, target) by which one marble of `own` can walk `count` holes, backward if negative.

    Whether the target may be landed on is not judged here.
    """
    return _forward(table, colour, own, count) if count > 0 else _backward(table, own, -count)


def _forward(table: Table, colour: Seat, own: tuple[Hole, ...], count: int) -> list[tuple[Hole, Hole]]:
    ring, lane, in_spot = table.board.ring, table.lanes[colour], table.in_spots[colour]
    free = table.free_branch
    found = []
    last = len(own) - 1
    lane_first = next((hole for hole in own if hole >= ring), lane + LANE)
    for k, hole in enumerate(own):
        ahead = own[k + 1] if k < last else lane + LANE
        if hole >= ring:
            if hole + count < min(ahead, lane + LANE):
                found.append((hole, hole + count))
            continue
        if ahead >= ring:
            ahead = own[0] + ring
        to_branch = (in_spot - hole) % ring
        enters = to_branch < count and to_branch < ahead - hole and lane + count - to_branch - 1 < lane_first
        if enters:
            found.append((hole, lane + count - to_branch - 1))
        if hole + count < ahead and (free or table.may_go_on(enters, to_branch < count)):
            found.append((hole, (hole + count) % ring))
    return found


def _backward(table: Table, own: tuple[Hole, ...], count: int) -> list[tuple[Hole, Hole]]:
    ring = table.board.ring
    on_ring = [hole for hole in own if hole < ring]
    found = []
    for k, hole in enumerate(on_ring):
        behind = on_ring[k - 1] if k else on_ring[-1] - ring
        if hole - count > behind:
            found.append((hole, (hole - count) % ring))
    return found
