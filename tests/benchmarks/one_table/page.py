"""The table's page: its size, the bytes of a turn early and late in a game, and long tasks of the browser.

A real browser shows a table whose simulated people play at ten times human speed, and then a phone's page
whose player taps against three machines. Bytes are those on the line, of the event stream and of all other
answers. A long task takes more than 50 ms of processor time; other programs on the machine do not lengthen
that, unlike the time by the clock. The browser's trace has both times.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LONG = 50
FAST, MEASURED, LATE, OWN = 10, 12, 350, 6
"""Multiple of people's speed, number of measured turns, number of a late turn, turns of the player."""
PEOPLE = ("--seed", "11", "--mistakes", "0", "--players", "6", "--strength", "random")
"""Options for people who play at random, so that the game lasts well beyond the late turn."""
MACHINES = ("--seed", "11", "--people", "off", "--machine", "B,C,D", "--machine-pause", "0.2")

_ALONE = "delete globalThis.SharedWorker"
"""A script that makes the page read the event stream itself, where the browser's protocol counts bytes."""


def run() -> Iterator[str]:
    """Run the benchmark; yield a line of text for each figure."""
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import CHROMIUM, FLAGS, HEADLESS
    from tests.programs import Demo

    if not CHROMIUM.exists():
        yield f"left out: {HEADLESS} is not here (apt install {HEADLESS.name})"
        return
    with tempfile.TemporaryDirectory() as state, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        with Demo(Path(state), *PEOPLE, "--speed", str(FAST)) as demo:
            page = browser.new_page()
            loaded = _loading(page)
            page.goto(demo.page)
            page.wait_for_selector("body[data-ready] .hole")
            page.wait_for_load_state("load")
            bodies = sum(len(response.body()) for response in loaded)
            sizes = [response.request.sizes() for response in loaded]
            sent = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
            yield (
                f"load: {sent / 1024:.0f} kB over the line, {bodies / 1024:.0f} kB unpacked, "
                f"{len(loaded)} files (aim: at most 150 kB)"
            )
            page.close()
            page = browser.new_page()
            page.add_init_script(_ALONE)
            line = _Line(page)
            page.goto(demo.page)
            page.wait_for_selector("body[data-ready] .hole")

            def some_turns() -> None:
                first = demo.state()["n"]
                demo.until(lambda state: state["n"] >= first + MEASURED or state["over"] is not None)

            yield f"from turn 1: {_turns(page, line, demo, some_turns)}"
            demo.command("people", speed=50)
            demo.until(lambda state: state["n"] >= LATE or state["over"] is not None)
            demo.command("people", speed=FAST)
            n = demo.state()["n"]
            yield f"from turn {n}: {_turns(page, line, demo, some_turns)}"
        yield _against_machines(browser, Path(state) / "machines")
        browser.close()


def _against_machines(browser: Browser, state: Path) -> str:
    """A line about a phone whose player taps while machines play the other seats."""
    from tests.browser.taps import Tapper
    from tests.browser.test_taps import PHONE
    from tests.programs import Demo

    with Demo(state, *MACHINES, taps=True) as demo:
        page = browser.new_context(**PHONE).new_page()
        page.add_init_script(_ALONE)
        line = _Line(page)
        page.goto(demo.page)
        tapper = Tapper(page, pick=5)
        tapper.until("tap-card", "tap-discard")
        tapper.look()

        def own_turns() -> None:
            for _ in range(OWN):
                tapper.turn()
            tapper.until("tap-card", "tap-discard", "over")

        return f"by taps against machines: {_turns(page, line, demo, own_turns)}"


class _Line:
    """Counts the bytes that a page receives, headers included."""

    def __init__(self, page: Page) -> None:
        self.bytes = 0
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.dataReceived", lambda event: self._got(event))
        session.on("Network.responseReceived", lambda event: self._got(event["response"]))

    def _got(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])


def _loading(page: Page) -> list[Any]:
    sizes: list[Any] = []

    def arrived(response: Any) -> None:
        if "/api/events" not in response.url and response.ok:
            sizes.append(response)

    page.on("response", arrived)
    return sizes


def _turns(page: Page, line: _Line, demo: Any, play: Callable[[], None]) -> str:
    browser = page.context.browser
    assert browser is not None
    browser.start_tracing(page=page, categories=["toplevel", "__metadata"])
    first = demo.state()["n"]
    before = line.bytes
    play()
    page.evaluate("1")  # The browser counts received bytes a moment later.
    done, sent = demo.state()["n"] - first, line.bytes - before
    tasks = _tasks(browser.stop_tracing())
    if not done:
        return "the game is over; nothing is measured"
    busy = [processor for processor, _ in tasks]
    over, most = sum(ms > LONG for ms in busy), max(busy, default=0.0)
    slow = [processor for processor, clock in tasks if clock > LONG]
    most_of_slow, load = max(slow, default=0.0), os.getloadavg()[0]
    return (
        f"{sent / done / 1024:.2f} kB a turn over {done} turns (aim: at most 3 kB); {over} of {len(busy)} "
        f"tasks took over {LONG} ms of processor time (aim: none), the longest {most:.0f} ms; by the clock "
        f"{len(slow)}, of at most {most_of_slow:.0f} ms of processor time, at a load of {load:.1f}"
    )


def _tasks(trace: bytes) -> list[tuple[float, float]]:
    """The milliseconds of each task on the page's main thread: processor time, and time by the clock."""
    events = json.loads(trace)["traceEvents"]
    main = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    return [
        (event["tdur"] / 1000, event["dur"] / 1000)
        for event in events
        if event["name"].endswith("RunTask") and "tdur" in event and (event["pid"], event["tid"]) in main
    ]
