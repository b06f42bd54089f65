"""The look of the page: colours of lights, marks, widths, contrast."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from jokerboard.table.web.app import make_app
from tests.browser.board_page import Open
from tests.browser.served import Served
from tests.examples import some
from tests.jokerboard.table.web.fake_page import FakeDesk

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def test_the_page_shows_the_leds_byte_for_byte_as_sent_to_the_strip(
    served: Callable[..., Served], open_page: Open, desk: FakeDesk
) -> None:
    chance = random.Random(7)
    sent = {name: chance.randbytes(3).hex() for name in desk.names if name[0] != "C"}
    desk.lit = lambda: sent  # type: ignore[method-assign]
    here = served(desk)
    page = open_page(here.address)
    page.wait_for_selector(".led[data-led]", state="attached")
    leds = "(leds) => Object.fromEntries(leds.map((led) => [led.parentNode.dataset.hole, led.dataset.led]))"
    assert page.eval_on_selector_all(".hole .led[data-led]", leds) == sent
    changed = {**sent, "A0": "010203", "C5": "0a0b0c"}
    del changed["B7"]
    desk.lit = lambda: changed  # type: ignore[method-assign]
    here.do(lambda: desk.changed("leds"))
    page.wait_for_selector("[data-hole=C5] .led[data-led]", state="attached")
    assert page.eval_on_selector_all(".hole .led[data-led]", leds) == changed


def test_every_role_of_a_light_has_a_mark_in_addition_to_its_colour(page_for: Open, desk: FakeDesk) -> None:
    roles = ["illegal", "put-back", "bump", "choose", "movable", "target", "turn", "fault", "win"]
    desk.lights = {f"B{4 + i}": {"role": role, "seat": "C"} for i, role in enumerate(roles)}
    page = page_for(desk)
    page.locator(".badge.win").wait_for()
    drawn = {role: page.locator(f".badge.{role}").inner_html() for role in roles}
    assert len(set(drawn.values())) == len(roles)
    assert ">C</text>" in drawn["bump"]


FULL = some((4, 8, 6), 2)
"""The numbers of sides of the tables to test, at which every seat is taken."""
WIDTHS = some((360, 390, 768, 1024, 1600), 3)


class FullTables:
    """Served tables with several numbers of sides, each with a laid card and the longest names."""

    def __init__(self) -> None:
        self._served: dict[int, Served] = {}

    def of(self, sides: int) -> str:
        """The address of the page of the table with `sides` sides."""
        if sides not in self._served:
            desk = FakeDesk(sides)
            names = dict.fromkeys(desk.seats, "A name of 16 let")
            desk.extra = {"game": {**(desk.game or {}), "names": names}, "card": {"text": "7H", "at": "A"}}
            self._served[sides] = Served(make_app(desk, local_only=True), 0)
        return self._served[sides].address

    def close(self) -> None:
        for one in self._served.values():
            one.close()


@pytest.fixture(scope="module")
def full_tables() -> Iterator[FullTables]:
    tables = FullTables()
    yield tables
    tables.close()


@pytest.fixture
def full(full_tables: FullTables, keep_page: Callable[[str], Page], sides: int) -> Page:
    """The page of a table with `sides` players, opened once for all tests of its size."""
    page = keep_page(full_tables.of(sides))
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator(".wood .name", has_text="A name").first.wait_for()
    return page


@pytest.mark.parametrize("sides", FULL)
def test_no_element_is_wider_than_the_page_at_any_width(full: Page) -> None:
    page = full
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        box = page.locator(".stage").bounding_box()
        assert box is not None
        assert box["width"] > min(width, 600) * 0.8


CONTRAST = """(selector) => {
  const light = (css) => {
    const part = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const scale = css.startsWith("color(") ? 255 : 1; // a mixed colour is written in parts of one
    const [r, g, b] = css.match(/[\\d.]+/g).map((value) => part(value * scale));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => {
    let back = one;
    while (back && getComputedStyle(back).backgroundColor === "rgba(0, 0, 0, 0)") back = back.parentElement;
    const a = light(getComputedStyle(one).color);
    const b = light(getComputedStyle(back ?? document.body).backgroundColor);
    return [one.id || one.className || one.tagName, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
  });
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_texts_of_the_page_have_enough_contrast(
    served: Callable[..., Served], open_page: Open, desk: FakeDesk, scheme: str
) -> None:
    desk.extra = {"faults": [{"what": "A8", "text": "flickers"}], "owing": [{"marble": "C", "to": ["Cs1"]}]}
    here = served(desk)
    page = open_page(here.address, color_scheme=scheme)
    words = "h1,h2,p,.sentence,.tone:not(:empty),li,button:enabled,.who,[role=tab]"
    for tone in ("ok", "bad", "ask", "info"):
        desk.verdict = {"kind": "move", "tone": tone, "text": "Something was said.", "at": 1.0}
        here.do(desk.changed)
        page.locator(f"#verdict[data-tone={tone}]").wait_for()
        measured = page.evaluate(CONTRAST, words)
        assert len(measured) > 20
        assert [what for what in measured if what[1] < 4.5] == []


CHOSEN = """(all) => all.map((one) => {
  let back = one.matches("input") ? one.nextElementSibling : one;
  while (back && getComputedStyle(back).backgroundColor.endsWith(", 0)")) back = back.parentElement;
  const ground = getComputedStyle(back ?? document.body).backgroundColor;
  return [one.matches(":checked, [aria-selected=true]"), ground];
})"""
"""For each choice on the page, whether it is selected, and its background colour."""


def test_selections_are_visible_in_forced_colours(page_for: Open, desk: FakeDesk) -> None:
    page = page_for(desk, forced_colors="active")
    page.get_by_role("tab", name="Workshop").click()
    for choices in ("[role=tab]", "input[name=suit]", "input[name=place]"):
        shown = page.eval_on_selector_all(choices, CHOSEN)
        chosen = {ground for is_chosen, ground in shown if is_chosen}
        assert len(chosen) == 1
        assert chosen.isdisjoint({ground for is_chosen, ground in shown if not is_chosen})


@pytest.mark.parametrize("sides", FULL)
def test_no_players_name_is_covered_by_the_laid_card(full: Page) -> None:
    card = full.locator(".centre-card .card").bounding_box()
    assert card is not None
    for name in full.locator(".wood .name").all():
        box = name.bounding_box()
        assert box is not None
        beside = box["x"] + box["width"] <= card["x"] or box["x"] >= card["x"] + card["width"]
        assert beside or box["y"] + box["height"] <= card["y"] or box["y"] >= card["y"] + card["height"]


OVER_A_WORD = """() => {
  const words = [...document.querySelectorAll(".wood .word")], over = [];
  for (const name of document.querySelectorAll(".wood .name")) {
    const { x, y, width, height } = name.getBBox();
    for (const word of words) {
      const to = word.getScreenCTM().inverse().multiply(name.getScreenCTM()), box = word.getBBox();
      const inside = (across, down) => {
        const at = new DOMPoint(x + width * across, y + height * down).matrixTransform(to);
        return at.x > box.x && at.x < box.x + box.width && at.y > box.y && at.y < box.y + box.height;
      };
      const steps = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
      const covers = steps.some((across) => [0.2, 0.5, 0.8].some((down) => inside(across, down)));
      if (covers) over.push(word.outerHTML);
    }
  }
  return over;
}"""


@pytest.mark.parametrize("sides", FULL)
def test_no_players_name_overlaps_another_text_of_the_board(full: Page) -> None:
    assert full.evaluate(OVER_A_WORD) == []
