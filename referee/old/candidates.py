"""What the laid card allows, as the sensors would see it.

A candidate is one distinct result of a card: the play that leads there, which holes it empties, fills
and changes the colour of, and whom it leaves owing. Results, not ways: two marbles of one colour cannot
be told apart, on the wood or here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engine.cards import Card, Rank
from engine.geometry import Board, Hole, Seat
from engine.index import Result, index
from engine.play import Leg, Play
from engine.position import Position
from engine.table import Table
from referee.model.occupancy import Expectation, bits, colours, expectation, mask_of, start_mask
from referee.old.debts import Debts
from referee.old.parting import Part
from referee.old.watch import Colour


@dataclass(frozen=True, slots=True)
class _Ground:
    """From where the candidates of a card start."""

    board: Board
    base: Position
    debts: Debts
    card: Card | None


class Candidate:
    """One result of a card: masks are over ring and lane holes.

    Most of a card's candidates are never looked at closely; so what sensors should see of one, and who comes
    where, is reckoned when it is first asked for, and its holes from the bare legs.
    """

    def __init__(self, ground: _Ground, result: Result) -> None:
        self._ground, self._result = ground, result
        self.full = result.occupied
        """Ring and lane holes that are full after it."""
        self.emptied, self.filled, self.recoloured = result.emptied, result.filled, result.recoloured
        self.must_see_empty = result.lifted
        """Holes whose marble it changes: they must have been seen empty."""
        self.touches = result.touched
        """Every ring and lane hole it has to do with."""

    @property
    def ranks(self) -> str:
        """Every rank that explains it."""
        return "".join(self._result.ranks)

    @cached_property
    def play(self) -> Play:
        """The play, with the card that was laid."""
        card, outcome = self._ground.card, self._result.outcome
        return outcome.play if card is None else outcome.with_card(card)

    @cached_property
    def position(self) -> Position:
        """The position after it."""
        return self._result.position

    @cached_property
    def debts(self) -> Debts:
        """What is owed when this play has just been made, older debts included."""
        ground = self._ground
        return ground.debts.after(ground.board, self.play, colours(self.position))

    @cached_property
    def expect(self) -> Expectation:
        """What the sensors should see after it."""
        return expected(self._ground.board, self.position, self.debts)

    @cached_property
    def exchanges(self) -> tuple[int, ...]:
        """The pairs of holes whose marbles change places."""
        return tuple(
            1 << source | 1 << target
            for _, source, target, exchange, *_ in self._result.outcome.legs
            if exchange and source is not None
        )

    @property
    def read(self) -> bool:
        """Whether somebody has read its card."""
        return self._ground.card is not None

    @cached_property
    def rare(self) -> bool:
        """Whether nobody has seen its card, and only a Joker explains it."""
        return self._ground.card is None and self.ranks == Rank.JOKER

    @cached_property
    def left(self) -> int:
        """START holes of the seats of which the play brings a marble out."""
        legs, board = self._result.outcome.legs, self._ground.board
        seats = (leg.seat for leg in legs if leg.source is None and leg.seat is not None)
        return sum(start_mask(board, seat) for seat in seats)

    @cached_property
    def paths(self) -> tuple[int, ...]:
        """For each leg, the holes that its marble is set down in: on the way, if it walks, and its end."""
        flies = self.play.card.rank is Rank.JOKER
        return tuple(_path(self._ground.board, leg, flies) for leg in self.play.legs)

    @cached_property
    def sources(self) -> int:
        """Ring and lane holes from which it moves a marble, be it that another one of its comes there."""
        legs = self._result.outcome.legs
        return mask_of(source for _, source, *_ in legs if source is not None)

    @property
    def like(self) -> int:
        """Ring and lane holes in which others of the movers' colours stood."""
        base = self._ground.base
        seats = {leg.seat for leg in self._result.outcome.legs}
        places = mask_of(hole for seat in seats if seat is not None for hole in base.marbles[seat] or ())
        return places & ~self.sources

    @cached_property
    def ends(self) -> int:
        """Holes in which it sets a marble down, one of its own colour there before or not."""
        targets = mask_of(target for _, _, target, *_ in self._result.outcome.legs)
        return self.filled | self.recoloured | targets

    @cached_property
    def placed(self) -> int:
        """Holes that it fills or takes, but for those to which a marble is due that it bumps."""
        return (self.filled | self.recoloured) & ~self.expect.optional

    @cached_property
    def pushed(self) -> int:
        """In-spots to which it sends a partner's marble, be it that another of its legs takes that on."""
        board = self._ground.board
        return mask_of(board.in_spot(seat) for leg in self.play.legs for seat in leg.pushes)

    @cached_property
    def part(self) -> Part:
        """Its part in what was seen, while the next turn has begun."""
        way = 0
        for path in self.paths:
            way |= path
        due, exchanged = self.expect.optional, sum(self.exchanges)
        through = due if self.play.card.rank is Rank.JOKER else due & way
        way &= ~(self.touches | self.ends)
        return Part(self.ends, self.recoloured, way, due, self.emptied, exchanged, through)

    @property
    def walks(self) -> bool:
        """Whether a marble goes there step by step."""
        return any(path & (path - 1) for path in self.paths)

    @cached_property
    def takers(self) -> tuple[tuple[Hole, Colour], ...]:
        """For each hole that changes colour, the colour that comes there."""
        after = colours(self.position)
        return tuple((hole, self._colour(after, hole)) for hole in bits(self.recoloured))

    def _colour(self, after: Mapping[Hole, Seat], hole: Hole) -> Colour:
        ground, seat = self._ground, after[hole]
        due, owed = dict(ground.debts.spots), dict(ground.debts.start)
        own = tuple(h for h in ground.base.marbles[seat] or () if h != hole and h not in due)
        come = mask_of(h for h, s in after.items() if s == seat and h != hole) & self.filled
        there = ground.base.start_count(seat) - owed.get(seat, 0)
        taken = mask_of(h for h, owner in due.items() if owner == seat) & self.sources
        start, joined = start_mask(ground.board, seat), seat in dict(self.debts.start)
        return Colour(mask_of(own), come, start, there, joined, taken, owed.get(seat, 0))


def expected(board: Board, position: Position, debts: Debts) -> Expectation:
    """What the sensors should see of a position while so much is owed."""
    optional = mask_of(hole for hole, _ in debts.spots)
    return expectation(position, board, dict(debts.start), optional)


@lru_cache(maxsize=8)
def candidates(
    table: Table, base: Position, ranks: tuple[Rank, ...], debts: Debts, card: Card | None = None
) -> tuple[Candidate, ...]:
    """Every result the ranks allow from `base`, each with all ranks that explain it.

    The newest few are kept: what a turn allows, and what may answer it, is asked for again and again.
    """
    ground = _Ground(table.board, base, debts, card)
    return tuple([Candidate(ground, result) for result in _results(table, base, ranks)])


@lru_cache(maxsize=8)
def _results(table: Table, base: Position, ranks: tuple[Rank, ...]) -> tuple[Result, ...]:
    """Apart from the debts: these change when a bumped marble arrives, and what a card allows does not."""
    return index(table, base, ranks).results


def _path(board: Board, leg: Leg, flies: bool) -> int:
    return 1 << leg.target if flies else way(board, leg)


@lru_cache(maxsize=1 << 12)
def way(board: Board, leg: Leg) -> int:
    """The holes a walking leg steps on, with its target; that alone for a start or an exchange.

    No card walks more than 13 holes (9 and 8 are the farthest backward), so on a ring of 54 or more
    the shorter way round is the way it went. The same few thousand legs come up again and again.
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


def on_its_way(play: Candidate, extra: int, made: int = 0) -> bool:
    """Whether marbles in the `extra` holes can be those of the play, each on its way or where it belongs.

    Not those of legs from the holes `made`, whose marbles stand elsewhere.
    """
    legs = zip(play.play.legs, play.paths, strict=True)
    paths = tuple(path for leg, path in legs if leg.source is None or not made >> leg.source & 1)
    return _each_on_a_path(extra, paths + tuple(1 << hole for hole in bits(play.pushed)))


def _each_on_a_path(extra: int, paths: tuple[int, ...]) -> bool:
    if not extra:
        return True
    hole = extra & -extra
    return any(
        path & hole and _each_on_a_path(extra ^ hole, paths[:i] + paths[i + 1 :])
        for i, path in enumerate(paths)
    )


def leads_on(done: Candidate, other: Candidate, *, up: bool = True) -> bool:
    """Whether people who have done `done` may be on their way to `other`, lifting nothing back.

    So it is when each leg done is a leg of the other, or a walk that the other's leg carries on. With nothing
    `up`, whoever was bumped by it has been put away, and would have to be fetched back.
    """
    if done.position == other.position:
        return False
    free = list(range(len(other.play.legs)))
    for leg in done.play.legs:
        match = next((i for i in free if _carries_on(leg, other, i, up)), None)
        if match is None:
            return False
        free.remove(match)
    return True


def _carries_on(done: Leg, play: Candidate, which: int, up: bool) -> bool:
    other = play.play.legs[which]
    if (done.seat, done.source) != (other.seat, other.source):
        return False
    if not up and done != other and (done.pushes or done.sent is not None):
        return False
    if done.exchange != other.exchange:  # the marble it bumped is in a hand, and may take its place
        return other.exchange and done.target == other.target
    return bool(play.paths[which] >> done.target & 1)
