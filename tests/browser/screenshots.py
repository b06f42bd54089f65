"""`make screenshots`: take the pictures of the README with a real browser.

The table is `jokerboard demo`; simulated people play until the middle of a game, and the script makes the
last moves. The hall is `jokerboard demo-tournament`.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.browser.board_page import BoardPage
from tests.browser.conftest import CHROMIUM, FLAGS, HEADLESS
from tests.browser.test_start import Pupil
from tests.programs import Demo, TableProgram, Trial, tries

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "img"
DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 664}, "device_scale_factor": 2, "has_touch": True}
MONITOR = {"viewport": {"width": 1600, "height": 900}}
PLAYS = 44


def main() -> int:
    """Take every picture; return 1 if there is no Chromium."""
    if not CHROMIUM.exists():
        print(f"{HEADLESS} is not here; apt install {HEADLESS.name}", file=sys.stderr)
        return 1
    from playwright.sync_api import sync_playwright

    PICTURES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as state:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        demo = Demo(Path(state), "--seed", "11", "--speed", "50", "--mistakes", "0")
        try:
            take_all(browser, demo.page)
        finally:
            demo.stop()
        take_lesson(browser)
        take_machines(browser)
        try:
            take_hall(browser)
        finally:
            browser.close()
    return 0


def take_machines(browser: Browser) -> None:
    """Take the pictures of a machine that asks for its card, and of the analysis of a game."""
    ways = ("--machine", "B,D", "--machine-pause", "0", "--speed", "50", "--mistakes", "0")
    with tempfile.TemporaryDirectory() as folder, Demo(Path(folder) / "state", "--seed", "5", *ways) as demo:
        page = visit(browser, demo.page, DESK)
        board = BoardPage(page)
        for _ in tries("the people pause while a machine asks them to carry", 600.0):
            board.until(lambda state: state["prompt"]["code"] == "machine-carry" and state["n"] >= PLAYS // 4)
            demo.command("people", action="pause")
            state = board.until(lambda state: state["sim"]["people"] == "paused")
            if state["prompt"]["code"] == "machine-carry":
                break
            demo.command("people", action="play")
        page.screenshot(path=PICTURES / "machine.png")
        demo.command("people", action="play")
        page.locator(".analysis .luck").wait_for(timeout=1_200_000)
        page.locator("#ending").evaluate("box => box.scrollTo(0, box.scrollHeight)")
        page.screenshot(path=PICTURES / "analysis.png")
        page.close()


def take_all(browser: Browser, address: str) -> None:
    """Take the pictures of a game in progress in which an illegal move is lit and announced."""
    page = visit(browser, address, DESK)
    board = BoardPage(page)
    board.until(lambda state: state["n"] >= PLAYS)
    board.go("Workshop")
    stop_between_turns(board)
    page.get_by_role("slider", name="Speed").press("Home")
    page.get_by_role("button", name="By hand").click()
    state = board.until(lambda state: state["sim"]["people"] == "off")
    source, wrong = a_wrong_move(state)
    board.go("Play")
    board.lay("5")
    page.locator("#prompt-more", has_text="Five of").wait_for()
    board.drag(source, wrong)
    board.sees_verdict("", "illegal")
    board.until(lambda state: state["lights"].get(wrong, {}).get("role") == "illegal")
    keep(page, "table.png", wrong)


def take_lesson(browser: Browser) -> None:
    """Take the picture of a turn of the guided first game, on a phone."""
    with tempfile.TemporaryDirectory() as state:
        table = TableProgram("demo", "--state", str(Path(state) / "state"), "--port", "0")
        try:
            page = visit(browser, table.page, PHONE, "body[data-ready]")
            page.get_by_role("button", name="Learn in five turns").tap()
            pupil = Pupil(page)
            for _ in tries("the third turn of the guided game", 120.0):
                if page.locator("#prompt-text").inner_text().startswith("Tap your marble on A14"):
                    break
                pupil.step()
            shoot(page, "phone.png")
        finally:
            table.kill()


def take_hall(browser: Browser) -> None:
    """Take the pictures of a hall with an incident at one table, and of the standings after a round."""
    with tempfile.TemporaryDirectory() as state:
        trial = Trial(Path(state), "--seed", "5", "--speed", "12", "--longest", "70", "--mistakes", "0.3")
        try:
            trial.until_printed("Round 1 of 3 has started.")
            page = visit(browser, trial.address, MONITOR, "body[data-ready] .card")
            page.locator(".card .score", has_text=re.compile("[3-9]")).first.wait_for(timeout=120_000)
            shoot_while(page, ".card[data-tone=bad] .word", "hall.png")
            trial.until_printed("Round 2 of 3 has started.")
            page = visit(browser, f"{trial.address}event", DESK, "body[data-ready] .views")
            page.get_by_text("Standings", exact=True).first.click()
            page.locator("table.standings tbody tr").nth(15).wait_for()
            shoot(page, "standings.png")
            for context in browser.contexts:
                context.close()
        finally:
            trial.stop()


def shoot_while(page: Any, there: str, name: str) -> None:
    """Save the picture `name` of the page with the element `there`, which is shown only for a short time.

    `there` is a CSS selector. The page stays as it was when the element appeared.
    """
    page.wait_for_function(
        """(there) => {
          if (!document.querySelector(there)) return false;
          document.body.replaceWith(document.body.cloneNode(true));
          return true;
        }""",
        arg=there,
        timeout=600_000,
    )
    shoot(page, name)


def shoot(page: Any, name: str) -> None:
    """Save a picture of the page as `name`."""
    page.screenshot(path=PICTURES / name)
    print(f"docs/img/{name}")


def visit(browser: Browser, address: str, look: dict[str, Any], drawn: str = "body[data-ready] .hole") -> Any:
    """Open a page without animations, and wait until the element `drawn` is there; return the page."""
    page = browser.new_context(reduced_motion="reduce", **look).new_page()
    page.goto(address)
    page.wait_for_selector(drawn)
    page.wait_for_load_state("load")
    return page


def stop_between_turns(board: BoardPage) -> None:
    """Let the people play until no card is laid and no marble is in a hand, then pause them."""
    play = board.page.locator("[data-people=play]")
    for _ in tries("the people pause between two turns"):
        play.click()
        state = board.until(lambda state: state["sim"]["people"] == "paused")
        sim = state["sim"]
        if state["card"] is None and not sim["hands"] and sim["wood"] == state["marbles"]:
            return
        play.filter(has_text="Play").click()
        board.until(lambda now, n=state["n"]: bool(now["n"] > n))  # type: ignore[misc]
        play.filter(has_text="Pause").wait_for()


def a_wrong_move(state: dict[str, Any]) -> tuple[str, str]:
    """A ring marble of the seat in turn, and the free hole six holes ahead, which a 5 does not reach."""
    ring = [f"{side}{i}" for side in "ABCD" for i in range(18)]
    for at, hole in enumerate(ring):
        target = ring[(at + 6) % len(ring)]
        if state["sim"]["wood"].get(hole) == state["turn"] and target not in state["sim"]["wood"]:
            return hole, target
    return f"{state['turn']}s1", f"{state['turn']}9"


def keep(page: Any, name: str, lit: str) -> None:
    """Save a picture of the page at a moment when the light at the hole `lit`, which may blink, is on."""
    page.mouse.move(2, 2)
    page.evaluate("document.activeElement.blur()")
    page.wait_for_selector(f'[data-hole="{lit}"] .led[data-led]', state="attached")
    shoot(page, name)


if __name__ == "__main__":
    sys.exit(main())
