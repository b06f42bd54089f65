"""Fixtures that the application's rooms share."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest


@pytest.fixture
def new_york(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This process's local time is New York's."""
    with monkeypatch.context() as changed:
        changed.setenv("TZ", "America/New_York")
        time.tzset()
        yield
    time.tzset()
