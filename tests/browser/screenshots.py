"""`make screenshots`: the pictures of the README, taken of a real table by a real browser.

The table is `jokerboard demo`, played on by simulated people, stopped in mid-game, and then by hand.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.browser.board_page import BoardPage
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.demo import Demo

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "img"
DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "color_scheme": "dark"}
PLAYS = 44


def main() -> int:
    """Take every picture; exit code 1 when there is no Chromium to take them."""
    if not CHROMIUM.exists():
        print(f"{CHROMIUM} is not here; apt install chromium", file=sys.stderr)
        return 1
    from playwright.sync_api import sync_playwright

    PICTURES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as state:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        demo = Demo(Path(state), "--seed", "11", "--speed", "50", "--mistakes", "0")
        try:
            take_all(browser, demo.address)
        finally:
            browser.close()
            demo.stop()
    return 0


def take_all(browser: Browser, address: str) -> None:
    """A game under way with a wrong move lit and said, and the same on a phone."""
    page = visit(browser, address, DESK)
    board = BoardPage(page)
    board.until(lambda state: state["n"] >= PLAYS)
    stop_between_turns(board)
    page.get_by_role("slider", name="Speed").press("Home")
    page.get_by_role("button", name="By hand").click()
    state = board.until(lambda state: state["sim"]["people"] == "off")
    source, wrong = a_wrong_move(state)
    board.lay("5")
    page.locator("#laid-line", has_text="with the five of").wait_for()
    board.drag(source, wrong)
    board.sees_verdict("", "illegal")
    board.until(lambda state: state["lights"].get(wrong, {}).get("role") == "illegal")
    keep(page, "table.png", wrong)
    keep(visit(browser, address, PHONE), "phone.png", wrong)


def visit(browser: Browser, address: str, look: dict[str, Any]) -> Any:
    """A page of the table, drawn and without motion."""
    page = browser.new_context(reduced_motion="reduce", **look).new_page()
    page.goto(address)
    page.wait_for_selector("body[data-ready] .hole")
    page.wait_for_load_state("load")
    return page


def stop_between_turns(board: BoardPage) -> None:
    """Pause the people until it happens to be where no card is laid and no marble is under way."""
    play = board.page.locator("[data-people=play]")
    while True:
        play.click()
        state = board.until(lambda state: state["sim"]["people"] == "paused")
        sim = state["sim"]
        if state["card"] is None and not sim["hands"] and sim["wood"] == state["marbles"]:
            return
        play.filter(has_text="Play").click()
        board.until(lambda now, n=state["n"]: bool(now["n"] > n))  # type: ignore[misc]
        play.filter(has_text="Pause").wait_for()


def a_wrong_move(state: dict[str, Any]) -> tuple[str, str]:
    """A ring marble of the seat in turn, and a free hole six further on, where no 5 brings it."""
    ring = [f"{side}{i}" for side in "ABCD" for i in range(18)]
    for at, hole in enumerate(ring):
        target = ring[(at + 6) % len(ring)]
        if state["sim"]["wood"].get(hole) == state["turn"] and target not in state["sim"]["wood"]:
            return hole, target
    return f"{state['turn']}s1", f"{state['turn']}9"


def keep(page: Any, name: str, lit: str) -> None:
    """Store a picture of the page at rest, at a moment when the hole `lit`, which may blink, is lit."""
    page.mouse.move(2, 2)
    page.evaluate("document.activeElement.blur()")
    page.wait_for_selector(f'[data-hole="{lit}"] .led[data-led]', state="attached")
    page.screenshot(path=PICTURES / name)
    print(f"docs/img/{name}")


if __name__ == "__main__":
    sys.exit(main())
