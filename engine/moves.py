"""Every way to play one kind of card, in all wordings: the rulebook's sections 2 to 5 as one generator.

The simplest wordings come first (one leg before two). Several wordings may have one result; `engine.legal`
keeps the first of each, and judges written plays against all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from engine.geometry import Hole, Seat
from engine.landing import land, moved
from engine.position import Marbles
from engine.powers import Power, Split
from engine.table import Table
from engine.walk import walks

RawLeg: TypeAlias = tuple[Seat, Hole | None, Hole, bool, tuple[Seat, ...], Seat | None]
"""The fields of `engine.play.Leg`, in its order."""
Wording: TypeAlias = tuple[tuple[RawLeg, ...], Marbles]
"""The legs, and the marbles after them."""


def wordings(table: Table, marbles: Marbles, turn: Seat, power: Power) -> Iterator[Wording]:
    """Every legal way to play a card of that power, with its result; nothing in a finished game."""
    if table.winners(marbles):
        return
    movers = table.movers(marbles, turn)
    for colour in movers:
        yield from _one_marble(table, marbles, colour, power, _must_split(marbles, movers, power))
    if power.split:
        yield from _splits(table, marbles, turn, movers, power.split)


def free_starts(table: Table, marbles: Marbles, turn: Seat) -> Iterator[Wording]:
    """What `free_start_after` grants: a marble from START to its come-out, whatever the card."""
    if not table.winners(marbles):
        for colour in table.movers(marbles, turn):
            yield from _start(table, marbles, colour)


def _must_split(marbles: Marbles, movers: tuple[Seat, ...], power: Power) -> bool:
    in_play = sum(len(marbles[colour] or ()) for colour in movers)
    return power.split is not None and power.split.must and in_play > 1


def _one_marble(
    table: Table, marbles: Marbles, colour: Seat, power: Power, must_split: bool
) -> Iterator[Wording]:
    own, ring = marbles[colour] or (), table.board.ring
    if power.start:
        yield from _start(table, marbles, colour)
    for count in () if must_split else power.counts:
        for source, target in walks(table, colour, own, count):
            yield from _landing(table, marbles, colour, source, target)
    for count in power.forfeits:
        for source, target in walks(table, colour, own, count):
            if source < ring <= target:
                yield from _landing(table, marbles, colour, source, target)
    if power.exchange:
        for source in own:
            if source < ring:
                yield from _exchanges(table, marbles, colour, source)
    if power.joker:
        yield from _jokers(table, marbles, colour)


def _start(table: Table, marbles: Marbles, colour: Seat) -> Iterator[Wording]:
    own, come_out = marbles[colour] or (), table.come_outs[colour]
    if len(own) < table.rules.marbles_per_player and come_out not in own:
        yield from _landing(table, marbles, colour, None, come_out)


def _landing(
    table: Table, marbles: Marbles, colour: Seat, source: Hole | None, target: Hole
) -> Iterator[Wording]:
    landed = land(table, marbles, colour, source, target)
    if landed:
        now, pushes, sent = landed
        yield ((colour, source, target, False, pushes, sent),), now


def _foreign(table: Table, marbles: Marbles, colour: Seat) -> Iterator[tuple[Seat, Hole]]:
    """Ring marbles of other colours that may be exchanged or jokered, with their seats."""
    for seat in table.seats:
        safe = table.come_outs[seat] if table.rules.start_hole_safe else None
        for hole in marbles[seat] or ():
            if seat != colour and hole < table.board.ring and hole != safe:
                yield seat, hole


def _exchanges(table: Table, marbles: Marbles, colour: Seat, source: Hole) -> Iterator[Wording]:
    for seat, target in _foreign(table, marbles, colour):
        now = list(marbles)
        now[colour] = moved(marbles[colour] or (), source, target)
        now[seat] = moved(marbles[seat] or (), target, source)
        yield ((colour, source, target, True, (), None),), tuple(now)


def _jokers(table: Table, marbles: Marbles, colour: Seat) -> Iterator[Wording]:
    own, rules, ring = marbles[colour] or (), table.rules, table.board.ring
    sources: list[Hole | None] = [hole for hole in own if hole < ring]
    if len(own) < rules.marbles_per_player:
        sources.insert(0, None)
    foreign = [hole for _, hole in _foreign(table, marbles, colour)]
    empty: list[Hole] = []
    if rules.joker_any_hole:
        taken = {hole for holes in marbles for hole in holes or ()}
        empty = [hole for hole in range(ring) if hole not in taken]
    for source in sources:
        if rules.joker_true_swap and source is not None:
            yield from _exchanges(table, marbles, colour, source)
            targets = empty
        else:
            targets = foreign + empty
        for target in targets:
            yield from _landing(table, marbles, colour, source, target)


def _splits(
    table: Table, marbles: Marbles, turn: Seat, movers: tuple[Seat, ...], split: Split
) -> Iterator[Wording]:
    if split.team:
        team = (turn, *table.partners_of[turn])
        movers = tuple(seat for seat in team if not table.finished(marbles, seat))
    for way, other_way in split.ways:
        for part in range(1, split.total):
            rest = (split.total - part) * other_way
            for colour in movers:
                for source, target in walks(table, colour, marbles[colour] or (), part * way):
                    for first, now in _landing(table, marbles, colour, source, target):
                        for second, then in _second_legs(table, now, turn, movers, split, first[0], rest):
                            yield first + second, then


def _second_legs(
    table: Table,
    marbles: Marbles,
    turn: Seat,
    movers: tuple[Seat, ...],
    split: Split,
    first: RawLeg,
    count: int,
) -> Iterator[Wording]:
    colour, done = first[0], first[2]
    if split.remainder and table.finished(marbles, colour):
        movers = tuple(dict.fromkeys((*movers, *table.helped(marbles, turn))))
    for other in movers:
        for source, target in walks(table, other, marbles[other] or (), count):
            if not (other == colour and source == done):
                yield from _landing(table, marbles, other, source, target)
