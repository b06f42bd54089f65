"""`jokerboard demo --link pty`: the table reads its holes through the real firmware behind a pty."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_bridge.twin import find_micropython
from jokerboard.cli.main import main
from tests.programs import limited


@pytest.mark.skipif(
    find_micropython() is None, reason="no MicroPython: run .ci/micropython, or set MICROPYTHON"
)
def test_simulated_people_play_through_the_firmware(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "jokerboard", "demo", "--headless", "--link", "pty"]
    command += ["--speed", "50", "--seed", "7", "--state", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with process, limited(process) as demo:
        assert demo.stdout is not None
        line = next((line for line in demo.stdout if line.startswith("play ")), "")
        demo.send_signal(signal.SIGTERM)
        _, errors = demo.communicate(timeout=30)
    assert line.startswith("play   25"), errors
    assert demo.returncode == 0
    assert errors == ""
    assert main(["journal", "verify", "--state", str(tmp_path)]) == 0
