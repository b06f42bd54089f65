"""Actions and observations of a visitor to a table's page, for tests."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.examples import some, whole
from tests.programs import tries

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page
    from playwright.sync_api._generated import LocatorAssertions

Open = Callable[..., "Page"]
"""A function that opens a page at an address and returns it."""

PATIENCE = 60.0
"""Seconds to wait for a state of a table before a test fails."""

SIZES = {
    "laptop": (1366, 768),
    "low laptop": (1366, 640),
    "small laptop": (1024, 600),
    "monitor": (1920, 1080),
    "tablet": (820, 1180),
    "phone": (390, 844),
    "small phone": (360, 640),
    "200 %": (683, 384),
}
"""Widths and heights of screens, in CSS pixels."""

SCHEMES = ("light", "dark")


def some_sizes(first: int) -> list[str]:
    """The names of two screen sizes, or of all with `--all-scenarios`; `first`, 0 to 3, chooses the pair."""
    return some(SIZES, 2, first)


LOOKS = (
    [(size, scheme) for size in SIZES for scheme in SCHEMES]
    if whole()
    else [(size, SCHEMES[n % 2]) for n, size in enumerate(some(SIZES, 4))]
)
"""Screen sizes with a colour scheme: half of the sizes, or all in both schemes with `--all-scenarios`."""


MIDDLE = """(one) => {
  one.scrollIntoViewIfNeeded();
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


def expect(what: Locator) -> LocatorAssertions:
    """Playwright's `expect` with a long timeout: it waits until the assertion holds."""
    from playwright.sync_api import expect as awaited

    awaited.set_options(timeout=PATIENCE * 1000)
    return awaited(what)


class BoardPage:
    """A page with a board on it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def hole(self, name: str) -> Locator:
        return self.page.locator(f'.hole[data-hole="{name}"]')

    def middle(self, name: str) -> tuple[float, float]:
        x, y = self.hole(name).locator(".reach").evaluate(MIDDLE)
        return x, y

    def drag(self, source: str, target: str) -> None:
        mouse = self.page.mouse
        x, y = self.middle(source)
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + 9, y - 9)
        mouse.move(*self.middle(target), steps=4)
        mouse.up()

    def drag_from_tray(self, target: str) -> None:
        """Drag the first marble in the tray to a hole; the tray may move when a card is taken away."""
        mouse = self.page.mouse
        marble = self.page.locator(".tray-marble").first
        marble.hover()
        mouse.down()
        for _ in tries("the marble in the tray comes to rest under the mouse", PATIENCE):
            if marble.evaluate("marble => marble.matches(':hover')"):
                break
            mouse.up()
            marble.hover()
            mouse.down()
        box = marble.bounding_box()
        assert box is not None
        mouse.move(box["x"] - 9, box["y"] - 9)
        mouse.move(*self.middle(target), steps=4)
        mouse.up()

    def click(self, name: str) -> None:
        self.page.mouse.click(*self.middle(name))

    def go(self, place: str) -> None:
        """Open a panel of the page: Play, Game, Rules or Workshop."""
        self.page.get_by_role("tab", name=place).click()

    def lay(self, rank: str) -> None:
        self.page.locator(f'.rank-card[data-rank="{rank}"]').click()

    def press(self, button: str) -> None:
        self.page.locator(f'[data-button="{button}"]').click()

    # ---- what the page shows --------------------------------------------------------------------

    def sees_marble(self, hole: str, colour: str | None) -> None:
        """Wait until the hole has a marble of this colour, or is empty if the colour is None."""
        wanted = f'[data-hole="{hole}"]' + (f'[data-marble="{colour}"]' if colour else ":not([data-marble])")
        self.page.wait_for_selector(wanted, state="attached")

    def sees_role(self, hole: str, role: str | None) -> None:
        wanted = f'[data-hole="{hole}"]' + (f'[data-role="{role}"]' if role else ":not([data-role])")
        self.page.wait_for_selector(wanted, state="attached")

    def sees_led(self, hole: str, colour: str | None) -> None:
        """Wait until the LED at the hole has this colour (hex digits), or is dark if the colour is None."""
        led = expect(self.hole(hole).locator(".led"))
        if colour is None:
            led.not_to_have_attribute("data-led", re.compile(""))
        else:
            led.to_have_attribute("data-led", colour)

    def sees_led_lit(self, hole: str) -> None:
        self.page.wait_for_selector(f'[data-hole="{hole}"] .led[data-led]', state="attached")

    def sees_prompt(self, words: str | re.Pattern[str], code: str | None = None) -> None:
        """Wait until the prompt has this text, and this code if given."""
        expect(self.page.locator("#prompt-text")).to_have_text(words)
        if code is not None:
            expect(self.page.locator("#prompt")).to_have_attribute("data-code", code)

    def sees_verdict(self, words: str, kind: str | None = None) -> None:
        where = f'#verdict[data-kind="{kind}"]' if kind else "#verdict"
        self.page.locator(where, has_text=words).wait_for()

    def sees_plays(self, *plays: str | re.Pattern[str]) -> None:
        """Wait until the panel Game of the page lists exactly these plays."""
        self.go("Game")
        expect(self.page.locator("#plays li code")).to_have_text(plays)
        self.go("Play")

    def sees(self, condition: str) -> None:
        """Wait until a JavaScript condition holds on the page."""
        self.page.wait_for_function(f"() => {condition}")

    def state(self) -> dict[str, Any]:
        """The table's state as the page gets it."""
        answer: dict[str, Any] = self.page.evaluate(
            "(ms) => fetch('/api/state', { signal: AbortSignal.timeout(ms) }).then((it) => it.json())",
            PATIENCE * 1000,
        )
        return answer

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for a state of the table for which `holds` is true; return it."""
        state: dict[str, Any] = {}
        for _ in tries("the table's state is as the caller wants it", PATIENCE):
            if holds(state := self.state()):
                break
            self.page.wait_for_timeout(50)
        return state
