"""A table that leaves a shared game stops sharing it, as a host and as a guest."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from jokerboard.table.houses import table_houses
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


def test_a_game_of_the_host_does_not_replace_a_later_game_of_the_people_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[object] = []
    monkeypatch.setattr(table_houses, "header_from", lambda game, *_: game)
    houses: Any = TableHouses.__new__(TableHouses)
    houses.shared, houses.attended, houses._wall = None, None, str
    houses._may_begin = True  # The table has just joined the host.
    houses._table = SimpleNamespace(game=None, begin_shared=lambda header, _: begun.append(header))
    own = SimpleNamespace(header=SimpleNamespace(id="own", houses={}), log=SimpleNamespace(over=None))
    houses._table.game = own
    houses._begin("first", {})
    houses._begin("second", {})
    assert begun == ["first"]
    own.log.over = (0,)
    houses._begin("third", {})
    assert begun == ["first", "third"]
