"""Decisions: the referee's readings at a moment of a simulated game, and which of them were true.

A decision is the ranked readings of one moment. Each reading costs the sum of named entries of the cost
table, each with its number of uses. The stored counts allow a decision to be priced again with another table.
A reading is true if its plays are those that people had made by then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from engine.position import Position
from engine.rules.rule_sets import RULES
from engine.table import table_for
from jokerboard.journal.games.ranked_readings import Reading, readings
from tests.simulated_games.game import Game, play_game
from tests.simulated_games.people.habits import between
from tests.simulated_games.table_state import Options
from tests.simulated_games.tally import Tally
from tests.simulated_games.true_turns import Turn

EVERY = (0.15, 1.0)
"""Seconds between two moments that are looked at."""
SETTLED = 0.03
"""A play counts as made this many seconds after its last edge."""
WITHIN = 9.0
"""Readings that cost this much more than the best are left out."""
FAR = 4.0
"""If the best true reading and the best false one are farther apart, the decision is clear."""
KEPT = 0.1
"""The share of the clear decisions that is kept."""
TURNS = 60
"""The most turns of one game, so that long games do not dominate."""


class Choice(NamedTuple):
    """A reading at a decision: how often it uses each entry of the cost table, and costs without an entry."""

    entries: tuple[tuple[int, float], ...]
    rest: float
    true: bool


class Decision(NamedTuple):
    """The readings of one moment, at least one true and one false; it counts as `weight` moments."""

    choices: tuple[Choice, ...]
    weight: float


class Collector:
    """Collects the decisions of the games that it follows."""

    def __init__(self, names: Sequence[str], costs: dict[str, float], rng: Random) -> None:
        self.decisions: list[Decision] = []
        self.moments = 0
        self.lost = 0
        """The number of moments without a true reading, which no cost can improve."""
        self._index = {name: i for i, name in enumerate(names)}
        self._costs = costs
        self._rng = rng

    def follow(self, game: Game) -> None:
        """Record decisions of this game from time to time."""
        game.world.at(game.world.t + between(self._rng, *EVERY), lambda: self._look(game))

    def _look(self, game: Game) -> None:
        self.follow(game)
        game.world.settle()
        truth = plays_made(game)
        if truth is None:
            return
        self.add(readings(game.world.referee.beam), truth)

    def add(self, readings: Sequence[Reading], truth: tuple[Position, ...]) -> None:
        """Add one moment: the readings, likeliest first, and the plays that were really made."""
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
        # A reading remembers the last few plays only.
        plays = reading.plays
        return Choice(entries, rest, plays == truth[-len(plays) :] if plays else not truth)


def plays_made(game: Game) -> tuple[Position, ...] | None:
    """The positions after each play that people have made by now; None while that is not clear."""
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
    """Whether nobody is changing their mind, or did something ambiguous."""
    if turn.in_doubt or (turn.tried and turn.done is None and turn.wrong is None):
        return False
    if not turn.play.legs and turn.done is not None and turn.right_at is None:
        return False
    if turn.wrong is not None and (turn.done is not None or turn.wrong.kind.startswith("taken back")):
        return False
    last = max(turn.done or 0.0, turn.card_t or 0.0)
    return not (last - SETTLED < t < last + SETTLED)


def collect(rules: str, seed: str, turns: int, options: dict[str, Any], make: Any, costs: Any) -> Collector:
    """Decisions of games by that rule set, `turns` turns in all, judged by `make` with these `costs`."""
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
    """All decisions, all moments, and how many moments had no true reading."""
    every = list(collectors)
    decisions = [decision for each in every for decision in each.decisions]
    return decisions, sum(each.moments for each in every), sum(each.lost for each in every)
