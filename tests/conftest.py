"""Hypothesis explores new examples each time; in CI it tries the same ones, and `make check` tries few.

No test has a deadline: the speed of the machine proves nothing.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

settings.register_profile("explore", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.register_profile("fast", deadline=None, max_examples=15)
settings.load_profile(os.environ.get("HYPOTHESIS", "ci" if os.environ.get("CI") else "explore"))

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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the slowest files first."""

    def place(item: pytest.Item) -> int:
        found = [n for n, name in enumerate(SLOWEST) if item.nodeid.startswith(name)]
        return found[0] if found else len(SLOWEST)

    items.sort(key=place)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--all-scenarios`: tests that run on a sample of `tests/scenarios/` run on all of them."""
    parser.addoption("--all-scenarios", action="store_true", help="run on every scenario, not on a sample")
