"""`make demo-tournament` in a real browser: hall, ruling, incident, results, standings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.board_page import expect
from tests.browser.desk.stage import log_in
from tests.examples import whole
from tests.programs import PATIENCE, Trial

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
READY = "body[data-ready]"
TABLES, ROUNDS = 2, 2 if whole() else 1
LONGEST = 20 if whole() else 8
"""The seconds until time is called."""


@pytest.fixture
def trial(tmp_path: Path) -> Iterator[Trial]:
    hall = ("--tables", str(TABLES), "--rounds", str(ROUNDS), "--longest", str(LONGEST))
    one = Trial(tmp_path, "--seed", "11", "--speed", "20", "--mistakes", "0.2", *hall)
    yield one
    one.stop()


def test_a_director_follows_the_rounds_of_a_simulated_tournament_on_the_page(
    trial: Trial, open_page: Callable[..., Page]
) -> None:
    page = open_page(trial.address, READY)
    page.set_default_timeout(PATIENCE * 1000)

    trial.until_printed(f"Round 1 of {ROUNDS} has started.")
    page.locator(".card .diagram").nth(TABLES - 1).wait_for()
    expect(page.locator(".card h2")).to_have_text([f"Table {n}" for n in range(1, TABLES + 1)])
    page.locator(".card .marble").nth(20 * TABLES - 1).wait_for(state="attached")

    page.locator(".card", has_text="Table 2").click()
    log_in(page, "Rita", trial.token)
    page.locator(".plays li").nth(2).wait_for()
    take_back(page)
    page.get_by_role("link", name="Incidents").click()
    ruling = page.locator(".past li", has_text="Rita decides: the play is taken back (out of turn).")
    expect(ruling.first).to_contain_text("seen by Rita")

    trial.until_printed("The tournament is over")
    page.get_by_role("link", name="Results").click()
    page.locator("table.list tbody tr").nth(ROUNDS * TABLES - 1).wait_for()
    page.get_by_role("link", name="Tournament").click()
    page.get_by_role("link", name="Standings").or_(page.get_by_role("button", name="Standings")).click()
    page.locator("table.standings tbody tr").nth(2 * TABLES - 1).wait_for()
    points = [int(text) for text in page.locator("table.standings .points").all_inner_texts()[-2 * TABLES :]]
    assert sum(points) == ROUNDS * TABLES * 2, "two points a table and round"
    assert points == sorted(points, reverse=True)
    page.close()
    assert trial.stop() == 0


def take_back(page: Page) -> None:
    """Order takebacks until the table accepts one; at twenty times people's speed a game may have ended."""
    for _ in range(5):
        page.locator("[data-order=take-back]").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Reason").fill("out of turn")
        dialog.get_by_role("button", name="Send").click()
        newest = page.locator(".orders li").first
        newest.filter(has_text="take back").wait_for()
        page.wait_for_function(
            "() => ['taken', 'refused'].includes(document.querySelector('.orders li')?.dataset.state)"
        )
        if newest.get_attribute("data-state") == "taken":
            expect(newest).to_contain_text("confirmed")
            return
    raise AssertionError("the table took no order: " + page.locator(".orders").inner_text())
