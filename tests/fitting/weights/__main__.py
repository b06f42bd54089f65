"""`python -m tests.fitting.weights`: learn the weights and write them as files that people can read.

Three stages, each of which begins with what the one before has written:

    outcomes    games of mixed strength; which positions are won (logistic regression)
    rollouts    decisions of strong games; what the options are worth (regression on paired rollouts)
    chance      games of strong players; the chance of winning, for graphs and analysis

Everything is drawn from the seed. A weights file counts only after it has won in the arena
(`jokerboard strategy arena`): a smaller loss proves nothing. `jokerboard strategy calibration` shows how far
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
from typing import TypeVar

from engine.rules.rule_sets import RULES, rules_named
from engine.strategy.evaluation import Evaluator
from engine.strategy.features import COUNT
from engine.strategy.weights import parse_weights
from engine.table import Table, table_for
from tests.fitting.weights.fit import fit_outcomes, fit_rollouts, fit_scale, log_loss
from tests.fitting.weights.printing import print_weights
from tests.fitting.weights.selfplay import Decision, Moment, decisions, moments

STAGES = ("outcomes", "rollouts", "chance")
_GAMES = 10
"""Games of one job."""

Found = TypeVar("Found")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the stages; the files are written after each."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fitting.weights", description=__doc__.splitlines()[0]
    )
    parser.add_argument(
        "--rules", nargs="+", metavar="NAME", default=[*RULES], help="rule sets to learn from"
    )
    parser.add_argument("--players", type=int, default=4, help="players at the table")
    parser.add_argument("--stages", nargs="+", choices=STAGES, default=[*STAGES], help="stages to run")
    parser.add_argument("--games", type=int, default=600, help="games of a round")
    parser.add_argument("--seed", default="1", help="everything is drawn from it")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--name", default="common", help="the files are play-NAME.toml and chance-NAME.toml")
    parser.add_argument("--folder", type=Path, default=Path("engine/strategy/weights"))
    args = parser.parse_args(argv)
    tables = [table_for(rules_named(name), args.players) for name in args.rules]
    with ProcessPoolExecutor(args.processes) as pool:
        _Learner(args, tables, pool).run()
    return 0


class _Learner:
    def __init__(self, args: argparse.Namespace, tables: list[Table], pool: ProcessPoolExecutor) -> None:
        self._args = args
        self._tables = tables
        self._pool = pool
        self._play = args.folder / f"play-{args.name}.toml"

    def run(self) -> None:
        """The stages that are asked for."""
        for stage in self._args.stages:
            {"outcomes": self._outcomes, "rollouts": self._rollouts, "chance": self._chance}[stage]()

    def _outcomes(self) -> None:
        weights: list[float] | None = None
        for round_ in range(2):
            seen = self._gather(partial(_mixed, weights), f"outcomes {round_}")
            cut = len(seen) * 9 // 10
            weights = fit_outcomes(seen[:cut], weights or [0.0] * COUNT, ridge=30.0)
            _say(f"outcomes {round_}: {len(seen)} moments, loss {log_loss(seen[cut:], weights):.4f}")
            self._write(self._play, weights, f"outcomes of {self._args.games * (round_ + 1)} games")

    def _rollouts(self) -> None:
        weights = list(parse_weights(self._play.read_text(encoding="utf-8"), self._play.name))
        for round_ in range(2):
            seen = self._gather(partial(_decided, weights), f"rollouts {round_}")
            weights = fit_rollouts(seen, weights, ridge=20.0)
            _say(f"rollouts {round_}: {len(seen)} decisions")
            self._write(self._play, weights, f"outcomes, then {round_ + 1} rounds of rollouts")

    def _chance(self) -> None:
        start = list(parse_weights(self._play.read_text(encoding="utf-8"), self._play.name))
        seen = self._gather(partial(_strong, start), "chance")
        cut = len(seen) * 3 // 4
        fitted = fit_outcomes(seen[:cut], start, ridge=100.0, prior=start)
        scale = fit_scale(seen[cut:], fitted)
        weights = [scale * weight for weight in fitted]
        _say(f"chance: {len(seen)} moments, scale {scale:.2f}, loss {log_loss(seen[cut:], weights):.4f}")
        file = self._args.folder / f"chance-{self._args.name}.toml"
        self._write(file, weights, f"outcomes of {self._args.games} games of strong players")

    def _gather(self, job: Callable[[Table, str], list[Found]], stage: str) -> list[Found]:
        """What the jobs find, in their order: the tables take turns."""
        count = max(1, self._args.games // _GAMES)
        tables = [self._tables[n % len(self._tables)] for n in range(count)]
        seeds = [f"{self._args.seed} {stage} {n}" for n in range(count)]
        return [*chain.from_iterable(self._pool.map(job, tables, seeds))]

    def _write(self, file: Path, weights: Sequence[float], how: str) -> None:
        rules, args = ", ".join(self._args.rules), self._args
        origin = [
            f"Learned from {how}; seed {args.seed}.",
            f"{rules}; {args.players} players.",
        ]
        file.write_text(print_weights(weights, origin), encoding="utf-8")


def _mixed(weights: list[float] | None, table: Table, seed: str) -> list[Moment]:
    evaluator = None if weights is None else Evaluator(table, weights)
    chance = Random(seed)
    return [moment for _ in range(_GAMES) for moment in moments(table, evaluator, chance, share=0.12)]


def _strong(weights: list[float], table: Table, seed: str) -> list[Moment]:
    evaluator, chance = Evaluator(table, weights), Random(seed)
    return [
        moment for _ in range(_GAMES) for moment in moments(table, evaluator, chance, share=0.12, mixed=False)
    ]


def _decided(weights: list[float], table: Table, seed: str) -> list[Decision]:
    evaluator, chance = Evaluator(table, weights), Random(seed)
    return [*decisions(table, evaluator, chance, share=0.12, rollouts=8, most=5)]


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
