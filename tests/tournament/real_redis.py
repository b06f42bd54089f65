"""A real redis-server of a test's own, and a director as a process of its own."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import threading
from pathlib import Path
from queue import Empty, Queue
from typing import IO

import pytest
import redis

from tests.tournament.desk_tables import until

PATIENCE = 60.0


class RealRedis:
    """A redis-server on a free port of this machine, with what it keeps in a directory."""

    def __init__(self, directory: Path, *options: str) -> None:
        if shutil.which("redis-server") is None:
            pytest.skip("redis-server is not here: apt install redis-server")
        self.directory = directory
        directory.mkdir(parents=True, exist_ok=True)
        with socket.socket() as sock:
            sock.bind(("127.0.0.1", 0))
            self.port = int(sock.getsockname()[1])
        self._options = options
        self.start()

    def start(self) -> None:
        """Start it, with what it has kept."""
        command = ["redis-server", "--bind", "127.0.0.1", "--port", str(self.port), "--save", ""]
        self.process = subprocess.Popen(
            [*command, "--dir", str(self.directory), *self._options],
            stdout=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
        )
        self.link = redis.Redis(port=self.port, protocol=2)
        until(self._answers)

    def _answers(self) -> bool:
        try:
            return bool(self.link.ping())
        except redis.ConnectionError:
            return False

    def stop(self) -> None:
        """As a power cut does it."""
        self.link.close()
        self.process.kill()
        self.process.wait(PATIENCE)


class Director:
    """`jokerboard director` as a process; `address` is its page's, what it prints is in `said`."""

    def __init__(self, state: Path, *arguments: str, environment: dict[str, str] | None = None) -> None:
        self.state = state
        command = [sys.executable, "-m", "service.cli", "director", "--state", str(state), "--http", "0"]
        self.process = subprocess.Popen(
            [*command, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            env=os.environ | (environment or {}),
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
            raise RuntimeError("the director did not start: " + "".join(self.said))

    def _read(self, output: IO[str]) -> None:
        for line in output:
            self.said.append(line)
            if found := re.search(r"The desk is at (http://\S+/)", line):
                self._found.put(found[1])
        self._found.put("")

    @property
    def token(self) -> str:
        """What lies in its file."""
        return (self.state / "director.token").read_text().strip()

    def stop(self) -> int:
        """As Ctrl-C does; the exit code."""
        self.process.terminate()
        return self._end()

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self._end()

    def _end(self) -> int:
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code
