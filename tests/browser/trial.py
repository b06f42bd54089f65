"""A whole tournament for trying out: `jokerboard demo-tournament` as a process of its own."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from queue import Empty, Queue
from typing import IO

PATIENCE = 240.0
"""Seconds that anything may take, for a machine that does much else."""


class Trial:
    """One that runs; `address` is the desk's. What it prints is kept in `said`."""

    def __init__(self, state: Path, *arguments: str) -> None:
        command = [
            sys.executable,
            "-m",
            "service.cli",
            "demo-tournament",
            "--http",
            "0",
            "--state",
            str(state),
        ]
        self.process = subprocess.Popen(
            [*command, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        self.state = state
        self.said: list[str] = []
        self._found: Queue[str] = Queue()
        self._reader = threading.Thread(target=self._read, args=(self.process.stdout,))
        self._reader.start()
        try:
            self.address = self._found.get(timeout=PATIENCE)
        except Empty:
            self.stop()
            raise
        if not self.address:
            self.stop()
            raise RuntimeError("it did not start: " + "".join(self.said))

    def _read(self, output: IO[str]) -> None:
        for line in output:
            self.said.append(line)
            if found := re.search(r"The desk is at (http://\S+/)", line):
                self._found.put(found[1])
        self._found.put("")

    @property
    def token(self) -> str:
        """What lies in the desk's token file."""
        return (self.state / "desk" / "director.token").read_text().strip()

    def until_said(self, words: str) -> None:
        """Wait until it has printed a line with these words."""
        deadline = time.monotonic() + PATIENCE
        while not any(words in line for line in self.said):
            assert time.monotonic() < deadline, "".join(self.said)
            assert self.process.poll() is None, "".join(self.said)
            time.sleep(0.1)

    def stop(self) -> int:
        """As Ctrl-C does; the exit code."""
        self.process.terminate()
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code
