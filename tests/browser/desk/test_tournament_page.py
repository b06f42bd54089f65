"""The tournament's tab in a real browser: create, register, pair, play, correct, print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from jokerboard.tournament.event.actions import pair
from jokerboard.tournament.event.actions import start as start_round
from jokerboard.tournament.event.events import Created
from jokerboard.tournament.event.model import Entry, Settings, System
from jokerboard.tournament.event.team_events import Registered
from tests.browser.board_page import expect
from tests.browser.desk.stage import MONITOR, PHONE, READY, Stage, log_in
from tests.browser.visits import Visits
from tests.examples import some
from tests.jokerboard.tournament.event.tournaments import entries
from tests.jokerboard.tournament.web.event_hall import EventHall

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser


class Desk(Stage):
    """A desk with a tournament, whose page is served."""

    hall: EventHall

    def visit(self, path: str = "event", ready: str = READY, **options: object) -> Page:
        return super().visit(path, ready, **options)

    def lay_down(self, settings: Settings, teams: tuple[Entry, ...], *, started: bool = False) -> None:
        def make() -> None:
            event = self.hall.event
            event.create(Created(settings), "Ann")
            event.do(lambda _: [Registered(teams)], "Ann")
            event.do(pair, "Ann")
            if started:
                event.do(start_round, "Ann")

        self.do(make)


@pytest.fixture
def desk(tmp_path: Path, open_page: Visits) -> Iterator[Desk]:
    one = Desk(EventHall(tmp_path), open_page)
    yield one
    one.close()


def asked(page: Page) -> Locator:
    """The open dialog of the page."""
    return page.locator("#ask-dialog[open]")


def test_a_tournament_is_run_on_the_page_up_to_the_second_pairing(desk: Desk, tmp_path: Path) -> None:
    for name in ("oak", "elm"):
        desk.do(partial(desk.hall.table, name))
    (tmp_path / "teams.csv").write_text(
        "Tiim;Yksi;Kaksi\nFoxes;Ann;Bo\n<img src=x onerror=alert(1)>;Cy;Di\nHens;Ed;Flo\nLarks;Gus;H\n",
        encoding="utf-16",
    )
    page = desk.visit(ready=".empty")
    page.get_by_text("There is no tournament yet.", exact=False).wait_for()
    log_in(page)
    page.get_by_role("button", name="Create a tournament").click()
    asked(page).get_by_label("Name", exact=True).fill("Spring Cup")
    asked(page).get_by_label("Seeding").select_option("in order of registration")
    asked(page).get_by_role("button", name="Create").click()

    page.get_by_role("link", name="Teams").click()
    with page.expect_file_chooser() as choosing:
        page.get_by_role("button", name="Import a CSV file").click()
    choosing.value.set_files(tmp_path / "teams.csv")
    asked(page).get_by_text("Tiim | Yksi | Kaksi").wait_for()
    expect(asked(page).get_by_label("The columns in their order")).to_have_value("team, player1, player2")
    asked(page).get_by_role("button", name="Register").click()
    page.locator(".teams tbody tr").nth(3).wait_for()
    page.get_by_text("4 teams are registered").wait_for()

    page.get_by_role("button", name="Connect boards").click()
    asked(page).get_by_role("button", name="In order of their names").click()
    asked(page).get_by_role("button", name="Connect").click()
    page.get_by_role("button", name="Pair round 1").click()
    page.get_by_role("link", name="Round", exact=True).click()
    page.locator(".tables a.number").nth(1).wait_for()
    page.get_by_role("button", name="Start round 1").click()
    asked(page).get_by_text("At every table a new game begins.").wait_for()
    asked(page).get_by_role("button", name="Start").click()
    page.get_by_text("Round 1 of 5: 2 tables still playing").wait_for()

    # Tables are numbered by name, and "Board elm" is the first one, so it gets number 1.
    desk.do(partial(desk.hall.begin, "elm"))
    desk.do(partial(desk.hall.win, "elm", "A", "C"))
    row = page.locator(".tables li").first
    row.get_by_text("10 : 1 home, from its log").wait_for()
    expect(row.locator(".side[data-first]")).to_have_count(1)

    page.get_by_role("button", name="Result of table 2").click()
    asked(page).get_by_label("Equal").check()
    asked(page).get_by_role("button", name="Enter").click()
    page.get_by_text("Round 1 of 5 is over").wait_for()
    page.get_by_role("button", name="Result of table 2").click()
    asked(page).get_by_label("Time was called: count marbles").check()
    for box, marbles in zip(asked(page).get_by_placeholder("home").all(), ("4", "2"), strict=True):
        box.fill(marbles)
    asked(page).get_by_label("Reason").fill("miscounted")
    asked(page).get_by_role("button", name="Correct", exact=True).click()
    page.locator(".tables li").nth(1).get_by_text(
        "time was called, 4 : 2 home, corrected: miscounted"
    ).wait_for()

    page.get_by_role("button", name="Pair round 2").click()
    page.get_by_text("Round 2 of 5: take your seats").wait_for()
    page.get_by_label("Round", exact=True).select_option("Round 1")
    page.locator(".tables li").nth(1).get_by_text("corrected: miscounted").wait_for()
    page.get_by_role("link", name="Standings").click()
    expect(page.locator(".standings tbody tr")).to_have_count(4)
    page.get_by_text("Then Buchholz: the points of all opponents together.").wait_for()


def test_a_director_can_keep_teams_apart_have_a_pairing_explained_and_exchange_teams(desk: Desk) -> None:
    desk.lay_down(Settings("Cup", house=(("ace_11", "off"),)), entries(4))
    page = desk.visit()
    log_in(page)
    row = page.locator(".tables li").first
    row.get_by_role("button", name="Why this pairing at table 1?").click()
    asked(page).get_by_text("criterion 9, upper half against lower half").wait_for()
    asked(page).get_by_role("button", name="Close").click()

    row.get_by_role("button", name="Exchange a team of table 1").click()
    asked(page).get_by_text("exchanged: criterion 9").wait_for()
    asked(page).get_by_label("Reason").fill("a lift")
    asked(page).get_by_role("button", name="Exchange").click()
    page.locator(".notes", has_text="exchanged by hand (a lift)").wait_for()

    page.get_by_role("link", name="Teams").click()
    page.get_by_role("button", name="Keep apart").first.click()
    asked(page).get_by_label("Team 2").check()
    asked(page).get_by_label("Reason").fill("sisters")
    asked(page).get_by_role("button", name="Save").click()
    page.get_by_text("apart from Team 2").wait_for()

    page.get_by_role("button", name="Settings").click()
    asked(page).get_by_text("House rules: 1 changed").click()
    asked(page).get_by_label("an Ace also moves 11").select_option("")
    asked(page).get_by_label("a 2 may exchange a ring marble").select_option("on")
    asked(page).get_by_role("button", name="Save").click()
    expect(asked(page)).to_have_count(0)
    assert desk.hall.now.settings.house == (("two_swap", "on"),)


def test_a_director_can_pause_and_resume_the_rounds_clock_and_call_time(desk: Desk) -> None:
    desk.lay_down(Settings("Cup", minutes=30), entries(4), started=True)
    page = desk.visit()
    log_in(page)
    page.locator(".big-clock", has_text=re.compile("30:00|29:5")).wait_for()
    page.get_by_role("button", name="Pause").click()
    page.get_by_text("paused, 2 tables still playing").wait_for()
    page.get_by_role("button", name="Resume").click()
    page.get_by_role("button", name="More minutes").click()
    asked(page).get_by_label("Reason").fill("fire alarm")
    asked(page).get_by_role("button", name="Extend the round").click()
    page.locator(".big-clock", has_text=re.compile("35:00|34:")).wait_for()
    page.get_by_role("button", name="Call time").click()
    asked(page).get_by_role("button", name="Call time").click()
    page.get_by_text("time is up, 2 tables to decide").wait_for()


def test_a_spectator_sees_no_button_that_changes_anything(desk: Desk) -> None:
    desk.lay_down(Settings("Cup"), entries(6), started=True)
    page = desk.visit()
    page.locator(".tables li").nth(2).wait_for()
    names = [button.inner_text() for button in page.get_by_role("button").all() if button.is_visible()]
    assert names == ["Log in", "Why?", "Why?", "Why?"]


def test_a_round_of_forty_tables_can_be_searched_on_a_phone_and_fits_on_a_monitor(desk: Desk) -> None:
    teams = (
        *entries(79),
        Entry("The Extraordinarily Long-Named Marbles of Upper Bottomshire", ("Zoe", "Xan")),
    )
    desk.lay_down(Settings("Spring Cup"), teams)
    phone = desk.visit(viewport=PHONE)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.get_by_role("searchbox").fill("zoe")
    phone.locator(".tables li").nth(1).wait_for(state="detached")
    expect(phone.locator(".tables li").first).to_contain_text("Bottomshire")
    monitor = desk.visit(viewport=MONITOR)
    expect(monitor.locator(".tables li")).to_have_count(40)
    assert monitor.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    ("kind", "teams", "pages"), some([("seats", 2, 2), ("slips", 2, 1), ("slips", 3, 1), ("seats", 3, 2)], 2)
)
def test_printed_sheets_have_the_expected_number_of_pages(
    desk: Desk, kind: str, teams: int, pages: int
) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    chosen = Settings(
        "The Grand Spring Cup of All Jokers", System.SWISS, players=2 * teams, teams=teams,
        place="The Old Town Hall, Saturday", address="http://192.168.1.20:8090",
    )  # fmt: skip
    longest = tuple(Entry(f"{k} {'Marble' * 8}", (f"Ann {k}", f"Bo {k}")) for k in range(4 * teams))
    desk.lay_down(chosen, longest)
    page = desk.visit(f"event/sheet/{kind}?round=1", "section")
    document = pdfium.PdfDocument(page.pdf(prefer_css_page_size=True))
    assert len(document) == pages
    text = "".join(one.get_textpage().get_text_bounded() for one in document)
    assert text.count("Table ") >= 4
    assert page.evaluate(
        "[...document.querySelectorAll('section')].every((one) => one.scrollHeight <= one.clientHeight + 1)"
    ), "something is cut off"
