"""A table that leaves a shared game stops sharing it, as a host and as a guest."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from jokerboard.table.houses.table_houses import TableHouses


@pytest.mark.parametrize("role", ["host", "guest", "neither"])
def test_a_table_that_leaves_a_shared_game_shares_no_game(role: str) -> None:
    shared: list[object] = []
    houses: Any = TableHouses.__new__(TableHouses)
    houses.shared = "a game"
    house = SimpleNamespace(play=shared.append)
    houses.host, houses.guest = (house if role == each else None for each in ("host", "guest"))
    houses.leave_game()
    assert houses.shared is None
    assert shared == ([] if role == "neither" else [None])
