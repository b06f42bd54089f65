"""The director's page in a real browser: the hall, a table, incidents, orders; the tables are pretended."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from journal.records import Kind
from tests.browser.board_page import expect
from tests.browser.conftest import Served
from tests.examples import whole
from tests.tournament.desk_tables import FakeTable
from tests.tournament.web.hall import HOSTILE, TOKEN, Hall, hall, played

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

pytestmark = pytest.mark.browser
Open = Callable[..., "Page"]
Axe = Callable[["Page"], list[Any]]
PHONE: ViewportSize = {"width": 390, "height": 844}
MONITOR: ViewportSize = {"width": 1920, "height": 1080}
LOOKS: tuple[tuple[ViewportSize, Literal["light", "dark"]], ...] = ((MONITOR, "light"), (PHONE, "dark"))
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

    def go(self, page: Page, path: str) -> None:
        """To another address of the desk, on a page that is open."""
        page.goto(self.address + path)
        page.wait_for_selector(READY)

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
    expect(page.locator(".teams .score")).to_have_text(["10", "0"])
    expect(page.locator(".teams li[data-won] .team-name")).to_have_text("Ann & Cleo")
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
    page.get_by_role("dialog").get_by_role("button", name="Save the note").click()
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
    page = stage.visit()
    for path in ("", "incidents", "results", "table/t1"):
        stage.go(page, path)
        page.locator(f"main >> text={HOSTILE} >> visible=true").first.wait_for()
        expect(page.locator("img")).to_have_count(0)
        assert page.evaluate("document.querySelectorAll('main script').length") == 0


def test_on_a_phone_the_hall_scrolls_down_and_never_sideways(stage: Stage) -> None:
    stage.take(*(played(f"t{n}", f"Table {n}") for n in range(1, 9)))
    page = stage.visit(viewport=PHONE, has_touch=True, is_mobile=True)
    for path in ("", "incidents", "results", "table/t1"):
        stage.go(page, path)
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


def test_a_game_that_is_over_shows_where_it_turned(stage: Stage) -> None:
    table = played()
    table.verdict("over", team=["A", "C"], position="h1,h2,h3,h4,h5/-/h1,h2,h3,h4,h5/- B")
    stage.take(table)
    part = stage.visit("table/t1").get_by_role("region", name="Where the game turned")
    graph = part.get_by_role("img", name="Each team’s chance of winning over the plays")
    expect(graph.locator("path[stroke]")).to_have_count(2)
    expect(part).to_contain_text("The hands are not known, so plays are not weighed.")


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


WRONG: dict[str, Any] = {"seat": "B", "code": "x", "text": "Two holes too far.", "holes": ["B15"]}


def test_the_board_is_corrected_by_moving_its_marbles_and_the_line_follows(stage: Stage) -> None:
    stage.take(played())
    page = stage.visit("table/t1")
    log_in(page)
    page.locator("[data-order=correct]").click()
    dialog = page.get_by_role("dialog", name="Correct the board: Table 1")
    line = dialog.get_by_label("Position")
    expect(line).to_have_value("A8/-/C8/- D")
    for hole in ("C8", "C12", "As4", "Ah2"):
        dialog.locator(f"[data-hole={hole}] .reach").click(force=True)
    expect(line).to_have_value("A8,h2/-/C12/- D")
    dialog.locator("[data-hole=A8] .reach").click(force=True)
    dialog.locator("[data-hole=Bh1] .reach").click(force=True)
    dialog.get_by_text("A marble of Ann cannot stand in Bh1").wait_for()
    dialog.locator("[data-hole=A9]").focus()
    page.keyboard.press("Enter")
    expect(line).to_have_value("A9,h2/-/C12/- D")
    dialog.get_by_label("In turn").select_option("A")
    dialog.get_by_role("button", name="Send").click()
    page.locator(".orders li[data-state=waiting]", has_text="correct the board").wait_for()
    (order,) = stage.hall.desk.lists.orders.values()
    assert order["body"]["position"] == "A9,h2/-/C12/- A"


def test_what_was_typed_stays_until_the_desk_has_taken_it(stage: Stage, complaints: list[str]) -> None:
    stage.take(played())
    page = stage.visit("table/t1")
    log_in(page)
    page.locator("[data-order=correct]").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("the dog")
    dialog.get_by_label("Position").fill("A8,B99/-/C8/- D")
    dialog.get_by_text("B99 is no hole for side A.").wait_for()
    dialog.get_by_role("button", name="Send").click()
    dialog.locator(".error", has_text="B99").wait_for()
    assert dialog.get_by_label("Position").input_value() == "A8,B99/-/C8/- D"
    assert dialog.get_by_label("Reason").input_value() == "the dog"
    dialog.get_by_label("Position").fill("A8,B9/-/C8/- D")
    expect(dialog.locator(".correct-board .marble")).to_have_count(20)
    dialog.get_by_role("button", name="Send").click()
    page.locator(".orders li[data-state=waiting]", has_text="(the dog)").wait_for()
    assert all("409" in complaint for complaint in complaints)
    complaints.clear()


def test_an_incident_names_person_and_holes_and_leads_to_the_board_at_that_moment(stage: Stage) -> None:
    table = played()
    table.verdict("illegal", **WRONG, put_back=[{"from": "B15", "to": "B13"}])
    table.verdict("restored")
    table.play(4, "D", "KD Ds-D8", "A8/-/C8/D8 A")
    stage.take(table)
    page = stage.visit("incidents")
    incident = page.locator(".incident", has_text="Two holes too far.")
    expect(incident.locator(".person")).to_contain_text("Bo")
    expect(incident.locator(".hole-name")).to_have_text(["B15", "B15 → B13"])
    incident.get_by_role("link", name="The board then").click()
    page.wait_for_selector("body[data-ready=table]")
    page.locator(".saying", has_text="Two holes too far.").wait_for()
    expect(page.locator(".big-board [data-hole=B15]")).to_have_attribute("data-role", "illegal")
    expect(page.locator(".big-board [data-hole=B13]")).to_have_attribute("data-role", "put-back")
    expect(page.locator(".plays li")).to_have_count(3)
    page.get_by_role("link", name="To the board now").click()
    expect(page.locator(".plays li")).to_have_count(4)


def test_many_incidents_are_folded_and_found(stage: Stage) -> None:
    table = played()
    for _ in range(150):
        table.told(Kind.EVENT, button="help", at="D")
        table.verdict("illegal", seat="A", code="x", text="A 7 moves seven.", holes=["A1"], put_back=[])
        table.verdict("restored")
    other = played("t2", "Table 2")
    other.told(Kind.EVENT, device="reader A", ok=False)
    stage.take(table, other)
    page = stage.visit("incidents", viewport=PHONE, has_touch=True, is_mobile=True)
    assert page.evaluate("document.documentElement.scrollHeight") < 3 * PHONE["height"]
    page.locator(".fold", has_text="help asked").locator("summary").click()
    expect(page.locator(".fold[data-kind=dispute] .incident")).to_have_count(150)
    page.get_by_label("Table", exact=True).select_option("Table 2")
    expect(page.locator(".incidents > li[data-open]")).to_have_count(1)
    page.get_by_label("Table", exact=True).select_option("all tables")
    page.get_by_role("searchbox").fill("reader A")
    expect(page.locator(".incidents > li[data-open]")).to_have_text([re.compile("Table 2")])


@pytest.mark.parametrize("locale", ["en-US", "de", "ja"])
def test_the_time_of_an_incident_is_one_line_beside_its_table(stage: Stage, locale: str) -> None:
    table = played()
    table.verdict("illegal", seat="A", code="x", text="A 7 moves seven.", holes=["A1"], put_back=[])
    stage.take(table)
    page = stage.visit("incidents", viewport={"width": 1366, "height": 640}, locale=locale)
    ends = page.locator(".incident").first.evaluate("""(one) => {
      const text = document.createRange();
      text.selectNodeContents(one.querySelector(".when"));
      const [box, where] = [text, one.querySelector(".where")].map((it) => it.getBoundingClientRect());
      return [text.getClientRects().length, box.right, where.left];
    }""")
    assert ends[0] == 1
    assert ends[1] <= ends[2]


@pytest.mark.parametrize("tables", [40, 71])
def test_the_wall_shows_every_table_in_turns_and_never_scrolls(stage: Stage, tables: int) -> None:
    trouble = played("t77", "Table 77")
    trouble.verdict("illegal", **WRONG, put_back=[])
    stage.take(*(played(f"t{n}", f"Table {n}") for n in range(1, tables)), trouble)
    page = stage.visit("wall", viewport=MONITOR)
    expect(page.locator(".card h2").first).to_have_text("Table 77")
    pages = -(-tables // page.locator(".card").count())
    assert page.locator(".card").count() == -(-tables // pages), "the last page is as full as the others"
    whole = "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
    assert page.evaluate(whole) == [MONITOR["height"], MONITOR["width"]]
    assert 10 < page.locator(".card").count() < tables
    bottoms = "[...document.querySelectorAll('.card')].map((one) => one.getBoundingClientRect().bottom)"
    assert max(page.evaluate(bottoms)) <= MONITOR["height"]
    page.locator(".round-pages", has_text="2 / ").wait_for()
    expect(page.locator(".card h2", has_text="Table 77")).to_have_count(0)


DESK = ("", "incidents", "wall", "results", "table/t1")
"""Every other one is tried on a monitor and light, the others on a phone and dark; all in both by option."""


@pytest.mark.parametrize("path", DESK)
def test_axe_finds_nothing_at_the_desk(stage: Stage, axe: Axe, path: str) -> None:
    trouble = played("t1", "Table 1")
    trouble.verdict("illegal", **WRONG, put_back=[])
    stage.take(trouble, played("t2", "Table 2"))
    page = stage.visit(path)

    looks = LOOKS if whole() else LOOKS[DESK.index(path) % 2 :][:1]

    def faults() -> list[Any]:
        found: list[Any] = []
        for size, scheme in looks:
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            found += axe(page)
        return found

    assert faults() == []
    if path == "table/t1":
        log_in(page)
        page.get_by_role("button", name="Correct the board").click()
        # Holes are small: there are two taps, and the line beside.
        assert [one for one in faults() if one[0] != "target-size"] == []
