"""Try mutants one after another in a copy of the working tree, each with the tests that can detect it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from enum import Enum
from importlib.util import cache_from_source
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.mutants.mutants import Mutant
from tests.mutants.suite import PYTEST, Suite, environment

ROOT: Final = Path(__file__).parents[2]

PATIENCE: Final = 10.0
"""Seconds for each test on a mutant, in addition to `SLOWER` times its seconds on the unchanged program."""
SLOWER: Final = 4.0
LONGER: Final = 4
"""The factor for the time limit of a second attempt, if the unchanged program exceeds the limit, too."""
ARGUMENTS: Final = (
    # The limits of tests.limits use the same timer as the limits for mutants, which are much shorter.
    *PYTEST[2:], "-p", "no:tests.limits", "-x", "--no-header", "--tb=no", "--reruns=1",
    "-W", "ignore::pytest.PytestAssertRewriteWarning",
)  # fmt: skip
"""The arguments for pytest. Only repeated failures count, because a busy machine may fail a test once."""


class Outcome(Enum):
    """The result of trying a mutant.

    If the tests end on the unchanged program but not with the mutant, the mutant counts as killed.
    """

    KILLED = "killed"
    HANGS = "hangs"
    SURVIVED = "survived"


def copied(where: Path) -> Path:
    """Copy the tracked and new files of the working tree into `where`; return the copy's folder."""
    listed = subprocess.run(
        ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),
        cwd=ROOT, capture_output=True, check=True, text=True,
    ).stdout  # fmt: skip
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (where / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, where / name)
    return where


class Bench:
    """A copy of the working tree, with a process that runs its tests until the context ends."""

    def __init__(self, tree: Path, suite: Suite) -> None:
        self._tree = tree
        self._suite = suite
        self._chosen = tree / "tests.json"
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.mutants.server"],
            cwd=tree, env={**environment(tree), "MUTANTS_TESTS": str(self._chosen)},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._ask(suite.modules)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.communicate()

    def tried(self, mutant: Mutant, tests: Sequence[str]) -> Outcome:
        """Run tests on a mutant until the first failure; without tests the mutant survives."""
        if not tests:
            return Outcome.SURVIVED
        file = self._tree / mutant.path
        source = file.read_bytes()
        longer = 1
        while True:
            _write(file, mutant.applied(source))
            try:
                status = self._run(tests, longer)
            finally:
                _write(file, source)
            if status is not None:
                return Outcome.KILLED if status else Outcome.SURVIVED
            if self._run(tests, longer) == 0:
                return Outcome.HANGS
            longer *= LONGER

    def _run(self, tests: Sequence[str], longer: int) -> int | None:
        """Run tests; return pytest's exit code, None if one did not end in time.

        `longer` multiplies the time limits of the tests.
        """
        limits = {test: longer * (PATIENCE + SLOWER * self._suite.seconds[test]) for test in tests}
        self._chosen.write_text(json.dumps(limits))
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        self._ask({"arguments": [*ARGUMENTS, *files], "seconds": longer * PATIENCE + sum(limits.values())})
        assert self._server.stdout is not None
        status: int | None = json.loads(self._server.stdout.readline())
        return status

    def _ask(self, what: object) -> None:
        assert self._server.stdin is not None
        print(json.dumps(what), file=self._server.stdin, flush=True)


def _write(file: Path, source: bytes) -> None:
    """Write a module's source, and remove its compiled file, which Python might take for current."""
    file.write_bytes(source)
    Path(cache_from_source(str(file))).unlink(missing_ok=True)
