"""Random positions for tests, with many special cases, for every rule set and number of players."""

from __future__ import annotations

from random import Random

from engine.geometry import board
from engine.position import Position
from engine.rules.rule_sets import RULES, Rules
from engine.table import Table, table_at, table_for

TABLES: tuple[tuple[str, int, int | None], ...] = (
    *((name, players, None) for name, rules in RULES.items() for players in rules.players),
    ("joker-board", 6, 3),
    ("joker-board", 6, 6),
    ("marbles-and-jokers", 6, 3),
    ("own-deck", 8, 4),
    ("own-deck", 6, 3),
    ("texas", 6, 2),
    ("pegs-and-jokers", 6, 3),
    ("pegs-and-jokers", 8, 4),
    ("pegs-and-jokers", 8, 8),
    ("pegs-and-jokers", 5, 2),
)
"""Tables as (rule set, players, teams): the published layouts, and other layouts."""


def random_position(
    chance: Random, rules: Rules, players: int, teams: int | None = None
) -> tuple[Table, Position]:
    """A legal position with many marbles on in-spots and come-outs, near HOME, and in HOME.

    It need not be reachable.
    """
    table = table_for(rules, players, teams)
    there, taken = board(table.sides), set[int]()
    hot = [hole for seat in table.seats for hole in (there.in_spot(seat), there.come_out(seat))]
    centre = chance.randrange(there.ring)
    spread = chance.choice((6, 15, there.ring))
    marbles: list[tuple[int, ...] | None] = [None] * table.sides
    for seat in table.seats:
        own: list[int] = []
        home = chance.choice((0, 0, 0, 0, 1, 2, 3, 4, 5))
        lane = list(there.lane(seat))
        own += lane[-home:] if home and chance.random() < 0.7 else chance.sample(lane, home)
        for _ in range(chance.randrange(rules.marbles_per_player + 1)):
            kind = chance.random()
            hole = (centre + chance.randrange(spread)) % there.ring
            if kind < 0.3:
                hole = chance.choice(hot)
            elif kind < 0.5:
                hole = (there.in_spot(seat) + chance.randrange(-9, 8)) % there.ring
            if hole not in taken and len(own) < rules.marbles_per_player:
                own.append(hole)
                taken.add(hole)
        marbles[seat] = tuple(sorted(own[: rules.marbles_per_player]))
    position = Position(table.sides, tuple(marbles), chance.choice(table.seats), rules.marbles_per_player)
    assert not position.faults(), position.faults()
    return table_at(rules, position, teams), position
