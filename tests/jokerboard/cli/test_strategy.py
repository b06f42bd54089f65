"""`jokerboard strategy` and `jokerboard games analyse`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.dealing import setup_for
from engine.game import begin
from engine.records.text import print_record
from engine.rules.rule_sets import RULES
from engine.strategy.players import greedy
from engine.table import table_for
from engine.views import seat_view
from jokerboard.cli.main import main
from tests.engine.records.sample_records import record_of


def test_an_arena_prints_wins_turns_and_decision_times(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["strategy", "arena", "--rules", "texas", "--a", "greedy", "--b", "greedy", "--deals", "1"]) == 0
    )
    first, wins, *_ = capsys.readouterr().out.splitlines()
    assert first == "texas, 4 players: greedy against greedy, 1 deals twice"
    assert wins == "  wins       50.0 % ± 0.0 % (95 %)"
    assert main(["strategy", "arena", "--a", "greedy", "--deals", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["share"] == 0.5


def test_an_arena_of_a_pool_prints_every_pair_of_players_and_the_ratings(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["--pool", "greedy", "written", "--rules", "own-deck", "texas", "--deals", "1"]
    assert main(["strategy", "arena", *arguments]) == 0
    pairs, ratings = capsys.readouterr().out.split("\n\n")
    assert [line.split(" | ")[:3] for line in pairs.splitlines()[2:]] == [
        ["| own-deck", "`written`", "`greedy`"],
        ["| texas", "`written`", "`greedy`"],
    ]
    assert ratings.splitlines()[2] == "| `greedy` | 0 |"


def test_a_calibration_prints_up_to_ten_rows_of_estimated_and_real_winning_chances(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["--rules", "own-deck", "--games", "2", "--seed", "one", "--pool", "greedy", "written"]
    assert main(["strategy", "calibration", *arguments]) == 0
    head, _, *rows = capsys.readouterr().out.splitlines()
    assert head == "| estimated | won | positions |"
    assert 1 <= len(rows) <= 10
    assert all(row.endswith(" |") for row in rows)


def test_a_calibration_of_costs_prints_estimated_costs_beside_costs_by_rollouts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("engine.strategy.calibration.MOST_TURNS", 40)
    arguments = ["--costs", "--rules", "own-deck", "--games", "1", "--deals", "2"]
    assert main(["strategy", "calibration", *arguments]) == 0
    head, _, *rows = capsys.readouterr().out.splitlines()
    assert head == "| plays | number | mean cost | by rollouts | ranks agree |"
    assert [row.split()[1] for row in rows] == ["costliest", "others", "all"]
    assert main(["strategy", "calibration", "--costs", "--deals", "0"]) == 2
    assert "--deals takes 1 or more, not 0" in capsys.readouterr().err


def test_a_game_is_analysed_from_its_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = begin(setup_for(table_for(RULES["texas"]), "a game of greedy players"))
    for _ in range(24):
        game = game.do(greedy(seat_view(game, game.turn)))
    file = tmp_path / "game.txt"
    file.write_text(print_record(record_of(game)), encoding="utf-8")
    assert main(["games", "analyse", str(file), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["teams"] == ["AC", "BD"]
    assert len(data["chances"]) == 25
    assert main(["games", "analyse", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("chance of each team after every action")
    assert any(line.startswith("AC: costly plays") for line in lines)
    without = "".join(
        line
        for line in file.read_text().splitlines(keepends=True)
        if not line.startswith(("[Seed", "[Dealer"))
    )
    file.write_text(without, encoding="utf-8")
    assert main(["games", "analyse", str(file)]) == 0
    assert "the hands are not known" in capsys.readouterr().out
