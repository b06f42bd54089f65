"""The plays of a card from a position: each result by its look, and the holes each marble may reach."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from math import log

from engine.cards import Rank
from engine.geometry import Board, Hole, Seat
from engine.index import Result, index
from engine.play import Leg
from engine.position import Position
from engine.table import Table
from referee.model.occupancy import mask_of

OUT = -1
"""START, as the source of a marble."""


def masks_of(position: Position) -> tuple[int, ...]:
    """By seat, the ring and lane holes in which its marbles stand."""
    return tuple([position.mask(seat) for seat in range(position.sides)])


class Made:
    """One result of a card: a play as the board shows it, and as it is said."""

    def __init__(self, table: Table, position: Position, result: Result) -> None:
        self._table, self._base = table, position
        self.result = result
        self.legs: tuple[Leg, ...] = result.outcome.play.legs
        """Its legs."""
        self.absent = 0
        """In-spots to which it sends a teammate, whose marble may be in a hand still."""
        for leg in self.legs:
            for seat in leg.pushes:
                self.absent |= 1 << table.in_spots[seat]

    @property
    def board(self) -> Board:
        """The board it is made on."""
        return self._table.board

    @property
    def ranks(self) -> str:
        """Every rank that explains it."""
        return "".join(self.result.ranks)

    @cached_property
    def position(self) -> Position:
        """The position after it."""
        return self.result.position

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """By seat, where its marbles stand then."""
        return masks_of(self.position)

    @cached_property
    def in_start(self) -> tuple[int, ...]:
        """By seat, how many stand in START then."""
        return tuple([self.position.start_count(seat) for seat in range(self._table.sides)])

    @property
    def packed(self) -> int:
        """The masks of all seats in one number, one after the other."""
        return self.result.outcome.bits

    def elsewhere(self, holes: int) -> int:
        """All but those holes, for every seat, as in `packed`."""
        return elsewhere(self._table.sides, holes)

    @cached_property
    def sent(self) -> tuple[Seat, ...]:
        """Whose marbles go to START."""
        return tuple(leg.sent for leg in self.legs if leg.sent is not None)

    @cached_property
    def out(self) -> tuple[Seat, ...]:
        """Whose marbles it brings out of START."""
        return tuple(leg.seat for leg in self.legs if leg.source is None and leg.seat is not None)

    @cached_property
    def ends(self) -> int:
        """Holes in which it sets a marble down."""
        legs = self.legs
        back = mask_of(leg.source for leg in legs if leg.exchange and leg.source is not None)
        return mask_of(leg.target for leg in legs) | back | self.result.filled

    @cached_property
    def paths(self) -> tuple[int, ...]:
        """For each leg the holes that its marble may be set down in: on the way, and its end."""
        flies = self.result.ranks == (Rank.JOKER,)
        return tuple([1 << leg.target if flies else way(self._table.board, leg) for leg in self.legs])

    @cached_property
    def moves(self) -> tuple[tuple[Seat, Hole, int], ...]:
        """(seat, from where or OUT, holes it may be in), with those it pushes and exchanges."""
        table, base = self._table, self._base
        found: list[tuple[Seat, Hole, int]] = []
        for leg, path in zip(self.legs, self.paths, strict=True):
            mover = base.colour_at(leg.source) if leg.seat is None and leg.source is not None else leg.seat
            if mover is not None:
                found.append((mover, OUT if leg.source is None else leg.source, path))
            hole = leg.target
            for pushed in leg.pushes:
                found.append((pushed, hole, 1 << table.in_spots[pushed]))
                hole = table.in_spots[pushed]
            other = base.colour_at(leg.target) if leg.exchange else None
            if other is not None and leg.source is not None:
                found.append((other, leg.target, 1 << leg.source))
        return tuple(found)


class Plays:
    """Every result of some ranks from a position; or `only` one of them."""

    def __init__(
        self, table: Table, position: Position, ranks: Iterable[Rank], only: Position | None = None
    ) -> None:
        found = [Made(table, position, each) for each in index(table, position, ranks).results]
        self.all = tuple([each for each in found if only is None or each.position == only])
        self._goes_on: dict[tuple[Made, bool], bool] = {}
        self.surprise = log(max(1, len(self.all)))
        """How little one expects any of them."""
        self.by_look: dict[int, list[Made]] = {}
        for made in self.all:
            occupied = made.result.occupied
            self.by_look.setdefault(occupied, []).append(made)
            for absent in _subsets(made.absent & occupied) if made.absent else ():
                self.by_look.setdefault(occupied & ~absent, []).append(made)

    @cached_property
    def reach(self) -> dict[tuple[Seat, Hole], int]:
        """For each marble these plays move, by seat and source, where it may come."""
        reach: dict[tuple[Seat, Hole], int] = {}
        for made in self.all:
            for seat, source, path in made.moves:
                reach[seat, source] = reach.get((seat, source), 0) | path
        return reach

    @cached_property
    def ends(self) -> dict[tuple[Seat, Hole], int]:
        """The same where a part of one of these plays, or the whole of it, ends."""
        ends: dict[tuple[Seat, Hole], int] = {}
        for made in self.all:
            for seat, source, path in made.moves:
                ends[seat, source] = ends.get((seat, source), 0) | path & made.ends
        return ends

    @cached_property
    def lifts(self) -> int:
        """The holes whose marble one of these plays lifts."""
        lifts = 0
        for made in self.all:
            lifts |= made.result.lifted
        return lifts

    @cached_property
    def takes(self) -> int:
        """The holes in which these plays take another marble's place."""
        takes = 0
        for made in self.all:
            if self.flies or made.result.ranks != (Rank.JOKER,):
                takes |= made.result.recoloured
        return takes

    @cached_property
    def flies(self) -> bool:
        """Whether only a Joker is laid."""
        return bool(self.all) and all(made.result.ranks == (Rank.JOKER,) for made in self.all)

    @cached_property
    def exchanges(self) -> frozenset[tuple[Hole, Hole]]:
        """The pairs of holes whose marbles may change places, in either order."""
        legs = [leg for made in self.all for leg in made.legs if leg.exchange]
        pairs = [(leg.source, leg.target) for leg in legs if leg.source is not None]
        return frozenset([*pairs, *((b, a) for a, b in pairs)])

    @cached_property
    def _from(self) -> dict[tuple[Seat | None, Hole | None], list[Made]]:
        """By seat and source of a leg, the plays that have such a one."""
        found: dict[tuple[Seat | None, Hole | None], list[Made]] = {}
        for made in self.all:
            for source in {(leg.seat, leg.source) for leg in made.legs}:
                found.setdefault(source, []).append(made)
        return found

    def goes_on(self, made: Made, *, up: bool = True) -> bool:
        """Whether people who have made it may be on their way to another of these plays."""
        known = self._goes_on.get((made, up))
        if known is None:
            first = made.legs[0]
            alike = self._from.get((first.seat, first.source), ())
            known = any(leads_on(made, other, up=up) for other in alike)
            self._goes_on[made, up] = known
        return known

    def joint(self, filled: int) -> bool:
        """Whether one of the plays leads through all of these holes, each by a marble of its own."""
        return any(_each_on_a_path(filled, tuple([path for _, _, path in made.moves])) for made in self.all)


@lru_cache(maxsize=64)
def elsewhere(sides: int, holes: int) -> int:
    """All ring and lane holes but those, once for each seat."""
    field, mask = 23 * sides, 0
    for seat in range(sides):
        mask |= ((1 << field) - 1 & ~holes) << seat * field
    return mask


@lru_cache(maxsize=24)
def plays(table: Table, position: Position, ranks: tuple[Rank, ...], only: Position | None = None) -> Plays:
    """The plays of a position by these ranks; those of the last few positions are kept."""
    return Plays(table, position, ranks, only)


def _subsets(mask: int) -> list[int]:
    """Every part of the mask but nothing."""
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


@lru_cache(maxsize=1 << 12)
def way(board: Board, leg: Leg) -> int:
    """The holes a walking leg steps on, with its target; that alone for a start or an exchange.

    No card walks more than 13 holes (9 and 8 are the farthest backward), so on a ring of 54 or more
    the shorter way round is the way it went.
    """
    if leg.source is None or leg.exchange:
        return 1 << leg.target
    if board.is_lane(leg.source):
        return mask_of(range(leg.source + 1, leg.target + 1))
    ring = board.ring
    if board.is_lane(leg.target):
        side = board.side(leg.target)
        steps = (board.in_spot(side) - leg.source) % ring
        lane = tuple(hole for hole in board.lane(side) if hole <= leg.target)
        return mask_of(tuple((leg.source + i) % ring for i in range(1, steps + 1)) + lane)
    forward = (leg.target - leg.source) % ring
    if forward <= ring - forward:
        return mask_of((leg.source + i) % ring for i in range(1, forward + 1))
    return mask_of((leg.source - i) % ring for i in range(1, ring - forward + 1))


def leads_on(done: Made, other: Made, *, up: bool) -> bool:
    """Whether people who have done `done` may be on their way to `other`, lifting nothing back.

    So it is when each leg done is a leg of the other, or a walk that the other's leg carries on. With nothing
    `up`, whoever was bumped by it has been put away, and would have to be fetched back.
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
    if done.exchange != other.exchange:  # the marble it bumped is in a hand, and may take its place
        return other.exchange and done.target == other.target
    return bool(play.paths[which] >> done.target & 1)
