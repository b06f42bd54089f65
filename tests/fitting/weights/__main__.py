"""`python -m tests.fitting.weights`: learn the weights and write them as files that people can read.

    play      generations of games, each fitted near the weights before (temporal differences)
    options   what the options of single decisions are worth, when all are played on against the same hands
    chance    games of good players; the chance of winning, for graphs and analysis

Everything is drawn from the seed. A weights file counts only after the pool's table (`python -m
tests.fitting.weights.gate`): a smaller loss proves nothing. `jokerboard strategy calibration` shows how far
the chances can be trusted.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from time import monotonic

from engine.rules.rule_sets import RULES, rules_named
from engine.strategy.evaluation import Evaluator
from engine.strategy.weights import parse_weights
from engine.strategy.written import written_weights
from engine.table import Table, table_for
from tests.fitting.weights.fit import Fit, fit_scale, smoothed
from tests.fitting.weights.printing import print_weights
from tests.fitting.weights.selfplay import (
    TEMPERATURES,
    Decision,
    Moment,
    Pick,
    by_progress,
    by_weights,
    decisions,
    moments,
)

STAGES = ("play", "options", "chance")
_GAMES = 10
"""The number of games in one job."""
_SHARE = 0.3
"""The share of a game's moments that are used."""
_LARGE = 8
"""One of this many jobs plays with more than four at the table."""

Weights = Sequence[float]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the stages; the files are written after each generation."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fitting.weights", description=__doc__.splitlines()[0]
    )
    parser.add_argument(
        "--rules", nargs="+", metavar="NAME", default=[*RULES], help="rule sets to learn from"
    )
    parser.add_argument("--stages", nargs="+", choices=STAGES, default=[*STAGES], help="stages to run")
    parser.add_argument("--generations", type=int, default=5, help="generations of games")
    parser.add_argument("--games", type=int, default=400, help="games of a generation")
    parser.add_argument("--passes", type=int, default=1, help="how often the options are learned from")
    parser.add_argument(
        "--decisions", type=int, default=40, help="games of a pass, a quarter of their decisions"
    )
    parser.add_argument("--seed", default="1", help="everything is drawn from it")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--name", default="common", help="the files are play-NAME.toml and chance-NAME.toml")
    parser.add_argument("--start", type=Path, help="weights to begin with, instead of the written ones")
    parser.add_argument("--folder", type=Path, default=Path("engine/strategy/weights"))
    args = parser.parse_args(argv)
    with ProcessPoolExecutor(args.processes) as pool:
        learner = _Learner(args, pool)
        for stage in args.stages:
            {"play": learner.play, "options": learner.options, "chance": learner.chance}[stage]()
    return 0


class _Learner:
    def __init__(self, args: argparse.Namespace, pool: ProcessPoolExecutor) -> None:
        self._args = args
        self._pool = pool
        self._tables = [table_for(rules_named(name), 4) for name in args.rules]
        self._large = [
            table_for(rules, players)
            for rules in map(rules_named, args.rules)
            for players in rules.players
            if players in (6, 8) and rules.teams_for(players) == 2
        ]

    def play(self) -> None:
        """Generations of games, and the fits to them."""
        args, earlier, began = self._args, list[Weights](), monotonic()
        start = _read(args.start) if args.start else written_weights()
        fit = Fit(start, ridge=15.0, forget=0.8)
        for generation in range(args.generations):
            weights = [*map(float, fit.weights)]
            job = partial(_learning, weights, tuple(earlier))
            seen = self._gather(job, f"play {generation}")
            surprise = fit.take(seen)
            earlier = [*earlier, weights][-4:] if generation % 3 == 2 else earlier
            took = monotonic() - began
            print(f"{took:6.0f} s  generation {generation}: {len(seen)} moments, {surprise:.4f}", flush=True)
            self._write("play", [*map(float, fit.weights)], f"{args.games * (generation + 1)} games")

    def options(self) -> None:
        """Passes over decisions, each of games by the weights so far; a fit takes those of all passes."""
        seen = list[Decision]()
        for number in range(self._args.passes):
            weights = _read(self._file("play"))
            tables = [self._tables[n % len(self._tables)] for n in range(self._args.decisions)]
            seeds = [f"{chr(ord('a') + number)} {n}" for n in range(self._args.decisions)]
            if self._args.seed != "1":
                seeds = [f"{self._args.seed} {seed}" for seed in seeds]
            seen += chain.from_iterable(self._pool.map(partial(_decided, weights), tables, seeds))
            fit = Fit(weights, ridge=15.0, forget=1.0, tied=True)
            error = fit.lean(seen)
            print(f"options {number}: {len(seen)} decisions, squared error {error:.3f}", flush=True)
            how = f"whole games, then pass {number + 1} over options"
            last = number == self._args.passes - 1
            found = [*map(float, fit.weights)]
            self._write("play", smoothed(found) if last else found, how)

    def chance(self) -> None:
        """The chances of winning: outcomes alone, of games among good players."""
        start = _read(self._file("play"))
        seen = self._gather(partial(_outcomes, start), "chance")
        fit = Fit(start, ridge=100.0, forget=1.0)
        cut = len(seen) * 3 // 4
        fit.take(seen[:cut])
        scale = fit_scale(seen[cut:], [*map(float, fit.weights)])
        print(f"chance: {len(seen)} moments, scale {scale:.2f}", flush=True)
        self._write("chance", [scale * float(weight) for weight in fit.weights], f"{self._args.games} games")

    def _gather(self, job: Callable[[Table, str], list[Moment]], stage: str) -> list[Moment]:
        """What the jobs find, in their order: the tables take turns."""
        count = max(1, self._args.games // _GAMES)
        tables = [
            self._large[n // _LARGE % len(self._large)]
            if self._large and n % _LARGE == _LARGE - 1
            else self._tables[n % len(self._tables)]
            for n in range(count)
        ]
        seeds = [f"{self._args.seed} {stage} {n}" for n in range(count)]
        return [*chain.from_iterable(self._pool.map(job, tables, seeds))]

    def _file(self, kind: str) -> Path:
        folder: Path = self._args.folder
        return folder / f"{kind}-{self._args.name}.toml"

    def _write(self, kind: str, weights: Weights, how: str) -> None:
        args = self._args
        origin = [f"Learned by `make learn` from {how}; seed {args.seed}.", f"{', '.join(args.rules)}."]
        self._file(kind).write_text(print_weights(weights, origin), encoding="utf-8")


def _learning(weights: Weights, earlier: Sequence[Weights], table: Table, seed: str) -> list[Moment]:
    """The moments of some games of the weights so far, three in ten of them against a member of the pool."""
    evaluator, luck = Evaluator(table, weights), Random(seed)
    found: list[Moment] = []
    for _ in range(_GAMES):
        teams = [by_weights(evaluator, luck.choice(TEMPERATURES), luck) for _ in range(table.team_count)]
        if luck.random() < 0.3:
            teams[luck.randrange(len(teams))] = _member(table, earlier, luck)
        found += moments(table, evaluator, teams, luck, _SHARE)
    return found


def _member(table: Table, earlier: Sequence[Weights], luck: Random) -> Pick:
    if luck.random() < 0.2:
        return by_progress(table, luck.choice((0.0, 0.1, 0.3)), luck)
    weights = luck.choice([written_weights(), *earlier])
    return by_weights(Evaluator(table, weights), luck.choice(TEMPERATURES), luck)


def _decided(weights: Weights, table: Table, seed: str) -> list[Decision]:
    return [*decisions(table, Evaluator(table, weights), Random(seed), share=0.25, rollouts=8, most=8)]


def _outcomes(weights: Weights, table: Table, seed: str) -> list[Moment]:
    evaluator, written, luck = Evaluator(table, weights), Evaluator(table, written_weights()), Random(seed)
    found: list[Moment] = []
    for _ in range(_GAMES):
        good = by_weights(evaluator, 0.02, luck), by_weights(written, 0.02, luck)
        teams = [luck.choice(good) for _ in range(table.team_count)]
        found += moments(table, evaluator, teams, luck, _SHARE, trace=1.0)
    return found


def _read(file: Path) -> Weights:
    return parse_weights(file.read_text(encoding="utf-8"), file.name)


if __name__ == "__main__":
    sys.exit(main())
