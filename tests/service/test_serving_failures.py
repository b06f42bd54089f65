"""A table that cannot go on says so in one sentence and ends; what it kept is whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from journal.file import check
from journal.store import FILE
from referee.machine import Referee
from service.cli import main

QUICK = ("--seed", "1", "--speed", "50")


def test_an_error_nobody_foresaw_ends_the_service(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(Referee, "feed", broken)
    assert main(["demo", "--port", "0", "--state", str(tmp_path), *QUICK]) == 1
    error = capsys.readouterr().err.splitlines()[-1]
    assert error == "jokerboard: the table stumbled over an error of its own; start it again to go on"
    check(tmp_path / FILE)


def test_a_table_where_nothing_happens_any_more_is_given_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(Referee, "feed", lambda *_: [])
    assert main(["demo", "--headless", "--fast", "--until-over", "--state", str(tmp_path), *QUICK]) == 1
    assert "the table is stuck: nothing was played for 900 s of its time" in capsys.readouterr().err
