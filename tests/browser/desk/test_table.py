"""One table on the director's page, in a real browser: its replay, orders to the table, corrections of its
board.
"""

from __future__ import annotations

import pytest

from jokerboard.journal.records import Kind
from tests.browser.board_page import expect
from tests.browser.desk.stage import Stage, log_in
from tests.jokerboard.tournament.web.hall import played

pytestmark = pytest.mark.browser


def test_a_directors_replay_steps_back_play_by_play(stage: Stage) -> None:
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


def test_an_order_to_a_table_needs_a_reason_and_its_answer_is_shown(stage: Stage) -> None:
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
    table.write_record(Kind.ORDER, id=order, by="Ann", order="take-back", n=3, taken=True, said="Taken back.")
    stage.take(table)
    page.locator(".orders li[data-state=taken]", has_text="confirmed").wait_for()
    page.locator("[data-order=result]").click()
    page.get_by_role("dialog").get_by_label("Bo & Dan").check()
    page.get_by_role("dialog").get_by_role("button", name="Send").click()
    page.locator(".orders li", has_text="decide the result").wait_for()


def test_a_finished_game_shows_its_turning_points(stage: Stage) -> None:
    table = played()
    table.verdict("over", team=["A", "C"], position="h1,h2,h3,h4,h5/-/h1,h2,h3,h4,h5/- B")
    stage.take(table)
    part = stage.visit("table/t1").get_by_role("region", name="Where the game turned")
    graph = part.get_by_role("img", name="Each team’s chance of winning over the plays")
    expect(graph.locator("path[stroke]")).to_have_count(2)
    expect(part).to_contain_text("The hands are not known, so plays are not weighed.")


def test_the_analysis_of_a_game_decided_by_a_director_is_shown_after_the_end_of_its_log_has_arrived(
    stage: Stage,
) -> None:
    table = played()
    stage.take(table)
    page = stage.visit("table/t1")
    ruling = {"team": ["A", "C"], "by": "round 1, table 1", "text": "on time"}
    stage.do(lambda: stage.hall.desk.rule({table.journal: {1: ruling}}))
    expect(page.locator(".seats .clock").first).to_have_text("won")
    expect(page.locator(".analysis")).to_have_count(0)
    table.write_record(
        Kind.ORDER, id="x", by="Ann", order="result", team=["A", "C"], taken=True, said="It is over."
    )
    stage.take(table)
    page.get_by_role("region", name="Where the game turned").wait_for()


def test_moving_marbles_in_the_correction_dialog_changes_the_position_line(stage: Stage) -> None:
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


def test_typed_text_of_an_order_stays_until_the_desk_has_accepted_it(
    stage: Stage, complaints: list[str]
) -> None:
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
