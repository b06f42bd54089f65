"""A table in a tournament also shows the pairing, and whether the director's desk is connected."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.board_page import Open, expect
from tests.browser.served import Served
from tests.jokerboard.table.web.fake_page import FakeDesk

pytestmark = pytest.mark.browser
LINK = "https://desk.local/t/7"
HOSTILE = "<img src=x onerror=alert(1)>"
SEATING = {
    "round": 2, "table": "7", "link": LINK,
    "names": {"A": "Xa", "B": HOSTILE, "C": "Zed", "D": "Wu"},
    "teams": [{"name": "Red", "seats": ["A", "C"]}, {"name": "Blue", "seats": ["B", "D"]}],
}  # fmt: skip
AWAY = "The director's desk receives nothing from this table: the Redis is away; 312 records wait."


def test_the_page_shows_a_seating_and_a_lost_tournament_desk_until_they_end(
    served: Callable[..., Served], open_page: Open
) -> None:
    desk = FakeDesk()
    here = served(desk)
    page = open_page(here.address)
    box = page.locator("#tournament")
    page.locator("#prompt-text").wait_for()
    expect(box).to_be_hidden()
    desk.extra = {"tournament": {"seating": SEATING, "text": AWAY}}
    here.do(desk.changed)
    box.locator(".away").wait_for()
    expect(box.locator("p")).to_have_text(
        [
            f"Round 2, table 7 Red (Xa and Zed) against Blue ({HOSTILE} and Wu) follow",
            AWAY,
        ]
    )
    expect(box.locator("img")).to_have_count(0)
    expect(box.locator("a")).to_have_attribute("href", LINK)
    desk.extra = {"tournament": {"seating": {**SEATING, "link": "javascript:alert(1)"}, "text": None}}
    here.do(desk.changed)
    box.locator(".away").wait_for(state="detached")
    expect(box.locator("a")).to_have_count(0)
    desk.extra = {"tournament": {"seating": None, "text": None}}
    here.do(desk.changed)
    box.wait_for(state="hidden")


def test_a_game_without_a_winner_is_announced(served: Callable[..., Served], open_page: Open) -> None:
    desk = FakeDesk()
    desk.extra = {"over": []}
    page = open_page(served(desk).address)
    page.get_by_role("dialog", name="Nobody has won").wait_for()
