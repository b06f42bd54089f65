"""The features of a position for a machine player: numbered facts, each of which applies or not.

The features are those that the seat that has just moved (`me`) sees, with the cards that it keeps. Every
other seat has a role: `partner`, or an opponent on the `left` (it plays in the first half of the round) or on
the `right`. All distances are taken from a seat's own in-spot, so the same features serve boards of every
size.

For each seat, by its role:

- lane: which of the five lane holes are full, as one of 32 masks;
- start: how many marbles are in START;
- ring: for each ring marble, how far it has to go to its in-spot. Up to 12 holes each distance is a feature
  of its own, and so are the come-out and the four holes between in-spot and come-out, from where an 8 goes
  backward past the in-spot. The rest of the ring is twelve stretches.
- stage: for each ring marble its part of the way (near its in-spot, the half before that, the half after the
  come-out, past the in-spot) with how many marbles are home: the last marble is worth more than the first;
- follow: for two ring marbles that are 1 to 13 holes apart, that distance: the one behind cannot pass;
- blocked: how many marbles are in START if the seat's own marble stands on its come-out.

For two seats, by their roles: for each marble of one seat that is 1 to 13 holes ahead of a marble of the
other seat, or 8 holes behind it, that distance, and whether the first marble has gone more than half of its
way; a second feature if it has fewer than 18 holes to go. Between opponents the distance is a threat, between
partners a way to the in-spot.

For the kept cards: how many of each rank; for one, two, or more marbles in START how many kept cards bring
one out; how many marbles a kept card would bring into the lane; how many marbles a kept 8 would bring back
before the in-spot.

A value is the sum of the weights of its features. It stands for the logarithm of the odds that the team of
`me` wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.bits import Bits, Mask, holes, mask_of
from engine.cards import RANKS, Rank
from engine.geometry import LANE, Hole, Seat
from engine.table import Table

ME, PARTNER, LEFT, RIGHT = range(4)
ROLES = ("me", "partner", "left", "right")

_NEAR = 13
_BEHIND = 5
_STRETCHES = 12
_RING = _NEAR + _BEHIND + _STRETCHES
_LANES = 1 << LANE
_STARTS = LANE + 1
_ZONES = 4
_STAGE = _LANES + _STARTS + _RING
_FOLLOW = _STAGE + _ZONES * LANE
_REACH = 13
"""The farthest that a card walks forward, in holes."""
_BLOCKED = _FOLLOW + _REACH
_SEAT = _BLOCKED + LANE - 1
"""The number of features of one seat in one role."""

_PAIRS = tuple((one, other) for one in range(4) for other in range(4) if (one, other) != (ME, ME))
_GAPS = 14
_PAIR = 3 * _GAPS
_LATE, _CLOSE = _GAPS, 2 * _GAPS
_LAST_STRETCH = 18
"""A marble with fewer holes to go counts as close to its in-spot."""
_PAIR_BASE = {pair: 4 * _SEAT + _PAIR * k for k, pair in enumerate(_PAIRS)}
_HAND = 4 * _SEAT + _PAIR * len(_PAIRS)
_HELD = 3
"""The largest distinguished number of cards of one rank: one, two, or three and more."""
_WAITING = _HAND + _HELD * len(RANKS)
_WAITS = 3
"""The largest distinguished number of marbles in START: one, two, or three and more."""
_EXITS = 4
"""The number of features for the count of kept cards that bring a marble out: none, one, two, more."""
_FITS = _WAITING + _WAITS * _EXITS
_EIGHT = _FITS + 3
COUNT = _EIGHT + 2
"""The number of features."""

_KEPT = 1 << 12
"""The most entries of the cache; it takes about 3 MB when it is full."""

_RANK_AT = {rank: _HAND + _HELD * k for k, rank in enumerate(RANKS)}


def groups() -> Iterator[tuple[str, str, int]]:
    """The groups of features in the order of their numbers, each as section, name and size."""
    for role in ROLES:
        section = f"seat.{role}"
        yield section, "lane", _LANES
        yield section, "start", _STARTS
        yield section, "to_go", _NEAR
        yield section, "past", _BEHIND
        yield section, "stretch", _STRETCHES
        yield section, "stage", _ZONES * LANE
        yield section, "follow", _REACH
        yield section, "blocked", LANE - 1
    for one, other in _PAIRS:
        yield f"pair.{ROLES[one]}-{ROLES[other]}", "early", _GAPS
        yield f"pair.{ROLES[one]}-{ROLES[other]}", "late", _GAPS
        yield f"pair.{ROLES[one]}-{ROLES[other]}", "close", _GAPS
    for rank in RANKS:
        yield "hold", rank.value, _HELD
    for count in range(1, _WAITS + 1):
        yield "hand", f"waiting_{count}", _EXITS
    yield "hand", "fits", 3
    yield "hand", "eight", 2


class Eyes:
    """The features of positions at one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.roles = tuple(_roles(table, me) for me in range(table.sides))
        """For each `me`: every taken seat with its role, `me` first, clockwise."""
        before = max(count for power in table.powers.values() for count in power.counts)
        self._past = tuple(_stretch_of_ring(table, in_spot, 1, _BEHIND + 1) for in_spot in table.in_spots)
        self.near = tuple(
            _stretch_of_ring(table, in_spot, 1 - before, _BEHIND + 1) | (_LANES - 1) << lane
            for in_spot, lane in zip(table.in_spots, table.lanes, strict=True)
        )
        """For each seat: the mask of its lane and of the ring near its in-spot, for the kept cards."""
        self._home: dict[tuple[Seat, Mask], tuple[frozenset[Rank], ...]] = {}
        gaps = [-1] * table.ring
        for gap in range(1, 14):
            gaps[gap] = gap - 1
        gaps[table.ring - 8] = 13
        self._gaps = gaps
        self.gaps = tuple(n for n in range(table.ring) if gaps[n] >= 0 or gaps[-n] >= 0)
        """The distances along the ring, in holes, at which `pair` has features of two seats' marbles."""
        self._starts = frozenset(rank for rank, power in table.powers.items() if power.start or power.joker)

    def board(self, bits: Bits, me: Seat) -> list[int]:
        """The features of the marbles as `me` sees them; a feature that applies twice is there twice."""
        width, whole = self.table.width, self.table.whole
        seats = [(role, seat, bits >> width * seat & whole) for seat, role in self.roles[me]]
        found: list[int] = []
        for n, one in enumerate(seats):
            found += self.seat(*one)
            for other in seats[n + 1 :]:
                found += self.pair(*one, *other)
        return found

    def seat(self, role: int, seat: Seat, mask: Mask) -> list[int]:
        """The features of the marbles of one seat."""
        table, base = self.table, role * _SEAT
        lane, ring = mask >> table.lanes[seat] & _LANES - 1, holes(mask & table.ring_mask)
        in_start = table.per_seat - mask.bit_count()
        found = [base + lane, base + _LANES + in_start]
        for hole in ring:
            to_go = (table.in_spots[seat] - hole) % table.ring
            stretch = _stretch(to_go, table.ring)
            found.append(base + _LANES + _STARTS + stretch)
            found.append(base + _STAGE + _zone(stretch) * LANE + min(lane.bit_count(), LANE - 1))
            gaps = ((hole - other) % table.ring for other in ring)
            found += [base + _FOLLOW + gap - 1 for gap in gaps if 0 < gap <= _REACH]
        if in_start and table.come_outs[seat] in ring:
            found.append(base + _BLOCKED + in_start - 1)
        return found

    def pair(
        self, role: int, seat: Seat, mask: Mask, other_role: int, other: Seat, other_mask: Mask
    ) -> list[int]:
        """The features of the distances between the marbles of two seats, in both orders of the seats."""
        table, gaps, ring = self.table, self._gaps, self.table.ring
        forth, back = _PAIR_BASE[role, other_role], _PAIR_BASE[other_role, role]
        found: list[int] = []
        theirs = holes(other_mask & table.ring_mask)
        for mine in holes(mask & table.ring_mask):
            for hole in theirs:
                gap = gaps[(mine - hole) % ring]
                if gap >= 0:
                    found += self._met(forth + gap, (table.in_spots[seat] - mine) % ring)
                gap = gaps[(hole - mine) % ring]
                if gap >= 0:
                    found += self._met(back + gap, (table.in_spots[other] - hole) % ring)
        return found

    def _met(self, feature: int, to_go: int) -> tuple[int, ...]:
        """The features of a distance whose first marble has `to_go` holes to its in-spot."""
        if to_go < _LAST_STRETCH:
            return feature + _LATE, feature + _CLOSE
        return (feature + _LATE,) if to_go < self.table.ring // 2 else (feature,)

    def hand(self, bits: Bits, me: Seat, kept: Sequence[Rank]) -> list[int]:
        """The features of the kept cards: those of `held`, `waiting` and `useful` together."""
        mask = bits >> self.table.width * me & self.table.whole
        waiting = self.waiting(self.exits(kept), self.table.per_seat - mask.bit_count())
        return self.held(kept) + waiting + self.useful(me, mask & self.near[me], frozenset(kept))

    def held(self, kept: Sequence[Rank]) -> list[int]:
        """The features of how many cards of each rank are kept."""
        return [_RANK_AT[rank] + min(kept.count(rank), _HELD) - 1 for rank in dict.fromkeys(kept)]

    def exits(self, kept: Sequence[Rank]) -> int:
        """The number of kept cards that bring a marble out of START."""
        return sum(map(self._starts.__contains__, kept))

    def waiting(self, exits: int, in_start: int) -> list[int]:
        """A list with the feature for `exits` kept cards that bring a marble out; [] if START is empty."""
        if not in_start:
            return []
        return [_WAITING + _EXITS * (min(in_start, _WAITS) - 1) + min(exits, _EXITS - 1)]

    def useful(self, me: Seat, near: Mask, held: frozenset[Rank]) -> list[int]:
        """The features of kept cards that move an own marble into the lane."""
        if not near & self.table.ring_mask:
            return []
        found: list[int] = []
        fits = sum(not ranks.isdisjoint(held) for ranks in self._ranks_home(me, near))
        if fits:
            found.append(_FITS + min(fits, 3) - 1)
        eights = Rank.EIGHT in held and (near & self._past[me]).bit_count()
        if eights:
            found.append(_EIGHT + min(eights, 2) - 1)
        return found

    def _ranks_home(self, me: Seat, near: Mask) -> tuple[frozenset[Rank], ...]:
        """For each ring marble in `near`, the ranks that bring it into the lane."""
        known = self._home.get((me, near))
        if known is None:
            if len(self._home) >= _KEPT:
                self._home.clear()
            table, bits = self.table, near << self.table.width * me
            known = self._home[me, near] = tuple(
                frozenset(
                    rank
                    for rank, steps in table.cards.items()
                    for step in steps.walks[me][hole]
                    if step.legs[0].target >= table.ring and not bits & step.free
                )
                for hole in holes(near & table.ring_mask)
            )
        return known


def _stretch_of_ring(table: Table, in_spot: Hole, first: int, end: int) -> Mask:
    """The mask of the ring holes `first` to `end` - 1, counted from the in-spot."""
    return mask_of((in_spot + n) % table.ring for n in range(first, end))


def _stretch(to_go: int, ring: int) -> int:
    if to_go < _NEAR:
        return to_go
    if to_go >= ring - _BEHIND:
        return _NEAR + ring - 1 - to_go
    return _NEAR + _BEHIND + (to_go - _NEAR) * _STRETCHES // (ring - _BEHIND - _NEAR)


def _zone(stretch: int) -> int:
    """The part of the way of a ring marble: 0 near its in-spot, 1 and 2 before that, 3 just past it."""
    if stretch < _NEAR:
        return 0
    if stretch < _NEAR + _BEHIND:
        return 3
    return 1 if stretch < _NEAR + _BEHIND + _STRETCHES // 2 else 2


def _roles(table: Table, me: Seat) -> tuple[tuple[Seat, int], ...]:
    """Every taken seat with its role, `me` first, clockwise."""
    if me not in table.seats:
        return ()
    at = table.seats.index(me)
    order = table.seats[at + 1 :] + table.seats[:at]
    found = [(me, ME)]
    for n, seat in enumerate(order):
        if table.teams[seat] == table.teams[me]:
            found.append((seat, PARTNER))
        else:
            found.append((seat, LEFT if 2 * n < len(order) else RIGHT))
    return tuple(found)
