"""Fixtures shared by the tests of the director's page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.jokerboard.tournament.web.event_hall import EventHall
from tests.jokerboard.tournament.web.hall import Hall


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[EventHall]:
    """A hall without a tournament."""
    with EventHall(tmp_path) as one:
        yield one


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Hall]:
    """A desk without a tournament."""
    with Hall(tmp_path) as one:
        yield one
