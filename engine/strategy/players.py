"""Machine players: `choose(view, level, seed)` returns what a seat does with what it sees.

    easy      plays by the weights, with much noise
    steady    plays by the weights, with a little noise
    strong    takes the option with the highest value; if the second best is close, it simulates both
    expert    simulates the best options many times, against likely hands

`strong` and `expert` search (`engine.strategy.search`), and judge by a network (`engine.strategy.network`).

Noise is drawn from the seed and the number of the action, so the same view, level and seed give the same
choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from random import Random

from engine.bits import Bits
from engine.errors import StrategyError
from engine.game import Action
from engine.geometry import seat_letter
from engine.play import Play
from engine.strategy.evaluation import Evaluator, Kept, Progress, added, without
from engine.strategy.levels import Level
from engine.strategy.network import network_values_for
from engine.strategy.search import EXPERT, STRONG, Budget, search
from engine.strategy.weights import weights_for
from engine.table import Table
from engine.views import SeatView

TEMPERATURES = {Level.EASY: 0.34, Level.STEADY: 0.125}
"""The temperature of a random choice among the options, in logarithms of odds; a higher one errs more.

These numbers make the steps from random plays to easy, steady and strong about equal in Elo.
"""
BUDGETS = {Level.STRONG: STRONG, Level.EXPERT: EXPERT}

_CLOSE = 6.0
"""The closeness of a choice is exp(-`_CLOSE` * the gap between the two best values)."""


def choose(view: SeatView, level: Level, seed: str, budget: Budget | None = None) -> Action:
    """The option that a player of that level takes; raise StrategyError if it is not the seat's turn."""
    return view.options[chosen(view, level, seed, budget)]


def chosen(view: SeatView, level: Level, seed: str, budget: Budget | None = None) -> int:
    """The index of the option that `choose` returns."""
    if not view.options:
        raise StrategyError(f"seat {seat_letter(view.seat)} has nothing to choose now")
    if len(view.options) == 1:
        return 0
    chance = Random(f"{seed}:{len(view.public.actions)}")
    evaluator = evaluator_for(view.table)
    scores = values(evaluator, view)
    if level in TEMPERATURES:
        return drawn(scores, TEMPERATURES[level], chance)
    network = network_values_for(view.table)
    judge = network.value if network else None
    return search(evaluator, view, scores, chance, budget or BUDGETS[level], judge)


def closeness(view: SeatView) -> float | None:
    """How close the two best options are: 1 if they are equal, near 0 if one is far better.

    Options with the same marbles and kept ranks count as one option. None if there is only one option.
    """
    hand = tuple([card.rank for card in view.hand])
    scores: dict[tuple[Bits, Kept], float] = {}
    for option, bits, score in zip(
        view.options, view.results, values(evaluator_for(view.table), view), strict=True
    ):
        scores[bits, tuple(sorted(kept_after(hand, option)))] = score
    if len(scores) < 2:
        return None
    first, second = sorted(scores.values())[:-3:-1]
    return exp(_CLOSE * (second - first))


def greedy(view: SeatView) -> Action:
    """The option with the most progress; levels are compared with this player."""
    progress = _progress(view.table)
    return view.options[best([progress.lead(bits, view.seat) for bits in view.results])]


def values(evaluator: Evaluator, view: SeatView) -> list[float]:
    """The value of each option, in logarithms of odds."""
    hand, me = tuple([card.rank for card in view.hand]), view.seat
    found: list[float] = []
    for action, bits in zip(view.options, view.results, strict=True):
        found.append(evaluator.value(bits, me, kept_after(hand, action)))
    return found


def kept_after(hand: Kept, action: Action) -> Kept:
    """The cards that a seat keeps after that action."""
    return without(hand, action.card.rank) if isinstance(action, Play) else hand


def best(scores: Sequence[float]) -> int:
    """The index of the highest score, the first of several."""
    return max(range(len(scores)), key=scores.__getitem__)


def drawn(scores: Sequence[float], temperature: float, chance: Random) -> int:
    """A random index; the lower the temperature, the likelier is the index of the best score."""
    top = best(scores)
    if temperature == 0:
        return top
    odds = [exp(max(-50.0, (score - scores[top]) / temperature)) for score in scores]
    pick = chance.random() * added(odds)
    for n, share in enumerate(odds):
        pick -= share
        if pick < 0:
            return n
    return top


@lru_cache(maxsize=4)
def evaluator_for(table: Table) -> Evaluator:
    """The evaluator of a table, by the weights that are installed for its rules."""
    return Evaluator(table, weights_for(table.rules.name))


@lru_cache(maxsize=4)
def _progress(table: Table) -> Progress:
    return Progress(table)
