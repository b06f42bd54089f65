"""The order of the teams when time is called: by marbles home, then by holes to go, on the board.

A marble is home in a hole of its own lane. The holes to go of a seat are the forward steps that its marbles
still need until they stand in the deepest holes of its lane; a marble in START needs one more, to its
come-out. On a board with N sides it is 18N-5 steps from the come-out to the in-spot and one to five more into
the lane (rulebook 1.2). A marble between its in-spot and its come-out, because it was moved back or placed
there, still has a whole round to go: only the board counts.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.geometry import LANE, Seat, board
from engine.position import Position
from jokerboard.tournament.event.model import Count, How, Result, TeamNo


def marbles_home(position: Position, seat: Seat) -> int:
    """The number of the seat's marbles in its lane."""
    ring = board(position.sides).ring
    return sum(1 for hole in position.marbles[seat] or () if hole >= ring)


def holes_to_go(position: Position, seat: Seat) -> int:
    """The steps that all the seat's marbles together still have to go."""
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
    """The count of a team that sits at `seats`."""
    sitting = tuple(seats)
    return Count(
        team,
        sum(marbles_home(position, seat) for seat in sitting),
        sum(holes_to_go(position, seat) for seat in sitting),
    )


def by_counts(counts: Iterable[Count], winner: TeamNo | None = None, how: How = How.TIME) -> Result:
    """The result: a winner first, then by marbles home, then by holes to go; equal teams share a place."""
    ranked = tuple(counts)
    places: dict[tuple[bool, int, int], list[TeamNo]] = {}
    for one in ranked:
        places.setdefault((one.team != winner, -one.home, one.to_go), []).append(one.team)
    return Result(tuple(tuple(places[key]) for key in sorted(places)), how, ranked)
