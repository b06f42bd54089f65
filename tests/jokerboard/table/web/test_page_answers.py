"""The answers of a page about the game on the board and about other boards."""

from __future__ import annotations

from pathlib import Path

from jokerboard.journal.records import Json
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.web.game_page import GamePage
from tests.jokerboard.table.virtual_table import VirtualTable
from tests.jokerboard.table.web.test_kept_games import NAMES, given_up


class Invitations:
    """The part of a shared game's desk that knows the codes for other boards."""

    def codes(self) -> list[Json]:
        return [{"house": "guest-1", "code": "oak-elm", "link": "jb:oak-elm"}]


def test_only_a_table_that_invites_other_boards_has_codes_for_them(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(), seed="3")
    page = GamePage(table.desk)
    assert page.codes() == []
    page.share(Invitations())  # type: ignore[arg-type]
    assert page.codes() == Invitations().codes()
    table.close()


def test_a_finished_game_has_the_same_analysis_on_the_board_as_among_the_kept_games(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(names=NAMES, position="A8/A13/-/- A"), seed="3")
    page = GamePage(table.desk)
    table.play("5D", ("A13", "Bs5"), ("A8", "A13"))
    assert page.analysis() is None
    given_up(table)
    newest = page.analysis()
    assert newest is not None
    assert newest == page.kept.analysis(1)
    table.close()


def test_the_prompt_of_a_finished_game_names_the_winners(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(names=NAMES), seed="3")
    page = GamePage(table.desk)
    assert page.state()["prompt"]["code"] != "over"
    given_up(table)
    assert page.state()["prompt"] == {"code": "over", "team": ["A", "C"]}
    table.close()
