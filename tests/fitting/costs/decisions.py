"""Collect decisions: the referee's ranked hypotheses at one time of a simulated game, and the true ones.

The cost of a hypothesis is a sum of entries of the cost table, each multiplied by its number of uses. These
numbers are stored, so that a decision can be computed with another table. A hypothesis is true if its plays
are the plays that people had made by that time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from engine.position import Position
from engine.rules.rule_sets import RULES
from engine.table import table_for
from jokerboard.journal.games.readings import Reading, readings
from tests.simulated_games.game import Game, play_game
from tests.simulated_games.people.habits import between
from tests.simulated_games.table_state import Options
from tests.simulated_games.tally import Tally
from tests.simulated_games.true_turns import Turn

EVERY = (0.15, 1.0)
"""The shortest and the longest time between two samples of a game, in seconds."""
SETTLED = 0.03
"""Seconds after its last edge at which a play counts as made."""
WITHIN = 9.0
"""Hypotheses that cost more than the cheapest one plus this number are left out."""
FAR = 4.0
"""A decision is clear if the cheapest false hypothesis costs more than the cheapest true one plus this."""
KEPT = 0.1
"""The share of clear decisions that is kept."""
TURNS = 60
"""The most turns taken from a game, so that long games do not dominate."""


class Choice(NamedTuple):
    """A hypothesis: how often its cost has each entry of the cost table, and the rest of its cost."""

    entries: tuple[tuple[int, float], ...]
    rest: float
    true: bool


class Decision(NamedTuple):
    """The hypotheses at one time, at least one true and one false; the decision counts `weight` times."""

    choices: tuple[Choice, ...]
    weight: float


class Collector:
    """Collects decisions of games while they are played."""

    def __init__(self, names: Sequence[str], costs: dict[str, float], rng: Random) -> None:
        self.decisions: list[Decision] = []
        self.moments = 0
        self.lost = 0
        """The number of samples without a true hypothesis, which no cost can improve."""
        self._index = {name: i for i, name in enumerate(names)}
        self._costs = costs
        self._rng = rng

    def follow(self, game: Game) -> None:
        """Sample this game repeatedly until its end."""
        game.world.at(game.world.t + between(self._rng, *EVERY), lambda: self._look(game))

    def _look(self, game: Game) -> None:
        self.follow(game)
        game.world.settle()
        truth = plays_made(game)
        if truth is None:
            return
        self.add(readings(game.world.referee.beam), truth)

    def add(self, readings: Sequence[Reading], truth: tuple[Position, ...]) -> None:
        """Add a sample: its hypotheses, the likeliest first, and the positions after the plays truly made."""
        self.moments += 1
        best = readings[0].cost
        choices = [self._choice(r, truth) for r in readings if r.cost <= best + WITHIN]
        true = [r.cost for r, c in zip(readings, choices, strict=False) if c.true]
        false = [r.cost for r, c in zip(readings, choices, strict=False) if not c.true]
        if not true:
            self.lost += 1
        if not true or not false:
            return
        clear = min(false) - min(true) > FAR
        if clear and self._rng.random() > KEPT:
            return
        self.decisions.append(Decision(tuple(choices), 1 / KEPT if clear else 1.0))

    def _choice(self, reading: Reading, truth: tuple[Position, ...]) -> Choice:
        counts = reading.counts
        rest = reading.cost - sum(count * self._costs[name] for name, count in counts.items())
        entries = tuple((self._index[name], count) for name, count in counts.items() if count)
        # A `Reading` has only the last few plays of its hypothesis.
        plays = reading.plays
        return Choice(entries, rest, plays == truth[-len(plays) :] if plays else not truth)


def plays_made(game: Game) -> tuple[Position, ...] | None:
    """The positions after each play that people have made so far; None while the last turns are ambiguous."""
    turns, t = game.scorer.turns, game.world.t
    made: list[Position] = []
    for turn in turns[-3:]:
        if not _is_clear(turn, t):
            return None
    for turn in turns:
        if _is_made(game, turn, t):
            made.append(turn.final)
    return tuple(made)


def _is_made(game: Game, turn: Turn, t: float) -> bool:
    laid = turn.card_t is not None or game.options.cards == "none"
    return laid and turn.done is not None and turn.done + SETTLED <= t


def _is_clear(turn: Turn, t: float) -> bool:
    """Whether the turn is unambiguous at the time `t`."""
    if turn.in_doubt or (turn.tried and turn.done is None and turn.wrong is None):
        return False
    if not turn.play.legs and turn.done is not None and turn.right_at is None:
        return False
    if turn.wrong is not None and (turn.done is not None or turn.wrong.kind.startswith("taken back")):
        return False
    last = max(turn.done or 0.0, turn.card_t or 0.0)
    return not (last - SETTLED < t < last + SETTLED)


def collect(rules: str, seed: str, turns: int, options: dict[str, Any], make: Any, costs: Any) -> Collector:
    """Play games of the rule set `rules` with `turns` turns in total; return their decisions.

    `make` makes the referee, which uses these `costs`.
    """
    names = tuple(costs.by_name)
    collector = Collector(names, costs.by_name, Random(f"{seed}:moments"))
    wanted = Options(RULES[rules], seed=seed, referee=partial(make, costs=costs), **options)
    table, tally, number = table_for(wanted.rules, wanted.players), Tally(), 0
    while tally.turns < turns:
        number += 1
        game = Game(wanted, table, number, tally)
        collector.follow(game)
        if play_game(game, min(TURNS, turns - tally.turns)) is not None:
            tally.turns += 1
    return collector


def merged(collectors: Iterable[Collector]) -> tuple[list[Decision], int, int]:
    """All decisions, the number of samples, and the number of samples without a true hypothesis."""
    every = list(collectors)
    decisions = [decision for each in every for decision in each.decisions]
    return decisions, sum(each.moments for each in every), sum(each.lost for each in every)
