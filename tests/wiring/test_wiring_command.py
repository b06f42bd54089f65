"""Tests of the command `jokerboard wiring`, and of its guide."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from jokerboard.cli.main import main
from tests.programs import refused
from tests.wiring.boards import READY
from wiring.parse import read_board


def test_wiring_new_asks_questions_and_writes_a_description(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "sys.stdin", io.StringIO("6\n\nwide\n20\npegs\nfoot\nexpanders\n\nno\n\ntable\n/dev/ttyUSB7\n")
    )
    file = tmp_path / "mine.toml"
    assert main(["wiring", "new", str(file)]) == 0
    out = capsys.readouterr().out
    assert "'wide' is not a possible answer." in out
    assert "'foot' is not a possible answer." in out
    made = read_board(file)
    assert (made.sides, made.drill.pitch, made.pieces, made.bank.part.word) == (6, 20.0, "pegs", "mcp23017")
    assert not made.supply.feeds_computer
    assert [(reader.role, reader.path) for reader in made.readers] == [("table", "/dev/ttyUSB7")]
    assert main(["wiring", "check", str(file)]) == 0
    assert "168 holes" in capsys.readouterr().out


def test_wiring_new_makes_a_board_of_paddles_with_readers_without_asking(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    paths = ["--reader-path", "A=/dev/ttyUSB0"]
    assert main(["wiring", "new", str(file), "--yes", "--shape", "paddles", "--readers", "seat", *paths]) == 0
    made = read_board(file)
    assert made.looks == "4 paddles"
    assert made.channels.count(None) == 4 * 4
    assert [r.path for r in made.readers][:2] == ["/dev/ttyUSB0", "/dev/jokerboard-reader-B"]


def test_wiring_new_does_not_overwrite_an_existing_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    assert main(["wiring", "new", str(file), "--yes", "--sides", "8", "--readers", "seat"]) == 0
    assert "exists already" in refused(capsys, "wiring", "new", file, "--yes")
    assert main(["wiring", "new", str(file), "--yes", "--force"]) == 0
    assert main(["wiring", "new", str(tmp_path / "no" / "mine.toml"), "--yes"]) == 1


def test_wiring_new_whose_input_ends_early_reports_unanswered_questions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("6\n"))
    assert main(["wiring", "new", str(tmp_path / "mine.toml")]) == 2
    assert "the input ended before all questions were answered" in capsys.readouterr().err


def test_wiring_check_reports_every_fault_and_wiring_build_only_the_first_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.toml"
    text = READY[0].read_text().replace("A0 A1 A2", "A0 A1 A1").replace("load = 25", "load = 10")
    file.write_text(text)
    assert main(["wiring", "check", str(READY[0]), str(file)]) == 2
    complaints = capsys.readouterr().err.splitlines()
    assert len(complaints) >= 4
    assert all(line.startswith("jokerboard: bad.toml line ") for line in complaints)
    assert main(["wiring", "build", str(file), "--out", str(tmp_path / "out")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_wiring_new_check_and_build_print_the_same_warnings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wiring.parse.warnings", lambda _board, _text, source: (f"{source} is odd",))
    file, warning = tmp_path / "mine.toml", "jokerboard: warning: mine.toml is odd\n"
    for arguments in (["new", file, "--yes"], ["check", file], ["build", file, "--out", tmp_path / "out"]):
        assert main(["wiring", *map(str, arguments)]) == 0
        assert capsys.readouterr().err == warning
