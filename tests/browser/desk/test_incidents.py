"""The incidents on the director's page, in a real browser: named, acknowledged, grouped, searched."""

from __future__ import annotations

import re

import pytest

from jokerboard.journal.records import Kind
from tests.browser.board_page import expect
from tests.browser.desk.stage import PHONE, WRONG, Stage, log_in
from tests.examples import some
from tests.jokerboard.tournament.web.hall import played

pytestmark = pytest.mark.browser


def test_only_a_director_acknowledges_and_annotates_an_incident(stage: Stage) -> None:
    table = played()
    table.write_record(Kind.EVENT, device="reader A", ok=False)
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


def test_an_incident_shows_its_player_and_holes_and_links_to_the_board_at_its_moment(stage: Stage) -> None:
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


def test_repeated_incidents_are_folded_and_incidents_can_be_searched(stage: Stage) -> None:
    table = played()
    for _ in range(150):
        table.write_record(Kind.EVENT, button="help", at="D")
        table.verdict("illegal", seat="A", code="x", text="A 7 moves seven.", holes=["A1"], put_back=[])
        table.verdict("restored")
    other = played("t2", "Table 2")
    other.write_record(Kind.EVENT, device="reader A", ok=False)
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


@pytest.mark.parametrize("locale", some(("de", "en-US", "ja"), 1))
def test_the_time_of_an_incident_takes_one_line_and_does_not_overlap_the_name_of_its_table(
    stage: Stage, locale: str
) -> None:
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
