"""A state directory belongs to one service at a time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from jokerboard.host.errors import JokerboardError, TableBusyError
from jokerboard.host.files import StateDirectory


def test_a_second_service_on_a_state_directory_is_refused_with_the_process_number_of_the_first(
    tmp_path: Path,
) -> None:
    first = StateDirectory(tmp_path / "state")
    with pytest.raises(TableBusyError, match=f"process {os.getpid()}"):
        StateDirectory(tmp_path / "state")
    first.close()
    StateDirectory(tmp_path / "state").close()


def test_the_lock_of_a_killed_service_is_free(tmp_path: Path) -> None:
    program = "import sys; from pathlib import Path; from jokerboard.host.files import StateDirectory\n"
    program += f"s = StateDirectory(Path({str(tmp_path)!r})); print('held', flush=True); sys.stdin.read()"
    holder = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdin is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(TableBusyError, match=str(holder.pid)):
        StateDirectory(tmp_path)
    holder.kill()
    holder.wait()
    holder.stdin.close()
    holder.stdout.close()
    StateDirectory(tmp_path).close()


def test_a_state_directory_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JokerboardError, match="cannot be used"):
        StateDirectory(tmp_path / "file" / "state")


def test_a_state_directory_is_made_with_its_parents(tmp_path: Path) -> None:
    state = StateDirectory(tmp_path / "a" / "b")
    assert state / "board.json" == tmp_path / "a" / "b" / "board.json"
    state.close()
