"""A game whose cards the table deals: each hand is on a device of its own, or covered on a shared device."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.browser.board_page import BoardPage, Open, expect
from tests.browser.served import Served
from tests.jokerboard.table.web.fake_page import FakeDesk

pytestmark = pytest.mark.browser


@pytest.fixture
def desk() -> FakeDesk:
    desk = FakeDesk()
    assert desk.game is not None
    desk.game["dealt"] = True
    desk.hand_cards = {"A": ["KH", "5D#2", "X#1"], "B": ["2C", "3C", "4C"], "C": ["7S"], "D": ["8S"]}
    return desk


def test_on_a_shared_device_the_hand_in_turn_is_covered_until_its_player_looks(
    page_for: Open, desk: FakeDesk
) -> None:
    page = page_for(desk)
    board = BoardPage(page)
    expect(page.locator(".hand-back")).to_have_count(3)
    expect(page.locator(".hand-card")).to_have_count(0)
    page.get_by_role("button", name="Seat A: look at my cards").click()
    page.get_by_role("button", name="Lay the king of hearts").click()
    board.sees_prompt(re.compile("Seat A, bring"))
    assert desk.commands == [("card", {"card": "KH", "at": "A"})]
    board.drag("As1", "A8")
    board.sees_prompt("Seat B, lay a card")
    expect(page.locator(".hand-back")).to_have_count(3)
    expect(page.locator(".hand-card")).to_have_count(0)
    page.get_by_role("button", name="Seat B: look at my cards").click()
    expect(page.locator(".hand-card")).to_have_count(3)


def test_a_paired_device_has_a_hand_that_no_other_device_can_see_or_play(
    served: Callable[..., Served], open_page: Open, desk: FakeDesk, complaints: list[str]
) -> None:
    table = served(desk, local_only=False)
    local = open_page(table.address)
    BoardPage(local).go("Game")
    phones = []
    for number, seat in (("44", "A"), ("45", "B")):
        code = local.locator("#pair-code").inner_text()
        phone = open_page(
            f"{table.address}#pair/{code}", extra_http_headers={"x-forwarded-for": f"192.168.1.{number}"}
        )
        expect(local.locator("#pair-code")).not_to_have_text(code)
        phone.get_by_role("dialog", name=f"You play as Seat {seat}").wait_for()
        phone.get_by_role("button", name="Play", exact=True).click()
        phones.append(phone)
    ann, bo = phones
    expect(ann.locator(".hand-card")).to_have_count(3)
    expect(ann.get_by_role("button", name="Lay the Joker")).to_be_visible()
    expect(bo.get_by_role("button", name="Lay the two of clubs")).to_be_visible()
    BoardPage(local).go("Play")
    expect(local.locator(".hand-back, .hand-card")).to_have_count(0)
    BoardPage(bo).go("Game")
    bo.get_by_role("button", name="This device").click()
    bo.get_by_label("I play").select_option("A")
    bo.get_by_role("button", name="Save").click()
    bo.get_by_role("alert").filter(has_text="Seat A plays on another device; leave the seat there").wait_for()
    bo.get_by_role("button", name="Cancel").click()
    BoardPage(bo).go("Play")
    expect(bo.locator('.hand-card[data-card="2C"]')).to_be_visible()  # The device still has its hand.
    BoardPage(local).go("Game")
    local.get_by_role("button", name="This device").click()
    local.get_by_label("I play").select_option("A")
    local.get_by_role("button", name="Save").click()
    # The table's own page has taken the seat from the paired device.
    ann.get_by_text("Whose cards does this device hold?").wait_for()
    BoardPage(local).go("Play")
    expect(local.locator('.hand-card[data-card="KH"]')).to_be_visible()
    complaints.clear()
