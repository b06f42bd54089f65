"""The server of a simulated board: it uses a socket of its own, and never removes another file."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hardware.clock import VirtualClock
from jokerboard.cli.main import main
from jokerboard.simulation.board.far_wood import FarWood
from jokerboard.simulation.board.wood_server import WoodServer


@contextmanager
def served(path: Path, file: Path) -> Iterator[WoodServer]:
    with WoodServer(path, file) as server:
        serving = threading.Thread(target=server.serve_forever, args=(0.01,))
        serving.start()
        try:
            yield server
        finally:
            server.shutdown()
            serving.join()


def test_a_board_server_does_not_overwrite_a_file_at_the_path_of_its_socket(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "notes"
    path.write_text("mine")
    assert main(["board", "--socket", str(path), "--state", str(tmp_path / "state")]) == 1
    assert f"the board cannot be served at {path}: Address already in use" in capsys.readouterr().err
    assert path.read_text() == "mine"


def test_a_second_board_server_does_not_take_the_socket_of_a_running_board_server(tmp_path: Path) -> None:
    path = tmp_path / "board"
    with served(path, tmp_path / "board.json") as server:
        with pytest.raises(OSError, match="Address already in use"):
            WoodServer(path, tmp_path / "other.json")
        wood = FarWood(path, VirtualClock())
        wood.set_up({8: 0})
        assert wood.marbles == {8: 0}
        wood.close()
        assert server.wood.marbles == {8: 0}


def test_a_board_server_replaces_the_socket_of_a_killed_board_server(tmp_path: Path) -> None:
    path = tmp_path / "board"
    WoodServer(path, tmp_path / "board.json").server_close()
    assert path.is_socket()
    with served(path, tmp_path / "board.json"):
        wood = FarWood(path, VirtualClock())
        assert wood.marbles == {}
        wood.close()
