"""Duplicate matches between two kinds of player: every deal is played twice, with the teams exchanged.

In the first game of a deal the even teams play as A and the odd ones as B, in the second the other way
round; deal and shuffles are the same. Win shares of A are counted a deal: 0, a half or 1. Their spread gives
the interval, so luck that both games share does not widen it.

With an odd number of teams A has one team more in the first game and one less in the second, so the mean of
two equal players is a half all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple, TypeAlias

from engine.dealing import setup_for
from engine.game import Action, begin
from engine.strategy.players import LEVELS, choose, greedy, level_named
from engine.table import Table
from engine.views import SeatView, seat_view

GREEDY = "greedy"
PLAYERS = (*LEVELS, GREEDY)
MOST_TURNS = 4000
"""A game that lasts longer counts as a draw."""

Player: TypeAlias = Callable[[SeatView, str], Action]


class Deal(NamedTuple):
    """How one deal went: the share of A in its two games, their turns, and seconds for each decision of A."""

    share: float
    turns: int
    times: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """A match: win share of A with half of its 95 % interval, mean turns, seconds a decision of A."""

    deals: int
    share: float
    margin: float
    turns: float
    median: float
    slowest: float
    """The time that 99 % of the decisions stay below."""


def player_named(name: str) -> Player:
    """The player of that name: a level, or the yardstick `greedy`."""
    if name == GREEDY:
        return _greedy
    level = level_named(name)
    return lambda view, seed: choose(view, level, seed)


def _greedy(view: SeatView, _seed: str) -> Action:
    return greedy(view)


def play_deal(table: Table, a: Player, b: Player, seed: str, clock: Callable[[], float]) -> Deal:
    """Both games of one deal."""
    share, turns, times = 0.0, 0, list[float]()
    for even in (0, 1):
        game = begin(setup_for(table, seed))
        while not game.over and len(game) < MOST_TURNS:
            view = seat_view(game, game.turn)
            if table.teams[game.turn] % 2 == even:
                began = clock()
                action = a(view, seed)
                if len(view.options) > 1:
                    times.append(clock() - began)
            else:
                action = b(view, seed)
            game = game.do(action)
        if game.over:
            share += 0.5 * (table.teams[game.over[0]] % 2 == even)
        else:
            share += 0.25
        turns += len(game)
    return Deal(share, turns, tuple(times))


def match(
    table: Table, a: str, b: str, deals: Iterable[str], clock: Callable[[], float] = lambda: 0.0
) -> Iterator[Deal]:
    """One deal after another; `deals` are their seeds."""
    one, other = player_named(a), player_named(b)
    for seed in deals:
        yield play_deal(table, one, other, seed, clock)


def score(played: Iterable[Deal]) -> Score:
    """The result of these deals."""
    deals = list(played)
    count = len(deals)
    share = sum(deal.share for deal in deals) / count
    spread = sqrt(sum((deal.share - share) ** 2 for deal in deals) / max(1, count - 1))
    times = sorted(time for deal in deals for time in deal.times) or [0.0]
    return Score(
        deals=count,
        share=share,
        margin=1.96 * spread / sqrt(count),
        turns=sum(deal.turns for deal in deals) / (2 * count),
        median=times[len(times) // 2],
        slowest=times[len(times) * 99 // 100],
    )
