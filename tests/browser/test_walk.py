"""A person who never read a document plays a whole turn of each kind: they do only what the prompt says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.board_page import BoardPage
from tests.browser.hands_on_page import stand
from tests.programs import Demo

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
Open = Callable[..., "Page"]
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
RING = [f"{side}{i}" for side in "ABCD" for i in range(18)]

TURNS = {
    "out": ("-/-/-/- A", "K", {}),
    "on": ("A10/-/-/- A", "5", {}),
    "back": ("A12/-/-/- A", "8", {}),
    "a bump": ("A8/A13/-/- A", "5", {}),
    "a partner": ("A8/-/A13/- A", "5", {}),
    "a split": ("A8,B2/-/-/- A", "7", {"split": 3}),
    "a card moved wrongly": ("A10/-/-/- A", "5", {"wrong": 6}),
}
"""A position, the card that the person has, and what they have in mind or do wrong."""


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    with Demo(tmp_path / "state", "--seed", "7", "--people", "off") as running:
        yield running


class Walker:
    """Somebody with a card who reads the prompt aloud and does what it says."""

    def __init__(self, page: BoardPage, card: str, *, split: int = 0, wrong: int = 0) -> None:
        self.page, self.card, self.split, self.wrong = page, card, split, wrong
        self.read: list[str] = []

    def step(self) -> None:
        """Read the prompt, and do it."""
        text = self.page.page.locator("#prompt-text").inner_text()
        self.read.append(text)
        if text == "Seat A, lay a card":
            self.page.lay(self.card)
        elif found := re.match(r"Carry .* marble to (?:START \((\w+)\)|the in-spot (\w+))$", text):
            self.page.drag_from_tray(found[1] or found[2])
        elif found := re.match(r"Put the marble on (\w+) back on (\w+)$", text):
            self.page.drag(found[1], found[2])
            self.wrong = 0
        elif re.match(r"Put .* marble back on (\w+)$", text):
            pass  # it is in the hand already, on its way back
        elif "bring a marble out" in text:
            self.page.drag("As1", "A8")
        elif found := re.search(rf"[Mm]ove another marble ({'|'.join(NUMBERS)})", text):
            self._move(1, NUMBERS.index(found[1]) + 1)
        elif found := re.search(rf"move ({'|'.join(NUMBERS)})( back)?", text):
            n = NUMBERS.index(found[1]) + 1
            self._move(0, self.split or self.wrong or (-n if found[2] else n))
        else:
            raise AssertionError(f"nobody knows what to do: {text!r}")
        self.page.page.wait_for_function(
            "(said) => document.getElementById('prompt-text').textContent !== said", arg=text
        )

    def _move(self, which: int, n: int) -> None:
        wood = self.page.state()["sim"]["wood"]
        mine = [hole for hole in RING if wood.get(hole) == "A"]
        source = mine[which if len(mine) > which else 0]
        self.page.drag(source, RING[(RING.index(source) + n) % len(RING)])


@pytest.mark.parametrize("turn", TURNS)
def test_whoever_does_what_the_prompt_says_has_played(demo: Demo, open_page: Open, turn: str) -> None:
    line, card, mind = TURNS[turn]
    page = BoardPage(open_page(demo.page))
    stand(demo, line)
    n = demo.state()["n"]
    page.sees_prompt("Seat A, lay a card")
    walker = Walker(page, card, **mind)
    while demo.state()["n"] == n or demo.state()["owing"]:
        assert len(walker.read) < 8, walker.read
        walker.step()
    state = demo.until(lambda state: bool(state["turn"] == "B"))
    assert state["verdict"]["tone"] == "ok"
    if turn == "a split":
        assert "Three of seven. Now move another marble four" in walker.read
    if turn == "a card moved wrongly":
        assert "Put the marble on A16 back on A10" in walker.read


def test_half_a_split_stays_a_calm_prompt_for_as_long_as_it_lasts(demo: Demo, open_page: Open) -> None:
    page = BoardPage(open_page(demo.page))
    stand(demo, "A8,B2/-/-/- A")
    page.lay("7")
    page.drag("A8", "A11")
    page.sees_prompt("Three of seven. Now move another marble four", "rest")
    # Whatever is said of it meanwhile: nothing is red before the turn has ended.
    begun = demo.state()["seq"]
    demo.until(lambda state: state["seq"] > begun or state["verdict"] is not None)
    page.page.wait_for_timeout(3500)
    assert page.page.locator("#verdict").get_attribute("data-tone") != "bad"
    page.sees_prompt("Three of seven. Now move another marble four", "rest")


def test_a_card_without_a_play_is_laid_only_when_people_are_sure(
    demo: Demo, open_page: Open, complaints: list[str]
) -> None:
    page = BoardPage(open_page(demo.page))
    page.lay("5")
    dialog = page.page.get_by_role("dialog", name=re.compile("Discard the five of"))
    dialog.get_by_role("button", name="Cancel").click()
    assert demo.state()["n"] == 0
    page.lay("5")
    dialog.get_by_role("button", name="Discard it").click()
    demo.until(lambda state: bool(state["n"] == 1))
    assert all("409" in complaint for complaint in complaints)
    complaints.clear()


def test_taking_back_says_what_goes_where_and_asks(demo: Demo, open_page: Open) -> None:
    page = BoardPage(open_page(demo.page))
    stand(demo, "A10/-/-/- A")
    n = demo.state()["n"]
    page.lay("5")
    page.drag("A10", "A15")
    demo.until(lambda state: bool(state["n"] == n + 1))
    page.press("back")
    dialog = page.page.get_by_role("dialog", name="Take back Seat A’s play?")
    dialog.get_by_text("Seat A: from A15 back to A10").wait_for()
    dialog.get_by_role("button", name="Take it back").click()
    page.sees_prompt("Put the marble on A15 back on A10", "mend")
    page.drag("A15", "A10")
    demo.until(lambda state: bool(state["turn"] == "A" and not state["lights"].get("A15")))


def test_a_marble_moved_before_its_card_is_asked_for_its_card(demo: Demo, open_page: Open) -> None:
    page = BoardPage(open_page(demo.page))
    stand(demo, "A10/-/-/- A")
    page.drag("A10", "A15")
    page.sees_prompt("Seat A, now lay the card for it", "lay-for-it")
    page.lay("5")
    demo.until(lambda state: bool(state["turn"] == "B"))
