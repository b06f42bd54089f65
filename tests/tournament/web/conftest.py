"""What tests of the director's page share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tournament.web.event_hall import EventHall, event_hall
from tests.tournament.web.hall import Hall
from tests.tournament.web.hall import hall as hall_of_tables


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[EventHall]:
    """A hall without a tournament yet."""
    with event_hall(tmp_path) as one:
        yield one


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Hall]:
    """A hall with tables, and no tournament."""
    with hall_of_tables(tmp_path) as one:
        yield one
