"""Games that the fits learn from: whole games of mixed strength, and paired rollouts of single decisions.

Players who never err give no contrast: whoever is ahead wins, whatever the features. So each seat of a game
gets a strength of its own, from greedy with many random plays to the best play by the weights so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from engine.bits import Bits
from engine.dealing import setup_for
from engine.game import Action, Game, begin, options_with_results
from engine.geometry import Seat
from engine.strategy.evaluation import Evaluator, Kept
from engine.strategy.greedy import Progress
from engine.strategy.hidden import Hidden
from engine.strategy.players import best, drawn, kept_after
from engine.strategy.replies import Replies
from engine.strategy.search import worth
from engine.table import Table
from engine.views import seat_view

MOST_TURNS = 1500
"""A game that lasts longer is not learned from."""
TEMPERATURES = (0.0, 0.05, 0.1, 0.2, 0.4)


@dataclass(frozen=True, slots=True)
class Moment:
    """A position after a move, as the seat that made it sees it, and whether its team won the game."""

    features: list[int]
    won: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """The options of one decision: the features of each, and what its rollouts were worth on average."""

    features: list[list[int]]
    values: list[float]


class Strength:
    """A player of some strength: greedy with noise, or by weights with a temperature."""

    def __init__(self, table: Table, evaluator: Evaluator | None, chance: Random, mixed: bool) -> None:
        self._chance = chance
        self._evaluator = evaluator if evaluator and (not mixed or chance.random() < 0.8) else None
        self._progress = Progress(table)
        self._temperature = chance.choice(TEMPERATURES) if mixed else 0.02
        self._noise = chance.choice((0.0, 0.1, 0.3))

    def pick(self, me: Seat, hand: Kept, choices: Sequence[tuple[Action, Bits]]) -> int:
        """The number of the option taken."""
        if self._evaluator is None:
            if self._chance.random() < self._noise:
                return self._chance.randrange(len(choices))
            return best([self._progress.lead(bits, me) for _, bits in choices])
        return drawn(values(self._evaluator, me, hand, choices), self._temperature, self._chance)


def values(evaluator: Evaluator, me: Seat, hand: Kept, choices: Sequence[tuple[Action, Bits]]) -> list[float]:
    """The value of every option."""
    found = []
    for action, bits in choices:
        found.append(evaluator.value(bits, me, kept_after(hand, action)))
    return found


def moments(
    table: Table, evaluator: Evaluator | None, chance: Random, share: float, mixed: bool = True
) -> Iterator[Moment]:
    """A share of the moments of one game, of mixed strength or of the best players there are."""
    eyes_of = evaluator or Evaluator(table, ())
    players = [Strength(table, evaluator, chance, mixed) for _ in range(table.sides)]
    game = begin(setup_for(table, f"{chance.random()}"))
    seen: list[tuple[Seat, list[int]]] = []
    while not game.over and len(game) < MOST_TURNS:
        me, choices = game.turn, [*zip(*options_with_results(game), strict=True)]
        hand = ranks(game)
        action, bits = choices[players[me].pick(me, hand, choices) if len(choices) > 1 else 0]
        if chance.random() < share:
            kept = kept_after(hand, action)
            seen.append((me, eyes_of.eyes.board(bits, me) + eyes_of.eyes.hand(bits, me, kept)))
        game = game.do(action)
    if game.over:
        for me, features in seen:
            yield Moment(features, me in game.over)


def decisions(
    table: Table, evaluator: Evaluator, chance: Random, share: float, rollouts: int, most: int
) -> Iterator[Decision]:
    """A share of the decisions of one game, each with rollouts of its best options."""
    game = begin(setup_for(table, f"{chance.random()}"))
    while not game.over and len(game) < MOST_TURNS:
        me, choices, hand = game.turn, [*zip(*options_with_results(game), strict=True)], ranks(game)
        scores = values(evaluator, me, hand, choices)
        if chance.random() < share:
            ways = _distinct(hand, choices, scores)[:most]
            if len(ways) > 1:
                yield _decision(game, evaluator, ways, chance, rollouts)
        game = game.do(choices[drawn(scores, 0.1, chance)][0])


def _distinct(
    hand: Kept, choices: Sequence[tuple[Action, Bits]], scores: Sequence[float]
) -> list[tuple[Bits, Kept]]:
    """The different options, the best first."""
    order = sorted(range(len(choices)), key=lambda n: -scores[n])
    ways: dict[tuple[Bits, Kept], None] = {}
    for n in order:
        action, bits = choices[n]
        ways[bits, kept_after(hand, action)] = None
    return [*ways]


def _decision(
    game: Game, evaluator: Evaluator, ways: Sequence[tuple[Bits, Kept]], chance: Random, rollouts: int
) -> Decision:
    me, position = game.turn, game.position
    totals = [0.0] * len(ways)
    hidden, replies = Hidden(seat_view(game, me)), Replies(evaluator)
    for _ in range(rollouts):
        deal = hidden.deal(chance)
        for n, (bits, kept) in enumerate(ways):
            totals[n] += worth(replies, position, bits, kept, deal)
    eyes = evaluator.eyes
    return Decision(
        [eyes.board(bits, me) + eyes.hand(bits, me, kept) for bits, kept in ways],
        [total / rollouts for total in totals],
    )


def ranks(game: Game) -> Kept:
    """The ranks in the hand of the seat to move."""
    return tuple([card.rank for card in game.hand])
