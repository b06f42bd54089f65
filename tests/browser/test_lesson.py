"""The guided first game, walked by somebody who does only what the page says."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.board_page import Open, expect
from tests.browser.taps import Tapper
from tests.browser.test_start import Start, idle, opened
from tests.programs import tries

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
__all__ = ["idle"]

CARD = re.compile(r"Tap the (ace|two|three|four|five|six|seven|eight|nine|ten|jack|queen|king|Joker)\b")
HOLE = re.compile(r"Tap your marble on (\w+)")
PATIENCE = 120.0


class Pupil:
    """Reads the prompt, and taps what it names; nothing else is known to this player."""

    def __init__(self, page: Page) -> None:
        self.page, self.tapper = page, Tapper(page)
        self.read: list[str] = []

    def step(self) -> None:
        """Do what the prompt says, if it asks for a tap."""
        said = self.page.locator("#prompt-text").inner_text()
        for words, act in self._acts:
            found = re.match(words, said)
            if found is not None:
                if said not in self.read:
                    self.read.append(said)
                act(*found.groups())
                self._until_it_says_more_than(said)
                return
        self.page.wait_for_timeout(30)

    def _until_it_says_more_than(self, said: str) -> None:
        self.page.wait_for_function(
            "(said) => document.getElementById('prompt-text').innerText !== said", arg=said
        )

    @property
    def _acts(self) -> tuple[tuple[re.Pattern[str], Callable[..., None]], ...]:
        return (
            (CARD, self._card),
            (HOLE, self._hole),
            (re.compile("Tap a marble in your START"), lambda: self._lit("A", "s")),
            (re.compile("Tap a lit marble|Tap the other lit marble"), self._lit),
            (re.compile("Tap a lit hole"), lambda: self._lit(role="target")),
        )

    def _card(self, rank: str) -> None:
        card = self.page.locator(f'.hand-card[aria-label*="{rank}"]')
        card.first.tap()

    def _hole(self, name: str) -> None:
        self.page.touchscreen.tap(*self.tapper.board.middle(name))

    def _lit(self, seat: str = "", kind: str = "", role: str = "movable") -> None:
        """Tap the first lit hole of a seat, or of anybody."""
        where = f'[data-hole^="{seat}{kind}"]' if seat else ""
        lit = self.page.locator(f'.hole[data-role="{role}"]{where}').first
        self._hole(str(lit.get_attribute("data-hole")))


def test_a_beginner_who_does_what_the_page_says_plays_five_turns_and_is_then_asked_to_play(
    idle: Start, open_page: Open
) -> None:
    table = idle()
    page = opened(open_page, table.page)
    page.get_by_role("button", name="Learn in five turns").tap()
    pupil = Pupil(page)
    for _ in tries("the guided game is over", PATIENCE):
        if page.locator("#prompt").get_attribute("data-code") == "lesson-done":
            break
        pupil.step()
    state = table.state()
    own = [play for play in state["plays"] if play["seat"] == "A"]
    kinds = [play["play"].partition(" ")[2] for play in own]
    assert [play["state"] for play in state["plays"]] == ["ok"] * 17
    assert kinds[:3] == ["As-A8", "A8-A14", "A14-B0xB"]
    assert (len(kinds[3].split()), kinds[4]) == (2, "As-D16xD")
    assert len(pupil.read) == 11, pupil.read
    expect(page.locator(".choice").first).to_be_visible()


def test_another_card_than_the_lessons_is_explained(idle: Start, open_page: Open) -> None:
    page = opened(open_page, idle().page)
    page.get_by_role("button", name="Learn in five turns").tap()
    page.locator('.hand-card[aria-label*="nine"]').tap()
    expect(page.locator("#notice")).to_have_text("This turn is for the card that is lit.")
    expect(page.locator("#verdict")).to_contain_text("All marbles begin in START")
