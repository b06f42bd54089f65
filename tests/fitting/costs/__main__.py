"""`make fit`, or `python -m tests.fitting.costs`: fit the referee's cost table to simulated games.

Games with training seeds give decisions between hypotheses, of which the true ones are known. The table is
fitted to these decisions. It is checked on games with other seeds, by likelihood and by playing them with the
old and the new table. The command prints the old and the new values for `engine/referee/settings.py`, and
writes no file.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace

from engine.referee.settings import Costs
from tests.fitting.costs.decisions import Decision, merged
from tests.fitting.costs.jobs import decide, in_parallel, jobs_of, play
from tests.fitting.costs.likelihood import fit, mentions, score
from tests.simulated_games.tally import Tally


def main(argv: Sequence[str] | None = None) -> int:
    """Print the fitted table, and how it compares with the old one on games with other seeds."""
    parser = argparse.ArgumentParser(prog="python -m tests.fitting.costs", description=__doc__)
    parser.add_argument("--seeds", default="fit1,fit2", help="training seeds, with commas (fit1,fit2)")
    parser.add_argument("--check", default="check1", help="other seeds to check on (check1)")
    parser.add_argument("--turns", type=int, default=400, help="turns of each seed and rule set (400)")
    parser.add_argument("--habits", default="all,mild", help="what people do (all,mild)")
    parser.add_argument("--cards", choices=("seat", "table", "none"), default="seat", help="(seat)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (one a core)")
    args = parser.parse_args(argv)
    old = Costs()
    names, values = tuple(old.by_name), list(old.by_name.values())
    training, moments, lost = merged(in_parallel(decide, jobs_of(args, args.seeds, old), args.jobs))
    print(f"training: {moments:,} samples, {len(training):,} decisions kept, {lost:,} without the truth")
    fitted = [round(value, 2) for value in fit(training, values)]
    _print_table(names, values, fitted, mentions(training, len(names)))
    checking, moments, lost = merged(in_parallel(decide, jobs_of(args, args.check, old), args.jobs))
    print(f"checking: {moments:,} samples, {len(checking):,} decisions kept, {lost:,} without the truth")
    _print_scores(("training", training), ("checking", checking), old=values, new=fitted)
    new = replace(old, **dict(zip(names, fitted, strict=True)))
    for title, costs in (("old", old), ("new", new)):
        _print_played(title, in_parallel(play, jobs_of(args, args.check, costs), args.jobs))
    return 0


def _print_table(names: Sequence[str], old: Sequence[float], new: Sequence[float], count: list[int]) -> None:
    print(f"{'entry':16} {'old':>6} {'new':>6} {'change':>7}  decisions")
    for name, before, after, times in zip(names, old, new, count, strict=True):
        change = f"{after - before:+.2f}" if after != before else ""
        print(f"{name:16} {before:6.2f} {after:6.2f} {change:>7}  {times}")


def _print_scores(*sets: tuple[str, Sequence[Decision]], old: Sequence[float], new: Sequence[float]) -> None:
    for title, decisions in sets:
        before, after = score(decisions, old), score(decisions, new)
        print(
            f"{title}: loss {before[0]:.4f} -> {after[0]:.4f}, "
            f"likeliest hypothesis false {before[1]:.2%} -> {after[1]:.2%}"
        )


def _print_played(title: str, tallies: Sequence[Tally]) -> None:
    every = Tally()
    for tally in tallies:
        every.add(tally)
    kinds = ", ".join(f"{kind} {n}" for kind, n in every.failures().items())
    print(f"played with the {title} table: {every.turns:,} turns; {kinds}")


if __name__ == "__main__":
    sys.exit(main())
