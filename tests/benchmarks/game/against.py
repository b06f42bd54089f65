"""`python -m tests.benchmarks against DIR`: compare this engine's speed with that of another checkout.

The two engines play the same games in turn, each in a process of its own, so that other load on the machine
slows both down. A ratio is the other engine's processor time divided by this engine's: 2 means that this
engine is twice as fast. The printed range is that of the middle half of the rounds.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import quantiles

from tests.benchmarks.game import engine

HERE = Path(__file__).resolve().parents[3]
ENGINES = ("tests/benchmarks/game/engine.py", "benchmarks/game/engine.py")
"""Where `engine.py` of these benchmarks is in a checkout: now, and before version 0.2."""
PLAYERS = ("random_card", "home_first", "any_option")
GAMES = 3
"""The number of games in a round."""

_WORKER = """
import sys
from random import Random
from time import process_time
try:  # a checkout of a version before 0.2
    from benchmarks.game import engine
except ImportError:
    from tests.benchmarks.game import engine
engine.SECONDS = 0.2
for line in sys.stdin:
    what, name, number, count = line.split()
    table, turns, began = engine.table_for(engine.RULES[name]), 0, process_time()
    if what == "hands":
        print(engine._hands(table), flush=True)
        continue
    chance = Random(number)
    for game in range(int(count)):
        turns += len(engine.random_game(table, f"{number} {game}", chance, getattr(engine, what)).actions)
    print(process_time() - began, turns, flush=True)
"""


class Engine:
    """The engine of a checkout, in a process that measures on request."""

    def __init__(self, root: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"},
        )

    def ask(self, what: str, name: str, number: int = 0) -> str:
        """Request a measurement; return the line of the answer, empty if the process has failed."""
        questions, answers = self._process.stdin, self._process.stdout
        assert questions is not None
        assert answers is not None
        questions.write(f"{what} {name} {number} {GAMES}\n")
        questions.flush()
        return answers.readline()

    def close(self) -> None:
        """Close the input of the process, and wait until it has ended."""
        self._process.communicate()


def main(arguments: Sequence[str]) -> int:
    """Print a line for each figure; return 1 if the engines play different games or one fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks against", description=__doc__)
    parser.add_argument("other", type=Path, metavar="DIR", help="the root of another checkout")
    parser.add_argument("--rounds", type=int, default=10, metavar="N", help=f"of {GAMES} games each")
    parser.add_argument("--rules", nargs="+", default=["texas"], choices=engine.NAMES, metavar="NAME")
    given = parser.parse_args(arguments)
    if not any((given.other / path).is_file() for path in ENGINES):
        print(f"jokerboard: {given.other} is no checkout: it has no {ENGINES[0]}", file=sys.stderr)
        return 2
    ours, theirs = Engine(HERE), Engine(given.other.resolve())
    try:
        for name in given.rules:
            for line in _figures(ours, theirs, name, max(2, given.rounds)):
                print(line, flush=True)
    except ValueError as error:
        print(f"jokerboard: {error}", file=sys.stderr)
        return 1
    finally:
        ours.close()
        theirs.close()
    return 0


def _figures(ours: Engine, theirs: Engine, name: str, rounds: int) -> Iterator[str]:
    pairs = [(_rates(theirs.ask("hands", name)), _rates(ours.ask("hands", name))) for _ in range(rounds)]
    for n, title in enumerate(("found", "with plays and positions built", "with texts")):
        yield _figure(f"hands {name}, {title}", "hands/s", [(1 / a[n], 1 / b[n]) for a, b in pairs])
    for player in PLAYERS:
        times = []
        # The first round is a warm-up that fills the lookup tables; it is not counted.
        for number in range(-1, rounds):
            before, after = _game(theirs.ask(player, name, number)), _game(ours.ask(player, name, number))
            if before[1] != after[1]:
                raise ValueError(f"{name}, {player}: {before[1]} turns there, {after[1]} here")
            times.append((before[0] / GAMES, after[0] / GAMES))
        yield _figure(f"games {name}, {player.replace('_', ' ')}", "games/s", times[1:])


def _rates(line: str) -> list[float]:
    """The first three rates in an answer about hands."""
    found = [float(rate.replace(",", "")) for rate in re.findall(r"([\d,]+)/s", line)[:3]]
    if len(found) < 3:
        raise ValueError("an engine has failed: see above")
    return found


def _game(line: str) -> tuple[float, int]:
    """The seconds and the number of turns in an answer about games."""
    if not line:
        raise ValueError("an engine has failed: see above")
    spent, turns = line.split()
    return float(spent), int(turns)


def _figure(title: str, unit: str, times: Sequence[tuple[float, float]]) -> str:
    """The line of a figure: the rates of this and the other engine, and their ratio.

    `times` are the seconds of the two engines in each round.
    """
    there, here = sum(before for before, _ in times), sum(after for _, after in times)
    low, _, high = quantiles([before / after for before, after in times], n=4)
    rates = f"{len(times) / there:,.1f} -> {len(times) / here:,.1f} {unit}"
    return f"{title}: {there / here:.2f} times as fast ({low:.2f} to {high:.2f}); {rates}"
