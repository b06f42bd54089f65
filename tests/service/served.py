"""A table that is served, as a process of its own, asked by its page's address."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

PATIENCE = 60.0


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


class Demo:
    """A served demo as a process of its own; `under` runs it, if something does."""

    def __init__(self, path: Path, *arguments: str, under: Sequence[str] = ()) -> None:
        port = ("--port", str(free_port()))
        command = [*under, sys.executable, "-m", "service.cli", "demo", *port, "--state", str(path)]
        self.process = subprocess.Popen(
            [*command, "--seed", "1", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        found = None
        while found is None:
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError(f"it did not start: {self.stop()}")
            found = re.search(r"http://\S+/", line)
        self.address = found[0]

    def state(self) -> dict[str, Any]:
        with urllib.request.urlopen(f"{self.address}api/state", timeout=PATIENCE) as answer:
            return dict(json.load(answer))

    def refused(self, name: str, body: dict[str, Any]) -> str:
        """The sentence with which the command is refused."""
        asked = urllib.request.Request(
            f"{self.address}api/{name}", json.dumps(body).encode(), {"content-type": "application/json"}
        )
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE):
                raise AssertionError(f"{name} was done")
        except urllib.error.HTTPError as error:
            return str(json.load(error)["error"])

    def until(self, so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        limit = time.monotonic() + PATIENCE
        while True:
            # The page may be on its way from one table to another.
            with contextlib.suppress(urllib.error.URLError, ConnectionError):
                if so(state := self.state()):
                    return state
            assert time.monotonic() < limit, "it did not become so"
            time.sleep(0.02)

    def stop(self) -> str:
        self.process.terminate()
        _, errors = self.process.communicate(timeout=PATIENCE)
        return errors
