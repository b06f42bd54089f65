"""The start of a game on the page of an idle table, and the guided first game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.board_page import PATIENCE, Open, expect
from tests.browser.taps import Tapper
from tests.browser.test_page_access import Axe, about_holes
from tests.browser.test_taps import PHONE, outside
from tests.programs import TableProgram, tries

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
Start = Callable[..., TableProgram]


@pytest.fixture
def idle(tmp_path: Path) -> Iterator[Start]:
    """A function that starts a table without a game."""
    running: list[TableProgram] = []

    def start(*arguments: str) -> TableProgram:
        state = ("--state", str(tmp_path / "state"), "--port", "0")
        running.append(TableProgram("demo", *state, *arguments))
        return running[-1]

    yield start
    for one in running:
        one.kill()


def opened(open_page: Open, address: str, **options: Any) -> Page:
    return open_page(address, drawn="body[data-ready]", **{**PHONE, **options})


def tap(page: Page, start: str) -> None:
    page.locator(f'[data-start="{start}"]').tap()


def test_one_tap_begins_a_game_against_machines_with_the_players_hand_visible(
    idle: Start, open_page: Open
) -> None:
    table = idle()
    assert table.state()["game"] is None
    page = opened(open_page, table.page)
    tap(page, "machines")
    expect(page.locator(".hand-card")).to_have_count(5)
    tapper = Tapper(page, pick=3)
    tapper.turn()
    assert tapper.taps <= 4
    # The hand stays visible during the turns of the machines.
    expect(page.locator(".hand-card")).to_have_count(5)
    state = table.state()
    assert (state["game"]["machines"].keys(), state["game"]["dealt"]) == ({*"BCD"}, True)


def test_on_a_shared_screen_each_hand_is_covered_until_its_player_looks(idle: Start, open_page: Open) -> None:
    page = opened(open_page, idle().page)
    tap(page, "screen")
    expect(page.locator(".hand-back")).to_have_count(5)
    tapper = Tapper(page, pick=3)
    tapper.until("tap-card", "tap-discard")
    tapper.look()
    tapper.turn()
    expect(page.locator(".hand-back")).to_have_count(5)


def test_simulated_people_play_by_themselves_if_chosen_at_the_start(idle: Start, open_page: Open) -> None:
    table = idle()
    tap(opened(open_page, table.page), "watch")
    state = table.until(lambda state: state["game"] is not None and state["sim"]["people"] == "playing")
    assert state["game"]["machines"] == {}


def test_a_table_that_only_its_computer_can_reach_shows_the_option_that_lets_phones_connect(
    idle: Start, open_page: Open
) -> None:
    page = opened(open_page, idle().page)
    tap(page, "phones")
    page.get_by_role("dialog").get_by_text("--listen 0.0.0.0").wait_for()


def test_phones_get_seats_by_scanning_a_code_and_machines_take_the_other_seats(
    idle: Start, open_page: Open
) -> None:
    table = idle("--listen", "0.0.0.0")
    screen = opened(open_page, table.page, viewport={"width": 1280, "height": 800})
    tap(screen, "phones")
    phones = []
    for name in ("Mia", "Ben"):
        code = str(screen.locator(".join img").get_attribute("src")).partition("?")[2]
        phone = opened(open_page, f"{table.address}#pair/{code}")
        phone.locator("input[name=name]").fill(name)
        phone.get_by_role("button", name="Play", exact=True).tap()
        expect(phone.locator(".hand-card")).to_have_count(5)
        phones.append(phone)
    expect(screen.locator(".join li em")).to_have_text(["here", "here", "free", "free"])
    screen.get_by_role("button", name="Machines take the free seats").tap()
    state = table.until(lambda state: len(state["game"]["machines"]) == 2)
    names = state["game"]["names"]
    assert (names["A"], names["B"]) == ("Mia", "Ben")


def test_four_browsers_of_one_machine_have_four_seats_and_four_hands(idle: Start, open_page: Open) -> None:
    table = idle("--new")
    pages = [opened(open_page, table.page) for _ in range(4)]
    table.command("people", action="off")
    table.command("game", action="new", rules="texas", players=4, dealt=True, people=False)
    for page, seat in zip(pages, "ABCD", strict=True):
        answer = page.evaluate(
            "(seat) => fetch('/api/seat', { method: 'POST', headers: { 'content-type': 'application/json' },"
            " body: JSON.stringify({ seat }) }).then((it) => it.json())",
            "any" if seat != "D" else "D",
        )
        assert answer == {"ok": True, "seat": seat}
    hands = [hand_of(page) for page in pages]
    assert len({*hands}) == 4
    assert all(len(hand) == 5 for hand in hands)


def hand_of(page: Page) -> tuple[str, ...]:
    """Wait until the page shows a hand; return its cards."""
    for _ in tries("a page shows its own hand", PATIENCE):
        cards = page.locator(".hand-card")
        if cards.count() == 5:
            break
        page.wait_for_timeout(30)
    return tuple(str(card.get_attribute("data-card")) for card in cards.all())


def test_the_choices_at_the_start_fit_on_every_phone(idle: Start, open_page: Open) -> None:
    page = opened(open_page, idle().page)
    for width, height in ((390, 664), (375, 553), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert outside(page) == []
        for choice in page.locator(".choice").all():
            expect(choice).to_be_in_viewport(ratio=1)


CARD = re.compile(r"Tap the (ace|two|three|four|five|six|seven|eight|nine|ten|jack|queen|king|Joker)\b")
HOLE = re.compile(r"Tap your marble on (\w+)")
LESSON = 120.0
"""Seconds to wait for the guided game to continue before the test fails."""


class Pupil:
    """A player who only reads the prompts and taps the elements that they name."""

    def __init__(self, page: Page) -> None:
        self.page, self.tapper = page, Tapper(page)
        self.read: list[str] = []

    def step(self) -> None:
        """Tap the element that the prompt names, if the prompt asks for a tap."""
        prompt = self.page.locator("#prompt-text").inner_text()
        for words, act in self._acts:
            found = re.match(words, prompt)
            if found is not None:
                if prompt not in self.read:
                    self.read.append(prompt)
                act(*found.groups())
                self._until_the_prompt_differs_from(prompt)
                return
        self.page.wait_for_timeout(30)

    def _until_the_prompt_differs_from(self, prompt: str) -> None:
        self.page.wait_for_function(
            "(said) => document.getElementById('prompt-text').innerText !== said", arg=prompt
        )

    @property
    def _acts(self) -> tuple[tuple[re.Pattern[str], Callable[..., None]], ...]:
        return (
            (CARD, self._card),
            (HOLE, self._hole),
            (re.compile("Tap a marble in your START"), lambda: self._lit("A", "s")),
            (re.compile("Tap a lit marble|Tap the other lit marble"), self._lit),
            (re.compile("Tap a lit hole"), lambda: self._lit(role="target")),
        )

    def _card(self, rank: str) -> None:
        card = self.page.locator(f'.hand-card[aria-label*="{rank}"]')
        card.first.tap()

    def _hole(self, name: str) -> None:
        self.page.touchscreen.tap(*self.tapper.board.middle(name))

    def _lit(self, seat: str = "", kind: str = "", role: str = "movable") -> None:
        """Tap the first hole that is lit in a role.

        `seat`: the letter of the holes' seat, "" for any; `kind`: "s" for START, "h" for a lane, "" for any.
        """
        where = f'[data-hole^="{seat}{kind}"]' if seat else ""
        lit = self.page.locator(f'.hole[data-role="{role}"]{where}').first
        self._hole(str(lit.get_attribute("data-hole")))


def test_following_the_prompts_of_the_lesson_plays_five_turns_and_ends_with_an_offer_to_play(
    idle: Start, open_page: Open
) -> None:
    table = idle()
    page = opened(open_page, table.page)
    page.get_by_role("button", name="Learn in five turns").tap()
    pupil = Pupil(page)
    for _ in tries("the guided game is over", LESSON):
        if page.locator("#prompt").get_attribute("data-code") == "lesson-done":
            break
        pupil.step()
    state = table.state()
    own = [play for play in state["plays"] if play["seat"] == "A"]
    kinds = [play["play"].partition(" ")[2] for play in own]
    assert [play["state"] for play in state["plays"]] == ["ok"] * 17
    assert kinds[:3] == ["As-A8", "A8-A14", "A14-B0xB"]
    assert (len(kinds[3].split()), kinds[4]) == (2, "As-D16xD")
    assert len(pupil.read) == 11, pupil.read
    expect(page.locator(".choice").first).to_be_visible()


def test_the_lesson_refuses_a_card_that_is_not_lit_with_a_reason_and_has_no_accessibility_fault(
    idle: Start, open_page: Open, axe: Axe
) -> None:
    page = opened(open_page, idle().page)
    page.get_by_role("button", name="Learn in five turns").tap()
    page.locator('.hand-card[aria-label*="nine"]').tap()
    expect(page.locator("#notice")).to_have_text("This turn is for the card that is lit.")
    expect(page.locator("#verdict")).to_contain_text("All marbles begin in START")
    assert [one for one in axe(page) if one[0] != "target-size" or not about_holes(one)] == []
