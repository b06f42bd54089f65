"""The panels of the page: replay and statistics, rules, the end of a game, sound, the lens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from engine.rules.rule_sets import RULES
from engine.violation import Code
from jokerboard.table.web.rules_view import rule_card
from tests.browser.board_page import BoardPage, Open, expect
from tests.browser.served import Served
from tests.examples import some
from tests.jokerboard.table.web.fake_page import FakeDesk
from tests.programs import Demo

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = pytest.mark.browser

STEPS: list[dict[str, Any]] = [
    {"n": 1, "seat": "A", "card": "KH", "play": "KH As-A8", "text": "A comes out.", "position": "A8/-/-/- B"},
    {"seat": "B", "code": "wrong-count", "text": "B went too far.", "holes": ["B9"], "put_back": []},
    {
        "n": 2,
        "seat": "B",
        "card": "KC",
        "play": "KC Bs-B8",
        "text": "B comes out.",
        "position": "A8/B8/-/- C",
    },
    {"n": 3, "seat": "C", "card": "5D", "play": "5D --", "text": "C discards.", "position": "A8/B8/-/- D"},
    {
        "n": 4,
        "seat": "D",
        "card": "X",
        "play": "X Ds-B8xB",
        "text": "D takes B's.",
        "position": "A8/-/-/B8 A",
    },
]


@pytest.fixture
def desk() -> FakeDesk:
    desk = FakeDesk()
    desk.steps = [{"state": "ok", "card": "", "t": 10.0 * at, **step} for at, step in enumerate(STEPS)]
    return desk


def test_a_replay_on_the_page_includes_illegal_attempts(page_for: Open, desk: FakeDesk) -> None:
    page = page_for(desk)
    board = BoardPage(page)
    board.go("Game")
    expect(page.locator("#plays li")).to_have_count(5)
    page.get_by_role("button", name="To the beginning").click()
    board.sees_prompt("The beginning")
    board.sees_marble("A8", None)
    page.get_by_role("button", name="One step on").click()
    board.sees_marble("A8", "A")
    page.get_by_role("button", name="One step on").press("ArrowRight")
    board.sees_prompt("B went too far.")
    board.sees_role("B9", "illegal")
    page.locator("#plays li", has_text="D takes").get_by_role("button").click()
    board.sees_marble("B8", "D")
    page.get_by_label("Step of the game").press("Home")
    board.sees_prompt("The beginning")
    board.click("As1")
    page.get_by_role("button", name="Back to the game").click()
    board.sees_prompt("Seat A, lay a card")


def test_on_a_phone_the_buttons_of_a_replay_do_not_move(page_for: Open, desk: FakeDesk) -> None:
    desk.steps = [{**desk.steps[0], "n": n + 1, "t": 10.0 * n} for n in range(40)]
    page = page_for(desk, viewport={"width": 390, "height": 844})
    BoardPage(page).go("Game")
    back = page.get_by_role("button", name="One step back")
    place = back.bounding_box()
    for n in range(39, 30, -1):
        back.click()
        expect(page.locator("#plays [aria-current] .n")).to_have_text(str(n))
    assert back.bounding_box() == place
    assert desk.commands == [], "nothing is moved on a board that shows the past"


def test_the_statistics_of_a_game_are_shown_and_the_game_can_be_saved(page_for: Open, desk: FakeDesk) -> None:
    page = page_for(desk)
    BoardPage(page).go("Game")
    page.get_by_text("Statistics").click()
    expect(page.locator(".graph path:not(.axis)")).to_have_count(2)
    row = page.get_by_role("row", name="Seat D")
    expect(row.get_by_role("cell")).to_have_text(["1", "1", "0", "1", "0", "0", "0:10"])
    for button, name in (("Record", "g1.txt"), ("JSON", "game.json"), ("Picture", "jokerboard-5.png")):
        with page.expect_download() as kept:
            page.get_by_role("button", name=button).or_(page.get_by_role("link", name=button)).click()
        assert kept.value.suggested_filename == name
        content = Path(kept.value.path()).read_bytes()
        assert content.startswith({"Record": b"the record", "JSON": b"{", "Picture": b"\x89PNG"}[button])


def test_statistics_with_the_longest_names_fit_onto_the_page(page_for: Open, desk: FakeDesk) -> None:
    assert desk.game is not None
    desk.game["names"] = dict.fromkeys("ABCD", "Maximiliane-Annegret XXI")
    page = page_for(desk)
    BoardPage(page).go("Game")
    page.get_by_text("Statistics").click()
    row = page.locator("table.stats tbody tr").first
    expect(row.locator("th")).to_have_text("AMaximiliane-Annegret XXI")
    expect(row.locator("td")).to_have_text(["1", "1", "0", "0", "0", "0", "0:00"])
    for width in (360, 390, 820, 1366):
        page.set_viewport_size({"width": width, "height": 640})
        wide, room = page.evaluate(
            "(it => [it.scrollWidth, it.clientWidth])(document.querySelector('#panel-game'))"
        )
        assert wide <= room, width


@pytest.mark.parametrize("rules", RULES)
def test_violations_that_every_rule_set_knows_have_a_rule_on_the_rule_card(rules: str) -> None:
    codes = {
        code for _, entries in ((s["title"], s["entries"]) for s in rule_card(RULES[rules])["sections"])
        for entry in entries for code in entry["codes"]
    }  # fmt: skip
    everywhere = {
        Code.WRONG_COUNT, Code.WRONG_WAY, Code.CARD_CANNOT_START, Code.SPLIT_INCOMPLETE,
        Code.PASSES_OWN_MARBLE, Code.LANDS_ON_OWN_MARBLE, Code.JOKER_NEEDS_A_MARBLE,
        Code.BACKS_INTO_HOME, Code.OVERSHOOTS_HOME,
        Code.HOME_MARBLE_MOVED_BACK, Code.IN_SPOT_OCCUPIED, Code.MUST_PLAY, Code.NOT_YOUR_TURN,
        Code.BUMPED_MARBLE_MISPLACED, Code.NOT_YOUR_MARBLE, Code.WRONG_EXCHANGE,
    }  # fmt: skip
    assert everywhere <= codes


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    with Demo(tmp_path / "state", "--seed", "7", "--people", "off", "--set", "ace_11=off") as running:
        yield running


def test_an_illegal_play_links_to_its_rule_and_house_rules_are_marked(demo: Demo, open_page: Open) -> None:
    page = open_page(demo.page)
    board = BoardPage(page)
    seat = board.state()["turn"]
    board.lay("K")
    board.drag(f"{seat}s1", f"{seat}9")
    board.sees_verdict("", "illegal")
    page.locator("#verdict").get_by_role("link", name="Rule").click()
    page.locator("#panel-rules .found").first.wait_for()
    expect(page.locator("#panel-rules .house").first).to_be_visible()
    expect(page.get_by_role("heading", name="House rules")).to_be_visible()


def test_a_link_to_a_rule_works_even_if_the_game_continues_while_the_rules_load(
    demo: Demo, open_page: Open
) -> None:
    page = open_page(demo.page)
    waiting: list[Route] = []
    page.route("**/api/rules/card", lambda route: waiting.append(route))
    with page.expect_request("**/api/rules/card"):
        page.evaluate("location.hash = '#rules/wrong-count'")
    demo.command("game", action="names", names={"A": "Zoe"})
    expect(page.locator(".wood .name").filter(has_text="Zoe")).to_be_visible()
    waiting[0].continue_()
    page.locator("#panel-rules .found").first.wait_for()


def test_a_game_with_house_rules_can_be_begun_on_the_page(demo: Demo, open_page: Open) -> None:
    page = open_page(demo.page)
    BoardPage(page).go("Game")
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog", name="A new game")
    dialog.locator("select[name=rules]").select_option("marbles-and-jokers")
    expect(dialog.locator(".about")).to_contain_text("Joker need not be played")
    dialog.get_by_text("House rules").click()
    dialog.get_by_label(re.compile("^an Ace also moves 11")).select_option("on")
    expect(dialog.locator(".count")).to_have_text("★ 1 changed")
    dialog.get_by_role("button", name="Begin").click()
    state = demo.until(lambda state: state["game"]["rules"] == "marbles-and-jokers")
    assert state["game"]["set"] == {"ace_11": "on"}
    nonsense = {"rules": "texas", "players": 4, "set": {"fly": "on"}}
    assert "No switch is called 'fly'" in demo.refused("game", action="new", **nonsense)


def test_the_page_offers_an_explanation_only_if_the_table_can_explain_its_verdict(
    served: Callable[..., Served], open_page: Open, desk: FakeDesk
) -> None:
    here = served(desk)
    page = open_page(here.address)
    why = page.locator("#verdict").get_by_role("button", name="Why?")
    expect(why).to_have_count(0)
    desk.readings = {
        "readings": [
            {"play": "A comes out.", "likely": "", "steps": ["The board saw A8 full."]},
            {"play": "Nothing played yet.", "likely": "Hardly possible.", "steps": ["A hole is brushed."]},
        ]
    }

    def explains() -> None:
        desk.extra = {"explains": True}
        desk.changed()

    def is_played() -> None:
        desk.verdict = {"kind": "move", "tone": "ok", "text": "A comes out.", "at": 1.0}
        desk.changed()

    here.do(explains)
    BoardPage(page).sees(f"Number(document.body.dataset.ready) === {desk.seq}")
    expect(why).to_have_count(0)  # The table offers no explanation of the verdict that a turn begins.
    here.do(is_played)
    why.click()
    told = page.get_by_role("dialog", name="How the table understood it")
    expect(told.locator(".readings > li")).to_have_count(2)
    expect(told).to_contain_text("Hardly possible.")
    expect(told).to_contain_text("A hole is brushed.")


def test_the_end_of_a_game_shows_the_winners_and_offers_a_rematch(
    served: Callable[..., Served], open_page: Open, desk: FakeDesk
) -> None:
    desk.analysed = {"teams": ["AC", "BD"], "chances": [[0.5, 0.5], [0.0, 1.0]], "hands": False}
    here = served(desk)
    page = open_page(here.address)

    def won() -> None:
        desk.extra = {"over": ["B", "D"], "prompt": {"code": "over", "team": ["B", "D"]}}
        desk.changed()

    here.do(won)
    ending = page.get_by_role("dialog", name="Seat B and Seat D win!")
    ending.wait_for()
    expect(ending).to_contain_text("D takes B's.")
    expect(ending.locator(".graph").first).to_be_visible()
    with page.expect_response("**/api/game"):
        ending.get_by_role("button", name="Rematch, seats rotated").click()
    assert desk.commands[-1] == ("game", {"action": "rematch"})


def test_sounds_are_off_until_switched_on_and_the_choice_is_remembered(
    served: Callable[..., Served], open_page: Open, desk: FakeDesk
) -> None:
    page = open_page(served(desk).address)
    board = BoardPage(page)
    board.lay("K")
    board.sees_prompt(re.compile("Seat A, bring"))
    assert page.evaluate("document.body.dataset.sound") is None
    board.go("Game")
    page.get_by_role("button", name="This device").click()
    page.get_by_label(re.compile("Sounds")).check()
    page.get_by_role("button", name="Save").click()
    board.go("Play")
    board.drag("As1", "A9")
    page.wait_for_function("() => document.body.dataset.sound === 'illegal'")
    page.reload()
    page.wait_for_selector("body[data-ready] .hole")
    board.drag("A9", "As1")
    board.drag("As1", "A8")
    page.wait_for_function("() => document.body.dataset.sound === 'play'")


@pytest.mark.parametrize("seat", some("BC", 1))
def test_the_chosen_seat_is_at_the_bottom_of_the_board_and_labels_are_upright(
    page_for: Open, seat: str
) -> None:
    page = page_for(FakeDesk(6))
    board = BoardPage(page)
    board.go("Game")
    page.get_by_role("button", name="This device").click()
    page.get_by_label("My seat").select_option(seat)
    page.get_by_role("button", name="Save").click()
    page.wait_for_function(
        "(seat) => { const box = (hole) => document.querySelector(`[data-hole=${hole}]`)"
        "   .getBoundingClientRect();"
        " const at = (hole) => box(hole).y;"
        " return at(seat + '8') > at('E8') && Math.abs(at(seat + '8') - at(seat + '1')) < 2; }",
        arg=seat,
    )
    assert (
        page.locator(".wood .initial[transform], .wood .name[transform], .wood .number[transform]").count()
        == 0
    )


def test_a_finger_chooses_any_hole_of_a_big_board_under_the_lens(page_for: Open) -> None:
    desk = FakeDesk(8)
    page = page_for(desk, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    board = BoardPage(page)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    x, y = board.middle("As1")
    page.touchscreen.tap(x, y)
    board.sees_marble("As1", None)
    x, y = board.middle("A10")
    touch("touchStart", (x, y))
    expect(page.locator("#lens")).to_be_visible()
    expect(page.locator("#lens")).to_have_attribute("data-hole", "A10")
    # Under the lens, two neighbouring holes are 26 pixels apart, however small they are.
    touch("touchMove", (x - 26, y))
    expect(page.locator("#lens")).to_have_attribute("data-hole", "A11")
    touch("touchEnd")
    board.sees_marble("A11", "A")
    expect(page.locator("#lens")).to_be_hidden()
