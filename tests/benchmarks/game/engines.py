"""`python -m tests.benchmarks engines`: compare engines in one run.

The engines are: this engine in Python, this engine with its move finding compiled by mypyc (in a temporary
folder), and published programs of others. They are measured in turn, each in a process of its own, so that
other load on the machine slows all of them down. Every figure is the median of the rounds.

The figures are hands per second (all plays of the cards in a hand of five, in positions from random games)
and turns per second of random games, in which a player lists all options and takes one at random. Published
programs have their own rules, and may list a play more than once; the column of plays in a hand shows that.
"""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeAlias

from tests.benchmarks import BenchmarkError
from tests.benchmarks.game.against import GAMES, HERE, Engine
from tests.benchmarks.game.engine import NAMES

MODULES = ("engine/landing.py", "engine/moves.py")
"""The modules that find moves, which mypyc compiles."""
PUBLIC = Path("pegsandjokers", "game", "rules.py")
"""A file by which a checkout of github.com/arp-Trosh/pegsandjokers is recognised."""
ADAPTER = Path(__file__).with_name("_pegsandjokers.py")

_SETUP = f"""
from mypyc.build import mypycify
from setuptools import setup
setup(name="compiled", packages=[], ext_modules=mypycify({list(MODULES)!r}))
"""
_HINT = (
    "no published engine is beside it: --public FOLDER takes a checkout of"
    " github.com/arp-Trosh/pegsandjokers, --program NAME=COMMAND any other program"
)
_LINES = re.compile(r"hands (\d+) (\d+) ([\d.]+)\nturns (\d+) (\d+) ([\d.]+)\n")


class Figures(NamedTuple):
    """Hands per second, plays in a hand, turns per second, and turns in a game."""

    hands: float
    plays: float
    turns: float
    game: float


Measure: TypeAlias = Callable[[int], Figures]
"""A function that measures an engine in the round with the given number."""


def main(arguments: Sequence[str]) -> int:
    """Print a row for each engine and rule set; return 1 if an engine fails, 2 for bad arguments."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks engines", description=__doc__)
    parser.add_argument(
        "--rules", nargs="+", default=["texas", "pegs-and-jokers"], choices=NAMES, metavar="NAME"
    )
    parser.add_argument("--rounds", type=int, default=7, metavar="N")
    parser.add_argument("--public", type=Path, metavar="FOLDER", help="a checkout of arp-Trosh/pegsandjokers")
    parser.add_argument(
        "--program",
        action="append",
        default=[],
        type=_program,
        metavar="NAME=COMMAND",
        help="a program that prints `hands COUNT PLAYS SECONDS` and `turns COUNT GAMES SECONDS`",
    )
    given = parser.parse_args(arguments)
    programs = dict(given.program)
    if given.public:
        if not (given.public / PUBLIC).is_file():
            print(f"jokerboard: {given.public} has no {PUBLIC}: it is no such checkout", file=sys.stderr)
            return 2
        programs["pegsandjokers"] = [sys.executable, str(ADAPTER), str(given.public)]
    engines = {"this engine": Engine(HERE)}
    try:
        with TemporaryDirectory() as folder:
            why = build(Path(folder))
            if why:
                print(f"not compiled (a C compiler, mypy and setuptools are needed): {why}")
            else:
                engines["compiled"] = Engine(Path(folder))
            _table(engines, programs, given.rules, max(1, given.rounds))
    except BenchmarkError as error:
        print(f"jokerboard: {error}", file=sys.stderr)
        return 1
    finally:
        for engine in engines.values():
            engine.close()
    if not programs:
        print(_HINT)
    return 0


def _program(text: str) -> tuple[str, list[str]]:
    name, _, command = text.partition("=")
    words = shlex.split(command)
    if not name or not words:
        raise argparse.ArgumentTypeError(f"a program is NAME=COMMAND, not {text!r}")
    return name, words


def build(folder: Path) -> str:
    """Build the engine with compiled move finding in a folder; return "", or the reason of a failure."""
    for package in ("engine", "tests/benchmarks"):
        shutil.copytree(HERE / package, folder / package, ignore=shutil.ignore_patterns("*.so"))
    Path(folder, "setup.py").write_text(_SETUP, encoding="utf-8")
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    built = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return (built.stderr.strip() or "no reason given").splitlines()[-1] if built.returncode else ""


def _table(
    engines: dict[str, Engine], programs: dict[str, list[str]], rules: Sequence[str], rounds: int
) -> None:
    measures: dict[tuple[str, str], Measure] = {
        (name, rule): partial(_ask, engine, rule) for rule in rules for name, engine in engines.items()
    }
    measures |= {(name, "its own"): partial(_run, words) for name, words in programs.items()}
    found: dict[tuple[str, str], list[Figures]] = {key: [] for key in measures}
    for number in range(rounds):
        for key, measure in measures.items():
            found[key].append(measure(number))
    print("| engine | rules | hands a second | plays a hand | turns a second | turns a game |")
    print("|---|---|---|---|---|---|")
    for (name, rule), all_figures in found.items():
        hands, plays, turns, game = map(median, zip(*all_figures, strict=True))
        print(f"| {name} | {rule} | {hands:,.0f} | {plays:.1f} | {turns:,.0f} | {game:,.0f} |")


def _ask(engine: Engine, rule: str, number: int) -> Figures:
    """Measure a copy of this engine in a round; return its figures."""
    hands, game = engine.ask("hands", rule), engine.ask("any_option", rule, number)
    if not hands or not game:
        raise BenchmarkError("an engine has failed: see above")
    rate, plays = re.findall(r"([\d,.]+)(?:/s found| results)", hands)
    spent, turns = game.split()
    return Figures(float(rate.replace(",", "")), float(plays), int(turns) / float(spent), int(turns) / GAMES)


def _run(words: Sequence[str], _number: int) -> Figures:
    """Run the script that measures a published program; return its figures."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    except OSError as error:
        raise BenchmarkError(f"{words[0]} cannot be run: {error}") from None
    printed = _LINES.fullmatch(done.stdout)
    if not printed:
        why = (done.stderr.strip() or "it did not print its figures as --help describes").splitlines()[-1]
        raise BenchmarkError(f"{shlex.join(words)}: {why}")
    hands, plays, spent, turns, games, took = map(float, printed.groups())
    return Figures(hands / spent, plays / hands, turns / took, turns / games)
