"""Fixtures: the interpreters that run the firmware, and boards behind a pty."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from firmware_bridge.events import LinkEvent
from firmware_bridge.link import BoardLink
from firmware_bridge.twin import PtyBoard, find_micropython


@pytest.fixture(params=["micropython", "cpython"])
def interpreter(request: pytest.FixtureRequest) -> list[str]:
    """The command line of an interpreter for the firmware: once MicroPython, once CPython."""
    if request.param == "cpython":
        return [sys.executable]
    return [_micropython()]


@pytest.fixture
def micropython() -> str:
    return _micropython()


def _micropython() -> str:
    found = find_micropython()
    if found is None:
        assert "CI" not in os.environ, "CI must have MicroPython: see .ci/micropython"
        pytest.skip("no MicroPython: run .ci/micropython, or set MICROPYTHON")
    return found


class Table:
    """A board on a pty and a link to it."""

    def __init__(self, board: PtyBoard) -> None:
        self.board = board
        self.link = BoardLink(board.path)
        self.events: list[LinkEvent] = []

    def until(self, condition: Callable[[], object], limit: float = 20.0) -> float:
        """Pump events until the condition holds; return the seconds that this took."""
        start = time.monotonic()
        while not condition():
            passed = time.monotonic() - start
            assert passed < limit, f"not within {limit} s; heard {self.events[-5:]}"
            self.events += self.link.pump(0.05)
        return time.monotonic() - start

    def all(self, kind: type) -> list[LinkEvent]:
        return [event for event in self.events if isinstance(event, kind)]

    def mark(self) -> None:
        self.events.clear()


@pytest.fixture
def board(interpreter: list[str]) -> Iterator[PtyBoard]:
    with PtyBoard(interpreter=interpreter) as board:
        yield board


@pytest.fixture
def table(board: PtyBoard) -> Iterator[Table]:
    table = Table(board)
    yield table
    table.link.close()
