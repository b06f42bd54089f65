"""Find every way to play one kind of card: sections 2 to 5 of the rulebook in one place.

A *wording* is a play as a list of legs. Several wordings may have one result, as when two legs of a split go
to the holes that one leg would also reach. Wordings with one leg are found before those with two. `find`
passes each of them to `add(bits, legs)`: to keep one wording for each result, `add` is the `setdefault` of a
dict.

The walks come from the tables of `engine.steps`, the effects of a landing from `engine.landing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from engine.bits import Bits, holes
from engine.cards import Rank
from engine.geometry import Hole, Seat
from engine.landing import bump, land, leg
from engine.position import Position
from engine.rules.card_powers import Split
from engine.steps import CardSteps, Legs, Step, Walks
from engine.table import Table

Add: TypeAlias = Callable[[Bits, Legs], object]
"""A function that takes the marbles after a play, and the play's legs."""
Wording: TypeAlias = tuple[Bits, Legs]
Results: TypeAlias = dict[Bits, Legs]
"""Each distinct result: the marbles after it, with the legs of its shortest wording."""
Part: TypeAlias = tuple[Seat, Hole, Step]
"""A leg of a split: the seat of its marble, the hole it starts from, and its step."""
First: TypeAlias = tuple[Bits, Hole, Legs, list[Part]]
"""A first leg: the marbles after it, the hole whose marble may not move again, the leg, the second legs."""
Foreign: TypeAlias = list[tuple[Seat, Hole, Bits]]
Captures: TypeAlias = list[tuple[Seat, Hole, Bits, Bits]]
"""Marbles that may be captured: seat, hole, bit, and that bit together with the captor's bit."""
Movers: TypeAlias = list[tuple[Seat, tuple[Hole, ...]]]
"""The seats whose marbles may be moved with any card, each with the holes of its marbles."""


def wordings(table: Table, position: Position, rank: Rank) -> list[Wording]:
    """Every legal way to play a card of that rank, with its result; nothing in a finished game."""
    found: list[Wording] = []
    bits, turn = position.bits, position.turn
    movers = movers_of(table, bits, turn)
    find(table, bits, turn, movers, table.cards[rank], lambda after, legs: found.append((after, legs)))
    return found


class Found(dict[Rank, Results]):
    """The distinct results of a position, by rank; a rank is computed on first use.

    The order is fixed. Empty if the card cannot be played, and in a finished game.
    """

    __slots__ = ("_bits", "_movers", "_table", "_turn")

    def __init__(self, table: Table, position: Position) -> None:
        self._table = table
        self._bits = position.bits
        self._turn = position.turn
        self._movers: Movers | None = None

    def __missing__(self, rank: Rank) -> Results:
        table, bits, turn, movers = self._table, self._bits, self._turn, self._movers
        if movers is None:
            movers = self._movers = movers_of(table, bits, turn)
        results: Results = {}
        find(table, bits, turn, movers, table.cards[rank], results.setdefault)
        self[rank] = results
        return results


def movers_of(table: Table, bits: Bits, turn: Seat) -> Movers:
    """The seats that the player at `turn` moves, each with the holes of its marbles."""
    return _with_marbles(table, bits, table.movers(bits, turn))


def _with_marbles(table: Table, bits: Bits, seats: Iterable[Seat]) -> Movers:
    width, whole = table.width, table.whole
    return [(seat, holes(bits >> width * seat & whole)) for seat in seats]


def find(table: Table, bits: Bits, turn: Seat, movers: Movers, card: CardSteps, add: Add) -> None:
    """Pass every legal way to play that card to `add`."""
    power = card.power
    for seat, marbles in movers:
        if power.start:
            _start(table, bits, seat, marbles, add)
        if power.joker:
            _jokers(table, bits, seat, marbles, add)
        else:
            if not (power.split and power.split.must and _two(movers)):
                _walks(table, bits, seat, marbles, card.walks[seat], add)
            if power.forfeits:
                _walks(table, bits, seat, marbles, card.forfeits[seat], add)
            if power.exchange:
                _exchanges(table, bits, seat, marbles, _foreign(table, bits, seat), add)
    if power.split:
        _splits(table, bits, turn, movers, power.split, card.parts, add)


def _two(movers: Movers) -> bool:
    """Whether at least two marbles may be moved."""
    return sum(len(marbles) for _, marbles in movers) > 1


def free_starts(table: Table, bits: Bits, turn: Seat, add: Add) -> None:
    """Pass to `add` the plays that `free_start_after` grants: a marble from START to its come-out."""
    for seat, marbles in movers_of(table, bits, turn):
        _start(table, bits, seat, marbles, add)


def _start(table: Table, bits: Bits, seat: Seat, marbles: tuple[Hole, ...], add: Add) -> None:
    come_out = table.come_outs[seat]
    if len(marbles) < table.per_seat and come_out not in marbles:
        _onto(table, bits, seat, None, (come_out,), add)


def _walks(table: Table, bits: Bits, seat: Seat, marbles: tuple[Hole, ...], walks: Walks, add: Add) -> None:
    for source in marbles:
        for free, unless, others, flip, legs, _ in walks[source]:
            if bits & free or (unless and not bits & unless):
                continue
            other = bits & others
            if other:
                landed = bump(table, bits ^ flip, seat, source, legs[0].target, other)
                if landed:
                    add(*landed)
            else:
                add(bits ^ flip, legs)


def _foreign(table: Table, bits: Bits, seat: Seat) -> Foreign:
    """The ring marbles of other seats that a Joker may capture or a card may exchange: seat, hole and bit."""
    bits &= ~table.safe
    width, on_ring = table.width, table.ring_mask
    return [
        (other, hole, 1 << width * other + hole)
        for other in table.seats
        if other != seat
        for hole in holes(bits >> width * other & on_ring)
    ]


def _exchanges(
    table: Table, bits: Bits, seat: Seat, marbles: tuple[Hole, ...], foreign: Foreign, add: Add
) -> None:
    mine = table.width * seat
    for source in marbles:
        if source < table.ring:
            # Both marbles change their holes: four bits flip, two of each seat.
            left = bits ^ 1 << mine + source
            for other, target, bit in foreign:
                theirs = table.width * other
                flip = bit | 1 << theirs + source | 1 << mine + target
                add(left ^ flip, leg(seat, source, target, (), None, True))


def _jokers(table: Table, bits: Bits, seat: Seat, marbles: tuple[Hole, ...], add: Add) -> None:
    rules, shift = table.rules, table.width * seat
    empty = holes(table.ring_mask & ~table.occupied(bits)) if rules.joker_any_hole else ()
    foreign = _foreign(table, bits, seat)
    captures = [(other, hole, bit, bit | 1 << shift + hole) for other, hole, bit in foreign]
    if len(marbles) < table.per_seat:
        _captures(table, bits, seat, None, captures, add)
        _onto(table, bits, seat, None, empty, add)
    for source in marbles:
        if source < table.ring:
            if rules.joker_true_swap:
                _exchanges(table, bits, seat, (source,), foreign, add)
            else:
                _captures(table, bits ^ 1 << shift + source, seat, source, captures, add)
            _onto(table, bits, seat, source, empty, add)


def _captures(
    table: Table, bits: Bits, seat: Seat, source: Hole | None, captures: Captures, add: Add
) -> None:
    """Pass every capture to `add`; `bits` no longer has the marble that comes from `source`."""
    teams, team = table.teams, table.teams[seat]
    for other, target, bit, both in captures:
        if teams[other] != team:
            add(bits ^ both, leg(seat, source, target, (), other))
        else:
            landed = bump(table, bits ^ both ^ bit, seat, source, target, bit)
            if landed:
                add(*landed)


def _onto(
    table: Table, bits: Bits, seat: Seat, source: Hole | None, targets: tuple[Hole, ...], add: Add
) -> None:
    for target in targets:
        landed = land(table, bits, seat, source, target)
        if landed:
            add(*landed)


def _splits(
    table: Table, bits: Bits, turn: Seat, movers: Movers, split: Split, parts: tuple[Walks, ...], add: Add
) -> None:
    """Pass every play of two legs to `add`."""
    if split.team and movers:
        team = (turn, *table.partners_of[turn])
        movers = _with_marbles(table, bits, [seat for seat in team if not table.finished(bits, seat)])
    if not _two(movers):
        return
    for now, moved, first, seconds in _first_legs(table, bits, turn, movers, split, parts):
        for seat, source, (free, unless, others, flip, legs, _) in seconds:
            if source == moved or now & free or (unless and not now & unless):
                continue
            other = now & others
            if other:
                landed = bump(table, now ^ flip, seat, source, legs[0].target, other)
                if landed:
                    add(landed[0], first + landed[1])
            else:
                add(now ^ flip, first + legs)


def _first_legs(
    table: Table, bits: Bits, turn: Seat, movers: Movers, split: Split, parts: tuple[Walks, ...]
) -> Iterator[First]:
    """Each first leg of a split, with the legs that may follow it.

    If the first leg moves no other marble of the team, which is the usual case, `_open_parts` has found the
    second legs already.
    """
    firsts, seconds = _open_parts(bits, movers, split, parts)
    for seat, source, (_, _, others, flip, legs, count) in firsts:
        now, first, other = bits ^ flip, legs, bits & others
        anew = split.remainder and legs[0].target >= table.ring
        if other:
            landed = bump(table, now, seat, source, legs[0].target, other)
            if not landed:
                continue
            now, first = landed
            # If several counts are left, one search over all of them keeps the order of the results.
            anew = anew or bool(first[0].pushes) or len(split.rests[count]) > 1
        if anew:
            yield _after_pushes(table, now, first, turn, movers, split, split.rests[count], parts)
        else:
            for rest in split.rests[count]:
                yield now, source, first, seconds[rest]


def _open_parts(
    bits: Bits, movers: Movers, split: Split, parts: tuple[Walks, ...]
) -> tuple[list[Part], dict[int, list[Part]]]:
    """The possible first legs, and the possible second legs by their count.

    A second leg is unobstructed, or is blocked by one own marble that the first leg may move away.
    """
    firsts: list[Part] = []
    seconds: dict[int, list[Part]] = {count: [] for count in split.rests}
    for seat, marbles in movers:
        walks = parts[seat]
        for source in marbles:
            for step in walks[source]:
                barred = bits & step[0]
                if not barred & barred - 1:
                    part = seat, source, step
                    seconds[step[5]].append(part)
                    if not barred and not (step[1] and not bits & step[1]):
                        firsts.append(part)
    return firsts, seconds


def _after_pushes(
    table: Table,
    bits: Bits,
    first: Legs,
    turn: Seat,
    movers: Movers,
    split: Split,
    counts: tuple[int, ...],
    parts: tuple[Walks, ...],
) -> First:
    """Find the second legs after a first leg that pushed teammates or may have brought a last marble home."""
    seat, _, target, *_ = first[0]
    seats = [mover for mover, _ in movers]
    if split.remainder and seat is not None and table.finished(bits, seat):
        seats += [other for other in table.helped(bits, turn) if other not in seats]
    seconds = [
        (mover, source, step)
        for mover, marbles in _with_marbles(table, bits, seats)
        for source in marbles
        for step in parts[mover][source]
        if step.length in counts
    ]
    return bits, target, first, seconds
