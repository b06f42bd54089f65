"""Each run tries a share of hypothesis' examples, always new ones; `--all-scenarios` tries all.

`make check` tries few, and in CI the examples are the same each time. No test has a deadline: the speed of
the machine proves nothing.
"""

from __future__ import annotations

import os
import sys

import pytest
from hypothesis import settings

from tests.examples import EVERYTHING

settings.register_profile("explore", deadline=None, max_examples=40)
settings.register_profile("all", deadline=None, max_examples=EVERYTHING)
settings.register_profile("ci", deadline=None, max_examples=40, derandomize=True)
settings.register_profile("fast", deadline=None, max_examples=10)
settings.load_profile(os.environ.get("HYPOTHESIS", "ci" if os.environ.get("CI") else "explore"))

# Tests start hundreds of programs; each would compile every module again if the shell says to keep none.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

SLOWEST = (
    "tests/service/test_kills.py",
    "tests/browser/",
    "tests/service/commands/test_demo_tournament.py",
    "tests/wiring/test_live.py",
    "tests/service/commands/test_headless.py",
    "tests/simulation/test_whole_games.py",
    "tests/service/test_served_disk.py",
    "tests/referee/test_fuzz.py",
    "tests/tournament/event/test_swiss.py",
    "tests/tournament/test_director_process.py",
)
"""The files that take longest. They run first, so that at the end no worker waits for one of them."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--all-scenarios`: tests that run on a sample, of scenarios or of examples, run on all of them."""
    parser.addoption("--all-scenarios", action="store_true", help="run on all scenarios and examples")


def pytest_configure(config: pytest.Config) -> None:
    """Try every example if everything is to be tried."""
    if config.getoption("--all-scenarios"):
        settings.load_profile("all")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the slowest files first."""

    def place(item: pytest.Item) -> int:
        found = [n for n, name in enumerate(SLOWEST) if item.nodeid.startswith(name)]
        return found[0] if found else len(SLOWEST)

    items.sort(key=place)
