"""`jokerboard report`: a report has what a helper needs, and no names of people."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from jokerboard.cli.main import main
from jokerboard.cli.report import recent_games
from jokerboard.journal.store import FILE
from jokerboard.table.runtime.game_setup import Wanted
from tests.jokerboard.table.virtual_table import VirtualTable
from tests.programs import printed, refused


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A table's state directory with a game in progress whose sensor edges are recorded."""
    table = VirtualTable(
        tmp_path / "state", Wanted(names={"A": "Ann", "B": "Zoë O'Neill"}, edges=True), seed="3"
    )
    table.play("KH", (f"{table.turn}s1", f"{table.turn}8"))
    table.close()
    return tmp_path / "state"


@pytest.fixture
def report(
    capsys: pytest.CaptureFixture[str], state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A report about the table in `state`, made on a computer without a microcontroller."""
    monkeypatch.setattr("jokerboard.cli.report.DEVICE_WITHIN", 0.1)
    file = tmp_path / "mine.zip"
    port = str(tmp_path / "none")
    lines = printed(capsys, "report", "--state", str(state), "--port", port, "--out", str(file), "--yes")
    assert [line.split()[0] for line in lines[1:6]] == [
        "about.json", "device.json", "doctor.txt", "game-1.jsonl", "game-1.trace",
    ]  # fmt: skip
    return file


def parts(file: Path) -> dict[str, str]:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_no_name_of_a_person_is_in_a_report(report: Path) -> None:
    every = "".join(parts(report).values())
    assert "Player A" in every
    for name in ("Ann", "Zoë", "O'Neill", "Zo\\u00eb", str(Path.home())):
        assert name not in every


def test_a_report_includes_games_from_before_and_after_the_clock_was_set(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for clock_set in (True, False, True):
        table = VirtualTable(tmp_path / "state", Wanted(), seed="3", clock_set=clock_set)
        table.close()
    journal = tmp_path / "state" / FILE
    assert [some[0].game for some in recent_games(journal)] == [3, 2, 1]


def test_a_report_states_why_facts_about_the_device_are_missing(report: Path) -> None:
    assert "does not answer" in json.loads(parts(report)["device.json"])["none"]


def test_opening_a_report_replays_its_games_and_confirms_their_verdicts(
    capsys: pytest.CaptureFixture[str], report: Path
) -> None:
    opened = "\n".join(printed(capsys, "report", "open", str(report)))
    assert "the rules allow every move" in opened
    assert "replayed: the same verdicts" in opened


def test_opening_a_report_detects_a_changed_verdict(
    capsys: pytest.CaptureFixture[str], report: Path, tmp_path: Path
) -> None:
    changed = tmp_path / "changed.zip"
    with zipfile.ZipFile(changed, "w") as archive:
        for name, text in parts(report).items():
            lines = [line for line in text.splitlines(keepends=True) if '"kind": "move"' not in line]
            archive.writestr(name, "".join(lines))
    assert main(["report", "open", str(changed)]) == 1
    assert "were recorded" in capsys.readouterr().out


def test_no_report_is_written_without_consent(
    capsys: pytest.CaptureFixture[str], state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jokerboard.cli.report._doctor", lambda _board: "Nothing is wrong.\n")
    monkeypatch.setattr("jokerboard.cli.report.DEVICE_WITHIN", 0.1)
    monkeypatch.setattr("sys.stdin.readline", lambda: "n\n", raising=False)
    file = tmp_path / "mine.zip"
    arguments = ["report", "--state", str(state), "--port", str(tmp_path / "none"), "--out", str(file)]
    assert main(arguments) == 1
    assert "Nothing was written" in capsys.readouterr().out
    assert not file.exists()


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x05\x06" + bytes(18)])
def test_opening_a_file_that_is_no_report_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "other.zip"
    file.write_bytes(content)
    assert "is no report of jokerboard" in refused(capsys, "report", "open", str(file))


def test_a_report_does_not_overwrite_an_existing_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "mine.zip").touch()
    assert "exists already" in refused(capsys, "report", "--out", str(tmp_path / "mine.zip"))
    assert "give the report" in refused(capsys, "report", "open")


def test_opening_a_report_first_shows_the_versions_the_computer_and_what_doctor_found(
    capsys: pytest.CaptureFixture[str], report: Path
) -> None:
    every = parts(report)
    about = json.loads(every["about.json"])
    versions = f"jokerboard {about['jokerboard']}, Python {about['python']}, {about['system']}"
    lines = printed(capsys, "report", "open", str(report))
    assert lines[:4] == [f"{about['made']}  {versions}", f"on {about['machine']}", "", "doctor.txt"]
    assert lines[4:].index("device.json") < lines[4:].index("game-1.jsonl")
