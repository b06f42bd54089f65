"""Run a room's tests on the unchanged program, and choose the tests for each mutant.

The first run records which tests execute which lines (coverage contexts). Lines that run when their module is
imported, such as constants, defaults of arguments and fields, are executed by no single test. A mutant of
such a line is tried first with the tests that execute a line with one of its names, then with all other
tests.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from coverage import CoverageData

from tests.mutants.mutants import Mutant

PYTEST: Final = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.mutants.selection")
IMPORT: Final = ""
"""The context in which coverage records lines that run at an import."""
STEPS: Final = (0.02, 0.2, 2.0)
"""Limits in seconds between fast and slow tests; between two limits, tests of a file stay together."""


@dataclass(frozen=True, slots=True)
class Place:
    """The statement that contains a mutant.

    `lines` are the lines of the statement, or of a function's body if the mutant is in its header. If the
    statement runs `at_import`, `names` are the constants, fields and classes that it defines; for a mutant in
    the header of a function, the name of the function.
    """

    lines: range
    at_import: bool
    names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Suite:
    """A room's tests: their seconds by name, and the tests that execute a line (by file, then number).

    Lines that run at an import are also executed by a test named "". `starters` are the test files that start
    programs, whose lines are not recorded. `modules` are the third-party modules that the tests load.
    """

    seconds: Mapping[str, float]
    executed: Mapping[str, Mapping[int, Set[str]]]
    starters: frozenset[str]
    modules: tuple[str, ...]

    def tests_of(self, mutant: Mutant, tree: Path) -> list[str]:
        """The tests to run on a mutant, in order; none if no test can detect it."""
        place = self._place(mutant, tree)
        if place.at_import:
            likely = self._executing(mutant.path, place.lines) | self._naming(place.names, tree)
            return self._ordered(likely) + self._ordered(self.seconds.keys() - likely)
        executing = self._executing(mutant.path, place.lines) | self._naming(place.names, tree)
        return self._ordered(executing or self._of_programs())

    def reaches(self, mutant: Mutant, tree: Path) -> bool:
        """Whether a test executes the mutant's line in its process, or the line runs at an import."""
        place = self._place(mutant, tree)
        return place.at_import or bool(self._executing(mutant.path, place.lines))

    def _place(self, mutant: Mutant, tree: Path) -> Place:
        """The statement that contains the mutant.

        In a function called only at an import, it runs at import.
        """
        place = place_of((tree / mutant.path).read_bytes(), mutant)
        recorded = self.executed.get(mutant.path, {})
        by = set[str]().union(*(recorded.get(line, ()) for line in place.lines))
        return replace(place, at_import=True) if by == {IMPORT} else place

    def _executing(self, path: str, lines: range) -> set[str]:
        recorded = self.executed.get(path, {})
        return {test for line in lines for test in recorded.get(line, ())} & self.seconds.keys()

    def _of_programs(self) -> set[str]:
        return {test for test in self.seconds if test.partition("::")[0] in self.starters}

    def _naming(self, names: Set[str], tree: Path) -> set[str]:
        """The tests that execute a line with one of these names, or whose file contains one of them."""
        if not names:
            return set()
        word = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
        found: set[str] = set()
        for path in self.executed:
            for number, line in enumerate((tree / path).read_text().splitlines(), 1):
                if word.search(line):
                    found |= self._executing(path, range(number, number + 1))
        files = {test.partition("::")[0] for test in self.seconds}
        named = {file for file in files if word.search((tree / file).read_text())}
        return found | {test for test in self.seconds if test.partition("::")[0] in named}

    def _ordered(self, tests: Set[str]) -> list[str]:
        """The tests in the order to run them: by the limits of `STEPS`, then files with fast tests first."""
        files: dict[str, float] = {}
        for test in tests:
            file = test.partition("::")[0]
            files[file] = files.get(file, 0.0) + self.seconds[test]
        places = {test: n for n, test in enumerate(self.seconds)}

        def place(test: str) -> tuple[int, float, int]:
            step = sum(self.seconds[test] > most for most in STEPS)
            return step, files[test.partition("::")[0]], places[test]

        return sorted(tests, key=place)


def place_of(source: bytes, mutant: Mutant) -> Place:
    """The innermost statement that contains a mutant."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    # `ast.walk` yields outer statements before inner ones.
    return _place(
        [
            each for each in ast.walk(ast.parse(source))
            if isinstance(each, ast.stmt) and _holds(each, mutant.start, starts)
        ]
    )  # fmt: skip


def _holds(statement: ast.stmt, offset: int, starts: Sequence[int]) -> bool:
    assert statement.end_lineno is not None
    assert statement.end_col_offset is not None
    first = starts[statement.lineno - 1] + statement.col_offset
    return first <= offset < starts[statement.end_lineno - 1] + statement.end_col_offset


def _place(around: Sequence[ast.stmt]) -> Place:
    inner = around[-1]
    assert inner.end_lineno is not None
    if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
        # Tests that run a function, or a module that calls it at an import, detect a changed default.
        lines = range(inner.body[0].lineno, inner.end_lineno + 1)
        return Place(lines, at_import=False, names=frozenset({inner.name}))
    body = getattr(inner, "body", None)
    last = max(inner.lineno, body[0].lineno - 1) if body else inner.end_lineno
    lines = range(inner.lineno, last + 1)
    if any(isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) for each in around):
        return Place(lines, at_import=False)
    classes = {each.name for each in around if isinstance(each, ast.ClassDef)}
    made = {
        each.id for each in ast.walk(inner) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }
    return Place(lines, at_import=True, names=frozenset(classes | made))


def first_run(tree: Path, room: str, folders: Sequence[str], workers: int) -> Suite:
    """Run the suite on the unchanged program; raise RuntimeError with its output if a test fails three times.

    A single failure may be due to a busy machine.
    """
    data, report = tree / ".coverage", tree / "report.json"
    # Coverage of lines is enough; branches are not needed.
    settings = tree / "coverage.ini"
    settings.write_text(f"[run]\nbranch = false\nsource =\n    {room}\n")
    done = subprocess.run(
        [
            sys.executable, *PYTEST, *(("-n", str(workers)) if workers > 1 else ()), "--reruns", "2",
            "--cov", "--cov-context=test", "--cov-report=", f"--cov-config={settings}", *folders,
        ],
        cwd=tree, env={**environment(tree), "MUTANTS_REPORT": str(report)},
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
            line: frozenset(context.rpartition("|")[0] for context in contexts)
            for line, contexts in coverage.contexts_by_lineno(path).items()
        }
        for path in coverage.measured_files()
    }
    found = json.loads(report.read_text())
    return Suite(found["seconds"], executed, frozenset(found["starters"]), tuple(found["modules"]))


def environment(tree: Path) -> dict[str, str]:
    """The environment of a run: it imports the program of `tree`, and its examples are always the same."""
    return {**os.environ, "HYPOTHESIS": "ci", "PYTHONPATH": str(tree)}
