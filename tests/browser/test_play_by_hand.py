"""A table that is played by hand in a real browser; only its board is simulated."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.board_page import BoardPage, Open, expect
from tests.programs import Demo

pytestmark = pytest.mark.browser
Start = Callable[..., Demo]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """A function that starts a demo on the test's state directory.

    Demos still running at the end are killed.
    """
    running: list[Demo] = []

    def start_one(port: int = 0) -> Demo:
        running.append(Demo(tmp_path / "state", "--seed", "7", "--people", "off", port=port))
        return running[-1]

    yield start_one
    for demo in running:
        demo.kill()


def test_an_illegal_move_is_lit_and_announced_until_it_is_put_back_and_then_a_legal_play_is_listed(
    start: Start, open_page: Open
) -> None:
    board = BoardPage(open_page(start().page))
    seat = board.state()["turn"]
    start_hole, wrong, right = f"{seat}s1", f"{seat}9", f"{seat}8"
    board.lay("K")
    board.page.locator("#prompt-more", has_text="King of").wait_for()

    board.drag(start_hole, wrong)
    board.sees_marble(wrong, seat)
    board.sees_verdict("", "illegal")
    state = board.until(lambda state: state["lights"].get(wrong, {}).get("role") == "illegal")
    board.sees_role(wrong, "illegal")
    board.sees_led_lit(wrong)
    assert right in state["verdict"]["text"]
    expect(board.page.locator("#verdict .sentence")).to_contain_text(state["verdict"]["text"])
    expect(board.page.locator("#verdict")).to_have_attribute("data-tone", "bad")
    board.sees_plays()

    board.drag(wrong, start_hole)
    board.sees_verdict("", "restored")
    board.sees_role(wrong, None)

    board.drag(start_hole, right)
    board.sees_plays(re.compile(f"{seat}s-{right}$"))
    board.until(lambda state: state["turn"] != seat and state["n"] == 1)
    board.sees_led(wrong, None)


def test_after_the_table_program_is_killed_and_restarted_the_page_shows_the_game_and_the_held_marble(
    start: Start, open_page: Open, complaints: list[str]
) -> None:
    demo = start()
    board = BoardPage(open_page(demo.page))
    seat = board.state()["turn"]
    board.lay("Q")
    board.page.locator("#prompt-more", has_text="Queen of").wait_for()
    board.drag(f"{seat}s1", f"{seat}8")
    after = board.until(lambda state: state["turn"] != seat)
    board.click(f"{after['turn']}s2")
    board.page.locator("#tray .tray-marble").wait_for()

    demo.kill()
    board.page.locator("#line", has_text="The table is away").wait_for()
    start(port=demo.port)
    board.page.locator("#line[data-up=true]").wait_for()
    board.page.locator(f"#tray .tray-marble[data-from={after['turn']}s2]").wait_for()
    now = board.state()
    assert {key: now[key] for key in ("plays", "turn", "position")} == {
        key: after[key] for key in ("plays", "turn", "position")
    }
    board.click(f"{after['turn']}s2")
    board.sees_marble(f"{after['turn']}s2", after["turn"])
    assert all("ERR_" in complaint for complaint in complaints), complaints
    complaints.clear()


def test_the_plays_that_simulated_people_make_are_shown_on_the_page(start: Start, open_page: Open) -> None:
    board = BoardPage(open_page(start().page))
    board.go("Workshop")
    board.page.get_by_role("slider", name="Speed").press("End")
    board.page.locator("output", has_text="50×").wait_for()
    board.page.locator("[data-people=play]").click()
    board.until(lambda state: state["n"] > 3)
    board.page.locator("[data-people=play]", has_text="Pause").click()
    board.page.locator("[data-people=play]", has_text="Play").wait_for()
    state = board.until(lambda state: state["sim"]["people"] == "paused")
    assert state["n"] >= 4
