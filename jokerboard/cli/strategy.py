"""`jokerboard strategy`: matches of machine players, and how far an analysis can be trusted."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from itertools import product
from time import process_time

from engine.errors import StrategyError
from engine.rules.rule_sets import RULES, rules_named
from engine.strategy.arena import PLAYERS, POOL, Met, Score, elo, match, player_named, pool, score
from engine.strategy.calibration import GOOD, Cost, costs, estimates, rows, spearman
from engine.table import Table, table_for
from jokerboard.cli.arguments import add_options
from jokerboard.host.errors import UsageError
from jokerboard.table.serving.upkeep import collecting_rarely


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the actions arena and calibration."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    arena = actions.add_parser(
        "arena", help="play duplicate matches: each deal twice, the second time with teams exchanged"
    )
    arena.add_argument("--rules", metavar="NAME", nargs="+", default=["texas"], help=", ".join(RULES))
    add_options(
        arena,
        ("--players", "N", int, 4, "number of players at a table"),
        ("--a", "PLAYER", str, "strong", f"one player: {', '.join(PLAYERS)}, or FILE.toml with weights"),
        ("--b", "PLAYER", str, "greedy", "the other player"),
    )
    arena.add_argument(
        "--pool",
        metavar="PLAYER",
        nargs="*",
        help=f"match every player with every other, and rate them by Elo (default: {', '.join(POOL)})",
    )
    arena.add_argument(
        "--deals", metavar="N", type=int, default=100, help="number of deals, each played twice"
    )
    arena.add_argument("--seed", metavar="TEXT", default="arena", help="the seed of the deals")
    arena.add_argument("--json", action="store_true", help="print the result as one JSON object")
    arena.set_defaults(run_strategy=_arena)
    calibration = actions.add_parser("calibration", help="compare estimated chances with results of games")
    calibration.add_argument("--rules", metavar="NAME", nargs="+", default=[*RULES], help=", ".join(RULES))
    add_options(
        calibration,
        ("--players", "N", int, 4, "number of players at a table"),
        ("--games", "N", int, 50, "number of games; the rule sets alternate"),
    )
    calibration.add_argument(
        "--pool", metavar="PLAYER", nargs="+", default=GOOD, help=f"the players (default: {', '.join(GOOD)})"
    )
    add_options(
        calibration,
        ("--seed", "TEXT", str, "calibration", "the seed of the games"),
        ("--costs", "compare the costs of plays with independent rollouts, instead of chances with results"),
        ("--deals", "N", int, 128, "with --costs: number of rollouts for each play"),
        ("--rounds", "N", int, 1, "with --costs: length of a rollout in rounds"),
    )
    calibration.set_defaults(run_strategy=_calibration)


def run(args: argparse.Namespace) -> int:
    """Print the result of the matches; raise UsageError for bad input before the first game."""
    code: int = args.run_strategy(args)
    return code


def _arena(args: argparse.Namespace) -> int:
    if args.deals < 1:
        raise UsageError(f"--deals takes 1 or more, not {args.deals}")
    tables = [table_for(rules_named(name), args.players) for name in args.rules]
    seeds = [f"{args.seed} {n}" for n in range(args.deals)]
    try:
        with collecting_rarely():
            if args.pool is not None:
                _pool(tables, args.pool or POOL, seeds)
                return 0
            for table in tables:
                _match(args, table, seeds)
    except StrategyError as error:
        raise UsageError(str(error)) from None
    return 0


def _match(args: argparse.Namespace, table: Table, seeds: Sequence[str]) -> None:
    result = score(match(table, args.a, args.b, seeds, process_time))
    if args.json:
        print(json.dumps({"rules": table.rules.name} | asdict(result)))
        return
    print(
        f"{table.rules.name}, {args.players} players: {args.a} against {args.b}, {result.deals} deals twice"
    )
    print(f"  wins       {_share(result)} (95 %)")
    print(f"  turns      {result.turns:.0f} a game")
    print(f"  decisions  median {1e3 * result.median:.2f} ms, 99 % below {1e3 * result.slowest:.2f} ms")


def _pool(tables: Sequence[Table], members: Sequence[str], seeds: Sequence[str]) -> None:
    """Match all `members` with each other; print each pair, then the Elo ratings over all rule sets."""
    if len(set(members)) < 2 or len(set(members)) < len(members):
        raise UsageError("--pool takes two or more players, each named once")
    for table in tables:
        for name in members:
            player_named(table, name)
    print("| rules | A | B | A wins | deals | turns |\n|---|---|---|---|---|---|", flush=True)
    met = list[Met]()
    for table in tables:
        for one in pool(table, members, seeds):
            met.append(one)
            a, b, result = one
            row = (table.rules.name, f"`{a}`", f"`{b}`", _share(result), result.deals, f"{result.turns:.0f}")
            print(f"| {' | '.join(map(str, row))} |", flush=True)
    print("\n| player | Elo |\n|---|---|")
    for name, rating in sorted(elo(met).items(), key=lambda item: item[1]):
        print(f"| `{name}` | {rating:.0f} |")


def _share(result: Score) -> str:
    return f"{100 * result.share:.1f} % ± {100 * result.margin:.1f} %"


def _calibration(args: argparse.Namespace) -> int:
    for name in ("games", "deals", "rounds"):
        if vars(args)[name] < 1:
            raise UsageError(f"--{name} takes 1 or more, not {vars(args)[name]}")
    tables = [table_for(rules_named(name), args.players) for name in args.rules]
    games = [(tables[n % len(tables)], f"{args.seed} {n}") for n in range(args.games)]
    try:
        with collecting_rarely():
            if args.costs:
                _costs([one for game in games for one in costs(*game, args.deals, args.rounds)])
                return 0
            for table, name in product(tables, args.pool):
                player_named(table, name)
            found = rows([estimates(*game, args.pool) for game in games])
    except StrategyError as error:
        raise UsageError(str(error)) from None
    print("| estimated | won | positions |\n|---|---|---|")
    for row in found:
        margin = "" if row.margin is None else f" ± {100 * row.margin:.1f}"
        print(f"| {100 * row.estimated:.1f} % | {100 * row.won:.1f}{margin} % | {row.moments} |")
    return 0


def _costs(found: Sequence[Cost]) -> None:
    """Print a table that compares the analysis with independent rollouts.

    Its figures are the mean costs of plays, and the rank correlation of the costs.
    """
    print("| plays | number | mean cost | by rollouts | ranks agree |\n|---|---|---|---|---|")
    worst, others = ([one for one in found if one.worst is kind] for kind in (True, False))
    for name, plays in {"costliest": worst, "others": others, "all": found}.items():
        pairs = [(one.found, one.rolled) for one in plays]
        means = [f"{100 * sum(each) / len(pairs):.1f} %" for each in zip(*pairs, strict=True)] or ["", ""]
        rank = spearman(pairs)
        print(f"| {' | '.join([name, str(len(plays)), *means, '' if rank is None else f'{rank:.2f}'])} |")
