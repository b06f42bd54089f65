"""The order of the teams when time is called: by marbles home, then by holes to go, as counted on the board.

A marble is home if it is in a hole of its own lane. The holes to go of a seat are the forward steps that its
marbles still need to reach the deepest holes of its lane; a marble in START needs one more, to its come-out.
On a board with N sides it is 18N-5 steps from the come-out to the in-spot, and one to five more into the lane
(rulebook 1.2). A marble between its in-spot and its come-out, where it was moved backwards or placed, still
has a whole round to go, because only the position counts.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.geometry import LANE, Seat, board
from engine.position import Position
from jokerboard.tournament.event.model import Count, How, Result, TeamNo


def marbles_home(position: Position, seat: Seat) -> int:
    """The number of marbles that a seat has in its lane."""
    ring = board(position.sides).ring
    return sum(1 for hole in position.marbles[seat] or () if hole >= ring)


def holes_to_go(position: Position, seat: Seat) -> int:
    """The forward steps that all marbles of a seat together still need to their deepest lane holes."""
    there = board(position.sides)
    come_out, ring = there.come_out(seat), there.ring
    to_in_spot = (there.in_spot(seat) - come_out) % ring
    lane = there.lane(seat)
    done = -position.start_count(seat)
    for hole in position.marbles[seat] or ():
        if hole >= ring:
            done += to_in_spot + 1 + lane.index(hole)
        else:
            forward = (hole - come_out) % ring
            done += forward if forward <= to_in_spot else forward - ring
    deepest = range(LANE - position.per_seat + 1, LANE + 1)
    return sum(to_in_spot + hole for hole in deepest) - done


def count(position: Position, seats: Iterable[Seat], team: TeamNo) -> Count:
    """The count of a team, summed over the `seats` at which it sits."""
    sitting = tuple(seats)
    return Count(
        team,
        sum(marbles_home(position, seat) for seat in sitting),
        sum(holes_to_go(position, seat) for seat in sitting),
    )


def by_counts(counts: Iterable[Count], winner: TeamNo | None = None, how: How = How.TIME) -> Result:
    """A result: the `winner` first, then by marbles home, then by holes to go; equal teams share a place."""
    ranked = tuple(counts)
    places: dict[tuple[bool, int, int], list[TeamNo]] = {}
    for one in ranked:
        places.setdefault((one.team != winner, -one.home, one.to_go), []).append(one.team)
    return Result(tuple(tuple(places[key]) for key in sorted(places)), how, ranked)
