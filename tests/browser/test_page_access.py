"""Accessibility of the page: axe finds no fault, the keyboard suffices, nothing blinks fast, numbers are
readable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.browser.board_page import LOOKS, BoardPage, Open, expect
from tests.browser.conftest import KeptTable
from tests.browser.hands_on_page import stand
from tests.browser.served import Served
from tests.examples import whole
from tests.jokerboard.table.web.fake_page import FakeDesk
from tests.programs import Demo

pytestmark = pytest.mark.browser
Axe = Callable[..., list[Any]]


PLACES = ("Play", "Game", "Rules", "Workshop")
DIALOGS = ("New game", "Give up", "This device")


def at(look: tuple[str, str], every: Sequence[str]) -> Sequence[str]:
    """The entries of `every` that are tested with the screen `look`: one, or all with `--all-scenarios`."""
    return every if whole() else (every[LOOKS.index(look) % len(every)],)


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_axe_finds_no_accessibility_fault_in_the_panels_and_dialogs_of_the_page(
    kept: KeptTable, axe: Axe, size: str, scheme: str
) -> None:
    play = {"n": 1, "seat": "A", "card": "KH", "play": "KH As-A8", "text": "A comes out.", "state": "ok"}
    kept.desk.steps = [play | {"position": "A8/-/-/- B"}]
    page = kept.shown(size, scheme)
    for place in at((size, scheme), PLACES):
        BoardPage(page).go(place)
        found = [one for one in axe(page) if one[0] != "target-size" or not about_holes(one)]
        assert found == [], place
    BoardPage(page).go("Game")
    for dialog in at((size, scheme), DIALOGS):
        page.get_by_role("button", name=dialog).click()
        assert axe(page, "dialog[open]") == [], dialog
        page.keyboard.press("Escape")


def test_axe_finds_no_accessibility_fault_with_large_type(page_for: Open, desk: FakeDesk, axe: Axe) -> None:
    page = page_for(desk, viewport={"width": 390, "height": 664})
    BoardPage(page).go("Game")
    page.get_by_role("button", name="This device").click()
    page.get_by_role("checkbox", name="Large and simple").check()
    page.get_by_role("button", name="Save").click()
    page.wait_for_selector("html[data-plain]")
    for place in PLACES:
        BoardPage(page).go(place)
        found = [one for one in axe(page) if one[0] != "target-size" or not about_holes(one)]
        assert found == [], place


def about_holes(fault: Any) -> bool:
    """Whether a fault is about the size of holes, which on small screens are chosen by a lens."""
    return all('class="hole' in html or 'class="reach' in html for html in fault[1])


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    with Demo(tmp_path / "state", "--seed", "7", "--people", "off") as running:
        yield running


def test_a_turn_takes_at_most_twelve_keys_and_the_question_mark_key_lists_all_keys(
    demo: Demo, open_page: Open
) -> None:
    page = open_page(demo.page)
    board = BoardPage(page)
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    pressed = 0

    def press(*keys: str) -> None:
        nonlocal pressed
        for key in keys:
            page.keyboard.press(key)
            pressed += 1

    press("?")
    page.get_by_role("dialog", name="Keys on the board").wait_for()
    page.keyboard.press("Escape")
    for line, card, keys, where in (("-/-/-/- A", "k", ("a",), "A8"), ("A8/-/-/- A", "7", ("7",), "A15")):
        stand(demo, line)
        board.sees_prompt("Seat A, lay a card")
        board.hole("A8").focus()
        pressed = 0
        press(card)
        expect(page.locator("#prompt")).to_have_attribute("data-code", "play")
        press(".", "Enter")
        page.locator(".tray-marble").wait_for()
        press(*keys, "Enter")
        board.sees_marble(where, "A")
        demo.until(lambda state: bool(state["turn"] == "B"))
        assert pressed <= 12


CONTRAST = """async ([wood, ink, dim]) => {
  const picture = new Image();
  picture.src = wood;
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 300, height: 300 });
  const pen = canvas.getContext("2d");
  pen.drawImage(picture, 0, 0, 300, 300);
  const part = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const light = (r, g, b) => 0.2126 * part(r * dim) + 0.7152 * part(g * dim) + 0.0722 * part(b * dim);
  const dark = light(...ink.match(/[\\d.]+/g).map(Number));
  const { data } = pen.getImageData(0, 0, 300, 300);
  const all = [];
  for (let i = 0; i < data.length; i += 4) {
    all.push((light(data[i], data[i + 1], data[i + 2]) + 0.05) / (dark + 0.05));
  }
  all.sort((a, b) => a - b);
  return all[Math.floor(all.length / 100)];
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_hole_numbers_have_enough_contrast_with_the_drawn_wood(
    served: Callable[..., Served], open_page: Open, desk: FakeDesk, scheme: str
) -> None:
    page = open_page(served(desk).address, color_scheme=scheme)
    ink = page.locator(".wood .number").first.evaluate("(one) => getComputedStyle(one).fill")
    dim = float(page.evaluate("getComputedStyle(document.body).getPropertyValue('--wood-dim')"))
    # The darkest hundredth of the pixels of the drawn wood is not counted.
    assert page.evaluate(CONTRAST, ["/page/wood.svg", ink, dim]) >= 4.5
