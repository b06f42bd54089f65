"""A play as marbles carried by hands, derived from the legs of its notation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.geometry import Board, Hole, Seat
from engine.play import Leg, Play
from engine.position import Position

Wood = Mapping[Hole, Seat]
"""The colour of the marble in each full hole, START holes included."""


@dataclass(frozen=True, slots=True)
class Carried:
    """One marble of `seat`, carried from `source` to `target`; None stands for any hole of its START."""

    seat: Seat
    source: Hole | None
    target: Hole | None

    @property
    def holes(self) -> frozenset[Hole]:
        """Those of the source and the target that are on the ring or in a lane."""
        return frozenset(h for h in (self.source, self.target) if h is not None)


@dataclass(frozen=True, slots=True)
class Stroke:
    """One leg: the played marbles, the holes `way` that they pass, and the bumped marbles in order."""

    played: tuple[Carried, ...]
    bumped: tuple[Carried, ...]
    way: tuple[Hole, ...]

    @property
    def holes(self) -> frozenset[Hole]:
        """The ring and lane holes whose marbles change."""
        return frozenset[Hole]().union(*(c.holes for c in (*self.played, *self.bumped)))


def owners(position: Position) -> dict[Hole, Seat]:
    return {hole: seat for seat, holes in enumerate(position.marbles) for hole in holes or ()}


def strokes(board: Board, position: Position, play: Play) -> tuple[Stroke, ...]:
    """The legs of a legal play from `position`, each as a Stroke."""
    there = owners(position)
    return tuple(_stroke(board, leg, there) for leg in play.legs)


def _stroke(board: Board, leg: Leg, there: dict[Hole, Seat]) -> Stroke:
    if leg.exchange:
        assert leg.source is not None
        mine, theirs = there[leg.source], there[leg.target]
        there[leg.source], there[leg.target] = theirs, mine
        both = (Carried(mine, leg.source, leg.target), Carried(theirs, leg.target, leg.source))
        return Stroke(both, (), ())
    mover = leg.seat if leg.source is None else there.pop(leg.source)
    assert mover is not None
    bumped: list[Carried] = []
    hole = leg.target
    for seat in leg.pushes:
        _on_from(bumped, Carried(seat, hole, board.in_spot(seat)))
        hole = board.in_spot(seat)
    if leg.sent is not None:
        _on_from(bumped, Carried(leg.sent, hole, None))
    there[leg.target] = mover
    there |= {c.target: c.seat for c in bumped if c.target is not None}
    return Stroke((Carried(mover, leg.source, leg.target),), tuple(bumped), way(board, mover, leg))


def _on_from(bumped: list[Carried], marble: Carried) -> None:
    """Add a bumped marble to `bumped`; a marble that was already bumped is carried on from there."""
    # The chain of bumps has returned to the marble that began it.
    if any(earlier.source == marble.source for earlier in bumped):
        i = next(i for i, earlier in enumerate(bumped) if earlier.target == marble.source)
        bumped[i] = replace(bumped[i], target=marble.target)
        return
    bumped.append(marble)


def way(board: Board, seat: Seat, leg: Leg) -> tuple[Hole, ...]:
    """The holes between source and target that a marble passes step by step; empty for an exchange or a jump.

    No card walks farther than 13 holes, so on the ring a marble went the shorter way. A Joker's marble that
    goes farther than 13 holes does not walk.
    """
    ring, lane = board.ring, board.lane(seat)
    if leg.source is None or leg.exchange:
        return ()
    if leg.source >= ring:
        return tuple(range(leg.source + 1, leg.target))
    if leg.target >= ring:
        steps = (board.in_spot(seat) - leg.source) % ring
        walked = [(leg.source + i) % ring for i in range(1, steps + 1)]
        walked += [hole for hole in lane if hole < leg.target]
        return tuple(walked) if len(walked) < 13 else ()
    ahead = (leg.target - leg.source) % ring
    behind = ring - ahead
    if min(ahead, behind) > 13:
        return ()
    sign = 1 if ahead <= behind else -1
    return tuple((leg.source + sign * i) % ring for i in range(1, min(ahead, behind)))


def rearranged(
    wood: Wood,
    position: Position,
    board: Board,
    in_hand: Mapping[Seat, int],
    due: frozenset[Hole] = frozenset(),
) -> list[Carried]:
    """The marbles to carry so that `wood` shows `position`.

    Marbles in hands are left out: `in_hand` counts, by seat, those that belong into START, and `due` are the
    in-spots where all others belong.
    """
    want = {hole: seat for hole, seat in owners(position).items() if hole not in due}
    found: list[Carried] = []
    for seat in position.seats:
        here = [h for h, colour in wood.items() if colour == seat]
        start = set(board.start(seat))
        at_home = [h for h in here if h in start]
        sources: list[Hole | None] = [h for h in here if h not in start and want.get(h) != seat]
        targets: list[Hole | None] = [
            h for h, colour in want.items() if colour == seat and wood.get(h) != seat
        ]
        surplus = len(at_home) - (position.start_count(seat) - in_hand.get(seat, 0))
        sources += [None] * max(0, surplus)
        targets += [None] * max(0, -surplus)
        found += [Carried(seat, s, t) for s, t in zip(sources, targets, strict=False)]
    return found


def neighbours(board: Board, hole: Hole) -> list[Hole]:
    if board.is_ring(hole):
        near = [(hole + 1) % board.ring, (hole - 1) % board.ring]
        side = board.side(hole)
        if hole == board.in_spot(side):
            near.append(board.lane(side)[0])
        return near
    group = board.lane(board.side(hole)) if board.is_lane(hole) else board.start(board.side(hole))
    return [beside for beside in (hole + 1, hole - 1) if beside in group]
