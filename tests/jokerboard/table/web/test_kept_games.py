"""The past games of a table: their list, the list of players, each game, and the file to share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jokerboard.host.errors import FileUnwritableError
from jokerboard.journal.games.summary import Summary, book
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.web.app import make_app
from jokerboard.table.web.game_page import GamePage
from jokerboard.table.web.kept_games import FILE
from jokerboard.table.web.page_port import CommandRefused
from tests.jokerboard.table.virtual_table import VirtualTable
from tests.jokerboard.table.web.web_client import ask
from tests.programs import tries

NAMES = {"A": "Ann", "B": "Bo", "C": "Cleo", "D": "Dan"}


def given_up(table: VirtualTable, seat: str = "B", partner: str = "D") -> None:
    """End the game on the board: `seat` gives up, and its `partner` agrees and confirms the end."""
    table.game.give_up(seat)
    for _ in range(2):
        table.game.press("ok", partner)
    assert table.game.log.over is not None


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    """A table with a finished game, which Ann and Cleo won, and a game in progress."""
    table = VirtualTable(tmp_path, Wanted(names=NAMES, position="A8/A13/-/- A"), seed="3")
    table.play("5D", ("A13", "Bs5"), ("A8", "A13"))
    given_up(table)
    table.desk.begin(Wanted(names={"A": "Ann"}))
    yield table
    table.close()


def listed(page: GamePage) -> dict[str, Any]:
    """The list of kept games, once every game has been read."""
    for _ in tries("the kept games are read"):
        listing = page.kept.listed()
        if not listing["weighing"]:
            return listing
    raise AssertionError


def test_the_list_of_past_games_leaves_out_the_game_that_is_being_played(table: VirtualTable) -> None:
    (game,) = listed(GamePage(table.desk))["games"]
    assert (game["number"], game["ended"], game["winners"], game["names"]) == (1, "won", ["A", "C"], NAMES)
    assert (game["plays"], game["sent"]["A"]) == (1, 1)


def test_the_list_of_players_is_rebuilt_from_the_journal_if_its_file_is_damaged(
    table: VirtualTable, tmp_path: Path
) -> None:
    listing = listed(GamePage(table.desk))
    ann, bo = (next(row for row in listing["book"] if row["name"] == name) for name in ("Ann", "Bo"))
    assert (ann["games"], ann["won"], ann["sent"]) == (1, 1, 1)
    assert (bo["games"], bo["won"], bo["closest"]) == (1, 0, {"number": 1, "apart": 10})
    assert listed(GamePage(table.desk)) == listing
    (tmp_path / FILE).write_text("{torn", "utf-8")
    assert listed(GamePage(table.desk)) == listing


def test_a_player_removed_on_request_is_not_shown_and_later_games_are_counted_from_zero(
    table: VirtualTable,
) -> None:
    page = GamePage(table.desk)
    listed(page)
    page.kept.forget(" bo ")
    listing = listed(page)
    assert [row["name"] for row in listing["book"]] == ["Ann", "Cleo", "Dan"]
    assert "Bo" not in str(listing)
    assert "Bo " not in str(page.kept.game(1))
    assert "Bo" in page.kept.record(1)[1]  # The record in the journal still has the name.
    table.desk.begin(Wanted(names=NAMES))
    given_up(table)
    assert next(row for row in listed(page)["book"] if row["name"] == "Bo")["games"] == 1


def test_if_the_list_of_players_cannot_be_written_games_are_listed_and_removing_a_name_fails(
    table: VirtualTable, tmp_path: Path
) -> None:
    (tmp_path / FILE).mkdir()
    page = GamePage(table.desk)
    assert len(listed(page)["games"]) == 1
    with pytest.raises(FileUnwritableError):
        page.kept.forget("Bo")


def test_a_past_game_is_shown_with_its_first_position_its_names_and_its_plays(table: VirtualTable) -> None:
    shown = GamePage(table.desk).kept.game(1)
    assert (shown["first"], shown["over"], shown["header"]["names"]) == ("A8/A13/-/- A", ["A", "C"], NAMES)
    assert [step["play"] for step in shown["steps"]] == ["5D A8-A13xB"]


def test_a_request_for_an_unknown_or_unfinished_game_is_refused(table: VirtualTable) -> None:
    kept = GamePage(table.desk).kept
    for read in (kept.game, kept.analysis, kept.shared, kept.record):
        with pytest.raises(CommandRefused, match="keeps no game 9"):
            read(9)
    for read in (kept.game, kept.analysis, kept.shared):
        with pytest.raises(CommandRefused, match="still played"):
            read(2)
    app = make_app(GamePage(table.desk))
    for path in ("games/plays", "games/plays?game=x", "analysis?game=0", "layout?sides=9"):
        answer = ask(app, "GET", f"/api/{path}")
        assert (answer.status_code, "whole number" in answer.json()["error"]) == (400, True)


def test_the_shared_file_of_a_game_loads_no_other_file(table: VirtualTable) -> None:
    name, text = GamePage(table.desk).kept.shared(1)
    assert re.fullmatch(r"[0-9a-f]{12}\.html", name)
    outside = re.findall(r"(?:src|href)=\"?(?!data:)[^\s\">]+|\bfrom \"|url\((?!#)|import\(", text)
    assert outside == []
    assert "/page/" not in text.replace('modules["/page/', "")
    assert text.count("</script>") == 2


def won(number: int, **fields: Any) -> Summary:
    teams = [["A", "C"], ["B", "D"]]
    return Summary(number, str(number), "", "texas", 4, teams, 5, 90, "won", winners=["A", "C"], **fields)


def test_a_players_closest_finish_is_the_game_with_the_smallest_difference_of_marbles() -> None:
    games = [
        won(1, names={"A": "Ann"}, home={"A": 5, "B": 4, "C": 5, "D": 5}),
        won(2, names={"B": "ann"}, home={"A": 5, "B": 3, "C": 5, "D": 5}),
        Summary(3, "3", "", "texas", 4, (), 5, 3, "abandoned", names={"A": "Ann"}),
    ]
    (row,) = book(games)
    assert (row["name"], row["games"], row["won"], row["numbers"]) == ("ann", 2, 1, [1, 2])
    assert row["closest"] == {"number": 1, "apart": 1}
