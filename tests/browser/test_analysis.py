"""The analysis at the end of a game on the page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.board_page import Open, expect
from tests.browser.conftest import KeptTable
from tests.browser.test_page_access import Axe
from tests.jokerboard.table.web.fake_page import FakeDesk

pytestmark = pytest.mark.browser

ANALYSED: dict[str, Any] = {
    "teams": ["AC", "BD"],
    "chances": [[0.5, 0.5], [0.62, 0.38], [0.3, 0.7], [1.0, 0.0]],
    "hands": True,
    "costs": [0.11, 0.37],
    "luck": [0.24, -0.24],
    "mistakes": [
        {
            "action": 2,
            "cost": 0.32,
            "said": "Bo brings a marble out with an ace",
            "instead": "Bo discards a five",
        }
    ],
}


@pytest.fixture
def over() -> FakeDesk:
    """A simulated table whose game A and C have won."""
    desk = FakeDesk()
    desk.steps = [
        {
            "n": 1,
            "seat": "A",
            "card": "KH",
            "play": "KH As-A8",
            "text": "A.",
            "state": "ok",
            "position": "A8/-/-/- B",
        }
    ]
    desk.extra = {"over": ["A", "C"], "prompt": {"code": "over", "team": ["A", "C"]}}
    desk.analysed = ANALYSED
    return desk


def test_the_page_requests_the_analysis_again_after_a_useless_answer(kept: KeptTable, over: FakeDesk) -> None:
    page = kept.shown("laptop")
    for address in ("**/api/plays*", "**/api/analysis"):
        page.route(address, lambda route: route.fulfill(body="no answer"), times=1)
    kept.desk.steps, kept.desk.extra, kept.desk.analysed = over.steps, over.extra, ANALYSED
    kept.do(kept.desk.changed)
    part = page.get_by_role("region", name="Where the game turned")
    expect(part.locator(".mistakes li")).to_have_count(1)


def test_after_a_game_the_page_shows_the_chances_the_costly_plays_and_the_luck(
    page_for: Open, over: FakeDesk, axe: Axe
) -> None:
    page = page_for(over)
    part = page.get_by_role("region", name="Where the game turned")
    graph = part.get_by_role("img", name="Each team’s chance of winning over the plays")
    expect(graph.locator("path[stroke]")).to_have_count(2)
    expect(part.locator(".mistakes li")).to_have_text(
        ["Play 2 cost 32%: Bo brings a marble out with an ace. Better: Bo discards a five."]
    )
    expect(part.locator(".luck li")).to_have_text(
        [
            "Seat A and Seat C chose well, with little lost; the cards helped a little.",
            "Seat B and Seat D gave away some chances; the cards were against them a little.",
        ]
    )
    assert axe(page, "#ending") == []


def test_if_the_hands_are_unknown_only_the_graph_of_chances_is_shown(page_for: Open, over: FakeDesk) -> None:
    over.analysed = {"teams": ANALYSED["teams"], "chances": ANALYSED["chances"], "hands": False}
    part = page_for(over).get_by_role("region", name="Where the game turned")
    expect(part.locator("svg.graph")).to_be_visible()
    expect(part).to_contain_text("The hands are not known, so plays are not weighed.")


def test_the_graph_of_chances_shows_means_over_rounds_and_the_exact_first_and_last_chance(
    page_for: Open, over: FakeDesk
) -> None:
    means = page_for(over).evaluate(
        "async ([series, round]) => (await import('/page/js/analysis.js')).meansOfRounds(series, round)",
        [[0.5, 0.7, 0.3, 0.7, 0.3, 0.7, 0.3, 1], 4],
    )
    assert means == pytest.approx([0.5, 0.55, 0.525, 0.5, 0.5, 0.5375, 0.575, 1])


def test_the_end_of_a_game_without_an_analysis_shows_no_turning_points(
    page_for: Open, over: FakeDesk, complaints: list[str]
) -> None:
    over.analysed = None
    page = page_for(over)
    expect(page.locator("#ending")).to_be_visible()
    expect(page.get_by_role("region", name="Where the game turned")).to_have_count(0)
    complaints.clear()  # The browser logs the missing address (404) as an error.
