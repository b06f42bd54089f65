"""The analysis of a finished game: its deal in the record, each team's chance, the costly plays."""

from __future__ import annotations

import re
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from jokerboard.journal.games.game_record import game_record, with_deal
from jokerboard.simulation.people.memory import FASTEST, Memory
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.web.game_page import GamePage
from tests.jokerboard.table.virtual_table import VirtualTable

CODE = re.compile(r"[-~]{2}|[A-H]\w+[-~][A-H]|[A-H0-9X]#")
"""A pattern that matches a play in notation."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> VirtualTable:
    """A table with a finished game whose cards the table dealt."""
    people = Memory("", "", speed=FASTEST, mistakes=0.0)
    switches = {"marbles_per_player": "4"}
    wanted = Wanted(dealt=True, machines={"B": "easy", "D": "easy"}, switches=switches)
    table = VirtualTable(tmp_path_factory.mktemp("table"), wanted, seed="4", people=people)
    table.until(lambda: table.game.log.final, within=3600.0)
    return table


def test_the_game_record_of_a_dealt_game_has_the_secret_of_the_deal(played: VirtualTable) -> None:
    record = game_record(played.desk.journal.newest_game())
    assert record.seed == "a secret"
    assert len(record.entries) >= played.game.log.n


def test_a_secret_whose_deal_does_not_fit_the_plays_is_left_out_of_the_game_record(
    played: VirtualTable,
) -> None:
    record = replace(game_record(played.desk.journal.newest_game()), seed=None, dealer=None)
    assert with_deal(record, "another secret") == record
    assert with_deal(record, "a secret").seed == "a secret"


def test_the_page_gets_the_winning_chances_of_a_finished_game_first_and_the_costly_plays_later(
    played: VirtualTable,
) -> None:
    page = GamePage(played.desk)
    quick = page.analysis()
    assert quick is not None
    assert (quick["teams"], quick["hands"], quick["weighing"]) == (["AC", "BD"], False, True)
    assert len(quick["chances"]) == len(played.game.log.in_force) + 1
    assert sorted(quick["chances"][-1]) == [0.0, 1.0]
    for thread in threading.enumerate():
        if thread.name == "weighing":
            thread.join(120)
    whole = page.analysis()
    assert whole is not None
    assert not whole["weighing"]
    assert whole["hands"]
    assert 1 <= len(whole["mistakes"]) <= 3
    for one in whole["mistakes"]:
        assert one["said"].startswith(f"{played.game.speaker.name(ord(one['seat']) - ord('A'))} ")
        assert one["instead"] != one["said"]
        assert not CODE.search(f"{one['said']} {one['instead']}")
    assert whole["mistakes"] == sorted(whole["mistakes"], key=lambda one: -one["cost"])
    assert {one["seat"] for one in whole["mistakes"]} <= {*"ABCD"}
    assert whole["luck"][0] == pytest.approx(-whole["luck"][1], abs=0.002)


def test_a_game_in_progress_is_not_analysed(tmp_path: Path) -> None:
    page = GamePage(VirtualTable(tmp_path, Wanted(dealt=True)).desk)
    assert page.analysis() is None
