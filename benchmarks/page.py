"""The table's page: its weight, the bytes of a turn early and late in a game, and long tasks of the browser.

A real browser on a real table whose simulated people play. Bytes are those of the events on the stream; a
long task takes more than 50 ms, as the browser itself counts them, at ten times human speed.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic")
FAST, MEASURED, LATE = 10, 12, 350
"""Times human speed; turns that are measured; the turn that is late in a game."""

_WATCH = """() => {
  window.bytes = 0;
  window.longest = 0;
  window.long = 0;
  const source = new EventSource("/api/events");
  for (const kind of ["state", "change", "ping"]) {
    source.addEventListener(kind, ({ data }) => { bytes += kind.length + data.length + 16; });
  }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      longest = Math.max(longest, duration);
      long += 1;
    }
  }).observe({ type: "longtask" });
}"""


def run() -> Iterator[str]:
    """One line a figure."""
    if not CHROMIUM.exists():
        yield f"left out: {CHROMIUM} is not here (apt install chromium)"
        return
    from playwright.sync_api import sync_playwright

    from tests.programs import Demo

    people = ("--seed", "11", "--mistakes", "0", "--players", "6")
    with tempfile.TemporaryDirectory() as state, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        with Demo(Path(state), *people, "--speed", str(FAST)) as demo:
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
            page.evaluate("bytes = long = longest = 0")
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
    first = demo.state()["n"]
    before = page.evaluate("bytes")
    done = demo.until(lambda told: told["n"] >= first + MEASURED or told["over"] is not None)["n"] - first
    sent = page.evaluate("bytes") - before
    tasks = page.evaluate("[long, longest]")
    return (
        f"{sent / max(1, done) / 1024:.2f} kB a turn (aim: at most 3 kB), "
        f"{tasks[0]} long tasks, the longest {tasks[1]:.0f} ms (aim: none over 50 ms)"
    )
