"""A real redis-server that a test can start and kill."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
import redis

from tests.programs import PATIENCE, free_port, until


class RealRedis:
    """A redis-server on a free port of this machine, with its data in a directory."""

    def __init__(self, directory: Path, *options: str) -> None:
        if shutil.which("redis-server") is None:
            pytest.skip("redis-server is not here: apt install redis-server")
        self.directory = directory
        directory.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self._options = options
        self.start()

    def start(self) -> None:
        """Start the server with the data that it has stored."""
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
        """Stop the server with SIGKILL, as a power cut would."""
        self.link.close()
        self.process.kill()
        self.process.wait(PATIENCE)
