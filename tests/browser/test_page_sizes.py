"""The page at every screen size: the board does not move, and every control can be reached."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.geometry import board as board_of
from engine.play import Play
from engine.position import Position
from engine.referee.verdicts import Ambiguous, Decision, Illegal, Move, PutBack, Verdict
from jokerboard.journal.games.sentences import Speaker
from tests.browser.board_page import LOOKS, SIZES, BoardPage, expect, some_sizes
from tests.browser.conftest import KeptTable
from tests.examples import some

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

PLACES = """() => ['.say', '.stage', '#panel-play']
  .map((one) => JSON.stringify(document.querySelector(one).getBoundingClientRect()))"""

CUT = """() => {
  const box = document.getElementById('verdict'), { top, bottom, left, right } = box.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(box);
  return [...range.getClientRects()].filter((one) =>
    one.top < top || one.bottom > bottom || one.left < left || one.right > right).map((one) => one.toJSON());
}"""
"""A script that returns the lines of the verdict that are cut off on the page."""

SEEN = """(selector) => [...document.querySelectorAll(selector)].filter((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1
    || !document.elementsFromPoint(x, y).some((there) => one.contains(there) || there.contains(one));
}).map((one) => one.dataset.hole ?? one.textContent ?? one.id)"""


SMALL = [size for size, (width, height) in SIZES.items() if min(width, height) < 700]


def box_of(page: Page) -> dict[str, float]:
    box: Any = page.locator(".stage").bounding_box()
    assert box is not None
    return {side: round(value, 1) for side, value in box.items()}


@pytest.mark.parametrize("size", some(SIZES, 4, first=1))
def test_every_hole_and_button_can_be_reached_and_the_board_never_moves_on_the_page(
    kept: KeptTable, size: str
) -> None:
    width, height = SIZES[size]
    desk = kept.desk
    desk.game = (desk.game or {}) | {
        "names": dict(zip("ABCD", ("Annabella", "Bo", "Cleo", "Dan"), strict=True)),
    }
    page = kept.shown(size)
    board = BoardPage(page)
    assert page.evaluate(SEEN, ".hole .reach") == [], "holes"
    assert page.evaluate(SEEN, "[role=tab]") == [], "tabs"
    before = box_of(page)
    assert before["width"] > 0.5 * min(width, height)
    for button in page.locator("#panel-play button").all():
        button.scroll_into_view_if_needed()
        expect(button).to_be_in_viewport(ratio=0.98)

    # The page with the longest texts after a bump: a marble in a hand, an owed marble, a prompt and a
    # verdict.
    def bump() -> None:
        desk.lift("Cs1")
        desk.extra = {"owing": [{"marble": "A", "to": [f"As{k}" for k in range(1, 6)]}]}
        desk.verdict = {
            "kind": "move", "tone": "bad", "at": 9.0, "code": "wrong-count",
            "text": "Annabella splits a nine: A8 to A11 and B2 to B17; Cleo's goes to its in-spot. " * 3,
        }  # fmt: skip
        desk.extra["prompt"] = {"code": "carry", "seat": "A", "marble": "C", "to": ["Cs1"]}
        desk.changed()

    kept.do(bump)
    page.locator(".tray-marble").wait_for()
    assert page.evaluate(SEEN, ".tray-marble") == [], "the marble in the hand"
    assert box_of(page) == before, "during a bump"
    board.sees_prompt("Carry Cleo’s marble to START (Cs1)")
    board.hole("Cs1").focus()
    page.keyboard.press("Enter")

    def over() -> None:
        if desk.hands:
            desk.place("Cs1", "C")
        desk.extra.clear()
        desk.changed()

    kept.do(over)
    board.sees_marble("Cs1", "C")
    assert box_of(page) == before, "after a bump"
    assert page.evaluate("document.documentElement.scrollWidth") <= width


NAMES = {
    0: "Annabella-Maria Fitzwood",
    1: "Bartholomew van der Berg",
    2: "Cleopatra O’Shaughnessys",
    3: "Dan-Maximilian Worthings",
}
"""Names of players, each as long as the page accepts."""


def longest() -> dict[str, dict[str, Any]]:
    """The longest sentence of each kind of message, in the form that the page receives."""
    board = board_of(4)
    speaker, before = Speaker(board, NAMES), Position.parse("A8,B2/C3/A13/B6 A")
    split = Play.parse("7H A8-A13>CxB B2-B4xD", board)
    after = Position.parse("A13,B4/-/C3/- B")
    looks_alike = tuple(
        Play.parse(text, board) for text in ("7H A8-A11 B2-B6xD", "7H A8-A10 B2-B7", "7H A8-A13>CxB B2-B4xD")
    )
    part = (
        "The two parts of a 7 make seven; A's marble from B14 to D15 and A's marble from C12 to D11 do not."
    )
    verdicts: dict[str, Verdict] = {
        "play": Move(9.0, 312, 0, "7H", split, after, (), amends=311),
        "illegal": Illegal(9.0, 0, "wrong-count", part, (), (PutBack(1, 2),)),
        "question": Ambiguous(9.0, 0, looks_alike, tuple(map(board.hole, ("A8", "B2", "A13")))),
        "ruling": Decision(9.0, "correct", NAMES[3], after, "the marbles were knocked over by the cat"),
    }
    worded = {kind: speaker.sentence(verdict, before) for kind, verdict in verdicts.items()}
    return {
        kind: {"kind": one.kind, "tone": one.tone, "text": one.text, "at": 9.0}
        | ({"code": "wrong-count"} if one.kind == "illegal" else {})
        for kind, one in worded.items()
    }


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_the_longest_verdicts_are_shown_whole_and_move_no_other_element(
    kept: KeptTable, size: str, scheme: str
) -> None:
    desk = kept.desk
    desk.readings = {"readings": []}
    desk.extra = {"explains": True}
    page = kept.shown(size, scheme)
    before = page.evaluate(PLACES)
    for kind, verdict in longest().items():

        def show(verdict: dict[str, Any] = verdict) -> None:
            desk.verdict = verdict
            desk.changed()

        kept.do(show)
        BoardPage(page).sees_verdict(verdict["text"])
        if page.evaluate(CUT):  # The screen is small, and the names are the longest.
            assert size in ("tablet", "phone", "small phone", "200 %") or kind == "question", verdict["text"]
            expect(page.locator("#verdict").get_by_role("button", name="Read on")).to_be_visible()
        assert page.evaluate(PLACES) == before


PROMPTS: tuple[dict[str, Any], ...] = (
    {"code": "machine-carry", "seat": "D", "card": "7H", "legs": [
        {"marble": "D", "from": "C14", "to": "D15"}, {"marble": "B", "from": "A11", "to": "A15"}]},
    {"code": "machine-carry", "seat": "D", "card": "KH", "legs": [
        {"marble": "D", "from": "START", "to": "D8"}]},
    {"code": "place", "seat": "A", "card": "7H", "to": ["A11", "A12", "A13"], "holes": ["A11", "A12", "A13"],
     "parts": [["A9", 6], ["A10", 5]]},
    {"code": "give-up", "seat": "C", "by": "A"},
    {"code": "end-game"},
)  # fmt: skip


@pytest.mark.parametrize("size", some_sizes(1))
def test_the_longest_prompts_are_shown_whole(kept: KeptTable, size: str) -> None:
    desk = kept.desk
    names = dict(zip("ABCD", ("Ann-Kathrin Josephine", "Maximilian", "Cleo", "Machine D"), strict=True))
    desk.extra = {"game": {**(desk.game or {}), "names": names}}
    page = kept.shown(size)
    for prompt in PROMPTS:

        def show(prompt: dict[str, Any] = prompt) -> None:
            desk.extra = {**desk.extra, "prompt": prompt}
            desk.changed()

        kept.do(show)
        BoardPage(page).sees(f"Number(document.body.dataset.ready) === {desk.seq}")
        box = page.locator("#prompt")
        text = page.locator("#prompt-text").inner_text()
        assert text
        inside = """(box) => [...box.querySelectorAll("p:not(:empty)")].every((line) => {
          const [outer, inner] = [box.getBoundingClientRect(), line.getBoundingClientRect()];
          const high = inner.top >= outer.top && inner.bottom <= outer.bottom;
          return high && line.scrollWidth <= line.clientWidth;
        })"""
        assert box.evaluate(inside), text


@pytest.mark.parametrize("size", some_sizes(2))
def test_each_panel_of_the_page_can_be_scrolled_to_its_last_button(kept: KeptTable, size: str) -> None:
    page = kept.shown(size)
    for place in ("Game", "Rules", "Workshop", "Play"):
        BoardPage(page).go(place)
        panel = page.get_by_role("tabpanel", name=place)
        expect(panel).to_be_visible()
        assert panel.evaluate("(panel) => panel.scrollWidth <= panel.clientWidth + 1"), place
        last = panel.locator("button:visible, a:visible").last
        if last.count():
            last.scroll_into_view_if_needed()
            expect(last).to_be_in_viewport()


HIDDEN = """(panel) => [...panel.querySelectorAll("button, a, input, select, summary")]
  .filter((one) => !one.disabled && one.checkVisibility({ visibilityProperty: true })).filter((one) => {
    one.scrollIntoView({ block: "nearest" });
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const there = document.elementFromPoint((left + right) / 2, bottom - Math.min(4, (bottom - top) / 2));
    return !there || !(one.contains(there) || there.contains(one) || there.closest("label")?.contains(one));
  }).map((one) => one.textContent || one.name || one.id)"""
"""A script that returns the controls of a panel whose lower edge is covered when they are scrolled to."""


@pytest.mark.parametrize("size", some(SMALL, 3))
def test_no_fixed_element_covers_a_control_of_a_panel(kept: KeptTable, size: str) -> None:
    step = {"n": 1, "seat": "A", "card": "KH", "play": "KH As-A8", "text": "A comes out.", "state": "ok"}
    kept.desk.steps = [step | {"position": "A8/-/-/- B"}]
    kept.desk.extra = {"houses": {"role": None, "seats": [], "guests": []}}
    page = kept.shown(size)
    for place in ("Game", "Rules", "Workshop"):
        BoardPage(page).go(place)
        panel = page.get_by_role("tabpanel", name=place)
        panel.evaluate("(panel) => { for (const one of panel.querySelectorAll('details')) one.open = true; }")
        assert panel.evaluate(HIDDEN) == [], place
    BoardPage(page).go("Game")
    page.get_by_role("button", name="One step back").click()
    BoardPage(page).sees("document.body.classList.contains('replaying')")
    assert page.get_by_role("tabpanel", name="Game").evaluate(HIDDEN) == [], "replay"
    page.get_by_role("button", name="Back to the game").click()


@pytest.mark.parametrize("size", some_sizes(3))
def test_a_long_ruling_is_shortened_and_opens_by_one_press(kept: KeptTable, size: str) -> None:
    reason = " ".join(["the cat walked over the table and back again"] * 40)
    text = f"Rita decides: the board is set right ({reason}); it is Ann's turn."
    kept.desk.verdict = {"kind": "decision", "tone": "info", "text": text, "at": 9.0}
    page = kept.shown(size)
    box = page.locator("#verdict")
    expect(box.locator(".text")).to_be_in_viewport()
    assert box.evaluate("(box) => box.scrollHeight <= box.clientHeight")
    box.get_by_role("button", name="Read on").click()
    expect(page.get_by_role("dialog", name="The whole sentence").locator(".whole")).to_have_text(text)


def test_on_a_tablet_cards_and_buttons_are_visible_without_scrolling(kept: KeptTable) -> None:
    page = kept.shown("tablet")
    for button in page.locator("#cards button, .buttons button").all():
        expect(button).to_be_in_viewport(ratio=1)


def test_the_longest_choice_of_every_list_fits_on_a_narrow_phone(kept: KeptTable) -> None:
    page = kept.shown("small phone")
    BoardPage(page).go("Game")
    for title in ("New game", "Names", "This device"):
        page.get_by_role("button", name=title).click()
        clipped = page.evaluate(
            """() => [...document.querySelectorAll("dialog[open] select")].flatMap((one) => {
              const pen = document.createElement("canvas").getContext("2d");
              const { font, paddingLeft, paddingRight } = getComputedStyle(one);
              pen.font = font;
              const room = one.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
              const texts = [...one.options].map(({ textContent }) => textContent);
              return texts.filter((text) => pen.measureText(text).width > room);
            })"""
        )
        assert clipped == [], title
        page.get_by_role("button", name="Cancel").click()
