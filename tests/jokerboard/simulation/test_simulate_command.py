from __future__ import annotations

import json
from pathlib import Path

import pytest

from jokerboard.cli.main import main
from tests.programs import refused


def test_the_table_is_printed_and_a_good_run_ends_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--rules", "texas", "--turns", "40", "--habits", "none"]) == 0
    out = capsys.readouterr().out
    assert "recorded rightly          40" in out
    assert "turns a second" in out


def test_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["simulate", "--rules", "texas", "--turns", "30", "--habits", "walk", "--json", "--seed", "7"]
    assert main(args) == 0
    table = json.loads(capsys.readouterr().out)
    assert table["turns"] == table["right"] == 30
    assert set(table["times"]) == {"closed", "open", "illegal"}


def test_a_directory_that_cannot_be_made_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    err = refused(capsys, "simulate", "--rules", "texas", "--record", tmp_path / "file" / "x")
    assert "cannot write" in err
