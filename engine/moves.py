"""Every way to play one kind of card, in all wordings: the rulebook's sections 2 to 5 in one place.

The simplest wordings come first (one leg before two). Several wordings may have one result; `engine.legal`
keeps the first of each, and judges written plays against all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from engine.geometry import Hole, Seat
from engine.landing import Landed, bump, land, moved, settle
from engine.play import RawLeg
from engine.position import Marbles
from engine.powers import Power, Split
from engine.table import Table
from engine.walk import walks

Wording: TypeAlias = tuple[tuple[RawLeg, ...], Marbles]
"""The legs, and the marbles after them."""


def wordings(table: Table, marbles: Marbles, turn: Seat, power: Power) -> list[Wording]:
    """Every legal way to play a card of that power, with its result; nothing in a finished game."""
    found: list[Wording] = []
    movers = table.movers(marbles, turn)
    split = power.split
    counts = () if split and split.must and _two_in_play(marbles, movers) else power.counts
    for colour in movers:
        if power.start:
            _start(table, marbles, colour, found)
        if power.joker:
            _jokers(table, marbles, colour, found)
        else:
            _walks(table, marbles, colour, power, counts, found)
    if split:
        _splits(table, marbles, turn, movers, split, found)
    return found


def free_starts(table: Table, marbles: Marbles, turn: Seat) -> list[Wording]:
    """What `free_start_after` grants: a marble from START to its come-out, whatever the card."""
    found: list[Wording] = []
    for colour in table.movers(marbles, turn):
        _start(table, marbles, colour, found)
    return found


def _two_in_play(marbles: Marbles, movers: tuple[Seat, ...]) -> bool:
    return sum(len(marbles[colour] or ()) for colour in movers) > 1


def _add(
    colour: Seat, source: Hole | None, target: Hole, landed: Landed | None, found: list[Wording]
) -> None:
    if landed:
        now, pushes, sent = landed
        found.append((((colour, source, target, False, pushes, sent),), now))


def _start(table: Table, marbles: Marbles, colour: Seat, found: list[Wording]) -> None:
    own, come_out = marbles[colour] or (), table.come_outs[colour]
    if len(own) < table.per_seat and come_out not in own:
        _add(colour, None, come_out, land(table, marbles, colour, None, come_out), found)


def _walks(
    table: Table, marbles: Marbles, colour: Seat, power: Power, counts: tuple[int, ...], found: list[Wording]
) -> None:
    """Whole walks, parts that bring a marble home while the rest is lost, and the exchanges of a 2."""
    own, ring = marbles[colour] or (), table.ring
    for source, target, _ in walks(table, colour, own, counts):
        landed = land(table, marbles, colour, source, target)
        if landed:
            now, pushes, sent = landed
            found.append((((colour, source, target, False, pushes, sent),), now))
    if power.forfeits:
        for source, target, _ in walks(table, colour, own, power.forfeits):
            if source < ring <= target:
                _add(colour, source, target, land(table, marbles, colour, source, target), found)
    if power.exchange:
        for source in own:
            if source < ring:
                _exchanges(table, marbles, colour, source, found)


def _foreign(table: Table, marbles: Marbles, colour: Seat) -> Iterator[tuple[Seat, Hole]]:
    """Ring marbles of other colours that may be exchanged or jokered, with their seats."""
    for seat in table.seats:
        safe = table.come_outs[seat] if table.rules.start_hole_safe else None
        if seat != colour:
            for hole in marbles[seat] or ():
                if hole < table.ring and hole != safe:
                    yield seat, hole


def _exchanges(table: Table, marbles: Marbles, colour: Seat, source: Hole, found: list[Wording]) -> None:
    for seat, target in _foreign(table, marbles, colour):
        now = list(marbles)
        now[colour] = moved(marbles[colour] or (), source, target)
        now[seat] = moved(marbles[seat] or (), target, source)
        found.append((((colour, source, target, True, (), None),), tuple(now)))


def _jokers(table: Table, marbles: Marbles, colour: Seat, found: list[Wording]) -> None:
    own, rules, ring = marbles[colour] or (), table.rules, table.ring
    sources: list[Hole | None] = [hole for hole in own if hole < ring]
    if len(own) < table.per_seat:
        sources.insert(0, None)
    foreign = [*_foreign(table, marbles, colour)]
    empty: list[Hole] = []
    if rules.joker_any_hole:
        taken = {hole for holes in marbles for hole in holes or ()}
        empty = [hole for hole in range(ring) if hole not in taken]
    for source in sources:
        if rules.joker_true_swap and source is not None:
            _exchanges(table, marbles, colour, source, found)
        else:
            for seat, hole in foreign:
                _add(colour, source, hole, bump(table, marbles, colour, source, hole, seat), found)
        for hole in empty:
            _add(colour, source, hole, land(table, marbles, colour, source, hole), found)


def _splits(
    table: Table, marbles: Marbles, turn: Seat, movers: tuple[Seat, ...], split: Split, found: list[Wording]
) -> None:
    if split.team and movers:
        team = (turn, *table.partners_of[turn])
        movers = tuple(seat for seat in team if not table.finished(marbles, seat))
    if not _two_in_play(marbles, movers):
        return
    taken = {hole for holes in marbles for hole in holes or ()}
    for colour in movers:
        for source, target, count in walks(table, colour, marbles[colour] or (), split.rests):
            if target in taken:
                landed = land(table, marbles, colour, source, target)
            else:
                landed = settle(marbles, colour, source, target)
            if landed:
                now, pushes, sent = landed
                first = (colour, source, target, False, pushes, sent)
                _second_legs(table, now, turn, movers, split, first, split.rests[count], taken, found)


def _second_legs(
    table: Table,
    marbles: Marbles,
    turn: Seat,
    movers: tuple[Seat, ...],
    split: Split,
    first: RawLeg,
    counts: tuple[int, ...],
    taken: set[Hole],
    found: list[Wording],
) -> None:
    """`taken` are the holes where a marble stood before the first leg."""
    colour, _, done, _, pushes, _ = first
    if split.remainder and done >= table.ring and table.finished(marbles, colour):
        movers = tuple(dict.fromkeys((*movers, *table.helped(marbles, turn))))
    for other in movers:
        for source, target, _ in walks(table, other, marbles[other] or (), counts):
            if source == done and other == colour:
                continue
            if target in taken or target == done or pushes:
                landed = land(table, marbles, other, source, target)
            else:
                landed = settle(marbles, other, source, target)
            if landed:
                now, then_pushes, sent = landed
                found.append(((first, (other, source, target, False, then_pushes, sent)), now))
