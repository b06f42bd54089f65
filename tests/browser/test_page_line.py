"""The connection of the page to its table: all tabs share it, and a broken connection is detected."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from jokerboard.web import news
from tests.browser.board_page import BoardPage, Open, expect
from tests.browser.served import Served
from tests.examples import whole
from tests.jokerboard.table.web.fake_page import FakeDesk

pytestmark = pytest.mark.browser

MORE_TABS = 6 if whole() else 2
"""The number of further tabs; a browser opens fewer than seven connections to one address."""


def test_the_tabs_of_a_browser_share_one_event_stream_and_all_of_them_can_send_commands(
    served: Callable[..., Served], open_page: Open, desk: FakeDesk
) -> None:
    table = served(desk)
    first = open_page(table.address)
    pages = [first]
    for _ in range(MORE_TABS):
        pages.append(first.context.new_page())
        pages[-1].goto(table.address)
        pages[-1].wait_for_selector("body[data-ready] .hole")
    assert table.app.state.hub.watchers == 1
    for at, page in enumerate(pages):
        BoardPage(page).press("help")
        page.wait_for_function("(n) => document.body.dataset.ready >= n", arg=at + 1)
    for page in pages:
        expect(page.locator("#notice")).to_be_hidden()
    assert len(desk.commands) == len(pages)


class DeafBox:
    """A proxy between page and table that can silently stop forwarding."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        self.deaf = threading.Event()
        self._open: list[socket.socket] = [self._door]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._door.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
                self._open += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if not self.deaf.is_set():
                    target.sendall(data)

    def close(self) -> None:
        for one in self._open:
            one.close()


@pytest.fixture
def boxes() -> Iterator[list[DeafBox]]:
    made: list[DeafBox] = []
    yield made
    for box in made:
        box.close()


def test_a_silently_dead_connection_is_reported_and_reopened(
    served: Callable[..., Served],
    open_page: Open,
    desk: FakeDesk,
    boxes: list[DeafBox],
    monkeypatch: pytest.MonkeyPatch,
    complaints: list[str],
) -> None:
    # The page reports a lost connection after two and a half intervals without a message.
    monkeypatch.setattr(news, "PING", 0.4)
    table = served(desk)
    boxes.append(DeafBox(int(table.address.rstrip("/").rsplit(":", 1)[1])))
    page = open_page(f"http://127.0.0.1:{boxes[0].port}/")
    page.locator("#line[data-up=true]").wait_for()
    boxes[0].deaf.set()
    page.locator("#line", has_text="The table is away").wait_for()
    desk.wood["A8"] = desk.wood.pop("As1")
    table.do(desk.changed)
    boxes[0].deaf.clear()
    page.locator("#line[data-up=true]").wait_for(timeout=30_000)
    BoardPage(page).sees_marble("A8", "A")
    complaints.clear()


def test_a_phone_reports_a_lost_network_and_shows_the_present_board_once_the_network_is_back(
    served: Callable[..., Served], open_page: Open, desk: FakeDesk, complaints: list[str]
) -> None:
    table = served(desk)
    phone = open_page(table.address, extra_http_headers={"x-a-line": "of its own"})
    phone.locator("#line[data-up=true]").wait_for(state="attached")
    phone.context.set_offline(True)
    phone.locator("#line", has_text="The table is away").wait_for()
    BoardPage(phone).press("help")
    phone.get_by_role("alert").filter(has_text="The table does not answer.").wait_for()
    desk.wood["A8"] = desk.wood.pop("As1")
    table.do(desk.changed)
    phone.context.set_offline(False)
    phone.locator("#line[data-up=true]").wait_for(state="attached")
    BoardPage(phone).sees_marble("A8", "A")
    complaints.clear()


def test_an_update_of_the_page_has_only_the_changed_parts(
    served: Callable[..., Served], open_page: Open, desk: FakeDesk
) -> None:
    play = {
        "seat": "A",
        "card": "KH",
        "play": "KH As-A8",
        "text": "A comes out.",
        "state": "ok",
        "position": None,
    }
    desk.steps = [play | {"n": n} for n in range(1, 400)]
    here = served(desk)
    page = open_page(here.address)
    page.evaluate(
        """() => new Promise((opened) => {
          window.heard = [];
          const source = new EventSource("/api/events");
          for (const kind of ["state", "change"]) {
            source.addEventListener(kind, ({ data }) => opened(heard.push([kind, data.length])));
          }
        })"""
    )
    board = BoardPage(page)
    board.drag("As1", "A9")
    board.sees_role("A9", "illegal")
    kinds = page.evaluate("heard")
    assert kinds[0][0] == "state"
    assert kinds[0][1] < 8000, "the whole state has no plays"
    assert {kind for kind, _ in kinds[1:]} == {"change"}
    assert sum(length for _, length in kinds[1:]) < 3000
