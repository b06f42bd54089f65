"""The director's hall in a real browser: cards, wall and results of simulated tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import pytest

from tests.browser.board_page import expect
from tests.browser.desk.stage import MONITOR, PHONE, WRONG, Stage, log_in
from tests.examples import some, whole
from tests.jokerboard.tournament.web.hall import HOSTILE, played

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

pytestmark = pytest.mark.browser
Axe = Callable[["Page"], list[Any]]
LOOKS: tuple[tuple[ViewportSize, Literal["light", "dark"]], ...] = ((MONITOR, "light"), (PHONE, "dark"))


def test_the_hall_shows_every_table_without_scrolling_on_a_monitor(stage: Stage) -> None:
    stage.take(*(played(f"t{n}", f"Table {n}") for n in range(1, 41)))
    page = stage.visit(viewport=MONITOR)
    expect(page.locator(".card h2")).to_have_text([f"Table {n}" for n in range(1, 41)])
    expect(page.locator(".card").first.locator(".marble")).to_have_count(20)
    expect(page.locator(".card .who").first).to_have_text("Dan")
    expect(page.locator(".card .turn[data-on]")).to_have_count(40)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_tables_card_in_the_hall_shows_each_change_of_its_game(stage: Stage) -> None:
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


def test_on_a_phone_the_hall_scrolls_down_and_never_sideways(stage: Stage) -> None:
    stage.take(*(played(f"t{n}", f"Table {n}") for n in range(1, 9)))
    page = stage.visit(viewport=PHONE, has_touch=True, is_mobile=True)
    for path in ("", "incidents", "results", "table/t1"):
        stage.go(page, path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_results_are_listed_with_links_to_replays(stage: Stage) -> None:
    table = played()
    table.verdict("over", team=["A", "C"], position="h1,h2,h3,h4,h5/-/h1,h2,h3,h4,h5/- B")
    stage.take(table)
    page = stage.visit("results")
    row = page.locator("table.list tbody tr")
    expect(row.locator(".person")).to_have_text(["A\nAnn", "C\nCleo", "B\nBo", "D\nDan"], use_inner_text=True)
    row.get_by_role("link", name="Table 1").click()
    page.locator(".seats li", has_text="won").first.wait_for()


def test_the_desks_drawing_of_a_board_of_any_size_has_every_hole(stage: Stage) -> None:
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


@pytest.mark.parametrize("tables", some((71, 40), 1))
def test_the_page_for_a_wall_monitor_shows_all_tables_in_turn_without_scrolling(
    stage: Stage, tables: int
) -> None:
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


def test_names_and_verdicts_are_shown_as_text_and_never_as_markup_on_the_desks_pages(stage: Stage) -> None:
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


def test_a_wrong_token_is_reported_and_gives_no_access(stage: Stage, complaints: list[str]) -> None:
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


DESK = ("", "incidents", "wall", "results", "table/t1")
"""The desk's pages. Each is tested on a light monitor or a dark phone; with `--all-scenarios` on both."""


@pytest.mark.parametrize("path", DESK)
def test_axe_finds_no_accessibility_fault_on_the_desks_pages(stage: Stage, axe: Axe, path: str) -> None:
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
        # Small holes are accepted: two taps, or the list beside the board, can be used instead.
        assert [one for one in faults() if one[0] != "target-size"] == []
