"""The features of a position for a machine player; each of them is there or not.

A position is seen by the seat that has just moved (`me`), with the cards that it keeps. Every other seat has
a role: `partner`, or an opponent on the `left` (it plays in the first half of the round) or on the `right`.
All distances are taken from a seat's own in-spot, so the same features serve boards of every size.

For each seat, by its role:

- lane: which of the five lane holes are full, as one of 32 masks;
- start: how many marbles are in START;
- ring: for each ring marble, how far it has to go to its in-spot. Up to 12 holes each distance is a feature
  of its own, and so are the come-out and the four holes between in-spot and come-out, from where an 8 goes
  backward past the in-spot. The rest of the ring is six stretches.

For two seats, by their roles: for each marble of the one that is 1 to 13 holes ahead of a marble of the
other, or 8 behind it, that distance, and whether it has more than half of its way behind it. Of opponents
this is a threat; of partners a way to the in-spot.

For the kept cards: how many of each rank; whether a marble waits in START, with or without a card that
brings it out; how many marbles a kept card would bring into the lane; whether an 8 has a marble to bring
close.

A value is the sum of the weights of its features. It stands for the logarithm of the odds that the team of
`me` wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.bits import Bits, Mask, holes
from engine.cards import RANKS, Rank
from engine.geometry import LANE, Seat
from engine.table import Table

ME, PARTNER, LEFT, RIGHT = range(4)
ROLES = ("me", "partner", "left", "right")

_NEAR = 13
_BEHIND = 5
_STRETCHES = 6
_RING = _NEAR + _BEHIND + _STRETCHES
_LANES = 1 << LANE
_STARTS = LANE + 1
_SEAT = _LANES + _STARTS + _RING
"""Features of one seat in one role."""

_PAIRS = tuple((one, other) for one in range(4) for other in range(4) if (one, other) != (ME, ME))
_GAPS = 14
_PAIR = 2 * _GAPS
_PAIR_BASE = {pair: 4 * _SEAT + _PAIR * k for k, pair in enumerate(_PAIRS)}
_HAND = 4 * _SEAT + _PAIR * len(_PAIRS)
_HELD = 3
"""A rank is held once, twice, or more often."""
_WAITING = _HAND + _HELD * len(RANKS)
_FITS = _WAITING + 2
_EIGHT = _FITS + 3
COUNT = _EIGHT + 2
"""How many features there are."""

_KEPT = 1 << 13
"""Entries that the cache keeps; full, it takes some 2 MB."""

_RANK_AT = {rank: _HAND + _HELD * k for k, rank in enumerate(RANKS)}


def groups() -> Iterator[tuple[str, str, int]]:
    """The features in the order of their numbers, in groups: section, name, and how many there are."""
    for role in ROLES:
        section = f"seat.{role}"
        yield section, "lane", _LANES
        yield section, "start", _STARTS
        yield section, "to_go", _NEAR
        yield section, "past", _BEHIND
        yield section, "stretch", _STRETCHES
    for one, other in _PAIRS:
        yield f"pair.{ROLES[one]}-{ROLES[other]}", "early", _GAPS
        yield f"pair.{ROLES[one]}-{ROLES[other]}", "late", _GAPS
    for rank in RANKS:
        yield "hold", rank.value, _HELD
    yield "hand", "waiting", 2
    yield "hand", "fits", 3
    yield "hand", "eight", 2


class Eyes:
    """The features of positions at one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.roles = tuple(_roles(table, me) for me in range(table.sides))
        """By `me`: every taken seat with its role, `me` first, clockwise."""
        self._uses: dict[tuple[Seat, Mask, frozenset[Rank]], tuple[int, int]] = {}
        gaps = [-1] * table.ring
        for gap in range(1, 14):
            gaps[gap] = gap - 1
        gaps[table.ring - 8] = 13
        self._gaps = gaps
        self._starts = frozenset(rank for rank, power in table.powers.items() if power.start or power.joker)

    def board(self, bits: Bits, me: Seat) -> list[int]:
        """The features of the marbles, as `me` sees them; a feature may be there more than once."""
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
        lane = mask >> table.lanes[seat] & _LANES - 1
        found = [base + lane, base + _LANES + table.per_seat - mask.bit_count()]
        for hole in holes(mask & table.ring_mask):
            to_go = (table.in_spots[seat] - hole) % table.ring
            found.append(base + _LANES + _STARTS + _stretch(to_go, table.ring))
        return found

    def pair(
        self, role: int, seat: Seat, mask: Mask, other_role: int, other: Seat, other_mask: Mask
    ) -> list[int]:
        """The features of the distances between the marbles of two seats, as both of them see it."""
        table, gaps = self.table, self._gaps
        ring, half = table.ring, table.ring // 2
        forth, back = _PAIR_BASE[role, other_role], _PAIR_BASE[other_role, role]
        found = []
        theirs = holes(other_mask & table.ring_mask)
        for mine in holes(mask & table.ring_mask):
            late = _GAPS if (table.in_spots[seat] - mine) % ring < half else 0
            for hole in theirs:
                gap = gaps[(mine - hole) % ring]
                if gap >= 0:
                    found.append(forth + late + gap)
                gap = gaps[(hole - mine) % ring]
                if gap >= 0:
                    other_late = _GAPS if (table.in_spots[other] - hole) % ring < half else 0
                    found.append(back + other_late + gap)
        return found

    def hand(self, bits: Bits, me: Seat, kept: Iterable[Rank]) -> list[int]:
        """The features of the kept cards."""
        table = self.table
        held: dict[Rank, int] = {}
        for rank in kept:
            held[rank] = held.get(rank, 0) + 1
        found = [_RANK_AT[rank] + min(count, _HELD) - 1 for rank, count in held.items()]
        mask = bits >> table.width * me & table.whole
        if mask.bit_count() < table.per_seat:
            found.append(_WAITING + (not self._starts.isdisjoint(held)))
        fits, eights = self._usable(me, mask, frozenset(held))
        if fits:
            found.append(_FITS + min(fits, 3) - 1)
        if eights:
            found.append(_EIGHT + min(eights, 2) - 1)
        return found

    def _usable(self, me: Seat, mask: Mask, held: frozenset[Rank]) -> tuple[int, int]:
        """How many ring marbles a held card brings into the lane, and how many an 8 brings close."""
        key = me, mask, held
        known = self._uses.get(key)
        if known is None:
            if len(self._uses) > _KEPT:
                self._uses.clear()
            known = self._uses[key] = self._count_uses(me, mask, held)
        return known

    def _count_uses(self, me: Seat, mask: Mask, held: frozenset[Rank]) -> tuple[int, int]:
        table, bits = self.table, mask << self.table.width * me
        fits = eights = 0
        for hole in holes(mask & table.ring_mask):
            fits += any(
                step.legs[0].target >= table.ring and not bits & step.free
                for rank in held
                for step in table.cards[rank].walks[me][hole]
            )
            past = (hole - table.in_spots[me]) % table.ring
            eights += Rank.EIGHT in held and 0 < past <= _BEHIND
        return fits, eights


def _stretch(to_go: int, ring: int) -> int:
    if to_go < _NEAR:
        return to_go
    if to_go >= ring - _BEHIND:
        return _NEAR + ring - 1 - to_go
    return _NEAR + _BEHIND + (to_go - _NEAR) * _STRETCHES // (ring - _BEHIND - _NEAR)


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
