"""A hall of simulated tables, whose page is served to a real browser."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from tests.browser.served import Served
from tests.browser.visits import Visits
from tests.jokerboard.tournament.desk_tables import FakeTable
from tests.jokerboard.tournament.web.hall import TOKEN, Hall

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

PHONE: ViewportSize = {"width": 390, "height": 844}
MONITOR: ViewportSize = {"width": 1920, "height": 1080}
READY = "body[data-ready]"
WRONG: dict[str, Any] = {"seat": "B", "code": "x", "text": "Two holes too far.", "holes": ["B15"]}
"""The data of an `illegal` verdict about a move of seat B."""


class Stage:
    """A hall whose page is served; tests add tables and records while the browser shows it."""

    def __init__(self, hall: Hall, visits: Visits) -> None:
        self.hall = hall
        self._visits = visits
        self._served = Served(hall.app)
        self.address = self._served.address

    def do(self, what: Callable[[], object]) -> None:
        """Call `what` in the serving event loop, as the director does, and wait until it has ended."""

        def do_it() -> None:
            what()

        self._served.do(do_it)

    def take(self, *tables: FakeTable) -> None:
        for table in tables:
            self.do(partial(self.hall.take, table))

    def visit(self, path: str = "", ready: str = READY, **options: object) -> Page:
        return self._visits(self.address + path, ready, **options)

    def go(self, page: Page, path: str) -> None:
        """Navigate an open page to another address of the desk."""
        page.goto(self.address + path)
        page.wait_for_selector(READY)

    def close(self) -> None:
        """Close the pages before the desk, because an open page would report the lost desk."""
        self._visits.close()
        self._served.close()
        self.hall.close()


def log_in(page: Page, who: str = "Ann", token: str = TOKEN) -> None:
    page.get_by_role("button", name="Log in").click()
    dialog = page.get_by_role("dialog", name="Log in as a director")
    dialog.get_by_label("Your name").fill(who)
    dialog.get_by_label("Token").fill(token)
    dialog.get_by_role("button", name="Log in").click()
    page.get_by_role("button", name=f"{who}: log out").wait_for()
