"""`python -m tests.benchmarks cases FOLDER`: count the traces that the referee judges as expected.

The folder has `expected.json`, an object with the expected outcome of each `NAME.trace.jsonl`; outcomes are
defined in `tests/engine/referee/outcome.py`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from tests.engine.referee.outcome import unlike

ONLY_NAMED = True


def main(argv: Sequence[str]) -> int:
    """Print each trace with the differences from its expected outcome; return 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks cases", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    args = parser.parse_args(argv)
    try:
        expected = json.loads((args.folder / "expected.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        parser.error(f"{args.folder / 'expected.json'} cannot be read: {error}")
    good = 0
    for name, outcome in sorted(expected.items()):
        trace = (args.folder / f"{name}.trace.jsonl").read_text(encoding="utf-8").splitlines()
        found = unlike(outcome, trace)
        good += not found
        print(f"{'as expected' if not found else 'OTHERWISE  '}  {name}")
        for line in found:
            print(f"               {line}")
    print(f"{good} of {len(expected)} as expected")
    return 0 if good == len(expected) else 1
