"""Fixtures: an emulated board that the quick tests of a file share, and new boards on request."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_bridge.events import Facts
from tests.firmware_bridge.emulated.emulator import EmulatedBoard, Host, firmware_files, missing


@pytest.fixture(scope="session", autouse=True)
def emulator() -> None:
    """Skip the test if the emulator's parts, such as MicroPython's image, are missing."""
    lacks = missing()
    if lacks is not None:
        pytest.skip(lacks)


@pytest.fixture(scope="module")
def files(emulator: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A flash image with the firmware for a board of 112 holes and lights with a buzzer."""
    return firmware_files(tmp_path_factory.mktemp("flash"), buzzer_pin=15)


@pytest.fixture(scope="module")
def _kept(files: Path) -> Iterator[list[Host]]:
    hosts: list[Host] = []
    yield hosts
    for host in hosts:
        host.board.close()


@pytest.fixture
def host(files: Path, _kept: list[Host], request: pytest.FixtureRequest) -> Host:
    """A linked host of a board with 112 holes and lights. Tests leave it linked, with its holes empty.

    A test that is tried again gets a new board: the failed one may be left in any state.
    """
    if not _kept or getattr(request.node, "execution_count", 1) > 1:
        board = EmulatedBoard(files, enumerate_ms=20, buzzer_pin=15)
        board.step(300_000)
        new = Host(board)
        _kept.append(new)
        assert new.run(1.0, lambda event: isinstance(event, Facts)), "no link"
    return _kept[-1]


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Callable[..., EmulatedBoard]]:
    """A function that starts a new board: `fresh(files=None, enumerate_ms=20, **settings)`."""
    boards: list[EmulatedBoard] = []

    def make(files: Path | None = None, enumerate_ms: float = 20, **settings: object) -> EmulatedBoard:
        image = files or firmware_files(tmp_path, **settings)
        boards.append(EmulatedBoard(image, enumerate_ms=enumerate_ms, **settings))
        return boards[-1]

    yield make
    for board in boards:
        board.close()


def linked(board: EmulatedBoard, boot_ms: float = 300) -> Host:
    """Run a board that was just switched on until its host is linked and has its facts; return the host."""
    board.step(1000 * boot_ms)
    host = Host(board)
    assert host.run(3.0, lambda event: isinstance(event, Facts)), "no link"
    return host
