"""`python -m tests.benchmarks scenarios`: count the scenarios that the referee judges as expected, by topic.

The scenarios chosen by hand come first, then the corpus. The first rate counts every expectation including
its time, the second only the facts (`tests/engine/referee/facts.py`). `--failing` prints each difference,
`--facts` only those in facts.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

from tests.engine.referee.facts import facts_missed
from tests.engine.referee.scenario import differences, every_scenario, read_scenario

ONLY_NAMED = True


def main(argv: Sequence[str]) -> int:
    """Print a line for each topic, and with `--failing` each difference; return 1 if there is any."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks scenarios", description=__doc__)
    parser.add_argument("--only", default="", metavar="TEXT", help="only scenarios whose name has it")
    parser.add_argument("--failing", action="store_true", help="show what is judged otherwise")
    parser.add_argument("--facts", action="store_true", help="show only where a fact is wrong")
    args = parser.parse_args(argv)
    names = [name for name in every_scenario() if args.only in name]
    good: Counter[str] = Counter()
    true: Counter[str] = Counter()
    every: Counter[str] = Counter()
    for name in names:
        found = differences(read_scenario(name))
        missed = facts_missed(read_scenario(name))
        topic = name.rpartition("/")[0]
        every[topic] += 1
        good[topic] += not found
        true[topic] += not missed
        if found and args.failing:
            print("\n".join(found))
        elif missed and args.facts:
            print(f"{name}: " + "; ".join(missed))
    for topic, count in every.items():
        exact, facts = good[topic] / count, true[topic] / count
        print(f"{topic:32} {good[topic]:5} of {count:5}  {exact:6.1%}   facts {true[topic]:5}  {facts:6.1%}")
    total = f"{good.total():5} of {every.total():5}            facts {true.total():5}"
    print(f"{'all':32} {total}")
    return 0 if good == every else 1
