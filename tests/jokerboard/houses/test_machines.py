"""Machines at a table of a shared game play at the seats of their own house only."""

from __future__ import annotations

from pathlib import Path

import pytest

from jokerboard.host.errors import JokerboardError
from jokerboard.table.runtime.game_setup import Wanted
from tests.jokerboard.houses.two_tables import TwoTables

DEALT = Wanted(dealt=True)
SHORT = Wanted(rules="pegs-and-jokers", players=2, switches={"marbles_per_player": "4"}, dealt=True)


@pytest.mark.parametrize(("name", "seat"), [("host", "B"), ("guest", "A")])
def test_a_machine_at_a_seat_of_another_house_is_refused(tmp_path: Path, name: str, seat: str) -> None:
    two = TwoTables(tmp_path, DEALT)
    with pytest.raises(JokerboardError, match=f"seat {seat} plays at another board"):
        getattr(two, name).table.machine(seat, "easy")


@pytest.mark.parametrize("level", ["easy", "strong"])
def test_machine_players_in_both_houses_play_at_their_seats(tmp_path: Path, level: str) -> None:
    two = TwoTables(tmp_path, DEALT)
    two.host.table.machine("A", level)
    two.host.table.machine("C", level)
    two.guest.table.machine("B", level)
    two.guest.table.machine("D", level)
    two.until(lambda: two.agreed and len(two.host.plays) >= 6)


def test_a_machine_player_in_a_guests_house_plays_a_whole_game(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    if not request.config.getoption("--all-scenarios"):
        pytest.skip("a whole game of machines, 10 s: --all-scenarios")
    two = TwoTables(tmp_path, SHORT, seats=("C",))
    two.host.table.machine("A", "strong")
    two.guest.table.machine("C", "strong")
    two.until(lambda: two.over and two.agreed, 3000)
    two.until(lambda: two.guest.table.dealer is not None and bool(two.guest.table.dealer.secret))
    assert two.guest.shared_lines() == two.host.shared_lines()
