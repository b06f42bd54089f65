"""A simulated player who sees only the page and acts only by taps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.browser.board_page import BoardPage
from tests.programs import tries

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATIENCE = 60.0


class Tapper:
    """Taps lit elements as the prompt asks, and counts the taps; `pick` chooses among several targets."""

    def __init__(self, page: Page, pick: int = 0) -> None:
        self.page, self.board = page, BoardPage(page)
        self.taps = 0
        self.own_turns: list[int] = []
        self._pick = pick

    def code(self) -> str:
        """The code of the prompt that the page shows."""
        return str(self.page.locator("#prompt").get_attribute("data-code"))

    def until(self, *codes: str) -> str:
        """Wait until the prompt has one of these codes; return the code."""
        self.page.wait_for_function(
            "(codes) => codes.includes(document.getElementById('prompt')?.dataset.code)", arg=[*codes]
        )
        return self.code()

    def look(self) -> None:
        """Uncover the player's cards if they are covered."""
        look = self.page.get_by_role("button", name="look at my cards")
        if look.count():
            self.taps += 1
            look.tap()

    def turn(self) -> bool:
        """Play a turn of this player as the prompt asks; return False if the game is over."""
        if self.until("tap-card", "tap-discard", "tap-marble", "over") == "over":
            return False
        before = self.taps
        n = self.played()
        self.look()  # The card is put on the reader once: later the reader may hold another player's card.
        for _ in tries("the turn is played", PATIENCE):
            if self.played() != n or self.code() == "over":
                break
            self.step()
        self.own_turns.append(self.taps - before)
        return True

    def played(self) -> str:
        """The number of the last announced play, as the page shows it."""
        return str(self.page.evaluate("document.body.dataset.n"))

    def step(self) -> None:
        """Tap what the prompt asks for, or wait a moment."""
        match self.code():
            case "tap-card":
                lit = self.page.locator("[data-lit]")
                self._tap_card(lit if lit.count() else self.page.locator(".hand-card"))
            case "tap-discard":
                self._tap_card(self.page.locator(".hand-card"))
            case "tap-marble" | "tap-rest":
                self._tap_hole("movable")
            case "tap-hole":
                self._tap_hole("target")
            case _:
                self.page.wait_for_timeout(30)

    def _tap_card(self, cards: object) -> None:
        count = cards.count()  # type: ignore[attr-defined]
        if count:
            self.taps += 1
            cards.nth(self._some(count)).tap()  # type: ignore[attr-defined]
            self._settle()

    def _tap_hole(self, role: str) -> None:
        holes = self.page.locator(f'.hole[data-role="{role}"]')
        count = holes.count()
        if not count:
            return
        name = holes.nth(self._some(count)).get_attribute("data-hole")
        assert name is not None
        self.taps += 1
        self.page.touchscreen.tap(*self.board.middle(name))
        self._settle()

    def _settle(self) -> None:
        """Wait until the page has processed the last tap."""
        self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    def _some(self, count: int) -> int:
        self._pick = (self._pick * 1103515245 + 12345) % (1 << 31)
        return (self._pick >> 8) % count


def words(page: Page) -> str:
    """The text of the prompt that the page shows."""
    return re.sub(r"\s+", " ", page.locator("#prompt-text").inner_text())
