"""Hypothesis explores new examples each time; in CI it tries the same ones every time.

No test has a deadline: the speed of the machine proves nothing.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

settings.register_profile("explore", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "explore")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--all-scenarios`: tests that run on a sample of `tests/scenarios/` run on all of them."""
    parser.addoption("--all-scenarios", action="store_true", help="run on every scenario, not on a sample")
