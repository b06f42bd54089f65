"""Simulated people that the page starts, pauses and stops."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.jokerboard.table.web.virtual_page import Page


@pytest.fixture
def page(tmp_path: Path) -> Page:
    return Page(tmp_path)


def test_simulated_people_sit_down_play_pause_and_leave_on_command(page: Page) -> None:
    page.do("people", action="play", speed=50)
    assert (page.state["sim"]["people"], page.state["sim"]["speed"]) == ("playing", 50.0)
    page.table.until(lambda: page.state["n"] >= 3)
    page.do("people", action="pause")
    page.table.wait(10.0)
    n = page.state["n"]
    page.table.wait(20.0)
    assert page.state["n"] == n
    page.do("people", action="step")
    page.table.until(lambda: page.state["n"] == n + 1)
    page.table.wait(30.0)
    assert (page.state["n"], page.state["sim"]["people"]) == (n + 1, "paused")
    page.do("people", action="off")
    assert page.state["sim"]["people"] == "off"


def test_simulated_people_make_a_mistake_when_the_page_asks(page: Page) -> None:
    page.do("people", action="pause", speed=20)
    page.do("people", action="mistake")
    page.table.until(lambda: page.table.game.log.illegal > 0, within=600.0)
    page.table.until(lambda: page.state["sim"]["people"] == "paused", within=600.0)


def test_a_speed_set_before_simulated_people_sit_down_applies_to_them(page: Page) -> None:
    page.do("people", speed=7)
    assert page.state["sim"]["speed"] == 7
    page.do("people", action="off")
    page.do("people", action="pause")
    assert page.state["sim"]["speed"] == 7


def test_a_new_game_on_a_board_of_another_size_is_played_by_simulated_people(page: Page) -> None:
    page.do("game", action="new", rules="joker-board", players=6, cards="table", people=True)
    state = page.state
    assert (state["game"]["rules"], state["game"]["sides"], state["sim"]["people"]) == (
        "joker-board", 6, "playing",
    )  # fmt: skip
    assert page.desk.layout()["sides"] == 6
    assert len(page.desk.layout()["holes"]) == 168
    page.table.until(lambda: page.state["n"] >= 2)
