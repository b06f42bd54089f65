"""Start real brokers for a test: mosquitto, and Redis."""

from __future__ import annotations

import shutil
import socket
import subprocess
from pathlib import Path

import pytest

from tests.jokerboard.tournament.real_redis import RealRedis
from tests.programs import PATIENCE, free_port, until


class RedisBroker(RealRedis):
    """A redis-server with the address of a transport."""

    @property
    def way(self) -> str:
        return f"redis://127.0.0.1:{self.port}"


class RealBroker:
    """The MQTT broker mosquitto on a free port of this machine; it keeps no data."""

    def __init__(self, directory: Path) -> None:
        program = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
        if program is None:
            pytest.skip("mosquitto is not here: apt install mosquitto")
        directory.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self._config, self._program = directory / "mosquitto.conf", program
        self._config.write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\npersistence false\n")
        self.start()

    @property
    def way(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start mosquitto, and wait until it answers."""
        self.process = subprocess.Popen(
            [self._program, "-c", str(self._config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until(self._answers, "the broker answers")

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def stop(self) -> None:
        """Stop the broker with SIGKILL, as a power cut would."""
        self.process.kill()
        self.process.wait(PATIENCE)
