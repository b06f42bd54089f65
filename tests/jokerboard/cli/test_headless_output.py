"""The output of `jokerboard demo --headless` for a program that follows it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from jokerboard.cli.main import main
from tests.programs import HEADLESS, SHORT


class Followed(io.StringIO):
    """An output that records the lines that a reader has received at each flush."""

    def __init__(self) -> None:
        super().__init__()
        self.received: list[str] = []

    def flush(self) -> None:
        """Give the reader what was written."""
        if text := self.getvalue():
            self.received.append(text)
            self.truncate(self.seek(0))


def test_each_part_of_a_headless_games_output_is_sent_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts: list[list[str]] = []
    for _ in range(2):
        monkeypatch.setattr("sys.stdout", out := Followed())
        assert main([*HEADLESS, *SHORT, "--seed", "4", "--state", str(tmp_path)]) == 0
        parts.append(out.received)
    begun, resumed = parts
    assert begun[0] == "a game of pegs-and-jokers for 2, seed 4\n"
    assert all(part.startswith("play ") and part.count("\n") == 1 for part in begun[1:-1])
    assert begun[-1].startswith("over: ")
    assert resumed[0].startswith("resuming after play ")
    assert [part.split(" after ")[0] for part in resumed[1:]] == [begun[-1].split(" after ")[0]]
