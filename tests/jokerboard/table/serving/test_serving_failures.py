"""A table that cannot go on reports why in one sentence and ends; its records are complete."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.referee.machine import Referee
from jokerboard.cli.main import main
from jokerboard.journal.file import check
from jokerboard.journal.records import Entry
from jokerboard.journal.store import FILE, Journal
from jokerboard.table.web.game_page import GamePage
from jokerboard.table.web.page_port import CommandRefused
from tests.jokerboard.table.virtual_table import VirtualTable
from tests.programs import HEADLESS

QUICK = ("--seed", "1", "--speed", "50")


def test_an_unexpected_error_of_the_referee_ends_the_service_with_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(Referee, "feed", broken)
    assert main(["demo", "--port", "0", "--state", str(tmp_path), *QUICK]) == 1
    error = capsys.readouterr().err.splitlines()[-1]
    assert error == "jokerboard: the table met an internal error; restart it to continue"
    check(tmp_path / FILE)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_unexpected_error_in_the_journals_thread_ends_the_service(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    before, calls = Journal.append, []

    def broken(self: Journal, entries: Sequence[Entry]) -> None:
        calls.append(entries)
        if len(calls) > 2:
            raise ZeroDivisionError("a bug")
        before(self, entries)

    monkeypatch.setattr(Journal, "append", broken)
    assert main(["demo", "--port", "0", "--state", str(tmp_path), *QUICK]) == 1
    error = capsys.readouterr().err.splitlines()
    assert error[-1].startswith("jokerboard: the thread 'journal' ended with an internal error")
    check(tmp_path / FILE)


def test_a_command_of_the_page_is_refused_if_the_disk_has_not_taken_its_record(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path)
    answers = [False, True]

    async def kept() -> bool:
        return answers.pop(0)

    page = GamePage(table.desk, kept)
    body = {"action": "names", "names": {"A": "Ann"}}
    with pytest.raises(CommandRefused, match="its record is not on the disk yet"):
        asyncio.run(page.command("game", body))
    asyncio.run(page.command("game", body))
    table.close()


def test_a_headless_demo_whose_game_makes_no_progress_ends_with_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(Referee, "feed", lambda *_: [])
    assert main([*HEADLESS, "--state", str(tmp_path), *QUICK]) == 1
    assert "the table is stuck: no play for 900 s of virtual time" in capsys.readouterr().err
