"""Kept games on the page: the book, a game on the board, where it turned, and a file of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from jokerboard.cli.main import main
from tests.browser.board_page import BoardPage, Open, expect
from tests.programs import TableProgram

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The state directory of a table on which a whole game was played with dealt cards."""
    state = tmp_path_factory.mktemp("kept") / "state"
    game = ("--cards", "dealt", "--seed", "6", "--set", "marbles_per_player=4")
    assert main(["demo", "--headless", "--fast", "--until-over", *game, "--state", str(state)]) == 0
    return state


@pytest.fixture
def table(played: Path) -> Iterator[TableProgram]:
    table = TableProgram("demo", "--state", str(played), "--port", "0", "--new", "--people", "off")
    yield table
    table.kill()


def opened(page: Page) -> None:
    """Open the book, and its only game that is over."""
    BoardPage(page).go("Game")
    page.locator(".book summary").click()
    page.locator(".book .games button").last.click()


def test_a_kept_game_is_played_through_and_its_costly_play_shown_beside_the_better_one(
    table: TableProgram, open_page: Open
) -> None:
    page = open_page(table.page)
    opened(page)
    expect(page.locator("#prompt-text")).to_have_text("The beginning")
    page.get_by_role("button", name="Play it through").click()
    page.wait_for_function("() => document.querySelector('.stepper input').value > 0")
    page.get_by_role("button", name="Stop").click()
    costly = page.locator("#panel-game .mistakes button").first
    costly.click()
    expect(page.locator("#verdict .text")).to_contain_text("Better: ")
    expect(page.locator("path.trail.better").first).to_be_attached()
    page.locator("#panel-game .analysis .graph").click()
    expect(page.locator("path.trail.better")).to_have_count(0)
    expect(page.locator("#verdict .text")).to_contain_text("Step ")
    expect(page.locator(".luck li").first).to_contain_text("the cards")
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator("body.replaying")).to_have_count(0)


def test_a_shared_game_opens_from_a_file_without_a_table(
    table: TableProgram, open_page: Open, tmp_path: Path
) -> None:
    page = open_page(table.page)
    opened(page)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Share").click()
    file = tmp_path / "game.html"
    saved.value.save_as(file)
    alone = open_page(file.as_uri(), drawn=".stage .marble", viewport={"width": 390, "height": 664})
    alone.context.set_offline(True)
    alone.get_by_role("button", name="To the end").click()
    expect(alone.locator(".shared-said")).to_contain_text("splits a seven")
    expect(alone.locator(".analysis .graph")).to_be_visible()
    expect(alone.locator("#plays li").first).to_be_visible()


def test_a_player_is_forgotten_only_when_people_are_sure(table: TableProgram, open_page: Open) -> None:
    page = open_page(table.page)
    opened(page)
    page.locator(".book .players").get_by_role("button", name="Bo", exact=True).click()
    page.get_by_role("button", name="Forget Bo").click()
    page.get_by_role("dialog").get_by_role("button", name="Forget the name").click()
    expect(page.locator(".book .players tbody tr")).to_have_count(3)
