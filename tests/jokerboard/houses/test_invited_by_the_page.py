"""An invitation from the page begins a game like the present one, without the players of the given seats."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from jokerboard.table.houses.page import HousesPage
from jokerboard.table.runtime.game_setup import Wanted
from tests.jokerboard.table.virtual_table import VirtualTable

NAMES = {"A": "Ann", "B": "Bo", "C": "Cleo", "D": "Dan"}


@pytest.mark.parametrize(("rules", "dealt"), [("texas", True), ("own-deck", False)])
def test_an_invitation_begins_a_game_of_the_same_rules_for_the_remaining_players(
    rules: str, dealt: bool, tmp_path: Path
) -> None:
    table = VirtualTable(tmp_path, Wanted(rules=rules, names=NAMES, mode="referee"), seed="3")
    invited: list[tuple[str, str]] = []
    invitations = SimpleNamespace(houses={})
    houses: Any = SimpleNamespace(invitations=invitations, invite=lambda *of: invited.append(of))
    page = HousesPage(table.desk, houses)
    page.command({"action": "invite", "seats": "B,D", "via": "direct://pi"})
    header = table.game.header
    assert (table.desk.number, header.rules, header.mode) == (2, rules, "referee")
    assert dict(header.names) == {"A": "Ann", "C": "Cleo"}
    assert (header.deal is not None) == dealt
    assert invited == [("BD", "direct://pi")]
    table.close()
