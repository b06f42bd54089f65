"""The plays of a card from a position: their results, and the holes that each marble may reach."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from math import log
from typing import NamedTuple, TypeAlias

from engine.bits import Bits, mask_of
from engine.cards import Card, Rank
from engine.geometry import Board, Hole, Seat, board
from engine.moves import Found
from engine.play import Leg, Play
from engine.position import Position
from engine.table import Table

OUT = -1
"""The source of a marble from START."""
Movement: TypeAlias = tuple[Seat, Hole, int]
"""A marble's seat, its source (or OUT), and the mask of holes that it may be in."""


def masks_of(position: Position) -> tuple[int, ...]:
    """For each seat, the mask of the ring and lane holes with its marbles."""
    return tuple([position.mask(seat) for seat in range(position.sides)])


class Before(NamedTuple):
    """The table, position and occupied ring and lane holes before a play."""

    table: Table
    position: Position
    occupied: int


class Made:
    """One result of a card: the board after the play, and the play to announce.

    Plays with equal results are one value: marbles of a colour look alike. Most facts are computed on first
    use, because an unseen card has a hundred results.
    """

    def __init__(self, before: Before, rank: Rank, legs: tuple[Leg, ...], packed: Bits) -> None:
        self._before = before
        self.ranks: str = rank
        """All ranks that explain the result."""
        self.legs = legs
        """The legs of the play by the first of these ranks."""
        self.packed = packed
        """The ring and lane holes of all seats' marbles after the play, as one number, seat after seat."""
        self.occupied = before.table.occupied(packed)
        """The mask of ring and lane holes that are full after the play."""
        self.absent = 0
        """The mask of in-spots to which the play sends a teammate's marble, which may still be in a hand."""
        for leg in legs:
            for seat in leg.pushes:
                self.absent |= 1 << before.table.in_spots[seat]

    @property
    def board(self) -> Board:
        """The board on which the play is made."""
        return self._before.table.board

    def play(self, card: Card | None) -> Play:
        """The play with that card; for None, with the first rank that explains the result."""
        return Play(Card(Rank(self.ranks[0])) if card is None else card, self.legs)

    @cached_property
    def position(self) -> Position:
        """The position after the play."""
        table, position, _ = self._before
        return position.after(self.packed, table.next_seats[position.turn])

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """By seat, the mask of its marbles' ring and lane holes after the play."""
        return masks_of(self.position)

    @cached_property
    def in_start(self) -> tuple[int, ...]:
        """By seat, the number of marbles in START after the play."""
        return tuple([self.position.start_count(seat) for seat in range(self._before.table.sides)])

    def elsewhere(self, holes: int) -> int:
        """The mask of all ring and lane holes except `holes`, repeated for each seat as in `packed`."""
        return elsewhere(self._before.table.sides, holes)

    @property
    def emptied(self) -> int:
        """The mask of ring and lane holes that the play empties."""
        return self._before.occupied & ~self.occupied

    @property
    def filled(self) -> int:
        """The mask of ring and lane holes that the play fills."""
        return self.occupied & ~self._before.occupied

    @property
    def recoloured(self) -> int:
        """The mask of holes whose marble has another colour after the play."""
        table, position, occupied = self._before
        return table.occupied(position.bits ^ self.packed) & self.occupied & occupied

    @property
    def lifted(self) -> int:
        """The mask of holes whose marble must be lifted: the emptied and the recoloured."""
        return self.emptied | self.recoloured

    @property
    def touched(self) -> int:
        """The mask of ring and lane holes that the play changes."""
        return self.emptied | self.filled | self.recoloured

    @cached_property
    def sent(self) -> tuple[Seat, ...]:
        """The owners of marbles that the play sends to START."""
        return tuple(leg.sent for leg in self.legs if leg.sent is not None)

    @cached_property
    def out(self) -> tuple[Seat, ...]:
        """The owners of marbles that the play brings out of START."""
        return tuple(leg.seat for leg in self.legs if leg.source is None and leg.seat is not None)

    @cached_property
    def loses_ground(self) -> bool:
        """Whether the played marbles together end farther from HOME than before, and none of them in it."""
        table, lost = self._before.table, 0
        for seat, source, target, *_ in self.legs:
            if seat is not None and source is not None:
                spot = table.in_spots[seat]
                lost += (spot - target) % table.board.ring - (spot - source) % table.board.ring
        return lost > 0 and not any(table.board.is_lane(leg.target) for leg in self.legs)

    @property
    def ends(self) -> int:
        """The mask of the holes into which the play puts marbles, pushed and exchanged ones included."""
        ends = 0
        for leg in self.legs:
            ends |= 1 << leg.target
            if leg.exchange and leg.source is not None:
                ends |= 1 << leg.source
            for pushed in leg.pushes:
                ends |= 1 << self._before.table.in_spots[pushed]
        return ends

    @cached_property
    def paths(self) -> list[int]:
        """For each leg, the mask of holes in which its marble may be set down."""
        return [self._path(leg) for leg in self.legs]

    def _path(self, leg: Leg) -> int:
        """The mask of the leg's path with its target; of a leg that does not walk, the target alone."""
        if leg.exchange or self.ranks == Rank.JOKER:
            return 1 << leg.target
        return way(self._before.table.sides, leg.source, leg.target)

    def moves(self) -> list[Movement]:
        """The movement of each marble, pushed and exchanged ones included."""
        table, position, _ = self._before
        found: list[Movement] = []
        for leg in self.legs:
            seat, source, target, exchange, pushes, _ = leg
            if seat is not None:
                found.append((seat, OUT if source is None else source, self._path(leg)))
            for pushed in pushes:
                spot = table.in_spots[pushed]
                found.append((pushed, target, 1 << spot))
                target = spot
            if exchange and source is not None:
                other = position.colour_at(target)
                if other is not None:
                    found.append((other, target, 1 << source))
        return found


class Plays:
    """Every result of the given ranks from a position; with `only`, just the result `only`."""

    def __init__(
        self, table: Table, position: Position, ranks: Iterable[Rank], only: Position | None = None
    ) -> None:
        before = Before(table, position, position.occupied)
        found: dict[Bits, Made] = {}
        of_rank = Found(table, position)
        for rank in ranks:
            for packed, legs in of_rank[rank].items():
                known = found.get(packed)
                if known is None:
                    found[packed] = Made(before, rank, legs, packed)
                else:
                    known.ranks += rank
        self.all = tuple([made for made in found.values() if only is None or made.position == only])
        self._may_continue: dict[tuple[Made, bool], bool] = {}
        self.surprise = log(max(1, len(self.all)))
        """The logarithm of the number of plays: how unexpected any one of them is."""
        self.by_look: dict[int, list[Made]] = {}
        for made in self.all:
            occupied = made.occupied
            self.by_look.setdefault(occupied, []).append(made)
            # A play is also complete while a teammate's marble that it sends on is still in a hand.
            for absent in _subsets(made.absent & occupied) if made.absent else ():
                self.by_look.setdefault(occupied & ~absent, []).append(made)

    @cached_property
    def _moves(self) -> list[list[Movement]]:
        """The movements of each play."""
        return [made.moves() for made in self.all]

    @cached_property
    def targets(self) -> dict[tuple[Seat, Hole], tuple[int, int]]:
        """For each marble that these plays move, by (seat, source): two masks of holes.

        First the holes in which it may be during a play, then those where a play or a part of one ends.
        """
        targets: dict[tuple[Seat, Hole], tuple[int, int]] = {}
        for made, moves in zip(self.all, self._moves, strict=True):
            ends = made.ends
            for seat, source, path in moves:
                reach, stays = targets.get((seat, source), (0, 0))
                targets[seat, source] = reach | path, stays | path & ends
        return targets

    @cached_property
    def reach(self) -> dict[Seat, int]:
        """For each seat, the mask of holes to which one of these plays may bring a marble of it."""
        reach: dict[Seat, int] = {}
        for (seat, _), (path, _) in self.targets.items():
            reach[seat] = reach.get(seat, 0) | path
        return reach

    @cached_property
    def lifts(self) -> int:
        """The mask of holes whose marble one of these plays lifts."""
        lifts = 0
        for made in self.all:
            lifts |= made.lifted
        return lifts

    @cached_property
    def takes(self) -> int:
        """The mask of holes in which these plays take a marble; an unseen card counts as no Joker."""
        takes = 0
        for made in self.all:
            if self.flies or made.ranks != Rank.JOKER:
                takes |= made.recoloured
        return takes

    @cached_property
    def flies(self) -> bool:
        """Whether the laid card is a Joker that has a play."""
        return bool(self.all) and all(made.ranks == Rank.JOKER for made in self.all)

    @cached_property
    def gains(self) -> bool:
        """Whether one of these plays loses no ground."""
        return any(not made.loses_ground for made in self.all)

    @cached_property
    def exchanges(self) -> frozenset[tuple[Hole, Hole]]:
        """The pairs of holes whose marbles may change places, in either order."""
        legs = [leg for made in self.all for leg in made.legs if leg.exchange]
        pairs = [(leg.source, leg.target) for leg in legs if leg.source is not None]
        return frozenset([*pairs, *((b, a) for a, b in pairs)])

    @cached_property
    def _from(self) -> dict[tuple[Seat | None, Hole | None], list[Made]]:
        """The plays by the seat and source of each of their legs."""
        found: dict[tuple[Seat | None, Hole | None], list[Made]] = {}
        for made in self.all:
            for source in {(leg.seat, leg.source) for leg in made.legs}:
                found.setdefault(source, []).append(made)
        return found

    def may_continue(self, made: Made, *, up: bool = True) -> bool:
        """Whether the finished play `made` may still turn into another play; `up` as in `leads_on`."""
        known = self._may_continue.get((made, up))
        if known is None:
            first = made.legs[0]
            alike = self._from.get((first.seat, first.source), ())
            known = any(leads_on(made, other, up=up) for other in alike)
            self._may_continue[made, up] = known
        return known

    def joint(self, filled: int) -> bool:
        """Whether one of the plays brings different marbles to or through all holes in the mask `filled`."""
        return any(_each_on_a_path(filled, tuple([path for _, _, path in moves])) for moves in self._moves)


@lru_cache(maxsize=64)
def elsewhere(sides: int, holes: int) -> int:
    """The mask of all ring and lane holes except `holes`, repeated for each seat."""
    width, mask = board(sides).width, 0
    for seat in range(sides):
        mask |= ((1 << width) - 1 & ~holes) << seat * width
    return mask


@lru_cache(maxsize=24)
def plays(table: Table, position: Position, ranks: tuple[Rank, ...], only: Position | None = None) -> Plays:
    """The plays of a position by these ranks; the results of the last few calls are cached."""
    return Plays(table, position, ranks, only)


def _subsets(mask: int) -> list[int]:
    """Every non-empty subset of the holes in `mask`, each as a mask."""
    parts, part = [], mask
    while part:
        parts.append(part)
        part = (part - 1) & mask
    return parts


def _each_on_a_path(holes: int, paths: tuple[int, ...]) -> bool:
    if not holes:
        return True
    hole = holes & -holes
    return any(
        path & hole and _each_on_a_path(holes ^ hole, paths[:i] + paths[i + 1 :])
        for i, path in enumerate(paths)
    )


@lru_cache(maxsize=1 << 14)
def way(sides: int, source: Hole | None, target: Hole) -> int:
    """The mask of holes on a marble's path, target included; for a marble from START, the target alone.

    No card walks more than 13 holes (9 and 8 are the farthest backward), so on a ring of 54 or more holes a
    marble always went the shorter way.
    """
    if source is None:
        return 1 << target
    there = board(sides)
    if there.is_lane(source):
        return mask_of(range(source + 1, target + 1))
    ring = there.ring
    if there.is_lane(target):
        side = there.side(target)
        steps = (there.in_spot(side) - source) % ring
        lane = tuple(hole for hole in there.lane(side) if hole <= target)
        return mask_of(tuple((source + i) % ring for i in range(1, steps + 1)) + lane)
    forward = (target - source) % ring
    if forward <= ring - forward:
        return mask_of((source + i) % ring for i in range(1, forward + 1))
    return mask_of((source - i) % ring for i in range(1, ring - forward + 1))


def leads_on(done: Made, other: Made, *, up: bool) -> bool:
    """Whether people who have played `done` may be on the way to `other` without moving a marble back.

    This requires that each leg of `done` is a leg of `other`, or a walk that a leg of `other` continues.
    Without `up`, the marbles that `done` bumped are already in their STARTs.
    """
    if done.packed == other.packed:
        return False
    free = list(range(len(other.legs)))
    for leg in done.legs:
        match = next((i for i in free if _carries_on(leg, other, i, up)), None)
        if match is None:
            return False
        free.remove(match)
    return True


def _carries_on(done: Leg, play: Made, which: int, up: bool) -> bool:
    other = play.legs[which]
    if (done.seat, done.source) != (other.seat, other.source):
        return False
    if not up and done != other and (done.pushes or done.sent is not None):
        return False
    if done.exchange != other.exchange:  # The bumped marble may still be exchanged.
        return other.exchange and done.target == other.target
    return bool(play.paths[which] >> done.target & 1)
