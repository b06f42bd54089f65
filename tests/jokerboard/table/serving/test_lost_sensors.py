"""No game begins on a real board whose open sensors are lost."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hardware.clock import VirtualClock
from hardware.errors import DeviceLost
from jokerboard.table.runtime.board_source import BoardMissing
from jokerboard.table.serving.real_board import RealBoards
from tests.wiring.boards import DIRECT


def test_only_open_sensors_that_are_lost_prevent_a_game() -> None:
    boards = RealBoards(DIRECT, {}, VirtualClock())
    boards.refuse_lost()

    def opened(snapshot: Any) -> Any:
        return SimpleNamespace(devices=SimpleNamespace(sensors=SimpleNamespace(snapshot=snapshot)))

    def lost() -> None:
        raise DeviceLost("the board was unplugged")

    boards._opened = opened(lambda: None)
    boards.refuse_lost()
    boards._opened = opened(lost)
    with pytest.raises(BoardMissing, match="the board was unplugged"):
        boards.refuse_lost()
    boards.leave()
    boards.refuse_lost()
