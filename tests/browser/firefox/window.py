"""Drive headless Firefox by WebDriver BiDi, a protocol that Firefox serves at a port."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.browser.board_page import PATIENCE
from tests.programs import tries

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

PROGRAM = Path("/usr/bin/firefox-esr")
PREFERENCES = 'user_pref("ui.prefersReducedMotion", 1);\n'


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """A context with a Firefox whose profile is in `folder`; it is closed at the end."""
    from websockets.sync.client import connect

    folder.mkdir()
    (folder / "user.js").write_text(PREFERENCES)
    command = (str(PROGRAM), "--headless", "--no-remote", "--profile", str(folder))
    process = subprocess.Popen(
        (*command, "--remote-debugging-port", "0"),
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    try:
        with connect(f"{listens(process)}/session", max_size=None) as connected:
            browser = Firefox(connected)
            yield browser
            browser.close()
        process.wait(PATIENCE)
    finally:
        process.kill()
        process.wait(PATIENCE)
        if process.stderr is not None:
            process.stderr.close()


def listens(process: subprocess.Popen[str]) -> str:
    """The address at which Firefox accepts commands, read from its output."""
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(r"BiDi listening on (\S+)", line):
            return found[1]
    raise AssertionError("Firefox ended before it listened")


class Firefox:
    """A headless Firefox with one page; `complaints` are the errors on the page's console."""

    def __init__(self, connected: ClientConnection) -> None:
        self.complaints: list[str] = []
        self._connected = connected
        self._numbers = itertools.count(1)
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._window = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self._numbers)
        self._connected.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            reply = json.loads(self._connected.recv(timeout=PATIENCE))
            if reply.get("method") == "log.entryAdded" and reply["params"]["level"] == "error":
                self.complaints.append(str(reply["params"]["text"]))
            if reply.get("id") == number:
                assert reply["type"] == "success", reply
                return dict(reply["result"])

    def open(self, address: str, width: int, height: int) -> None:
        """Open an address in a window of `width` by `height` pixels, and wait until the page is loaded."""
        size = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", context=self._window, viewport=size)
        self._ask("browsingContext.navigate", context=self._window, url=address, wait="complete")

    def value(self, expression: str) -> Any:
        """The value of a JavaScript expression on the page: a string, a number, a boolean or null."""
        reply = self._ask(
            "script.evaluate", expression=expression, target={"context": self._window}, awaitPromise=True
        )
        assert reply["type"] == "success", reply
        return reply["result"].get("value")

    def until(self, condition: str) -> Any:
        """Wait until a JavaScript expression is true; return its value."""
        for _ in tries(f"Firefox sees {condition}", PATIENCE):
            if value := self.value(condition):
                return value
        return None

    def click(self, selector: str) -> None:
        """Click the middle of the first element that the selector finds; do nothing if it finds none."""
        place = self.value(
            f"""JSON.stringify((() => {{
              const one = document.querySelector({json.dumps(selector)});
              if (!one) return null;
              one.scrollIntoView({{ block: "nearest" }});
              const {{ left, top, width, height }} = one.getBoundingClientRect();
              return [left + width / 2, top + height / 2];
            }})())"""
        )
        if (middle := json.loads(place)) is None:
            return
        x, y = map(round, middle)
        presses = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": presses}
        self._ask("input.performActions", context=self._window, actions=[mouse])

    def close(self) -> None:
        """Close the browser."""
        self._ask("browser.close")
