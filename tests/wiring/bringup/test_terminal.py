"""Typed lines are delivered one by one beside the event loop, until the input ends or waiting is stopped."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from jokerboard.host.errors import UsageError
from tests.programs import PATIENCE
from wiring.bringup.terminal import Keyboard


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The end of a pipe into which a test types; the other end is standard input."""
    read, write = os.pipe()
    with os.fdopen(read) as standard_input:
        monkeypatch.setattr("sys.stdin", standard_input)
        yield write
        os.close(write)


class Answers:
    """Takes lines until it has the wanted number."""

    def __init__(self, wanted: int) -> None:
        self.lines: list[str] = []
        self.over, self._wanted = False, wanted

    def typed(self, line: str) -> None:
        self.lines.append(line)
        self.over = len(self.lines) == self._wanted


def test_lines_typed_in_pieces_are_delivered_whole_and_in_order(keys: int) -> None:
    async def talk() -> list[str]:
        answers, loop = Answers(3), asyncio.get_running_loop()
        loop.call_later(0.02, os.write, keys, b"first\nsec")
        loop.call_later(0.04, os.write, keys, b"ond\n\xff\nmore\n")
        async with Keyboard() as keyboard:
            await asyncio.wait_for(keyboard.talk(answers), PATIENCE)
        return answers.lines

    assert asyncio.run(talk()) == ["first\n", "second\n", "\ufffd\n"]


def test_waiting_for_a_typed_line_ends_when_a_condition_holds_or_the_input_ends(keys: int) -> None:
    async def lines() -> list[str | None]:
        stopped = asyncio.Event()
        asyncio.get_running_loop().call_later(0.02, stopped.set)
        async with Keyboard() as keyboard:
            found = [await asyncio.wait_for(keyboard.line(stopped.is_set), PATIENCE)]
            os.write(keys, b"last")
            with Path(os.devnull).open("wb") as nothing:
                os.dup2(nothing.fileno(), keys)
            found += [await asyncio.wait_for(keyboard.line(), PATIENCE) for _ in range(2)]
        return found

    assert asyncio.run(lines()) == [None, "last", None]


def test_setup_refuses_answers_from_a_file_in_place_of_a_keyboard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def enter() -> None:
        async with Keyboard():
            pass

    (tmp_path / "answers").write_text("y\n")
    with (tmp_path / "answers").open() as file:
        monkeypatch.setattr("sys.stdin", file)
        with pytest.raises(UsageError, match="answers cannot come from a file: type them, or use a pipe"):
            asyncio.run(enter())
