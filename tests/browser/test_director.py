"""The director's page in a real browser: the hall, a table, incidents, orders; the tables are pretended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from journal.records import Kind
from tests.browser.board_page import expect
from tests.browser.conftest import Served
from tests.tournament.desk_tables import FakeTable
from tests.tournament.web.hall import HOSTILE, TOKEN, Hall, hall, played

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
Open = Callable[..., "Page"]
PHONE = {"width": 390, "height": 844}
MONITOR = {"width": 1920, "height": 1080}
READY = "body[data-ready]"


class Stage:
    """A hall and its page, served; tables are given to it while the browser looks."""

    def __init__(self, path: Path, open_page: Open) -> None:
        self._hall = hall(path)
        self.hall: Hall = self._hall.__enter__()
        self._open = open_page
        self._pages: list[Page] = []
        self._served = Served(self.hall.app)
        self.address = self._served.address

    def take(self, *tables: FakeTable) -> None:
        """In the loop that serves, as the director does it."""
        for table in tables:
            self._served.do(partial(self._take, table))

    def _take(self, table: FakeTable) -> None:
        self.hall.take(table)

    def visit(self, path: str = "", **options: object) -> Page:
        self._pages.append(self._open(self.address + path, READY, **options))
        return self._pages[-1]

    def close(self) -> None:
        """The pages first: one that is left open would complain that its desk is gone."""
        for page in self._pages:
            page.close()
        self._served.close()
        self._hall.__exit__(None, None, None)


@pytest.fixture
def stage(tmp_path: Path, open_page: Open) -> Iterator[Stage]:
    one = Stage(tmp_path, open_page)
    yield one
    one.close()


def log_in(page: Page, who: str = "Ann", token: str = TOKEN) -> None:
    page.get_by_role("button", name="Log in").click()
    dialog = page.get_by_role("dialog", name="Log in as a director")
    dialog.get_by_label("Your name").fill(who)
    dialog.get_by_label("Token").fill(token)
    dialog.get_by_role("button", name="Log in").click()
    page.get_by_role("button", name=f"{who}: log out").wait_for()


def test_the_hall_shows_every_table_without_scrolling_on_a_monitor(stage: Stage) -> None:
    stage.take(*(played(f"t{n}", f"Table {n}") for n in range(1, 41)))
    page = stage.visit(viewport=MONITOR)
    expect(page.locator(".card h2")).to_have_text([f"Table {n}" for n in range(1, 41)])
    expect(page.locator(".card").first.locator(".marble")).to_have_count(20)
    expect(page.locator(".card .who").first).to_have_text("Dan")
    expect(page.locator(".card .turn[data-on]")).to_have_count(40)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_card_follows_its_table(stage: Stage) -> None:
    table = played()
    stage.take(table)
    page = stage.visit()
    card = page.locator(".card")
    expect(card).to_have_attribute("data-tone", "ok")
    table.verdict("illegal", seat="D", code="x", text="A 5 moves five holes.", holes=[], put_back=[])
    stage.take(table)
    page.locator(".card[data-tone=bad] .word", has_text="A 5 moves five holes.").wait_for()
    table.verdict("restored")
    table.play(4, "D", "KD Ds-D8", "A8/-/C8/D8 A")
    stage.take(table)
    page.locator(".card[data-tone=ok] .who", has_text="Ann").wait_for()
    table.verdict("over", team=["A", "C"], position="h1,h2,h3,h4,h5/-/h1,h2,h3,h4,h5/- B")
    stage.take(table)
    page.locator(".card[data-tone=over] .who", has_text="Ann & Cleo won").wait_for()
    page.locator(".score", has_text="10 : 0").wait_for()
    stage.take(played("t2", "Table 2"))
    page.locator(".card").nth(1).wait_for()


def test_one_table_is_gone_back_through_play_by_play(stage: Stage) -> None:
    stage.take(played())
    page = stage.visit()
    page.locator(".card").click()
    page.wait_for_selector("body[data-ready=table] .plays li")
    expect(page.locator(".plays code")).to_have_text(["AC Cs-C8", "5H --", "KS As-A8"])
    slider = page.get_by_role("slider", name="Replay")
    slider.focus()
    page.keyboard.press("Home")
    page.locator(".shown", has_text="the beginning").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator(".shown", has_text="play 1 of 3").wait_for()
    page.locator(".seats li[data-turn]", has_text="Bo").wait_for()
    page.locator(".plays li", has_text="AC Cs-C8").click()
    page.locator(".shown", has_text="play 3 of 3").wait_for()
    page.get_by_role("button", name="Live").click()
    page.locator(".shown", has_text="play 3, live").wait_for()
    page.get_by_role("button", name="Replay", exact=True).click()
    page.locator(".shown", has_text="play 3 of 3").wait_for()


def test_an_incident_is_acknowledged_and_annotated_by_who_has_the_token(stage: Stage) -> None:
    table = played()
    table.told(Kind.EVENT, device="reader A", ok=False)
    stage.take(table)
    page = stage.visit("incidents")
    page.locator(".incidents li[data-open]", has_text="The device reader A is lost.").wait_for()
    expect(page.get_by_role("button", name="Acknowledge all")).to_be_hidden()
    log_in(page)
    page.locator(".incidents li[data-open]").get_by_role("button", name="Acknowledge").click()
    page.locator(".past li", has_text="seen by Ann").get_by_role("button", name="Note").click()
    page.get_by_role("dialog").get_by_label("Note").fill("A new cable.")
    page.get_by_role("dialog").get_by_role("button", name="Note it").click()
    page.locator(".past .note", has_text="Ann: A new cable.").wait_for()
    expect(page.locator("h2", has_text="Incidents")).to_be_visible()
    page.get_by_role("button", name="Ann: log out").click()
    page.get_by_role("button", name="Log in").wait_for()


def test_an_order_is_asked_with_its_reason_and_its_answer_appears(stage: Stage) -> None:
    table = played()
    stage.take(table)
    page = stage.visit("table/t1")
    expect(page.locator("[data-order=take-back]")).to_be_hidden()
    log_in(page)
    page.locator("[data-order=take-back]").click()
    dialog = page.get_by_role("dialog", name="Take back: Table 1")
    assert dialog.get_by_label("Before play").input_value() == "3"
    dialog.get_by_label("Reason").fill("out of turn")
    dialog.get_by_role("button", name="Send").click()
    waiting = page.locator(".orders li[data-state=waiting]")
    waiting.filter(has_text="take back to before play 3 (out of turn), by Ann").wait_for()
    (order,) = stage.hall.desk.lists.orders
    table.told(Kind.ORDER, id=order, by="Ann", order="take-back", n=3, taken=True, said="Taken back.")
    stage.take(table)
    page.locator(".orders li[data-state=taken]", has_text="confirmed").wait_for()
    page.locator("[data-order=result]").click()
    page.get_by_role("dialog").get_by_label("Bo & Dan").check()
    page.get_by_role("dialog").get_by_role("button", name="Send").click()
    page.locator(".orders li", has_text="decide the result").wait_for()


def test_a_wrong_token_is_said_and_nothing_is_opened(stage: Stage, complaints: list[str]) -> None:
    stage.take(played())
    page = stage.visit()
    page.get_by_role("button", name="Log in").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Your name").fill("Eve")
    dialog.get_by_label("Token").fill("a-guess")
    dialog.get_by_role("button", name="Log in").click()
    dialog.locator(".error", has_text="That is not this desk's token.").wait_for()
    dialog.get_by_role("button", name="Cancel").click()
    assert all("401" in complaint for complaint in complaints)
    complaints.clear()


def test_names_that_would_be_markup_are_only_read(stage: Stage) -> None:
    table = played("t1", HOSTILE, names={"A": HOSTILE, "D": "</script><script>alert(1)</script>"})
    table.verdict("illegal", seat="D", code="x", text=HOSTILE, holes=[], put_back=[])
    table.verdict("over", team=["A", "C"], position="A8/-/C8/- D")
    stage.take(table)
    for path in ("", "incidents", "results", "table/t1"):
        page = stage.visit(path)
        page.locator(f"text={HOSTILE}").first.wait_for()
        expect(page.locator("img")).to_have_count(0)
        assert page.evaluate("document.querySelectorAll('main script').length") == 0


def test_on_a_phone_the_hall_scrolls_down_and_never_sideways(stage: Stage) -> None:
    stage.take(*(played(f"t{n}", f"Table {n}") for n in range(1, 9)))
    for path in ("", "incidents", "results", "table/t1"):
        page = stage.visit(path, viewport=PHONE, has_touch=True, is_mobile=True)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_the_results_are_listed_and_lead_to_their_replay(stage: Stage) -> None:
    table = played()
    table.verdict("over", team=["A", "C"], position="h1,h2,h3,h4,h5/-/h1,h2,h3,h4,h5/- B")
    stage.take(table)
    page = stage.visit("results")
    row = page.locator("table.list tbody tr")
    expect(row.locator(".person")).to_have_text(["A\nAnn", "C\nCleo", "B\nBo", "D\nDan"], use_inner_text=True)
    row.get_by_role("link", name="Table 1").click()
    page.locator(".seats li", has_text="won").first.wait_for()


def test_the_diagram_has_every_hole_of_the_engine(stage: Stage) -> None:
    from engine.geometry import board

    stage.take(played())
    page = stage.visit()
    for sides in (3, 4, 5, 6, 8):
        wanted = [board(sides).name(hole) for hole in range(board(sides).holes)]
        shown = page.evaluate(
            """async ([sides, holes]) => {
                 const { Diagram } = await import("/page/js/diagram.js");
                 const at = new Diagram(sides);
                 const placed = holes.map((hole) => {
                   const name = hole[0] === "A" && hole[1] === "h" ? hole.slice(1) : hole;
                   at.show(/^A?s|^[B-H][hs]/.test(name) ? "- A" : `${name} A`);
                   return at.node.querySelectorAll(".marble").length;
                 });
                 return [at.node.querySelectorAll(".dot").length, placed.every((count) => count === 5)];
               }""",
            [sides, wanted],
        )
        assert shown == [len(wanted), True]
