"""Two boards are paired on their pages; each page asks its people to make the moves of the other board."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from jokerboard.houses.code import Code, link
from jokerboard.table.web.access import page_link
from tests.browser.board_page import BoardPage, Open, expect
from tests.programs import Demo, free_port

pytestmark = pytest.mark.browser


@pytest.fixture
def boards(tmp_path: Path) -> Iterator[tuple[Demo, Demo]]:
    """Two demo tables: a host with a game in progress, and a guest without a game."""
    host = Demo(tmp_path / "host", "--seed", "11", "--people", "off", "--cards", "dealt", taps=True)
    guest = Demo(tmp_path / "guest", "--people", "off", "--cards", "dealt", "--seed", "12", taps=True)
    yield host, guest
    host.kill()
    guest.kill()


def test_two_boards_are_joined_to_one_game_by_a_code(boards: tuple[Demo, Demo], open_page: Open) -> None:
    host, guest = (BoardPage(open_page(board.page)) for board in boards)
    way = f"direct://127.0.0.1:{free_port()}"
    for page in (host, guest):
        page.page.locator("#tab-game").click()
        page.page.locator("#houses-form summary").click()
    invite = host.page.locator("#houses-invite")
    invite.locator("[name=seats]").fill("B, D")
    invite.locator("[name=via]").fill(way)
    invite.locator("button").click()
    code = host.page.locator(".house-code")
    expect(code).to_be_visible()
    expect(host.page.locator("#houses-codes img")).to_be_visible()
    expect(host.page.locator("#houses-guide")).to_contain_text("type or paste the code")
    address = boards[1].page.split("?")[0]
    # The first picture, without an address, may still be on its way.
    with host.page.expect_response("**/api/codes.svg*page=http*") as answer:
        host.page.locator("[name=page]").fill(address)
        host.page.locator("[name=page]").press("Tab")
    assert answer.value.ok
    joining = link(Code.parse(code.inner_text()), way)
    guest.page.goto(page_link(address, joining))
    guest.page.reload()
    expect(guest.page.locator("#houses-join [name=code]")).to_have_value(joining)
    join = guest.page.locator("#houses-join")
    join.locator("button").click()
    games = [
        page.until(lambda state: state["game"] is not None and state["houses"]["seats"])
        for page in (host, guest)
    ]
    guest.until(lambda state: state["houses"]["role"] == "guest" and state["houses"]["text"] is None)
    assert games[0]["houses"]["seats"] == ["A", "C"]
    assert guest.state()["houses"]["seats"] == ["B", "D"]
    in_turn, other = (host, guest) if host.state()["turn"] in "AC" else (guest, host)
    other.until(lambda state: state["prompt"]["code"] == "far-waits")
    assert "hand" not in other.state() or other.state()["hand"]["seat"] != in_turn.state()["turn"]
    for page in (host, guest):
        page.page.locator("#tab-play").click()
    in_turn.page.locator("#houses-thumbs-up").click()
    other.until(lambda state: "thumbs up" in (state["verdict"] or {}).get("text", ""))
