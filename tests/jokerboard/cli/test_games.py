"""`jokerboard games`: check, show and count files of records."""

from __future__ import annotations

import io
import json
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.records.record import Record
from engine.records.text import parse_records, print_records
from jokerboard.cli.main import main
from tests.engine.records.sample_records import played, written
from tests.programs import refused


@cache
def games() -> tuple[Record, ...]:
    """Two records: a whole game, and the beginning of another game."""
    return played("texas", 4, 1, 2_000), played("pegs-and-jokers", 2, 2, 12)


@pytest.fixture
def good(tmp_path: Path) -> str:
    path = tmp_path / "good.txt"
    path.write_text(print_records(games()), encoding="utf-8")
    return str(path)


@pytest.fixture
def bad(tmp_path: Path) -> str:
    path = tmp_path / "bad.txt"
    path.write_text(written("A: KH As-A8\nB: 9C --\nC: 5H Cs-C8 {hm}\n*"), encoding="utf-8")
    return str(path)


def test_games_check_reports_each_legal_game_as_legal(good: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "check", good]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{good} game 1: ")
    assert "all legal (hands judged too)" in first
    assert first.endswith(" won")
    assert second.endswith("game 2: 12 plays, all legal (hands judged too); unfinished")


def test_games_check_reports_the_first_illegal_play_and_exits_with_1(
    bad: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "check", bad]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{bad} line 7: game 1, play 3, C: 5H Cs-C8 {{hm}}: A 5 ")
    assert second == "    in A8/-/-/- C"


def test_games_check_as_json_reports_the_code_and_position_of_a_fault(
    good: str, bad: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "check", "--json", good, bad]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["legal"] for line in lines] == [True, True, False]
    assert lines[2]["fault"] == {
        "line": 7,
        "n": 3,
        "play": "C: 5H Cs-C8 {hm}",
        "code": "card-cannot-start",
        "text": lines[2]["fault"]["text"],
        "position": "A8/-/-/- C",
    }


def test_games_check_and_show_report_a_wrong_winner_at_the_end_of_a_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "end.txt"
    path.write_text(written("won AC"), encoding="utf-8")
    assert main(["games", "check", "--json", str(path)]) == 1
    assert json.loads(capsys.readouterr().out)["fault"]["play"] is None
    assert main(["games", "check", str(path)]) == 1
    assert "game 1, at the end: A and C cannot have won" in capsys.readouterr().out
    assert main(["games", "show", str(path)]) == 0
    assert "line 1: at the end: A and C cannot have won" in capsys.readouterr().out


def test_games_show_draws_the_last_board_of_each_game(
    good: str, bad: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "show", good, bad]) == 0
    shown = capsys.readouterr().out.split("\n\n")
    assert shown[0].startswith("texas: Ann, B, C, D; 2025-11-21; ")
    assert "HOME A A A A A   START 0" in shown[0]
    assert "\nline 7: play 3, C: 5H Cs-C8 {hm}: A 5 " in shown[2]
    assert shown[2].endswith("C to play\n")


def test_games_show_lists_each_play_with_the_position_after_it(
    bad: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "show", "--plays", bad]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:4] == [
        "             -/-/-/- A",
        "A: KH As-A8  A8/-/-/- B",
        "B: 9C --     A8/-/-/- C",
    ]


def test_games_show_text_prints_a_game_as_a_record_in_standard_form(
    good: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["games", "show", "--text", "--game", "2", good]) == 0
    text = capsys.readouterr().out
    assert parse_records(text) == (games()[1],)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))
    assert main(["games", "show", "--text", "-"]) == 0
    assert capsys.readouterr().out == text


def test_games_stats_are_printed_as_a_table_or_as_json(good: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "stats", good]) == 0
    table = capsys.readouterr().out
    assert table.startswith("2 games: 1 won, 0 given up\nturns a game: 12 to ")
    assert main(["games", "stats", "--json", good]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["games"] == 2
    assert list(data["seats"]) == ["A", "B", "C", "D"]
    assert sum(data["wins"].values()) == 1
    assert data["total"]["turns"] == sum(data["lengths"])


def test_an_unreadable_file_of_game_records_is_reported_in_one_line_with_the_reason(
    good: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "broken.txt"
    path.write_text(written("A: KH As-A8\nB: 99 --\n*"), encoding="utf-8")
    assert f"{path} line 6: " in refused(capsys, "games", "check", good, path)
    path.write_bytes(b"one\ntwo \x81")
    assert f"{path}: line 2 is not a text in UTF-8" in refused(capsys, "games", "stats", path)
    assert "No such file" in refused(capsys, "games", "check", tmp_path / "none")
    assert "Is a directory" in refused(capsys, "games", "check", tmp_path)
    assert "there is no game 3" in refused(capsys, "games", "show", "--game", "3", good)
    monkeypatch.setattr("jokerboard.cli.games.LARGEST", 10)
    assert "the file is too long; the most is " in refused(capsys, "games", "check", good)
