"""Stored games on the page: statistics of players, replay and analysis of a game, and the file to share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from jokerboard.journal.records import Json
from jokerboard.table.web import page_state
from jokerboard.table.web.shared_file import shared_file
from tests.browser.board_page import BoardPage, Open, expect
from tests.browser.test_analysis import ANALYSED
from tests.jokerboard.table.web.fake_page import FakeDesk, FakeKept

if TYPE_CHECKING:
    from playwright.sync_api import Page

Axe = Callable[..., list[Any]]

pytestmark = pytest.mark.browser

NAMES = {"A": "Ann", "B": "Bo", "C": "Cleo", "D": "Dan"}
TEAMS = [["A", "C"], ["B", "D"]]
PLAYS = (
    ("A", "KH As-A8", "A8/-/-/- B", "Ann brings a marble out with a king."),
    ("B", "AS Bs-B8", "A8/B8/-/- C", "Bo brings a marble out with an ace."),
    ("C", "5C --", "A8/B8/-/- D", "Cleo discards a five."),
)
MISTAKE = {
    **ANALYSED["mistakes"][0], "position": "A8/-/-/- B", "seat": "B", "done": "AS Bs-B8", "better": "5H --",
}  # fmt: skip
BETTER = {**MISTAKE, "better": "JS Bs-B8", "instead": "Bo brings a marble out with a jack"}
ANALYSIS = ANALYSED | {"played": [0, 1, 2, 3], "mistakes": [BETTER], "weighing": False}


class Kept(FakeKept):
    """A table that has stored one game of three plays, won by Ann and Cleo."""

    def listed(self) -> Json:
        game: Json = {
            "number": 7, "id": "g7", "begun": "2026-11-21T20:00:00Z", "rules": "texas", "players": 4,
            "teams": TEAMS, "marbles": 5, "plays": 3, "ended": "won", "names": NAMES, "winners": ["A", "C"],
        }  # fmt: skip
        closest = {"number": 7, "apart": 2}
        ann: Json = {"name": "Ann", "games": 1, "won": 1, "sent": 3, "closest": closest, "numbers": [7]}
        return {"games": [game], "book": [ann], "weighing": False}

    def game(self, number: int) -> Json:
        steps = [
            {"at": at, "t": float(at), "n": at + 1, "seat": seat, "card": play[:2], "play": play,
             "position": line, "text": text, "state": "ok"}
            for at, (seat, play, line, text) in enumerate(PLAYS)
        ]  # fmt: skip
        header = {
            "id": "g7", "rules": "texas", "title": "Texas", "mode": "play", "cards": "seat", "dealt": True,
            "players": 4, "sides": 4, "seats": list("ABCD"), "teams": TEAMS, "names": NAMES, "marbles": 5,
            "begun": "2026-11-21T20:00:00Z",
        }  # fmt: skip
        game_json = {"number": number, "game": "g7", "revision": 3, "first": "-/-/-/- A", "steps": steps}
        return game_json | {"header": header, "over": ["A", "C"]}

    def analysis(self, number: int) -> Json:
        return ANALYSIS


@pytest.fixture
def book(page_for: Open, desk: FakeDesk) -> Page:
    """The page's panel Game with the list of players and stored games open."""
    desk.kept = Kept("")
    page = page_for(desk)
    BoardPage(page).go("Game")
    page.locator(".book summary").click()
    return page


def test_choosing_a_costly_play_of_a_stored_game_shows_the_better_play_on_the_board(book: Page) -> None:
    book.locator(".book .games button").click()
    expect(book.locator("#prompt-text")).to_have_text("The beginning")
    book.locator("#panel-game .mistakes button").click()
    expect(book.locator("#verdict .text")).to_have_text("Better: Bo brings a marble out with a jack.")
    expect(book.locator("path.trail.better")).to_have_count(2)
    assert book.locator('.hole[data-hole="B8"][data-marble]').count() == 0  # before the play
    expect(book.locator(".luck li").first).to_contain_text("the cards helped a little")
    graph = book.locator("#panel-game .analysis .graph")
    width = graph.evaluate("(one) => one.getBoundingClientRect().width")
    graph.click(position={"x": width - 8, "y": 20})
    expect(book.locator("#verdict .text")).to_have_text("Step 3 of 3")
    expect(book.locator("path.trail.better")).to_have_count(0)


def test_axe_finds_no_accessibility_fault_in_the_list_of_stored_games_and_in_a_stored_game(
    book: Page, axe: Axe
) -> None:
    assert axe(book) == []
    book.locator(".book .games button").click()
    book.locator("#panel-game .mistakes button").click()
    expect(book.locator("path.trail.better").first).to_be_attached()
    assert axe(book) == []


def test_a_stored_game_can_be_replayed_on_the_page_of_another_game(book: Page) -> None:
    book.locator(".book .players").get_by_role("button", name="2 marbles").click()
    book.get_by_role("button", name="Play it through").click()
    expect(book.locator("#prompt-text")).to_have_text("Cleo discards a five.")
    book.get_by_role("button", name="Back to the game").click()
    expect(book.locator("body.replaying")).to_have_count(0)


def test_a_player_is_forgotten_only_after_confirmation(book: Page, desk: FakeDesk) -> None:
    book.locator(".book .players").get_by_role("button", name="Ann", exact=True).click()
    sure = book.get_by_role("dialog", name="Forget Ann?")
    book.get_by_role("button", name="Forget Ann").click()
    sure.get_by_role("button", name="Cancel").click()
    assert desk.commands == []
    book.get_by_role("button", name="Forget Ann").click()
    sure.get_by_role("button", name="Forget the name").click()
    BoardPage(book).sees("document.body.dataset.ready === '1'")
    assert desk.commands == [("forget", {"name": "Ann"})]


@pytest.mark.parametrize("size", [(390, 664), (1280, 800)])
def test_a_shared_game_file_can_be_replayed_in_a_browser_without_a_table(
    open_page: Open, tmp_path: Path, axe: Axe, size: tuple[int, int]
) -> None:
    game_json: dict[str, Any] = Kept("").game(7) | {"layout": page_state.layout(4), "analysis": ANALYSIS}
    file = tmp_path / "game.html"
    file.write_text(shared_file(game_json), "utf-8")
    alone = {"viewport": {"width": size[0], "height": size[1]}, "offline": True}
    page = open_page(file.as_uri(), drawn=".stage .marble", **alone)
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".shared-said")).to_contain_text("Cleo discards a five.")
    page.locator(".mistakes button").click()
    expect(page.locator(".shared-said")).to_contain_text("Better: Bo brings a marble out with a jack.")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert axe(page) == []
