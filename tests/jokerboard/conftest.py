"""Fixtures shared by the rooms of the application."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest


@pytest.fixture
def new_york(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make New York's time the local time of this process."""
    with monkeypatch.context() as changed:
        changed.setenv("TZ", "America/New_York")
        time.tzset()
        yield
    time.tzset()
