"""A table without machines, hints and dealt cards does not use the code of machine players."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType

import jokerboard.players
from jokerboard.table.runtime.game_setup import Wanted
from tests.jokerboard.table.virtual_table import VirtualTable

FOLDER = str(Path(jokerboard.players.__file__).parent)


def called_in_a_play(table: VirtualTable) -> list[str]:
    """The functions of `jokerboard.players` that run while the seat in turn brings a marble out."""
    called: list[str] = []

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(FOLDER):
            called.append(frame.f_code.co_qualname)

    turn = table.turn
    sys.setprofile(watch)
    try:
        table.play("AH", (f"{turn}s1", f"{turn}8"))
    finally:
        sys.setprofile(None)
    return called


def test_a_play_at_a_table_without_machines_calls_no_code_of_the_machine_players(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Wanted(), seed="1")
    assert called_in_a_play(table) == []
    table.desk.machine(next(at for at in "ABCD" if at != table.turn), "strong")
    assert called_in_a_play(table) != []
    assert table.game.log.n == 2
