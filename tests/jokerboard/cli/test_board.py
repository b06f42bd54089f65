"""`jokerboard board`: a process that serves a simulated board until it is stopped."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from hardware.clock import VirtualClock
from jokerboard.host.files import BOARD
from jokerboard.simulation.board.far_wood import FarWood
from tests.programs import limited


def test_a_board_of_its_own_is_served_until_sigterm_and_its_marbles_are_kept(tmp_path: Path) -> None:
    path, state = tmp_path / "board", tmp_path / "state"
    command = [sys.executable, "-m", "jokerboard", "board", "--socket", str(path), "--state", str(state)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with limited(process):
        line = f"The board is at {path} and is kept in {state}. Ctrl-C stops it.\n"
        assert process.stdout.readline() == line
        wood = FarWood(path, VirtualClock())
        wood.set_up({8: 0})
        assert wood.marbles == {8: 0}
        wood.close()
        process.send_signal(signal.SIGTERM)
        assert process.stdout.read() == ""
        assert process.wait() == 0
    process.stdout.close()
    assert not path.exists()
    assert (state / BOARD).is_file()
