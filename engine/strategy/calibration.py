"""Measure how far an analysis can be trusted: its chances, and its costs of plays.

Chances: of the positions at 70 %, how many were won? Good players of different kinds play games. In some
positions the chance of the seat that has just moved is estimated, as in the analysis of a game. The intervals
count games, not positions: the positions of one game are won or lost together.

Costs: do plays rank by cost as independent rollouts rank them, with more deals and other seeds? Players of
all strengths play these games, because good ones seldom make costly plays.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import StatisticsError, correlation
from typing import NamedTuple, TypeAlias

from engine.dealing import setup_for
from engine.game import Game, begin
from engine.geometry import Seat
from engine.strategy.analysis import analyse, chance_evaluator, cost_of
from engine.strategy.arena import MOST_TURNS, player_named
from engine.strategy.evaluation import chance
from engine.strategy.players import kept_after
from engine.table import Table
from engine.views import seat_view

SHARE = 0.12
"""The share of a game's positions that are sampled."""
GOOD = ("strong", "written")
"""The players of these games, if none are named; each team is played by one of them."""
MIXED = ("easy", "steady", "strong", "written")
"""The players of the games whose costs are compared; each seat is played by one of them."""
OTHERS = 3
"""The number of further plays of a game whose costs are compared, drawn at random from the measured ones."""
FEWEST = 10
"""The fewest games from which an interval is computed."""

Estimates: TypeAlias = list[tuple[float, bool]]
"""The chances estimated in one game, each with whether the seat's team won."""


@dataclass(frozen=True, slots=True)
class Row:
    """The positions with about the same chance: mean chance, share won, and number (`moments`).

    `margin` is half of the share's 95 % interval; None if too few games had such a position.
    """

    estimated: float
    won: float
    margin: float | None
    moments: int


class Cost(NamedTuple):
    """A play's cost in the analysis and by independent rollouts, as parts of 1.

    `worst` is true for the costliest plays of a game.
    """

    found: float
    rolled: float
    worst: bool


def estimates(table: Table, seed: str, players: Sequence[str] = GOOD) -> Estimates:
    """The chances estimated in one game, each team one of the players; the seed determines everything."""
    evaluator, luck, game = chance_evaluator(table), Random(f"{seed} moments"), begin(setup_for(table, seed))
    teams = [player_named(table, luck.choice(players)) for _ in range(table.team_count)]
    seen: list[tuple[Seat, float]] = []
    while not game.over and len(game) < MOST_TURNS:
        view = seat_view(game, game.turn)
        action = teams[table.teams[view.seat]](view, seed)
        if luck.random() < SHARE:
            hand = tuple([card.rank for card in view.hand])
            bits = view.results[view.options.index(action)]
            seen.append((view.seat, chance(evaluator.value(bits, view.seat, kept_after(hand, action)))))
        game = game.do(action)
    return [(estimated, seat in (game.over or ())) for seat, estimated in seen]


def rows(games: Iterable[Estimates]) -> list[Row]:
    """One row for each tenth from 0 to 1 in which there are chances, the lowest first."""
    tenths: list[list[Estimates]] = [[] for _ in range(10)]
    for game in games:
        for tenth, here in enumerate(tenths):
            here.append([one for one in game if tenth == min(9, int(10 * one[0]))])
    return [_row(here) for here in tenths if any(here)]


def _row(games: Sequence[Estimates]) -> Row:
    moments = [one for game in games for one in game]
    count = len(moments)
    won = sum(hit for _, hit in moments) / count
    spread = sum((sum(hit for _, hit in game) - won * len(game)) ** 2 for game in games)
    margin = 1.96 * sqrt(spread) / count if sum(map(bool, games)) >= FEWEST else None
    return Row(sum(estimated for estimated, _ in moments) / count, won, margin, count)


def costs(table: Table, seed: str, deals: int, rounds: int) -> list[Cost]:
    """The costs of the costliest plays of one game and of `OTHERS` others; the seed determines everything."""
    game, luck = _mixed(table, seed), Random(f"{seed} costs")
    found = analyse(game, seed)
    rest = [one for one in found.measured if one not in found.mistakes]
    chosen = [*found.mistakes, *luck.sample(rest, min(OTHERS, len(rest)))]
    compared: list[Cost] = []
    for one in chosen:
        view = seat_view(game.back(len(game) - one.number), one.seat)
        rolled = cost_of(view, one.action, one.better, luck, deals, rounds)
        compared.append(Cost(one.cost, rolled, one in found.mistakes))
    return compared


def _mixed(table: Table, seed: str) -> Game:
    """Play a game in which each seat is played by a player of random strength."""
    luck, game = Random(f"{seed} players"), begin(setup_for(table, seed))
    players = [player_named(table, luck.choice(MIXED)) for _ in table.seats]
    while not game.over and len(game) < MOST_TURNS:
        view = seat_view(game, game.turn)
        game = game.do(players[view.seat](view, seed))
    return game


def spearman(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Spearman's rank correlation of the pairs, from -1 to 1; None if one side of all pairs is equal."""
    first, second = (_ranks([pair[n] for pair in pairs]) for n in (0, 1))
    try:
        return correlation(first, second)
    except StatisticsError:
        return None


def _ranks(figures: Sequence[float]) -> list[float]:
    """The rank of each figure, 0 for the smallest; equal figures share the mean of their ranks."""
    order = sorted(figures)
    return [(bisect_left(order, one) + bisect_right(order, one) - 1) / 2 for one in figures]
