"""Games that the fits learn from: whole games, each position with its result.

A seat's positions after its own moves are a chain that ends with a win or a loss. The worth of a position
is a mixture (TD(lambda)) of the chances that the weights give to the later links of its chain, and of the
game's end. So a position that was lost by bad luck ten rounds later still counts as a good one, and the
weights of marbles far from home are learned from thousands of links instead of from a few hundred games.

Games are played by the weights so far, and part of them against members of a pool: the written weights,
greedy, and earlier generations. Some moves are drawn with a temperature, so that others than the favourites
are seen, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from engine.bits import Bits
from engine.dealing import setup_for
from engine.game import Action, Game, begin, options_with_results
from engine.geometry import Seat
from engine.strategy.evaluation import Evaluator, Kept, chance
from engine.strategy.greedy import Progress
from engine.strategy.hidden import Hidden
from engine.strategy.players import best, drawn, kept_after
from engine.strategy.replies import Replies
from engine.strategy.search import worth
from engine.table import Table
from engine.views import seat_view

MOST_TURNS = 1500
"""A game that lasts longer is not learned from."""
LAMBDA = 0.85
"""The part of a position's worth that comes from later than the next own move."""
TEMPERATURES = (0.0, 0.02, 0.05, 0.1)

Choices: TypeAlias = Sequence[tuple[Action, Bits]]
Pick: TypeAlias = Callable[[Game, Kept, Choices], int]
"""The number of the option that a player takes."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A position after a move, as the seat that made it sees it, and its worth (0 to 1)."""

    features: list[int]
    worth: float


def by_weights(evaluator: Evaluator, temperature: float, luck: Random) -> Pick:
    """A player by weights, with noise."""

    def pick(game: Game, hand: Kept, choices: Choices) -> int:
        return drawn(values(evaluator, game.turn, hand, choices), temperature, luck)

    return pick


def by_progress(table: Table, noise: float, luck: Random) -> Pick:
    """The greedy player; the share `noise` of its moves is drawn at random."""
    progress = Progress(table)

    def pick(game: Game, hand: Kept, choices: Choices) -> int:
        if luck.random() < noise:
            return luck.randrange(len(choices))
        return best([progress.lead(bits, game.turn) for _, bits in choices])

    return pick


def values(evaluator: Evaluator, me: Seat, hand: Kept, choices: Choices) -> list[float]:
    """The value of every option."""
    return [evaluator.value(bits, me, kept_after(hand, action)) for action, bits in choices]


def moments(
    table: Table,
    evaluator: Evaluator,
    teams: Sequence[Pick],
    luck: Random,
    share: float,
    trace: float = LAMBDA,
) -> Iterator[Moment]:
    """A share of the moments of one game; with a trace of 1 each is worth the result of its team."""
    game, eyes = begin(setup_for(table, f"{luck.random()}")), evaluator.eyes
    chains: list[list[tuple[float, list[int]]]] = [[] for _ in range(table.sides)]
    while not game.over and len(game) < MOST_TURNS:
        me, choices = game.turn, [*zip(*options_with_results(game), strict=True)]
        hand = tuple([card.rank for card in game.hand])
        at = teams[table.teams[me]](game, hand, choices) if len(choices) > 1 else 0
        action, bits = choices[at]
        kept = kept_after(hand, action)
        seen = eyes.board(bits, me) + eyes.hand(bits, me, kept) if luck.random() < share else []
        chains[me].append((chance(evaluator.value(bits, me, kept)), seen))
        game = game.do(action)
    for seat, chain in enumerate(chains):
        if game.over:
            yield from _valued(chain, float(seat in game.over), trace)


def _valued(chain: Sequence[tuple[float, list[int]]], end: float, trace: float) -> Iterator[Moment]:
    """The chosen links of one seat's chain, the last first."""
    worth = end
    for value, features in reversed(chain):
        if features:
            yield Moment(features, worth)
        worth = trace * worth + (1 - trace) * value


@dataclass(frozen=True, slots=True)
class Decision:
    """The options of one decision: the features of each, and its mean worth in the same likely hands."""

    features: list[list[int]]
    values: list[float]


def decisions(
    table: Table, evaluator: Evaluator, luck: Random, share: float, rollouts: int, most: int
) -> Iterator[Decision]:
    """A share of the decisions of one game, each option played on for a round by the weights.

    Of more options than `most`, half are the favourites and half are drawn from the others.
    """
    game = begin(setup_for(table, f"{luck.random()}"))
    while not game.over and len(game) < MOST_TURNS:
        me, choices = game.turn, [*zip(*options_with_results(game), strict=True)]
        hand = tuple([card.rank for card in game.hand])
        scores = values(evaluator, me, hand, choices)
        if luck.random() < share:
            order = sorted(range(len(choices)), key=lambda n: -scores[n])
            ways = list(dict.fromkeys((choices[n][1], kept_after(hand, choices[n][0])) for n in order))
            if len(ways) > most:
                ways = ways[: most // 2] + luck.sample(ways[most // 2 :], most - most // 2)
            if len(ways) > 1:
                yield _decision(game, evaluator, ways, luck, rollouts)
        game = game.do(choices[drawn(scores, luck.choice(TEMPERATURES), luck)][0])


def _decision(
    game: Game, evaluator: Evaluator, ways: Sequence[tuple[Bits, Kept]], luck: Random, rollouts: int
) -> Decision:
    me, totals = game.turn, [0.0] * len(ways)
    hidden, replies = Hidden(seat_view(game, me)), Replies(evaluator)
    for _ in range(rollouts):
        deal = hidden.deal(luck)
        for n, (bits, kept) in enumerate(ways):
            totals[n] += worth(replies, game.position, bits, kept, deal) / rollouts
    return Decision([evaluator.features(bits, me, kept) for bits, kept in ways], totals)
