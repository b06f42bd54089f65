"""`python -m tests.simulated_games` simulates games and compares the referee's verdicts with the truth."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from engine.errors import EngineError
from engine.referee.settings import CardsMode, Mode
from engine.rules.rule_sets import RULES, rules_named
from engine.table import table_for
from jokerboard.cli.main import Parser
from jokerboard.host.errors import UsageError
from tests.simulated_games.failure_files import Recorder
from tests.simulated_games.game import simulate
from tests.simulated_games.people.habits import Habits
from tests.simulated_games.table_state import FAULTS, Deck, Options, faults_named

EPILOG = """
habits: all (the older ones), mild (the younger ones, mildly), none, or a list as all,mild,brush=0.5;
deck: real plays each card as often as people hold it, rich prefers captures and splits;
faults: none, or a list as stuck:1,dead:2.
Exit code 0 if no wrong play was recorded, no illegal one accepted, and no alarm false; else 1.
"""


def _parser() -> argparse.ArgumentParser:
    """The table, the people, the faults and what to write."""
    parser = Parser(prog="python -m tests.simulated_games", description=__doc__, epilog=EPILOG)
    modes, readers = get_args(Mode), get_args(CardsMode)
    parser.add_argument("--rules", metavar="NAME", required=True, help=", ".join(RULES))
    parser.add_argument("--players", metavar="N", type=int, default=4, help="seats taken (4)")
    parser.add_argument("--turns", metavar="N", type=_positive, default=1000, help="turns to play (1000)")
    parser.add_argument("--seed", metavar="S", default="1", help="of everything by chance (1)")
    parser.add_argument("--cards", choices=readers, default="seat", help="where cards are read (seat)")
    parser.add_argument("--mode", choices=modes, default="play", help="the referee's mode (play)")
    parser.add_argument("--habits", metavar="LIST", default="all", help="what people do (all)")
    decks = get_args(Deck)
    parser.add_argument("--deck", choices=decks, default="rich", help="how cards are chosen (rich)")
    parser.add_argument("--faults", metavar="LIST", default="none", help=f"{', '.join(FAULTS)} (none)")
    parser.add_argument("--record", metavar="DIR", type=Path, help="write what went wrong as traces")
    parser.add_argument("--json", action="store_true", help="the table as JSON")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Print the confusion table; return the exit code, 2 with a sentence for an impossible simulation."""
    try:
        return _run(_parser().parse_args(argv))
    except (EngineError, UsageError) as error:
        print(f"tests.simulated_games: {error}", file=sys.stderr)
        return 2


def _run(args: argparse.Namespace) -> int:
    options = Options(
        rules=rules_named(args.rules),
        players=args.players,
        seed=args.seed,
        cards=args.cards,
        mode=args.mode,
        habits=Habits.of(args.habits),
        deck=args.deck,
        faults=faults_named(args.faults),
    )
    table_for(options.rules, options.players)
    began = time.perf_counter()
    tally = simulate(options, args.turns, _recorder(args.record))
    seconds = time.perf_counter() - began
    if args.json:
        print(json.dumps({**tally.to_json(), "seconds": round(seconds, 3)}))
    else:
        for line in tally.lines():
            print(line)
        print(f"{tally.turns / seconds:.0f} turns a second")
    return 0 if tally.good else 1


def _recorder(directory: Path | None) -> Recorder | None:
    if directory is None:
        return None
    try:
        return Recorder(directory)
    except OSError as error:
        raise UsageError(f"cannot write to {directory}: {error.strerror}") from error


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 10**9):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of turns")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
