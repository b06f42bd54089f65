"""A plugin of pytest for runs on mutants: it writes how long each test took, and runs only chosen tests.

`MUTANTS_TIMES` names the file to write, `MUTANTS_TESTS` a file with the names of the tests to run.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

_seconds: dict[str, float] = {}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up what the phases of a test take."""
    _seconds[report.nodeid] = _seconds.get(report.nodeid, 0.0) + report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the times at the end of the main process; a worker's reports arrive there too."""
    if "MUTANTS_TIMES" in os.environ and not hasattr(session.config, "workerinput"):
        Path(os.environ["MUTANTS_TIMES"]).write_text(json.dumps(_seconds))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the chosen tests, in the order of their files on the command line."""
    if "MUTANTS_TESTS" not in os.environ:
        return
    chosen = set(json.loads(Path(os.environ["MUTANTS_TESTS"]).read_text()))
    files = [Path(each).resolve() for each in config.args]
    items[:] = sorted(
        (each for each in items if each.nodeid in chosen), key=lambda each: files.index(each.path)
    )
