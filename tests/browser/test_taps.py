"""A game by taps on a phone: a person against three machines on a simulated board that moves its marbles."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.board_page import BoardPage, Open, expect
from tests.browser.taps import Tapper
from tests.examples import whole
from tests.jokerboard.table.web.fake_page import FakeDesk
from tests.programs import Demo

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
TURNS = 1_000 if os.environ.get("JOKERBOARD_LONG") else 30 if whole() else 5


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    machines = ("--machine", "B,C,D", "--machine-pause", "0.2")
    with Demo(tmp_path / "state", "--seed", "11", "--people", "off", *machines, taps=True) as running:
        yield running


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Demo]:
    """A demo table whose four players share one screen."""
    dealt = ("--seed", "11", "--people", "off", "--cards", "dealt")
    with Demo(tmp_path / "shared", *dealt, taps=True) as running:
        yield running


def begun(open_page: Open, demo: Demo) -> Tapper:
    """A phone on which a game against machines has begun and the player's cards are uncovered."""
    tapper = Tapper(open_page(demo.page, **PHONE), pick=5)
    tapper.until("tap-card", "tap-discard")
    tapper.look()
    return tapper


def test_a_turn_against_machines_takes_at_most_2_5_taps_on_average(demo: Demo, open_page: Open) -> None:
    tapper = begun(open_page, demo)
    while len(tapper.own_turns) < TURNS and tapper.turn():
        pass
    mean = tapper.taps / len(tapper.own_turns)
    print(f"{len(tapper.own_turns)} own turns, {tapper.taps} taps, {mean:.2f} a turn")
    assert mean <= 2.5
    plays = demo.state()["plays"]
    assert {play["seat"] for play in plays} == {*"ABCD"}
    if demo.state()["over"]:
        assert tapper.taps <= 400
        expect(tapper.page.locator("#ending")).to_be_visible()


def test_a_play_can_be_undone_before_the_next_seat_acts(shared: Demo, open_page: Open) -> None:
    tapper = begun(open_page, shared)
    while not tapper.page.locator("[data-lit]").count():
        assert tapper.turn()
        tapper.until("tap-card", "tap-discard")
        tapper.look()
    before = shared.state()
    tapper.turn()
    tapper.page.get_by_role("button", name="Undo").tap()
    ring = out_of_start(before)
    shared.until(lambda state: state["position"] == before["position"] and out_of_start(state) == ring)
    tapper.until("tap-marble", "tap-card")


def out_of_start(state: dict[str, Any]) -> dict[str, str]:
    """The seat of each marble outside START, by the name of the hole."""
    return {hole: seat for hole, seat in state["sim"]["wood"].items() if hole[1] != "s"}


def test_everything_needed_for_a_turn_is_visible_on_every_phone(demo: Demo, open_page: Open) -> None:
    tapper = begun(open_page, demo)
    for width, height in ((390, 664), (375, 667), (375, 553), (360, 560), (844, 390)):
        tapper.page.set_viewport_size({"width": width, "height": height})
        assert outside(tapper.page) == [], (width, height)


def outside(page: Page) -> list[str]:
    """The elements needed for a turn that are partly or completely outside the window or clipped."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(
            "#prompt, .stage, .hand-card, #buttons button:not([hidden]), #places button")]
          .filter((one) => {
            const { left, top, right, bottom } = one.getBoundingClientRect();
            const panel = one.closest("#panel-play")?.getBoundingClientRect();
            if (left === right) return false;
            return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1 ||
              (panel && (top < panel.top - 1 || bottom > panel.bottom + 1));
          }).map((one) => `${one.id || one.className.baseVal || one.className} ${
            JSON.stringify(one.getBoundingClientRect())}`)"""
    )
    return found


def test_the_page_alerts_the_player_in_turn_in_its_title_and_shows_what_each_card_can_do(
    demo: Demo, open_page: Open
) -> None:
    tapper = begun(open_page, demo)
    page = tapper.page
    page.evaluate(
        """() => fetch('/api/seat', { method: 'POST', headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ seat: 'A' }) })"""
    )
    page.wait_for_function("() => document.title.includes('Your turn')")
    page.get_by_role("button", name="Cards", exact=True).tap()
    chart = page.get_by_role("dialog", name="The powers of the cards")
    expect(chart.locator("dt").first).to_be_visible()
    chart.get_by_role("button", name="Close").tap()


def test_the_key_of_a_rank_lays_the_held_card_of_that_rank(page_for: Open, desk: FakeDesk) -> None:
    desk.hand_cards = {"A": ["KH#1", "5C#2", "5D#1"]}
    assert desk.game is not None
    desk.game["dealt"] = True
    page = page_for(desk)
    page.get_by_role("button", name="look at my cards").click()
    board = BoardPage(page)
    board.hole("A8").focus()
    page.keyboard.press("7")
    page.keyboard.press("5")
    page.get_by_role("dialog", name="Which one?").get_by_role("button", name="five of diamonds").click()
    board.sees("document.body.dataset.ready === '1'")
    assert desk.commands == [("card", {"card": "5D#1", "at": "A"})]
