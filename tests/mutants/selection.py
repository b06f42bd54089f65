"""A plugin of pytest for runs on mutants: it reports on a run, and runs only chosen tests in a given order.

`MUTANTS_REPORT` names a file to write: the seconds of each test, the test files that start programs, and the
third-party modules that were loaded. `MUTANTS_TESTS` names a file with the tests to run by name, and the most
seconds that each may take; the process ends by SIGALRM if one takes longer.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

_seconds: dict[str, float] = {}
_starters: set[str] = set()
_modules: set[str] = set()
_limits: dict[str, float] = {}
"""The most seconds that each chosen test may take, with its second run after a failure."""


def pytest_configure(config: pytest.Config) -> None:
    """Record each start of a program by a test."""
    if "MUTANTS_REPORT" in os.environ:
        sys.addaudithook(_notice_program)


def _notice_program(event: str, arguments: tuple[Any, ...]) -> None:
    if event in {"subprocess.Popen", "os.fork", "os.posix_spawn"} and (
        test := os.environ.get("PYTEST_CURRENT_TEST")
    ):
        _starters.add(test.partition("::")[0])


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up the seconds of the phases of a test."""
    _seconds[report.nodeid] = _seconds.get(report.nodeid, 0.0) + report.duration


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add the report of a worker of xdist to this process's report."""
    found = getattr(node, "workeroutput", {})
    _starters.update(found.get("starters", ()))
    _modules.update(found.get("modules", ()))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the report at the end of the main process; a worker passes its report to that process."""
    if "MUTANTS_REPORT" not in os.environ:
        return
    _modules.update(_loaded(session.config.rootpath))
    found = {"starters": sorted(_starters), "modules": sorted(_modules)}
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput.update(found)
    else:
        Path(os.environ["MUTANTS_REPORT"]).write_text(json.dumps({"seconds": _seconds, **found}))


def _loaded(root: Path) -> list[str]:
    """The loaded modules that are not part of the program or its tests."""
    files = {name: getattr(module, "__file__", None) for name, module in list(sys.modules.items())}
    return [name for name, file in files.items() if file and not Path(file).is_relative_to(root)]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep only the chosen tests, in their order in the file."""
    if "MUTANTS_TESTS" in os.environ:
        _limits.update(json.loads(Path(os.environ["MUTANTS_TESTS"]).read_text()))
        chosen = {name: n for n, name in enumerate(_limits)}
        items[:] = sorted(
            (each for each in items if each.nodeid in chosen), key=lambda each: chosen[each.nodeid]
        )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Let the system end the process if the test does not end in time."""
    signal.setitimer(signal.ITIMER_REAL, _limits.get(item.nodeid, 0.0))
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
