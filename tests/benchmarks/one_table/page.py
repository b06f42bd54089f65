"""The table's page: its weight, the bytes of a turn early and late in a game, and long tasks of the browser.

A real browser on a real table whose simulated people play at ten times human speed. Bytes are those of the
events on the stream. A long task takes more than 50 ms of processor time. By the clock other programs on the
machine lengthen a task; the browser's trace has both times of each.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic")
LONG = 50
FAST, MEASURED, LATE = 10, 12, 350
"""The speed as a multiple of people's, the turns that are measured, and the turn that counts as late."""
PEOPLE = ("--seed", "11", "--mistakes", "0", "--players", "6", "--strength", "random")
"""People who choose by chance: their game goes on well beyond the late turn."""

_WATCH = """() => {
  window.bytes = 0;
  const source = new EventSource("/api/events");
  for (const kind of ["state", "change", "ping"]) {
    source.addEventListener(kind, ({ data }) => { bytes += kind.length + data.length + 16; });
  }
}"""


def run() -> Iterator[str]:
    """One line a figure."""
    if not CHROMIUM.exists():
        yield f"left out: {CHROMIUM} is not here (apt install chromium)"
        return
    from playwright.sync_api import sync_playwright

    from tests.programs import Demo

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
            page.evaluate(_WATCH)
            yield f"from turn 1: {_turns(page, demo)}"
            demo.command("people", speed=50)
            demo.until(lambda told: told["n"] >= LATE or told["over"] is not None)
            demo.command("people", speed=FAST)
            n = demo.state()["n"]
            yield f"from turn {n}: {_turns(page, demo)}"
        browser.close()


def _loading(page: Page) -> list[Any]:
    sizes: list[Any] = []

    def arrived(response: Any) -> None:
        if "/api/events" not in response.url and response.ok:
            sizes.append(response)

    page.on("response", arrived)
    return sizes


def _turns(page: Page, demo: Any) -> str:
    browser = page.context.browser
    assert browser is not None
    browser.start_tracing(page=page, categories=["toplevel", "__metadata"])
    first = demo.state()["n"]
    before = page.evaluate("bytes")
    done = demo.until(lambda told: told["n"] >= first + MEASURED or told["over"] is not None)["n"] - first
    sent = page.evaluate("bytes") - before
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
    """Milliseconds of each task on a page's main thread: of processor time, and by the clock."""
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
