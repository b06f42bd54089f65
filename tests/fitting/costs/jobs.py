"""Play the games of a fit in several processes; each job is a rule set and a seed."""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from engine.referee.machine import Referee
from engine.referee.settings import Costs
from engine.rules.rule_sets import RULES
from tests.fitting.costs.decisions import Collector, collect
from tests.simulated_games.game import simulate
from tests.simulated_games.people.habits import Habits
from tests.simulated_games.table_state import Options
from tests.simulated_games.tally import Tally

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Job:
    """The games of a rule set with a seed, which a process plays."""

    rules: str
    seed: str
    turns: int
    habits: str
    cards: str
    costs: Costs


def jobs_of(args: argparse.Namespace, seeds: str, costs: Costs) -> list[Job]:
    """A job for each of the seeds and rule sets that the arguments name."""
    return [
        Job(rules, seed, args.turns, args.habits, args.cards, costs)
        for seed in seeds.split(",")
        for rules in RULES
    ]


def in_parallel(work: Callable[[Job], Found], jobs: Sequence[Job], processes: int) -> list[Found]:
    """The results of `work` on the jobs, in the order of the jobs."""
    if processes == 1:
        return [work(job) for job in jobs]
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        return list(pool.map(work, jobs))


def decide(job: Job) -> Collector:
    """Play a job; return its decisions."""
    options = {"habits": Habits.of(job.habits), "cards": job.cards}
    return collect(job.rules, job.seed, job.turns, options, Referee, job.costs)


def play(job: Job) -> Tally:
    """Play a job; return its counts of failures."""
    referee = partial(Referee, costs=job.costs)
    options = Options(RULES[job.rules], seed=job.seed, habits=Habits.of(job.habits), referee=referee)
    return simulate(replace(options, cards=job.cards), job.turns)  # type: ignore[arg-type]
