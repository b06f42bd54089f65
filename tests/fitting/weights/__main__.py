"""`python -m tests.fitting.weights`: learn weights and write them into text files, in stages.

    play      learn weights for choosing plays from generations of games, by temporal differences
    network   learn the network by which searches evaluate positions, beginning with the weights of `play`
    chance    learn the chance of winning, for graphs and analysis, from games of good players
    measure   play the new weights against hand-written weights and those of earlier versions

All random numbers come from the seed. New weights are accepted only after the matches of docs/strategy.md: a
smaller loss proves nothing. `jokerboard strategy calibration` shows how far the chances can be trusted.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from time import monotonic

import numpy as np

from engine.rules.rule_sets import RULES, rules_named
from engine.strategy.features import COUNT
from engine.strategy.network import parse_network
from engine.strategy.weights import parse_weights, written_weights
from engine.table import Table, table_for
from tests.fitting.weights.compiled import Batch, LibraryError, Numbers, compiled, match, moments
from tests.fitting.weights.descent import SIZE, Descent, numbers_of, print_network
from tests.fitting.weights.fit import Fit, fit_scale
from tests.fitting.weights.printing import print_weights

STAGES = ("play", "network", "chance", "measure")
FORMER = Path(__file__).with_name("former.toml")
"""The file with the weights of an earlier version."""
LAMBDA = 0.85
"""The share of later positions in a position's target value; the player's next position has the rest."""
_SHARE = 0.3
"""The share of a game's positions that is used."""
_LARGE = 8
"""How many games with four players are played for each game with six or eight."""
_VERSUS = 0.2
"""The share of games that are played against weights of earlier generations."""
_FASTEST, _SLOWEST = 0.002, 0.0002
"""The learning rate of the network in the first and in the last generation."""
_RECENT = 3
"""The number of newest generations of games from which the network learns."""
_MEAN = 0.6
"""The share of the generations after which networks are averaged into the result."""
_UNEQUAL = 0.67
"""The share of games in which hand-written weights play against the far better network."""
_UNSEEN = 500_000
"""The first number of the games that no earlier stage plays."""
_BLOCK = 100
"""The number of games of a job."""

Weights = Sequence[float]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the named stages; each writes its file after every generation."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fitting.weights", description=__doc__.splitlines()[0]
    )
    parser.add_argument(
        "--rules", nargs="+", metavar="NAME", default=[*RULES], help="rule sets to learn from"
    )
    parser.add_argument("--stages", nargs="+", choices=STAGES, default=[*STAGES], help="stages to run")
    parser.add_argument("--generations", type=int, default=14, help="generations of games, for the weights")
    parser.add_argument("--network-generations", type=int, default=30, help="and for the network")
    parser.add_argument("--games", type=int, default=1000, help="games of a rule set in a generation")
    parser.add_argument("--deals", type=int, default=200, help="deals of a match, each played twice")
    parser.add_argument("--seed", type=int, default=1, help="everything is drawn from it")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--name", default="common", help="the files are play-NAME.toml and chance-NAME.toml")
    parser.add_argument("--start", type=Path, help="weights to begin with, instead of the written ones")
    parser.add_argument("--folder", type=Path, default=Path("engine/strategy/weights"))
    args = parser.parse_args(argv)
    try:
        compiled()
    except LibraryError as error:
        print(error, file=sys.stderr)
        return 2
    with ThreadPoolExecutor(args.threads) as pool:
        learner = _Learner(args, pool)
        for stage in args.stages:
            getattr(learner, stage)()
    return 0


class _Learner:
    def __init__(self, args: argparse.Namespace, pool: ThreadPoolExecutor) -> None:
        self._args = args
        self._pool = pool
        self._tables = [table_for(rules_named(name), 4) for name in args.rules]
        self._large = [
            table_for(rules, players)
            for rules in map(rules_named, args.rules)
            for players in rules.players
            if players in (6, 8) and rules.teams_for(players) == 2
        ]
        self._seed = args.seed * 1_000_000

    def play(self) -> None:
        """Stage `play`: play and fit generations of games; average the weights of the last half of them."""
        args, began = self._args, monotonic()
        start = _read(args.start) if args.start else written_weights()
        fit, earlier, found = Fit(start, ridge=15.0, forget=0.8), start, list[Weights]()
        for generation in range(args.generations):
            weights = [*map(float, fit.weights)]
            job = partial(moments, player=weights, rival=earlier, versus=_VERSUS, noise=1.0, trace=LAMBDA)
            seen = self._gather(partial(job, share=_SHARE))
            surprise = fit.take(seen)
            earlier = weights if generation % 2 else earlier
            found.append([*map(float, fit.weights)])
            took, count = monotonic() - began, sum(len(batch.worths) for batch in seen)
            print(f"{took:6.0f} s  generation {generation}: {count} positions, {surprise:.4f}", flush=True)
            last = np.mean(found[len(found) // 2 :], axis=0)
            self._write("play", [*map(float, last)], f"{generation + 1} generations of games")

    def network(self) -> None:
        """Stage `network`: play generations of games with the network, and fit it.

        Average the last networks.
        """
        args, began = self._args, monotonic()
        self._seed = (
            args.seed * 1_000_000
        )  # The random numbers do not depend on whether the stage `play` has run before.
        start = _read(self._file("play"))
        descent, recent = Descent(start, args.seed), list[list[Batch]]()
        rival: Numbers = start
        count, mean, taken = args.network_generations, np.zeros(SIZE), 0
        for generation in range(count):
            numbers = descent.numbers.copy()
            job = partial(moments, player=numbers, rival=rival, versus=_VERSUS, noise=1.0, trace=LAMBDA)
            recent = [*recent[1 - _RECENT :], self._gather(partial(job, share=_SHARE))]
            part = generation / max(1, count - 1)
            rate = _FASTEST * (_SLOWEST / _FASTEST) ** part
            surprise = descent.take([batch for batches in recent for batch in batches], rate)
            rival = numbers if generation % 2 else rival
            took = monotonic() - began
            print(f"{took:6.0f} s  network, generation {generation}: {surprise:.4f}", flush=True)
            if part >= _MEAN or generation == count - 1:
                mean, taken = mean + descent.numbers, taken + 1
                origin = self._origin(f"{generation + 1} generations of games")
                text = print_network(mean / taken, origin)
                self._network_file().write_text(text, encoding="utf-8")

    def chance(self) -> None:
        """Stage `chance`: fit the chance of winning to results of games, mostly of equally good players.

        A better player wins more often than positions show. A large share of games between unequal players
        would make the chances of games between equal players too certain.
        """
        self._seed = self._args.seed * 1_000_000 + _UNSEEN
        play, written, network = _read(self._file("play")), written_weights(), self._read_network()
        job = partial(moments, noise=0.0, share=_SHARE, trace=1.0)
        seen = self._gather(partial(job, player=network, rival=play, versus=0.5))
        seen += self._gather(partial(job, player=written, rival=network, versus=_UNEQUAL))
        fit = Fit(play, ridge=100.0, forget=1.0)
        kept = seen[3::4]
        fit.take([batch for n, batch in enumerate(seen) if n % 4 != 3])
        scale = fit_scale(kept or seen, [*map(float, fit.weights)])
        count = sum(len(batch.worths) for batch in seen)
        print(f"chance: {count} moments, scale {scale:.2f}", flush=True)
        self._write("chance", [scale * float(weight) for weight in fit.weights], f"{count} moments")

    def measure(self) -> None:
        """Stage `measure`: print how often the weights for choosing plays win against other weights."""
        found = _read(self._file("play"))
        for name, rival in {"written": written_weights(), "former": _read(FORMER)}.items():
            job = partial(match, one=found, two=rival, deals=self._args.deals, seed=self._args.seed)
            for table, (share, margin, turns) in zip(
                self._tables, self._pool.map(job, self._tables), strict=True
            ):
                figures = f"{share:6.1%} ± {margin:.1%} | {self._args.deals} | {turns:.0f} |"
                print(f"| `{name}` | {table.rules.name} | {figures}", flush=True)

    def _gather(self, job: Callable[..., Batch]) -> list[Batch]:
        """The batches of a generation in a fixed order; each is a block of games at a kind of table."""
        few, many = max(1, self._args.games // _LARGE), self._args.games
        plans: list[tuple[Table, int]] = []
        for table, games in [(t, many) for t in self._tables] + [(t, few) for t in self._large]:
            plans += [(table, min(_BLOCK, games - done)) for done in range(0, games, _BLOCK)]
        seeds = range(self._seed, self._seed + len(plans))
        self._seed += len(plans)
        return [*self._pool.map(lambda plan, seed: job(plan[0], games=plan[1], seed=seed), plans, seeds)]

    def _file(self, kind: str) -> Path:
        folder: Path = self._args.folder
        return folder / f"{kind}-{self._args.name}.toml"

    def _network_file(self) -> Path:
        folder: Path = self._args.folder
        return folder / f"network-{self._args.name}.txt"

    def _read_network(self) -> Numbers:
        file = self._network_file()
        return numbers_of(parse_network(file.read_text(encoding="utf-8"), file.name))

    def _write(self, kind: str, weights: Weights, how: str) -> None:
        assert len(weights) == COUNT
        self._file(kind).write_text(print_weights(weights, self._origin(how)), encoding="utf-8")

    def _origin(self, how: str) -> list[str]:
        args = self._args
        return [f"Learned by `make learn` from {how}; seed {args.seed}.", f"{', '.join(args.rules)}."]


def _read(file: Path) -> Weights:
    return parse_weights(file.read_text(encoding="utf-8"), file.name)


if __name__ == "__main__":
    sys.exit(main())
