"""Plans in which all teams meet exactly once: the rounds, their tables, and the places at each table.

Tables of two: the Berger tables, which are the circle method with sides. With v places (an even number) there
are rounds r = 1 .. v-1. In round r, two places meet if their numbers a, b in 1..v-1 have a+b = r+1 modulo
v-1; the last place meets the place that would meet itself.

Tables of three: Kirkman triple systems, which exist for 3, 9, 15, 21, ... places (Ray-Chaudhuri and Wilson).
For 9 and 27 places they are the lines of the affine plane and space over three elements, in classes of
parallels; for 21 the construction of Ray-Chaudhuri and Wilson over the residues modulo 7; for 15 the seven
shifts of one round over the residues modulo 7, twice, and a point that stays.

With other numbers of teams, some places stay empty: a table then has two teams, or one team has no opponent.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations, product
from typing import TypeAlias

from jokerboard.tournament.errors import EventError
from jokerboard.words.catalogue import words

Table: TypeAlias = tuple[int, ...]
Plan: TypeAlias = tuple[tuple[Table, ...], ...]
"""For each round its tables, and for each table the places that meet, counted from 0."""

MOST_BY_THREE = 27
"""The most teams of a plan for tables of three; it has 13 rounds."""

_BASE_15: tuple[tuple[tuple[int, int], ...], ...] = (
    ((0, 0), (0, 1)),
    ((1, 0), (2, 0), (4, 0)),
    ((1, 1), (3, 0), (5, 1)),
    ((2, 1), (3, 1), (6, 0)),
    ((4, 1), (5, 0), (6, 1)),
)
"""The tables of the first round for 15 places: (r, c) is place 2 * r + c, with r from 0 to 6 and c 0 or 1.

The next round adds 1 to each r, modulo 7. The first table has only two pairs, because its third place is
number 14 in every round.
"""


@cache
def by_two(teams: int) -> Plan:
    """The Berger tables of `teams` teams; if the number is odd, one team has no opponent in each round.

    At each table the first team has the first side. For each team, the number of rounds on the first side and
    the number on the second differ by at most one; if the number of teams is odd, they are equal.
    """
    if teams < 2:
        raise EventError(words("pairing.two-teams", teams=teams))
    v = teams + teams % 2
    rounds = tuple(_berger(v, r) for r in range(1, v))
    # If the number of teams is odd, one more place stands for the bye.
    return tuple(tuple(table for table in tables if max(table) < teams) for tables in rounds)


def _berger(v: int, r: int) -> tuple[Table, ...]:
    tables: list[Table] = []
    for a in range(1, v):
        b = (r + 1 - a) % (v - 1) or v - 1
        if a == b:
            tables.append((a - 1, v - 1) if a <= v // 2 else (v - 1, a - 1))
        elif a < b:
            tables.append((a - 1, b - 1) if (a + b) % 2 else (b - 1, a - 1))
    return tuple(sorted(tables, key=min))


@cache
def by_three(teams: int) -> Plan:
    """A plan for tables of three; some tables may have two teams, and sometimes one team has no opponent.

    Raise EventError for fewer than three teams or more than `MOST_BY_THREE`.
    """
    if not 3 <= teams <= MOST_BY_THREE:
        raise EventError(words("pairing.by-three", most=MOST_BY_THREE, teams=teams))
    v = next(size for size in (3, 9, 15, 21, 27) if size >= teams)
    whole = {3: _affine, 9: _affine, 15: _fifteen, 21: _twenty_one, 27: _affine}[v](v)
    empty = _emptied(whole, v - teams)
    names = {place: k for k, place in enumerate(place for place in range(v) if place not in empty)}
    rounds = (
        tuple(sorted((tuple(names[p] for p in t if p in names) for t in tables), key=lambda t: (-len(t), t)))
        for tables in whole
    )
    return tuple(tuple(table for table in tables if len(table) > 1) for tables in rounds)


def _affine(v: int) -> Plan:
    """The lines of the affine space with v points over three elements, one round for each direction."""
    power = {3: 1, 9: 2, 27: 3}[v]
    points = list(product(range(3), repeat=power))
    number = {point: k for k, point in enumerate(points)}
    rounds = []
    for way in points:
        first = next((x for x in way if x), 0)
        # Opposite directions give the same lines, so only one of them is used.
        if first == 1:
            lines = {tuple(sorted(number[_along(point, way, k)] for k in range(3))) for point in points}
            rounds.append(tuple(sorted(lines)))
    return tuple(rounds)


def _along(point: tuple[int, ...], way: tuple[int, ...], steps: int) -> tuple[int, ...]:
    return tuple((x + steps * y) % 3 for x, y in zip(point, way, strict=True))


def _fifteen(_: int) -> Plan:
    rounds = []
    for shift in range(7):
        tables = [tuple(sorted(2 * ((x + shift) % 7) + copy for x, copy in table)) for table in _BASE_15]
        tables[0] = (*tables[0], 14)
        rounds.append(tuple(sorted(tables)))
    return tuple(rounds)


def _twenty_one(_: int) -> Plan:
    """The plan for 21 places, three for each residue modulo 7.

    The powers of 3 are all residues but 0, and every second power is a square.
    """
    powers = [3**k % 7 for k in range(6)]
    across = [tuple((powers[(k + 2 * copy) % 6], copy) for copy in range(3)) for k in range(6)]
    within = [tuple((powers[2 * k], copy) for k in range(3)) for copy in range(3)]
    middle = tuple((0, copy) for copy in range(3))
    mixed = [[middle, *within, *(across[k] for k in (1, 3, 5))]]
    rounds = [_shifted(tables, shift) for tables in mixed for shift in range(7)]
    for k in (0, 2, 4):
        rounds.append(tuple(sorted(_shifted([across[k]], shift)[0] for shift in range(7))))
    return tuple(rounds)


def _shifted(tables: Iterable[tuple[tuple[int, int], ...]], shift: int) -> tuple[Table, ...]:
    return tuple(sorted(tuple(sorted(3 * ((x + shift) % 7) + copy for x, copy in t)) for t in tables))


def _emptied(whole: Plan, count: int) -> frozenset[int]:
    """The `count` places of the plan that stay empty, chosen so that the fewest teams have no opponent."""
    if not count:
        return frozenset()
    tables = [frozenset(table) for tables in whole for table in tables]
    places = sorted({place for table in tables for place in table})
    # All places of these systems are equivalent, so any table may be chosen. Emptying whole tables is best.
    first = next(table for table in tables if places[-1] in table)
    choices = (
        frozenset(chosen)
        for chosen in combinations(places, count)
        if len(first & set(chosen)) == min(3, count)
    )
    return min(choices, key=lambda empty: (sum(len(t & empty) == 2 for t in tables), sorted(empty)))
