"""`jokerboard strategy`: machine players against each other, and the chances they tell (docs/strategy.md)."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from time import process_time

from engine.rules.rule_sets import RULES, rules_named
from engine.strategy.arena import PLAYERS, Score, match, score
from engine.strategy.calibration import rows, told
from engine.strategy.errors import StrategyError
from engine.table import table_for
from jokerboard.host.errors import UsageError
from jokerboard.table.serving.garbage_collection import collecting_rarely


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare arena and calibration."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    arena = actions.add_parser("arena", help="duplicate matches: each deal twice, the teams exchanged")
    arena.add_argument("--rules", metavar="NAME", default="texas", help=", ".join(RULES))
    arena.add_argument("--players", metavar="N", type=int, default=4, help="players at the table")
    arena.add_argument("--a", metavar="PLAYER", default="strong", help=", ".join(PLAYERS))
    arena.add_argument("--b", metavar="PLAYER", default="greedy", help="the other player")
    arena.add_argument("--deals", metavar="N", type=int, default=100, help="deals, each of two games")
    arena.add_argument("--seed", metavar="TEXT", default="arena", help="deals are drawn from it")
    arena.add_argument("--json", action="store_true", help="the result as one JSON object")
    arena.set_defaults(run_strategy=_arena)
    calibration = actions.add_parser("calibration", help="how often moments were won, by the chance told")
    calibration.add_argument("--rules", metavar="NAME", nargs="+", default=[*RULES], help=", ".join(RULES))
    calibration.add_argument("--players", metavar="N", type=int, default=4, help="players at the table")
    calibration.add_argument("--games", metavar="N", type=int, default=50, help="games, the rules by turns")
    calibration.add_argument("--seed", metavar="TEXT", default="calibration", help="games are drawn from it")
    calibration.set_defaults(run_strategy=_calibration)


def run(args: argparse.Namespace) -> int:
    """Print the result; UsageError for bad input, before anything is played."""
    code: int = args.run_strategy(args)
    return code


def _arena(args: argparse.Namespace) -> int:
    if args.deals < 1:
        raise UsageError(f"--deals is 1 or more, not {args.deals}")
    table = table_for(rules_named(args.rules), args.players)
    seeds = [f"{args.seed} {n}" for n in range(args.deals)]
    try:
        with collecting_rarely():
            result = score(match(table, args.a, args.b, seeds, process_time))
    except StrategyError as error:
        raise UsageError(str(error)) from None
    if args.json:
        print(json.dumps(asdict(result)))
    else:
        for line in _lines(args, result):
            print(line)
    return 0


def _calibration(args: argparse.Namespace) -> int:
    if args.games < 1:
        raise UsageError(f"--games is 1 or more, not {args.games}")
    tables = [table_for(rules_named(name), args.players) for name in args.rules]
    with collecting_rarely():
        found = rows([told(tables[n % len(tables)], f"{args.seed} {n}") for n in range(args.games)])
    print("| told | won | moments |\n|---|---|---|")
    for row in found:
        margin = "" if row.margin is None else f" ± {100 * row.margin:.1f}"
        print(f"| {100 * row.told:.1f} % | {100 * row.won:.1f}{margin} % | {row.moments} |")
    return 0


def _lines(args: argparse.Namespace, result: Score) -> Iterator[str]:
    yield f"{args.rules}, {args.players} players: {args.a} against {args.b}, {result.deals} deals twice"
    yield f"  wins       {100 * result.share:.1f} % ± {100 * result.margin:.1f} % (95 %)"
    yield f"  turns      {result.turns:.0f} a game"
    yield f"  decisions  median {1e3 * result.median:.2f} ms, 99 % below {1e3 * result.slowest:.2f} ms"
