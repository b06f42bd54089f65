"""The table announces when a machine begins or ends to play a seat."""

from __future__ import annotations

from pathlib import Path

import pytest

from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.web.game_page import GamePage
from tests.jokerboard.table.virtual_table import VirtualTable


@pytest.mark.parametrize("dealt", [True, False])
def test_a_machine_that_begins_or_ends_to_play_a_seat_is_announced_with_its_level(
    dealt: bool, tmp_path: Path
) -> None:
    table = VirtualTable(tmp_path, Wanted(dealt=dealt, names={"B": "Bo"}, cards="seat"), seed="3")
    page = GamePage(table.desk)
    table.desk.machine("B", "easy")
    assert page.state()["verdict"]["text"] == "A machine plays for Bo from now on (easy)."
    table.desk.machine("B", None)
    text = page.state()["verdict"]["text"]
    assert "Bo" in text
    assert ("hand" in text) == dealt
    table.close()
