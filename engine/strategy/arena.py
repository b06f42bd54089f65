"""Duplicate matches between two kinds of player: every deal is played twice, with the teams exchanged.

In the first game of a deal the even teams play as A and the odd ones as B, in the second the other way
round; deal and shuffles are the same. The win share of A in a deal is the mean of both games. The spread of
the shares gives the interval, so luck that both games share does not widen it.

With an odd number of teams A has one team more in the first game and one less in the second, so the mean of
two equal players is nevertheless a half.

A pool plays everybody against everybody. Its Elo ratings are those by which all win shares together are the
likeliest (Bradley and Terry); 400 points are odds of ten to one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log10, sqrt
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeAlias

from engine.dealing import setup_for
from engine.errors import StrategyError
from engine.game import Action, begin
from engine.strategy.evaluation import Evaluator
from engine.strategy.levels import LEVELS, level_named
from engine.strategy.players import best, choose, greedy, values
from engine.strategy.weights import parse_weights, written_weights
from engine.table import Table
from engine.views import SeatView, seat_view

GREEDY, RANDOM, WRITTEN = "greedy", "random", "written"
PLAYERS = (*LEVELS, GREEDY, WRITTEN, RANDOM)
POOL = (RANDOM, "easy", GREEDY, "steady", WRITTEN, "strong")
"""The players of a pool if none are named; `expert` is left out because it takes much longer."""
MOST_TURNS = 4000
"""The number of turns after which a game is ended without winners."""

Player: TypeAlias = Callable[[SeatView, str], Action]


class Deal(NamedTuple):
    """One deal: the win share of A in its two games, their turns, the seconds of each decision of A."""

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
    """The 99th percentile of the seconds a decision of A takes."""


def player_named(table: Table, name: str) -> Player:
    """The player with that name: a level, a simple player, or the best play by a weights file (`*.toml`)."""
    if name == GREEDY:
        return lambda view, _: greedy(view)
    if name == RANDOM:
        return _random
    if name == WRITTEN:
        return _by_weights(table, written_weights())
    if name.endswith(".toml"):
        try:
            text = Path(name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise StrategyError(f"the weights {name} cannot be read: {error}") from None
        return _by_weights(table, parse_weights(text, name))
    level = level_named(name)
    return lambda view, seed: choose(view, level, seed)


def _random(view: SeatView, seed: str) -> Action:
    return Random(f"{seed}:{len(view.public.actions)}").choice(view.options)


def _by_weights(table: Table, weights: Sequence[float]) -> Player:
    evaluator = Evaluator(table, weights)

    def play(view: SeatView, _seed: str) -> Action:
        return view.options[best(values(evaluator, view)) if len(view.options) > 1 else 0]

    return play


def play_deal(table: Table, a: Player, b: Player, seed: str, clock: Callable[[], float]) -> Deal:
    """The result of playing both games of one deal."""
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
    """Play the deals with these seeds; yield the result of each."""
    one, other = player_named(table, a), player_named(table, b)
    for seed in deals:
        yield play_deal(table, one, other, seed, clock)


def score(played: Iterable[Deal]) -> Score:
    """The result of a match from its deals."""
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


class Met(NamedTuple):
    """Two players of a pool, and the score of A against B."""

    a: str
    b: str
    score: Score


def pool(table: Table, members: Sequence[str], deals: Sequence[str]) -> Iterator[Met]:
    """Play every two members against each other, the later one as A."""
    for b, a in combinations(members, 2):
        yield Met(a, b, score(match(table, a, b, deals)))


def elo(met: Sequence[Met]) -> dict[str, float]:
    """The Elo ratings of all players, relative to the first.

    A drawn game is added to the games of each pair, so that a player that lost every game has a
    rating, too.
    """
    names = list(dict.fromkeys(name for one in met for name in (one.b, one.a)))
    won = dict.fromkeys(names, 0.0)
    for a, b, result in met:
        won[a] += result.share * 2 * result.deals + 0.5
        won[b] += (1 - result.share) * 2 * result.deals + 0.5
    strength = dict.fromkeys(names, 1.0)
    for _ in range(2000):
        shares = dict.fromkeys(names, 0.0)
        for a, b, result in met:
            each = (2 * result.deals + 1) / (strength[a] + strength[b])
            shares[a] += each
            shares[b] += each
        strength = {name: won[name] / shares[name] for name in names}
    first = strength[names[0]]
    return {name: 400 * log10(strength[name] / first) for name in names}
