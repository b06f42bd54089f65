"""Measure the referee's error rate and speed: `python -m tests.benchmarks bar --seeds S,S [--scale 0.1]`.

Simulated people play every row. A measure is a number of failures in a number of cases; it is compared with a
limit that it must meet (`must`) and one that it should meet (`aim`). Full scale is about 300,000 turns for
each seed, which takes hours on a small machine.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import TypeAlias, get_args

from engine.referee.settings import Mode
from tests.benchmarks.judging import fuzz, referee, strong
from tests.benchmarks.judging._bar_rows import NEVER, ROWS, Job, Played, Row, jobs_of, play
from tests.simulated_games.tally import Tally

ONLY_NAMED = True
EXTRA = ("processor", "memory")
FUZZ_STEPS = 1_000_000
HALF = 0.5
"""The limit for 99 % of the steps in games with a push in every turn, in yardsticks (see strong.py)."""
FLAT = 8.0
"""The limit for the growth of memory in the second half of the fuzzing, in megabytes."""


Line: TypeAlias = tuple[str, str, str, str, str, str]
HEADING: Line = ("row", "measure", "reached", "must", "aim", "")
"""The heading of the table. The last column is `aim`, `must` or `-`, or `NO` if a limit is exceeded."""


def main(argv: Sequence[str]) -> int:
    """Print the table; return 1 if a limit is exceeded."""
    rows = (*(row.name for row in ROWS), *EXTRA)
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks bar", description=__doc__)
    parser.add_argument("--seeds", default="1", help="seeds, with commas between (1)")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the turns to play (1.0)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (one a core)")
    parser.add_argument("--rows", default=",".join(rows), help=f"of {', '.join(rows)} (all)")
    parser.add_argument("--mode", choices=get_args(Mode), default="play", help="the referee's mode (play)")
    parser.add_argument("--record", type=Path, metavar="DIR", help="write what went wrong as traces")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write every count to a file")
    args = parser.parse_args(argv)
    wanted = args.rows.split(",")
    if unknown := sorted(set(wanted) - set(rows)):
        parser.error(f"no row is called {', '.join(unknown)}; there are {', '.join(rows)}")
    began = time.monotonic()
    played = _play_all([row for row in ROWS if row.name in wanted], args)
    lines = [line for row in ROWS if row.name in wanted for line in _measured(row, played[row.name])]
    if "processor" in wanted:
        lines += _processor()
    if "memory" in wanted:
        lines.append(_memory(max(20_000, round(FUZZ_STEPS * args.scale))))
    print(f"seeds {args.seeds}, scale {args.scale:g}, mode {args.mode}")
    for text in _table(lines):
        print(text)
    for row in ROWS:
        if row.name in wanted:
            print(_summary(row, played[row.name]))
    print(f"{time.monotonic() - began:.0f} s")
    if args.json is not None:
        counts = {name: each.all.to_json() for name, each in played.items()}
        args.json.write_text(json.dumps(counts), encoding="utf-8")
    return 0 if all(line[-1] != "NO" for line in lines) else 1


def _play_all(rows: list[Row], args: argparse.Namespace) -> dict[str, Played]:
    seeds = tuple(args.seeds.split(","))
    jobs = [job for row in rows for job in jobs_of(row, seeds, args.scale, args.mode, args.record)]
    jobs.sort(key=lambda job: -job.turns * job.options.players)
    played = {row.name: Played() for row in rows}
    for done, (job, tally) in enumerate(_in_parallel(jobs, args.jobs), 1):
        played[job.row].add(job.options.rules.name, tally)
        bad = {kind: n for kind, n in tally.failures().items() if n and kind != "asked"}
        if bad or done % 20 == 0:
            print(f"  {done}/{len(jobs)} {job.options.seed}: {bad or ''}", file=sys.stderr, flush=True)
    return played


def _in_parallel(jobs: list[Job], processes: int) -> Iterator[tuple[Job, Tally]]:
    """The results of the jobs in any order; with `processes` 1, they run in this process."""
    if processes == 1:
        yield from map(play, jobs)
        return
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        for done in as_completed([pool.submit(play, job) for job in jobs]):
            yield done.result()


def _measured(row: Row, played: Played) -> Iterator[Line]:
    for share in row.shares:
        tally = played.of(share.rules)
        count, cases = share.count(tally), share.cases(tally)
        figure = f"{count} in {cases:,}" + (f" (1 in {cases // count:,})" if count else "")
        reached = "aim" if count * share.aim <= cases else "must" if count * share.must <= cases else "NO"
        reached = reached if cases else "-"
        yield row.name, share.name, figure, _one_in(share.must), _one_in(share.aim), reached


def _one_in(n: float) -> str:
    return "none" if n >= NEVER else f"1 in {n:,.0f}"


def _processor() -> Iterator[Line]:
    four, other, rest = referee.extremes()
    for what, reached, must in (
        ("p99, 4 players, cards read", four, 2.0),
        ("p99, 8 players or no cards", other, 4.0),
        ("p99.9, all tables", rest, 25.0),
    ):
        mark = "aim" if reached <= must / 2 else "must" if reached <= must else "NO"
        yield "processor", what, f"{reached:.2f} ms", f"{must:g} ms", f"{must / 2:g} ms", mark
    for what, times in (
        ("p99, each strong habit alone", strong.alone()),
        ("p99, all habits, a push in every turn", strong.steps("all,shake=1", strong.TURNS)),
    ):
        reached = referee.quantile(times, 0.99) / strong.yardstick()
        mark = "must" if reached <= HALF else "NO"
        yield "processor", what, f"{reached:.2f} yardsticks", f"{HALF:g}", "", mark


def _memory(steps: int) -> Line:
    grown = fuzz.growth(steps)
    mark = "must" if grown <= FLAT else "NO"
    return "memory", f"growth over {steps:,} fuzz steps", f"{grown:.1f} MB", f"{FLAT:g} MB", "", mark


def _table(lines: list[Line]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(HEADING, *lines, strict=True)]
    for line in (HEADING, *lines):
        yield "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()


def _summary(row: Row, played: Played) -> str:
    tally = played.all
    kinds = ", ".join(f"{kind} {n}" for kind, n in tally.failures().items())
    return f"{row.name}: {tally.turns:,} turns; {kinds}; by the letter another play {tally.lookalike}"
