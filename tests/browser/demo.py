"""A real table: `jokerboard demo` as a process of its own, on a port of its own."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from pathlib import Path
from queue import Empty, Queue
from typing import IO

COMMAND = (sys.executable, "-m", "service.cli", "demo")
PATIENCE = 60.0
"""Seconds a table may take to be ready; far more than it needs, for a machine that does much else."""


class Demo:
    """One running demo; `address` is its page's. What it prints is kept in `said`."""

    def __init__(self, state: Path, *arguments: str, port: int = 0) -> None:
        command = [*COMMAND, "--state", str(state), "--port", str(port), *arguments]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        self.said: list[str] = []
        self._found: Queue[str] = Queue()
        self._reader = threading.Thread(target=self._read, args=(self.process.stdout,))
        self._reader.start()
        try:
            self.address = self._found.get(timeout=PATIENCE)
        except Empty:
            self.kill()
            raise
        if not self.address:
            self.kill()
            raise RuntimeError("the demo did not start: " + "".join(self.said))

    @property
    def port(self) -> int:
        return int(self.address.rstrip("/").rsplit(":", 1)[1])

    def _read(self, output: IO[str]) -> None:
        for line in output:
            self.said.append(line)
            if found := re.search(r"http://\S+/", line):
                self._found.put(found[0])
        self._found.put("")

    def stop(self) -> int:
        """As Ctrl-C does; answers the exit code."""
        self.process.terminate()
        return self._end()

    def kill(self) -> None:
        """As a pulled plug does."""
        self.process.kill()
        self._end()

    def _end(self) -> int:
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code
