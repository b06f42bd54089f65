"""A table that is served, as a process of its own, asked by its page's address."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

PATIENCE = 60.0


class Demo:
    """A served demo as a process of its own; `under` runs it, if something does."""

    def __init__(self, path: Path, *arguments: str, under: Sequence[str] = ()) -> None:
        command = [*under, sys.executable, "-m", "service.cli", "demo", "--port", "0", "--state", str(path)]
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

    def until(self, so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        limit = time.monotonic() + PATIENCE
        while not so(state := self.state()):
            assert time.monotonic() < limit, state["faults"]
            time.sleep(0.02)
        return state

    def stop(self) -> str:
        self.process.terminate()
        _, errors = self.process.communicate(timeout=PATIENCE)
        return errors
