"""How many traces of a folder a referee judges as people expect: `python -m tests.benchmarks cases FOLDER`.

The folder has `expected.json`, an object with an outcome for each `NAME.trace.jsonl`
(`tests/engine/referee/outcome.py` says what an outcome is).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from tests.engine.referee.outcome import unlike

ONLY_NAMED = True


def main(argv: Sequence[str]) -> int:
    """Print each case with its faults; return 1 unless all are judged as expected."""
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
