"""The page in a real browser, served by a simulated table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.board_page import BoardPage, Open, expect
from tests.browser.conftest import KeptTable
from tests.browser.served import Served
from tests.jokerboard.table.web.fake_page import FakeDesk

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 740}


def test_every_hole_and_marble_on_the_page_has_a_label(kept: KeptTable) -> None:
    page = kept.shown("laptop")
    board = BoardPage(page)
    expect(page.locator(".hole")).to_have_count(112)
    expect(page.locator(".marble")).to_have_count(20)
    expect(page.locator(".marble").first.locator(".letter")).to_have_text("A")
    expect(board.hole("A3")).to_have_attribute("aria-label", "A3, in-spot: empty")
    expect(board.hole("Bs2")).to_have_attribute("aria-label", "Bs2, START: marble of B")
    wood = page.locator(".wood").text_content() or ""
    assert all(wood.count(word) == 4 for word in ("START", "HOME", "IN", "OUT"))
    assert page.title() == "Seat A, lay a card – jokerboard"


def test_a_ruling_needs_a_name_and_a_reason_and_a_shuffle_can_be_reported(
    page_for: Open, desk: FakeDesk
) -> None:
    desk.begin({"rules": "texas", "players": 4, "mode": "referee"})
    page = page_for(desk)
    BoardPage(page).go("Workshop")
    page.get_by_label("Decided by").fill("Eve")
    page.get_by_label("Why").fill("A sleeve brushed it.")
    page.get_by_role("button", name="Let it stand").click()
    expect(page.get_by_label("Why")).to_have_value("")
    with page.expect_response("**/api/reshuffle"):
        page.get_by_role("button", name="The cards were shuffled").click()
    ruling = {"decision": "let-stand", "by": "Eve", "why": "A sleeve brushed it."}
    assert desk.commands[:2] == [("ruling", ruling), ("reshuffle", {})]


def test_an_illegal_move_is_lit_and_announced_and_the_corrected_play_is_listed(kept: KeptTable) -> None:
    page = kept.shown("laptop")
    board = BoardPage(page)
    board.lay("K")
    page.locator(".centre-card .card").wait_for()
    expect(page.locator("#prompt-more")).to_have_text("King of clubs")
    board.drag("As1", "A9")
    board.sees_verdict("That is no play: put the marble back to As1.", "illegal")
    board.sees_marble("A9", "A")
    board.sees_role("A9", "illegal")
    board.sees_role("As1", "put-back")
    board.sees_led("A9", "400000")
    expect(page.locator(".marble.stray")).to_have_count(1)
    expect(page.locator(".marble.missing")).to_have_count(1)
    expect(board.hole("A9")).to_have_attribute("aria-label", "A9: marble of A; lit: this is wrong")
    board.drag("A9", "As1")
    board.sees_verdict("The board is as it was.")
    board.sees_role("A9", None)
    board.sees_led("A9", None)
    board.drag("As1", "A8")
    board.sees_verdict("A goes from As1 to A8.")
    board.sees_plays("KC As1-A8")
    board.sees_prompt("Seat B, lay a card")


def test_two_clicks_move_a_marble_and_put_a_captured_marble_into_the_hand(kept: KeptTable) -> None:
    desk = kept.desk
    desk.wood["B5"] = desk.wood.pop("Bs1")
    board = BoardPage(kept.shown("laptop"))
    board.click("As2")
    board.sees_marble("As2", None)
    board.page.locator("#tray .tray-marble[data-colour=A][aria-pressed=true]").wait_for()
    board.click("B5")
    board.sees_marble("B5", "A")
    board.page.locator("#tray .tray-marble[data-colour=B][aria-pressed=true]").wait_for()
    board.click("Bs1")
    board.sees_marble("Bs1", "B")
    board.sees("document.querySelectorAll('.tray-marble').length === 0")
    assert desk.hands == []


def test_a_double_click_lifts_a_marble_and_puts_the_marble_back(kept: KeptTable) -> None:
    desk = kept.desk
    board = BoardPage(kept.shown("laptop"))
    board.page.mouse.dblclick(*board.middle("As2"))
    board.sees("document.querySelectorAll('.tray-marble').length === 0")
    board.click("As3")
    board.click("A9")
    board.sees_marble("A9", "A")
    assert [name for name, _ in desk.commands] == ["sim/lift", "sim/place"] * 2
    assert desk.wood["As2"] == "A"


def test_a_marble_dropped_beside_the_board_waits_in_the_tray(page_for: Open, desk: FakeDesk) -> None:
    board = BoardPage(page_for(desk))
    page = board.page
    page.mouse.move(*board.middle("As1"))
    page.mouse.down()
    page.mouse.move(300, 760, steps=3)
    page.mouse.up()
    page.locator("#tray .tray-marble[data-from=As1]").wait_for()
    board.click("A6")
    board.sees_marble("A6", "A")
    page.keyboard.press("Escape")
    assert desk.hands == []


def test_escape_puts_a_lifted_marble_back(kept: KeptTable) -> None:
    board = BoardPage(kept.shown("laptop"))
    board.click("Cs3")
    board.page.locator(".tray-marble[aria-pressed=true]").wait_for()
    board.page.keyboard.press("Escape")
    board.sees_marble("Cs3", "C")


def test_a_turn_can_be_played_by_keyboard_alone(page_for: Open, desk: FakeDesk) -> None:
    page = page_for(desk)
    board = BoardPage(page)
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    focused = "document.activeElement.dataset.hole"
    assert page.evaluate(focused) == "A8"
    for key, hole in [
        ("ArrowRight", "A9"), ("ArrowLeft", "A8"), ("ArrowUp", "As1"), ("ArrowRight", "As2"),
        ("ArrowUp", "Ah1"), ("ArrowRight", "Ah2"),
        ("ArrowDown", "A3"), ("ArrowUp", "Ah1"), ("c", "C8"), ("PageDown", "D8"),
        ("PageUp", "C8"), ("a", "A8"), ("ArrowUp", "As1"),
    ]:  # fmt: skip
        page.keyboard.press(key)
        assert page.evaluate(focused) == hole, key
    expect(page.locator(".hole[tabindex='0']")).to_have_count(1)
    page.keyboard.press("Enter")
    board.sees_marble("As1", None)
    page.keyboard.press("Home")
    page.keyboard.press(" ")
    board.sees_marble("A8", "A")


def test_on_a_touch_screen_a_marble_moves_by_two_taps_or_by_dragging(page_for: Open, desk: FakeDesk) -> None:
    page = page_for(desk, viewport=PHONE, has_touch=True, is_mobile=True)
    board = BoardPage(page)
    page.touchscreen.tap(*board.middle("As1"))
    board.sees_marble("As1", None)
    page.touchscreen.tap(*board.middle("A8"))
    board.sees_marble("A8", "A")
    finger = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = board.middle("A8"), board.middle("A12")

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        )

    touch("touchStart", (x, y))
    touch("touchMove", (x - 12, y - 12))
    touch("touchMove", (to_x, to_y))
    touch("touchEnd")
    board.sees_marble("A12", "A")


def test_a_simulated_card_can_be_laid_on_the_reader_of_a_seat_and_taken_off(
    page_for: Open, desk: FakeDesk
) -> None:
    page = page_for(desk)
    board = BoardPage(page)
    board.go("Workshop")
    page.get_by_role("radio", name="hearts").check(force=True)
    page.get_by_role("radio", name="at seat C").check(force=True)
    board.go("Play")
    board.lay("T")
    board.go("Workshop")
    page.get_by_role("button", name="Take the ten of hearts off reader C").click()
    board.sees("!document.querySelector('.laid-card')")
    board.go("Play")
    board.lay("X")
    page.locator(".laid-card").wait_for(state="attached")
    assert [body for _, body in desk.commands] == [
        {"card": "TH", "at": "C"}, {"card": None, "at": "C"}, {"card": "X", "at": "C"},
    ]  # fmt: skip


def test_the_buttons_and_the_controls_of_the_simulated_people_send_commands_to_the_table(
    page_for: Open, desk: FakeDesk
) -> None:
    page = page_for(desk)
    board = BoardPage(page)
    for button in ("ok", "back", "help"):
        board.press(button)
    board.go("Workshop")
    page.locator("[data-people=play]", has_text="Play").click()
    page.locator("[data-people=play]", has_text="Pause").click()
    page.locator("[data-people=step]:enabled").click()
    page.get_by_role("button", name="Make a mistake").click()
    page.get_by_role("slider", name="Speed").press("End")
    page.locator("output", has_text="50×").wait_for()
    with page.expect_response("**/api/people"):
        page.get_by_role("button", name="By hand").click()
    board.sees("document.querySelector('.people .status').textContent === 'are waiting'")
    sent = [body.get("name") or body.get("action") or body["speed"] for _, body in desk.commands]
    assert sent == ["ok", "back", "help", "play", "pause", "step", "mistake", 50, "off"]


def test_the_page_of_a_real_board_moves_no_marbles_but_has_the_buttons(kept: KeptTable) -> None:
    desk = kept.desk
    desk.extra = {"sim": None}
    page = kept.shown("laptop")
    board = BoardPage(page)
    expect(page.locator(".marble.sure")).to_have_count(20)
    board.click("As1")
    with page.expect_response("**/api/button"):
        board.press("help")
    expect(page.locator("#cards")).to_be_hidden()
    board.go("Workshop")
    expect(page.locator(".people")).to_be_hidden()
    board.sees("document.querySelectorAll('.tray-marble').length === 0")
    assert desk.commands == [("button", {"name": "help", "at": "A"})]


def test_without_a_game_the_page_shows_an_empty_board_and_can_begin_a_game(
    page_for: Open, desk: FakeDesk
) -> None:
    bare: dict[str, object] = {"marbles": {}, "plays": [], "lights": {}, "verdict": None}
    desk.extra = bare | {"game": None, "turn": None, "card": None, "sim": None, "prompt": {"code": "no-game"}}
    page = page_for(desk)
    BoardPage(page).sees_prompt("Start a game")
    expect(page.locator(".marble")).to_have_count(0)
    expect(page.locator("#cards")).to_be_hidden()
    page.get_by_role("button", name="New game").click()
    expect(page.get_by_label("Simulated people play")).not_to_be_checked()


def test_after_the_end_the_winners_are_named_and_no_card_can_be_laid(page_for: Open, desk: FakeDesk) -> None:
    desk.extra = {"over": ["A", "C"], "prompt": {"code": "over", "team": ["A", "C"]}}
    page = page_for(desk)
    page.get_by_role("dialog", name="Seat A and Seat C win!").get_by_role("button", name="Look at").click()
    BoardPage(page).sees_prompt("Seat A and Seat C win!")
    expect(page.locator("#cards")).to_be_hidden()
    expect(page.locator("#buttons")).to_be_hidden()


def test_a_human_referee_can_let_a_play_stand_or_take_a_play_back_on_the_page(kept: KeptTable) -> None:
    desk = kept.desk
    assert desk.game is not None
    desk.game["mode"] = "referee"
    play = {"seat": "A", "card": "KH", "play": "KH As-A8", "text": "A comes out."}
    desk.steps = [play | {"n": n, "state": state} for n, state in ((1, "ok"), (2, "ok"), (3, "taken-back"))]
    page = kept.shown("laptop")
    BoardPage(page).go("Workshop")
    with page.expect_response("**/api/ruling"):
        page.get_by_role("button", name="Let it stand").click()
    page.get_by_role("button", name="Take the last play back").click()
    with page.expect_response("**/api/ruling"):
        page.get_by_role("dialog").get_by_role("button", name="Take it back").click()
    BoardPage(page).go("Game")
    page.locator("#plays li[data-state=taken-back] s", has_text="A comes out.").wait_for()
    BoardPage(page).sees("document.querySelectorAll('#plays s').length === 1")
    assert [body["decision"] for _, body in desk.commands] == ["let-stand", "take-back"]
    assert desk.commands[1][1]["n"] == 2


def test_a_refused_command_is_announced_to_screen_readers(kept: KeptTable, complaints: list[str]) -> None:
    desk = kept.desk
    board = BoardPage(kept.shown("laptop"))
    desk.wood.pop("As1")
    board.click("As1")
    board.page.locator("#notice[role=alert]", has_text="There is no marble at As1.").wait_for()
    assert all("409" in complaint for complaint in complaints)
    complaints.clear()


def test_pressing_a_button_that_has_no_effect_shows_the_reason(kept: KeptTable) -> None:
    board = BoardPage(kept.shown("laptop"))
    for button, notice in (
        ("ok", "nothing to confirm"),
        ("back", "no play to take back"),
        ("help", "Lay a card"),
    ):
        board.press(button)
        board.page.locator("#notice", has_text=notice).wait_for()


def test_a_new_game_can_have_another_board_size_and_names(page_for: Open, desk: FakeDesk) -> None:
    page = page_for(desk)
    BoardPage(page).go("Game")
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog", name="A new game")
    dialog.get_by_label("Rules").select_option("own-deck")
    dialog.get_by_label("Players").select_option("6")
    dialog.locator("select[name=cards]").select_option("table")
    dialog.get_by_label("Name at seat F").fill("Frida")
    dialog.get_by_label("Simulated people play").uncheck()
    dialog.get_by_role("button", name="Begin").click()
    BoardPage(page).sees("document.querySelectorAll('.hole').length === 168")
    assert desk.commands[-1][1] == {
        "action": "new", "rules": "own-deck", "players": 6, "cards": "table", "mode": "play",
        "names": {"F": "Frida"}, "people": False, "set": {},
    }  # fmt: skip
    page.locator(".wood .name", has_text="Frida").wait_for(state="attached")
    BoardPage(page).go("Game")
    expect(page.locator(".game-line")).to_have_text("A deck each · 6 players · one card reader")


def test_choosing_a_machine_for_a_new_game_switches_to_dealt_cards_unless_the_cards_were_already_chosen(
    page_for: Open, desk: FakeDesk
) -> None:
    page = page_for(desk)
    BoardPage(page).go("Game")
    page.get_by_role("button", name="New game").click()
    cards, machine = page.locator("select[name=cards]"), page.locator("select[name=machine-B]")
    cards.select_option("seat")
    machine.select_option("strong")
    expect(cards).to_have_value("seat")
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="New game").click()
    expect(cards).to_have_value("seat")
    machine.select_option("strong")
    expect(cards).to_have_value("dealt")


def test_players_names_can_be_changed_and_a_game_is_abandoned_only_after_confirmation(
    page_for: Open, desk: FakeDesk
) -> None:
    page = page_for(desk)
    BoardPage(page).go("Game")
    page.get_by_role("button", name="Names").click()
    page.get_by_label("Name at seat A").fill("Ann")
    page.get_by_role("button", name="Save").click()
    BoardPage(page).sees_prompt("Ann, lay a card")
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Abandon this game").click()
    sure = page.get_by_role("dialog", name="Abandon this game?")
    sure.get_by_role("button", name="Cancel").click()
    assert [body["action"] for _, body in desk.commands] == ["names"]
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Abandon this game").click()
    sure.get_by_role("button", name="Abandon it").click()
    BoardPage(page).sees_verdict("The game was abandoned.")


def test_a_remote_device_can_only_watch_until_it_is_paired(
    served: Callable[..., Served], open_page: Open, desk: FakeDesk, complaints: list[str]
) -> None:
    table = served(desk, local_only=False)
    local = open_page(table.address)
    afar = open_page(table.address, extra_http_headers={"x-forwarded-for": "192.168.1.44"})
    expect(afar.locator("#cards")).to_be_hidden()
    afar.get_by_role("button", name="Pair this device").click()
    dialog = afar.get_by_role("dialog", name="Pair this device")
    dialog.get_by_label("Code").fill("0000")
    dialog.get_by_role("button", name="Pair").click()
    dialog.get_by_role("alert").filter(has_text="not the code").wait_for()
    assert ["401" in complaint for complaint in complaints] == [True]
    complaints.clear()
    BoardPage(local).go("Game")
    code = local.locator("#pair-code").inner_text()
    dialog.get_by_label("Code").fill(code)
    dialog.get_by_role("button", name="Pair").click()
    afar.locator("#cards").wait_for()
    BoardPage(afar).drag("As1", "A9")
    BoardPage(local).sees_marble("A9", "A")
    expect(local.locator("#pair-code")).not_to_have_text(code)


def test_the_page_reports_a_lost_table_and_reconnects_by_itself(
    served: Callable[..., Served], open_page: Open, desk: FakeDesk, complaints: list[str]
) -> None:
    table = served(desk)
    page = open_page(table.address)
    page.locator("#line[data-up=true]").wait_for()
    table.close()
    page.locator("#line", has_text="The table is away; trying again").wait_for()
    desk.wood["A8"] = desk.wood.pop("As1")
    desk.seq += 1
    served(desk, port=int(table.address.rsplit(":", 1)[1].rstrip("/")))
    page.locator("#line[data-up=true]").wait_for()
    BoardPage(page).sees_marble("A8", "A")
    assert all("ERR_CONNECTION_REFUSED" in text or "ERR_INCOMPLETE" in text for text in complaints)
    complaints.clear()


def test_names_of_players_are_shown_as_text_and_never_as_markup(kept: KeptTable) -> None:
    desk = kept.desk
    assert desk.game is not None
    desk.game["names"] = {"A": "<img src=x onerror=1>"}
    page = kept.shown("laptop")
    BoardPage(page).sees_prompt("<img src=x onerror=1>, lay a card")
    expect(page.locator("img")).to_have_count(0)
