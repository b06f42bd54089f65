"""One room's suite, run once on the program and once on each mutant, in copies of the working tree.

The first run records which tests execute which lines (coverage contexts). A mutant is then tried only on
the tests that execute its line, fast files first. If no test executes the line in its own process, the
whole suite is tried, because some tests start the program as a process.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from importlib.util import cache_from_source
from pathlib import Path
from typing import Final

from coverage import CoverageData

from tests.mutants.mutants import Mutant

ROOT: Final = Path(__file__).parents[2]
PYTEST: Final = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.mutants.selection")

PATIENCE: Final = 120.0
"""Seconds that a mutant's tests may take, besides `SLOWER` times what they took on the program itself."""
SLOWER: Final = 10.0


class Outcome(Enum):
    """The result for a mutant.

    A mutant whose tests do not end counts as killed, because people would notice it.
    """

    KILLED = "killed"
    HANGS = "hangs"
    SURVIVED = "survived"


@dataclass(frozen=True, slots=True)
class Suite:
    """A room's tests: their seconds by name, and which of them execute a line (by file, then number)."""

    folders: tuple[str, ...]
    seconds: Mapping[str, float]
    executed: Mapping[str, Mapping[int, Sequence[str]]]

    def tests_of(self, mutant: Mutant) -> dict[str, float]:
        """The tests to run on this mutant, and the seconds that each takes on the program."""
        names = {
            name for name in self.executed.get(mutant.path, {}).get(mutant.line, ()) if name in self.seconds
        }
        return {name: self.seconds[name] for name in names or self.seconds}


def copied(where: Path) -> Path:
    """A copy of the tracked and new files of the working tree."""
    listed = subprocess.run(
        ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),
        cwd=ROOT, capture_output=True, check=True, text=True,
    ).stdout  # fmt: skip
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (where / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, where / name)
    return where


def first_run(tree: Path, rooms: Sequence[str], folders: Sequence[str], workers: int) -> Suite:
    """Run the suite on the program as it is; RuntimeError with pytest's output if a test fails three times.

    A busy machine may fail a test of processes once; that says nothing of the program.
    """
    data, times = tree / ".coverage", tree / "times.json"
    # The lines of every file of the room; branches are of no use here.
    settings = tree / "coverage.ini"
    settings.write_text("[run]\nbranch = false\nsource =\n" + "".join(f"    {room}\n" for room in rooms))
    done = subprocess.run(
        [
            sys.executable, *PYTEST, "-n", str(workers), "--reruns", "2",
            "--cov", "--cov-context=test", "--cov-report=", f"--cov-config={settings}", *folders,
        ],
        cwd=tree, env={**_environment(), "MUTANTS_TIMES": str(times)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(
            f"The tests of {', '.join(folders)} fail without any mutant:\n{done.stdout[-4000:]}"
        )
    coverage = CoverageData(str(data))
    coverage.read()
    executed = {
        str(Path(path).resolve().relative_to(tree.resolve())): {
            line: sorted({context.rpartition("|")[0] for context in contexts if context})
            for line, contexts in coverage.contexts_by_lineno(path).items()
        }
        for path in coverage.measured_files()
    }
    return Suite(tuple(folders), json.loads(times.read_text()), executed)


def tried(tree: Path, mutant: Mutant, suite: Suite) -> Outcome:
    """Run the mutant's tests in a copy of the tree, until the first failure."""
    file = tree / mutant.path
    source = file.read_bytes()
    # Python takes a compiled file for current if size and time in seconds are equal.
    compiled = Path(cache_from_source(str(file)))
    compiled.unlink(missing_ok=True)
    file.write_bytes(mutant.applied(source))
    try:
        return _run(tree, suite.tests_of(mutant))
    finally:
        file.write_bytes(source)
        compiled.unlink(missing_ok=True)


def _run(tree: Path, tests: Mapping[str, float]) -> Outcome:
    chosen = tree / "tests.json"
    chosen.write_text(json.dumps(sorted(tests)))
    seconds: dict[str, float] = {}
    for name, taken in tests.items():
        file = name.partition("::")[0]
        seconds[file] = seconds.get(file, 0.0) + taken
    run = subprocess.Popen(
        [sys.executable, *PYTEST, "-x", "--no-header", *sorted(seconds, key=lambda file: seconds[file])],
        cwd=tree, env={**_environment(), "MUTANTS_TESTS": str(chosen)},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        status = run.wait(PATIENCE + SLOWER * sum(seconds.values()))
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        return Outcome.HANGS
    return Outcome.KILLED if status else Outcome.SURVIVED


def _environment() -> dict[str, str]:
    return {**os.environ, "HYPOTHESIS": "fast"}
