"""The fixture `stage` for browser tests of the director's desk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.desk.stage import Stage
from tests.browser.visits import Visits
from tests.jokerboard.tournament.web.hall import Hall


@pytest.fixture
def stage(tmp_path: Path, open_page: Visits) -> Iterator[Stage]:
    one = Stage(Hall(tmp_path), open_page)
    yield one
    one.close()
