"""A dealt game whose secret is lost goes on without dealt cards, and the table reports that."""

from __future__ import annotations

from pathlib import Path

import pytest

from jokerboard.players.dealer import SECRET_FILE
from jokerboard.table.runtime.game_setup import Wanted
from tests.jokerboard.table.virtual_table import VirtualTable


@pytest.mark.parametrize("lost", [False, True])
def test_only_a_lost_secret_of_a_dealt_game_is_reported_at_its_resumption(lost: bool, tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(dealt=True), seed="3")
    assert "cards" not in table.desk.troubles
    table.close()
    if lost:
        (tmp_path / SECRET_FILE).unlink()
    again = VirtualTable(tmp_path)
    assert (again.desk.dealer is None) == lost
    assert ("the dealt cards of this game are lost" in str(again.desk.troubles.get("cards"))) == lost
    again.close()
