"""A real headless Chromium, and pages served to it: `page_for(app)` opens an app's page.

Any message on the browser's console that is an error, and any exception in the page, fails the test.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from page.server import serve
from service.web.app import make_app
from service.web.page_port import TablePage
from tests.browser.board_page import PATIENCE, SIZES, BoardPage
from tests.programs import tries
from tests.service.web.fake_page import FakeDesk

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page
    from starlette.applications import Starlette

HEADLESS, WHOLE = Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")
CHROMIUM = HEADLESS if HEADLESS.exists() else WHOLE
"""With the program that has no windows, a visit of a page costs half the processor time."""
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class Served:
    """An app served from a loop in a thread of its own; `do` runs something in that loop."""

    def __init__(self, app: Starlette, port: int = 0) -> None:
        self._up = threading.Event()
        self._loop = asyncio.new_event_loop()
        self.app = app
        self._port = port
        self._failure: BaseException | None = None
        self.address = ""
        self._thread = threading.Thread(target=self._run, name="page")
        self._thread.start()
        assert self._up.wait(20)
        if self._failure is not None:
            raise self._failure

    def _run(self) -> None:
        def ready(address: str) -> None:
            self.address = address
            self._up.set()

        try:
            self._task = self._loop.create_task(serve(self.app, "127.0.0.1", self._port, ready=ready))
            self._loop.run_until_complete(self._task)
        except asyncio.CancelledError:
            pass
        except OSError as failure:
            self._failure = failure
        finally:
            self._up.set()
            self._loop.close()

    def do(self, what: Callable[[], None]) -> None:
        """Run `what` in the loop that serves, and wait for it."""
        done = threading.Event()

        def do_it() -> None:
            what()
            done.set()

        self._loop.call_soon_threadsafe(do_it)
        assert done.wait(10)

    def close(self) -> None:
        """End serving, and wait until it has ended."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._task.cancel)
            self._thread.join(20)


@pytest.fixture(scope="session")
def the_browser() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """One browser for all modules, and its event loop."""
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
    """The browser, for one test; its loop counts as running meanwhile, and other tests may run their own."""
    browser, loop = the_browser
    asyncio._set_running_loop(loop)
    yield browser
    asyncio._set_running_loop(None)


class Visits:
    """Pages of one browser, each in a context of its own, and the errors that they complained of."""

    def __init__(self, browser: Browser, complaints: list[str]) -> None:
        self._browser = browser
        self.complaints = complaints
        self._contexts: list[BrowserContext] = []

    def open(self, address: str, drawn: str = "body[data-ready] .hole", **options: Any) -> Page:
        """Open an address, without motion, and wait until the page is `drawn`."""
        wanted = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"} | options
        context = self._browser.new_context(**wanted)
        self._contexts.append(context)
        if "extra_http_headers" in options:  # which a shared worker's stream would not send
            context.add_init_script("delete globalThis.SharedWorker")
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(address)
        page.wait_for_selector(drawn)
        return page

    def close(self) -> None:
        """Close every page."""
        for context in self._contexts:
            context.close()


@pytest.fixture(scope="session")
def axe() -> Callable[[Page], list[Any]]:
    """The violations that axe finds on a page, each with its elements."""
    package = pytest.importorskip("axe_playwright_python", reason="pip install -r requirements/dev.txt")
    script = (Path(package.__file__).parent / "axe.min.js").read_text("utf-8")

    def faults(page: Page) -> list[Any]:
        if not page.evaluate("'axe' in globalThis"):
            page.evaluate(script)
        found = page.evaluate(
            """async () => (await axe.run(document,
                { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } }))
              .violations.map(({ id, nodes }) =>
                [id, nodes.slice(0, 4).map(({ html }) => html.slice(0, 120))])"""
        )
        assert isinstance(found, list)
        return found

    return faults


@pytest.fixture
def served() -> Iterator[Callable[..., Served]]:
    """Serves a desk's page; everything served is closed at the end of the test."""
    running: list[Served] = []

    def start(desk: TablePage, *, local_only: bool = True, port: int = 0) -> Served:
        running.append(Served(make_app(desk, local_only=local_only), port))
        return running[-1]

    yield start
    for one in running:
        one.close()


@pytest.fixture
def desk() -> FakeDesk:
    """A pretended table of four."""
    return FakeDesk()


@pytest.fixture
def complaints() -> list[str]:
    """The errors of this test's browsers; must be empty at its end."""
    return []


@pytest.fixture
def open_page(browser: Browser, complaints: list[str]) -> Iterator[Callable[..., Page]]:
    """Opens an address in a context of its own; it is closed at the end of the test."""
    visits = Visits(browser, complaints)
    yield visits.open
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
    """Opens an address once for all tests of a file that ask for it: a visit costs more than most tests.

    A test that is tried again gets a new page.
    """
    again = getattr(request.node, "execution_count", 1) > 1
    for visits, _ in _kept.values():
        visits.complaints = complaints

    def open_once(address: str) -> Page:
        if again and address in _kept:
            _kept.pop(address)[0].close()
        if address not in _kept:
            visits = Visits(browser, complaints)
            _kept[address] = visits, visits.open(address)
        return _kept[address][1]

    yield open_once
    assert complaints == []


class KeptTable:
    """A pretended table and a page of it that all tests of a file see, each as a new game begins."""

    def __init__(self) -> None:
        self.desk = FakeDesk()
        self.served = Served(make_app(self.desk, local_only=True))
        self.open: Callable[[str], Page] | None = None

    def do(self, what: Callable[[], None]) -> None:
        """Run `what` in the loop that serves, and wait for it."""
        self.served.do(what)

    def shown(self, size: str, scheme: str = "light") -> Page:
        """The page at one of the `SIZES`, with all that the test has told the desk."""
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
    """The table of this file, as it is at the beginning; its page is opened once for all tests."""
    _table.open = keep_page
    desk = _table.desk
    as_before = {"listeners": desk.listeners, "seq": desk.seq}
    _table.do(lambda: desk.__dict__.update(FakeDesk().__dict__ | as_before))
    return _table


@pytest.fixture
def page_for(served: Callable[..., Served], open_page: Callable[..., Page]) -> Callable[..., Page]:
    """Serves a desk's page and opens it."""

    def serve_and_open(desk: TablePage, **options: Any) -> Page:
        return open_page(served(desk).address, **options)

    return serve_and_open
