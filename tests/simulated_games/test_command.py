from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.simulated_games.__main__ import main


def test_the_simulation_prints_a_table_and_exits_with_0_after_a_good_run(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--rules", "texas", "--turns", "40", "--habits", "none"]) == 0
    out = capsys.readouterr().out
    assert "recorded rightly          40" in out
    assert "turns a second" in out


def test_the_json_of_the_simulation_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["--rules", "texas", "--turns", "30", "--habits", "walk", "--json", "--seed", "7"]
    assert main(args) == 0
    table = json.loads(capsys.readouterr().out)
    assert table["turns"] == table["right"] == 30
    assert set(table["times"]) == {"closed", "open", "illegal"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("", "required: --rules"),
        ("--rules chess", "no rule set is called 'chess'"),
        ("--rules texas --players 5", "texas is for 4, 6 players, not 5"),
        ("--rules texas --turns 0", "'0' is not a number of turns"),
        ("--rules texas --turns many", "'many' is not a number of turns"),
        ("--rules texas --habits sneeze", "no habit is called 'sneeze'"),
        ("--rules texas --faults haunted:1", "faults are none, or a list as stuck:1,dead:3"),
        ("--rules texas --faults stuck", "faults are none, or a list as stuck:1,dead:3"),
        ("--rules texas --cards some", "invalid choice: 'some'"),
    ],
)
def test_an_impossible_simulation_is_refused_with_one_sentence(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments.split()) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert sentence in err


def test_a_folder_for_recordings_that_cannot_be_made_is_reported_with_exit_code_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert main(["--rules", "texas", "--record", str(tmp_path / "file" / "x")]) == 2
    assert "cannot write" in capsys.readouterr().err
