"""Seat the teams of each table, so that every team has had each side about equally often.

A side is the index of a team at its table: of T teams, the team at index k sits at the taken seats k, k+T,
... In a Swiss the tables of a round are seated one after the other, by the teams' earlier sides. In a round
robin all rounds are seated at once: tables and teams form a graph whose edges are coloured by side, such that
the numbers of a team's edges in any two colours differ by at most one (de Werra). A team with more tables
than sides is split into several vertices, so that each vertex has each colour at most once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from jokerboard.tournament.event.model import TeamNo
from jokerboard.tournament.event.record import Record
from jokerboard.tournament.pairing.designs import Plan


def seated(teams: Sequence[TeamNo], records: Mapping[TeamNo, Record], table: int) -> tuple[TeamNo, ...]:
    """The teams of one table in order of their sides.

    The best order balances the sides that each team has had; among equals, the fewest teams keep the side of
    their last round. If orders are still equal, odd and even tables begin with different teams, so that the
    first round is mixed.
    """
    turned = tuple(teams[table % len(teams) :]) + tuple(teams[: table % len(teams)])

    def cost(order: Sequence[TeamNo]) -> tuple[int, int]:
        had = sum(records[team].sides[side] for side, team in enumerate(order))
        again = sum(records[team].last_side == side for side, team in enumerate(order))
        return had, again

    return min(permutations(turned), key=cost)


def seated_plan(plan: Plan) -> Plan:
    """The plan with the teams of every table in order of their sides, balanced for each place of the plan.

    Tables of two and tables of three are balanced separately.
    """
    sided = dict[tuple[int, int], tuple[int, ...]]()
    for size in {len(table) for tables in plan for table in tables}:
        spots = [
            (r, k) for r, tables in enumerate(plan) for k, table in enumerate(tables) if len(table) == size
        ]
        times: dict[int, int] = {}
        edges: list[tuple[int, tuple[int, int]]] = []
        for number, (r, k) in enumerate(spots):
            for place in plan[r][k]:
                times[place] = times.get(place, -1) + 1
                edges.append((number, (place, times[place] // size)))
        colours = _coloured(edges, size)
        for number, (r, k) in enumerate(spots):
            sides = {colours[number, place]: place for place in plan[r][k]}
            sided[r, k] = tuple(sides[side] for side in range(size))
    return tuple(tuple(sided[r, k] for k in range(len(tables))) for r, tables in enumerate(plan))


def _coloured(edges: Sequence[tuple[int, tuple[int, int]]], colours: int) -> dict[tuple[int, int], int]:
    """Choose a colour for each edge between a table and a vertex of a team, different at both ends (Koenig).

    An edge gets a colour that is free at its table. If that colour is not free at the team, it is exchanged
    with one that is, along the path of these two colours that begins at the team.
    """
    at_table: dict[int, dict[int, tuple[int, int]]] = {}
    at_team: dict[tuple[int, int], dict[int, int]] = {}
    for table, team in edges:
        here, there = at_table.setdefault(table, {}), at_team.setdefault(team, {})
        free = next(c for c in range(colours) if c not in here)
        other = next(c for c in range(colours) if c not in there)
        if free in there:
            _turned(at_table, at_team, team, free, other)
        at_table[table][free] = team
        at_team[team][free] = table
    return {(table, team[0]): c for table, by in at_table.items() for c, team in by.items()}


def _turned(
    at_table: dict[int, dict[int, tuple[int, int]]],
    at_team: dict[tuple[int, int], dict[int, int]],
    team: tuple[int, int],
    free: int,
    other: int,
) -> None:
    """Exchange the colours `free` and `other` along the path of these colours from `team`, `free` first."""
    path: list[tuple[int, tuple[int, int], int]] = []
    at, colour = team, free
    while colour in at_team[at]:
        table = at_team[at][colour]
        path.append((table, at, colour))
        colour = other if colour == free else free
        if colour not in at_table[table]:
            break
        at = at_table[table][colour]
        path.append((table, at, colour))
        colour = other if colour == free else free
    for table, whose, was in path:
        if at_table[table].get(was) == whose:
            del at_table[table][was]
        if at_team[whose].get(was) == table:
            del at_team[whose][was]
    for table, whose, was in path:
        new = other if was == free else free
        at_table[table][new] = whose
        at_team[whose][new] = table
