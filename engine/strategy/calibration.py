"""Measure how far an estimated chance can be trusted: of the moments at 70 %, how many were won?

Good players of different kinds play games. At some moments the chance of the seat that has just moved is
estimated, as in the analysis of a game. The intervals count games, not moments: moments of one game are won
or lost together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import TypeAlias

from engine.dealing import setup_for
from engine.game import begin
from engine.geometry import Seat
from engine.strategy.analysis import chance_evaluator
from engine.strategy.arena import player_named
from engine.strategy.evaluation import chance
from engine.strategy.players import kept_after
from engine.table import Table
from engine.views import seat_view

SHARE = 0.12
"""The share of a game's moments that are sampled."""
MOST_TURNS = 4000
"""A game that lasts longer is lost for everybody."""
GOOD = ("strong", "written")
"""The players of these games; each team is played by one of them."""
FEWEST = 10
"""The fewest games from which an interval is computed."""

Told: TypeAlias = list[tuple[float, bool]]
"""The chances estimated in one game, each with whether the seat's team won."""


@dataclass(frozen=True, slots=True)
class Row:
    """The moments with about the same chance: mean chance, share won, and count.

    `margin` is half of the share's 95 % interval; None if too few games had such a moment.
    """

    told: float
    won: float
    margin: float | None
    moments: int


def told(table: Table, seed: str) -> Told:
    """The chances estimated in one game of good players; the seed determines everything."""
    evaluator, luck, game = chance_evaluator(table), Random(f"{seed} moments"), begin(setup_for(table, seed))
    teams = [player_named(table, luck.choice(GOOD)) for _ in range(table.team_count)]
    seen: list[tuple[Seat, float]] = []
    while not game.over and len(game) < MOST_TURNS:
        view = seat_view(game, game.turn)
        action = teams[table.teams[view.seat]](view, seed)
        if luck.random() < SHARE:
            hand = tuple([card.rank for card in view.hand])
            bits = view.results[view.options.index(action)]
            seen.append((view.seat, chance(evaluator.value(bits, view.seat, kept_after(hand, action)))))
        game = game.do(action)
    return [(said, seat in (game.over or ())) for seat, said in seen]


def rows(games: Iterable[Told]) -> list[Row]:
    """One row for each tenth of the chances that occurred, the lowest first."""
    tenths: list[list[Told]] = [[] for _ in range(10)]
    for game in games:
        for tenth, here in enumerate(tenths):
            here.append([one for one in game if tenth == min(9, int(10 * one[0]))])
    return [_row(here) for here in tenths if any(here)]


def _row(games: Sequence[Told]) -> Row:
    moments = [one for game in games for one in game]
    count = len(moments)
    won = sum(hit for _, hit in moments) / count
    spread = sum((sum(hit for _, hit in game) - won * len(game)) ** 2 for game in games)
    margin = 1.96 * sqrt(spread) / count if sum(map(bool, games)) >= FEWEST else None
    return Row(sum(said for said, _ in moments) / count, won, margin, count)
