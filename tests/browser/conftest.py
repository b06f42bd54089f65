"""Fixtures: a headless Chromium, and pages served to it. `page_for(app)` opens the page of an app.

An error on the browser's console or an exception in a page fails the test.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from jokerboard.table.web.app import make_app
from jokerboard.table.web.page_port import TablePage
from tests.browser.board_page import PATIENCE, SIZES, BoardPage
from tests.browser.served import Served
from tests.browser.visits import LastingPage, Visits
from tests.jokerboard.table.web.fake_page import FakeDesk
from tests.programs import tries

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HEADLESS, WHOLE = Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")
CHROMIUM = HEADLESS if HEADLESS.exists() else WHOLE
"""The Chromium to start. The headless program takes half the processor time of the whole browser."""
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    # Fewer processes: a new page takes a sixth less processor time.
    "--in-process-gpu",
    "--process-per-site",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def the_browser() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """A browser for all modules, with the event loop that drives it."""
    if not CHROMIUM.exists():
        pytest.skip(f"{HEADLESS} is not here: apt install {HEADLESS.name}")
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)
        browser.close()


@pytest.fixture
def browser(the_browser: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """The browser. Its event loop counts as running during its test only, so that others can run a loop."""
    browser, loop = the_browser
    asyncio._set_running_loop(loop)
    yield browser
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def axe() -> Callable[..., list[Any]]:
    """A function that returns the violations that axe finds on a page or in a part of the page."""
    package = pytest.importorskip("axe_playwright_python", reason="make test installs it")
    script = (Path(package.__file__).parent / "axe.min.js").read_text("utf-8")

    def faults(page: Page, part: str = "body") -> list[Any]:
        if not page.evaluate("'axe' in globalThis"):
            page.evaluate(script)
        page.wait_for_selector(part)  # A dialog of the page opens only once its contents have been fetched.
        found = page.evaluate(
            """async (part) => (await axe.run(part,
                { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } }))
              .violations.map(({ id, nodes }) =>
                [id, nodes.slice(0, 4).map(({ html }) => html.slice(0, 120))])""",
            "html" if part == "body" else part,
        )
        assert isinstance(found, list)
        return found

    return faults


@pytest.fixture
def served() -> Iterator[Callable[..., Served]]:
    """A function that serves a desk's page until the end of the test."""
    running: list[Served] = []

    def start(desk: TablePage, *, local_only: bool = True, port: int | None = None) -> Served:
        running.append(Served(make_app(desk, local_only=local_only), port))
        return running[-1]

    yield start
    for one in running:
        one.close()


@pytest.fixture
def desk() -> FakeDesk:
    """A simulated table of four seats."""
    return FakeDesk()


@pytest.fixture
def complaints() -> list[str]:
    """The errors of the pages of this test; the test fails unless the list is empty at its end."""
    return []


@pytest.fixture(scope="session")
def _lasting(the_browser: tuple[Browser, asyncio.AbstractEventLoop]) -> LastingPage:
    return LastingPage()


@pytest.fixture
def open_page(
    request: pytest.FixtureRequest, browser: Browser, complaints: list[str], _lasting: LastingPage
) -> Iterator[Visits]:
    """A function that opens an address until the end of the test, on the shared page or in a new context.

    If a test is repeated after a failure, its page is always new.
    """
    if getattr(request.node, "execution_count", 1) > 1:
        _lasting.close()
    visits = Visits(browser, complaints, _lasting)
    yield visits
    visits.close()
    assert complaints == []


@pytest.fixture(scope="module")
def _kept(the_browser: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[dict[str, tuple[Visits, Page]]]:
    _, loop = the_browser
    kept: dict[str, tuple[Visits, Page]] = {}
    yield kept
    asyncio._set_running_loop(loop)
    for visits, _ in kept.values():
        visits.close()
    asyncio._set_running_loop(None)


@pytest.fixture
def keep_page(
    request: pytest.FixtureRequest,
    _kept: dict[str, tuple[Visits, Page]],
    browser: Browser,
    complaints: list[str],
) -> Iterator[Callable[[str], Page]]:
    """A function that returns the page at an address, which is opened once for all tests of a file.

    If a test is repeated after a failure, its page is always new.
    """
    again = getattr(request.node, "execution_count", 1) > 1
    for visits, _ in _kept.values():
        visits.complaints = complaints

    def open_once(address: str) -> Page:
        if again and address in _kept:
            _kept.pop(address)[0].close()
        if address not in _kept:
            visits = Visits(browser, complaints)
            _kept[address] = visits, visits(address)
        return _kept[address][1]

    yield open_once
    assert complaints == []


class KeptTable:
    """A simulated table and its page, which all tests of a file share; each test begins a new game."""

    def __init__(self) -> None:
        self.desk = FakeDesk()
        self.served = Served(make_app(self.desk, local_only=True), 0)
        self.open: Callable[[str], Page] | None = None

    def do(self, what: Callable[[], None]) -> None:
        """Run `what` in the serving event loop, and wait until it has ended."""
        self.served.do(what)

    def shown(self, size: str, scheme: str = "light") -> Page:
        """The page at one of the `SIZES`, once it shows everything that the test has set at the table."""
        assert self.open is not None
        page = self.open(self.served.address)
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        for _ in tries("every dialog is closed", PATIENCE):
            if not page.locator("dialog[open]").count():
                break
            page.keyboard.press("Escape")
        BoardPage(page).go("Play")
        self.do(self.desk.changed)
        BoardPage(page).sees(f"Number(document.body.dataset.ready) === {self.desk.seq}")
        return page


@pytest.fixture(scope="module")
def _table() -> Iterator[KeptTable]:
    table = KeptTable()
    yield table
    table.served.close()


@pytest.fixture
def kept(_table: KeptTable, keep_page: Callable[[str], Page]) -> KeptTable:
    """The table that the tests of a file share, reset to its first state; its page is opened once."""
    _table.open = keep_page
    desk = _table.desk
    as_before = {"listeners": desk.listeners, "seq": desk.seq}
    _table.do(lambda: desk.__dict__.update(FakeDesk().__dict__ | as_before))
    return _table


@pytest.fixture
def page_for(served: Callable[..., Served], open_page: Callable[..., Page]) -> Callable[..., Page]:
    """A function that serves a desk's page and opens it."""

    def serve_and_open(desk: TablePage, **options: Any) -> Page:
        return open_page(served(desk).address, **options)

    return serve_and_open
