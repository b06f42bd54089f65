"""Open pages for tests: on a page that several tests share, or in a new browser context."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.browser.board_page import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

USUAL: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
SMALL = "/page/js/shared.js"
"""A small file that every served app has."""


class LastingPage:
    """A page that consecutive tests share, because opening a new page takes as long as several tests.

    Errors go to `complaints` of the test that uses it; None while no test uses it.
    """

    def __init__(self) -> None:
        self.complaints: list[str] | None = None
        self._page: Page | None = None

    def take(self, browser: Browser, complaints: list[str]) -> Page:
        """The shared page, emptied like a new one; only the browser's cache is kept."""
        if self._page is None:
            self._page = browser.new_context(**USUAL).new_page()
            listen(self._page, self._complain)
        self.complaints = complaints
        page = self._page
        page.set_default_timeout(PATIENCE * 1000)
        page.set_viewport_size(USUAL["viewport"])
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.mouse.move(0, 0)
        return page

    def give_back(self) -> None:
        """Empty the page and clear its storage; drop the page if that fails, so that the next is new."""
        self.complaints, page = None, self._page
        if page is None:
            return
        try:
            page.unroute_all()
            page.evaluate("localStorage.clear(), sessionStorage.clear()")
            page.context.clear_cookies()
            for other in page.context.pages:
                if other != page:
                    other.close()
            page.goto(page.evaluate("origin") + SMALL)
        except Exception:  # noqa: BLE001 - playwright's own, of a page that is closed or whose server is gone
            self.close()

    def close(self) -> None:
        """Close the page; the next `take` opens a new one."""
        if self._page is not None:
            self._page.context.close()
            self._page = None

    def _complain(self, text: str) -> None:
        if self.complaints is not None:
            self.complaints.append(text)


def listen(page: Page, complain: Callable[[str], None]) -> None:
    """Report every error of the page to `complain`."""
    page.on("console", lambda message: complain(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complain(str(error)))


class Visits:
    """Opens pages of a browser, and collects their errors.

    The first visit without options gets the shared page, if there is one; every other visit gets a new
    browser context.
    """

    def __init__(self, browser: Browser, complaints: list[str], lasting: LastingPage | None = None) -> None:
        self._browser = browser
        self.complaints = complaints
        self._contexts: list[BrowserContext] = []
        self._lasting = lasting

    def __call__(self, address: str, drawn: str = "body[data-ready] .hole", **options: Any) -> Page:
        """Open an address without animations, and wait until the element `drawn` is there.

        Return the page.
        """
        page = self._page(**options)
        page.goto(address)
        page.wait_for_selector(drawn)
        return page

    def _page(self, **options: Any) -> Page:
        if self._lasting is not None and self._lasting.complaints is None and not options:
            return self._lasting.take(self._browser, self.complaints)
        context = self._browser.new_context(**USUAL | options)
        self._contexts.append(context)
        if "extra_http_headers" in options:  # The event stream of a shared worker would not send this header.
            context.add_init_script("delete globalThis.SharedWorker")
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        listen(page, self.complaints.append)
        return page

    def close(self) -> None:
        """Close every page that was opened."""
        for context in self._contexts:
            context.close()
        self._contexts.clear()
        if self._lasting is not None and self._lasting.complaints is not None:
            self._lasting.give_back()
