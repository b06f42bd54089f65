"""Every benchmark runs and prints its figures; no test compares the figures with a limit."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import tests.benchmarks.__main__ as front
from tests.benchmarks import BenchmarkError
from tests.benchmarks.game import against, engine, engines
from tests.benchmarks.many_tables._table_processes import TableProcesses

PUBLISHED = {
    "state.py": """
class GameState:
    def __init__(self, players, rng=None):
        self.board = self
        self.pegs = {}
        self.players = {}
        self.discard = []
    def add_player(self, player, name, colour):
        self.players[player] = self
    def start_game(self):
        self.hand, self.turn_player, self.left = build_shoe(4)[:5], 0, 3
    def draw_card(self):
        return Card(7)
    def next_turn(self):
        self.turn_player = (self.turn_player + 1) % 4
    def team_all_safe(self, player):
        self.left -= 1
        return not self.left
class Card:
    def __init__(self, rank):
        self.rank = rank
def build_shoe(players, rng=None):
    return [Card(rank) for rank in range(5)]
""",
    "rules.py": """
def legal_moves_for_card(state, board, player, card, number):
    return [{"card_index": number}]
def apply_move(state, board, play):
    pass
""",
}
"""A fake published program with the parts that the benchmark uses: five cards with one play each."""


def test_every_module_with_a_run_function_is_a_benchmark() -> None:
    assert "engine" in front.names()
    assert "__main__" not in front.names()
    assert front.runner("engine") is engine.run


def test_an_unknown_benchmark_is_refused_with_the_known_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert front.main(["nope"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("jokerboard: no benchmark named nope; there are ")


def test_comparing_the_engine_with_its_own_checkout_prints_every_figure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(against, "GAMES", 1)
    monkeypatch.setattr(against, "PLAYERS", ("home_first",))
    assert front.main(["against", str(against.HERE), "--rounds", "2"]) == 0
    figures = [line.split(": ")[0] for line in capsys.readouterr().out.splitlines()]
    assert figures == [
        "hands texas, found",
        "hands texas, with plays and positions built",
        "hands texas, with texts",
        "games texas, home first",
    ]


def test_comparing_with_an_engine_that_plays_different_games_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(against, "GAMES", 1)
    folder = tmp_path / "benchmarks" / "game"
    folder.mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "engine.py").write_text(
        "from types import SimpleNamespace\n"
        "SECONDS, RULES, table_for = 1, {'texas': None}, lambda rules: None\n"
        "_hands = lambda table: '1/s found, 1/s built, 1/s with texts'\n"
        "random_game = lambda table, seed, chance, player: SimpleNamespace(actions=[seed])\n"
        "random_card = home_first = any_option = None\n"
    )
    assert front.main(["against", str(tmp_path), "--rounds", "2"]) == 1
    assert "jokerboard: texas, random_card: 1 turns there, " in capsys.readouterr().err


def test_comparing_with_a_folder_that_is_no_checkout_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert front.main(["against", str(tmp_path)]) == 2
    message = f"jokerboard: {tmp_path} is no checkout: it has no tests/benchmarks/game/engine.py\n"
    assert capsys.readouterr().err == message


def test_the_engine_benchmark_prints_one_line_for_each_figure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(engine, "PERFT", (("-/-/-/- A", 2),))
    monkeypatch.setattr(engine, "SECONDS", 0.0001)
    monkeypatch.setattr(engine, "SAMPLE", 5)
    monkeypatch.setattr(engine, "NAMES", ("texas",))
    monkeypatch.setattr(front, "names", lambda: ("engine", "helper"))
    monkeypatch.setattr(front, "runner", {"engine": engine.run, "helper": None}.get)
    assert front.main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if line.startswith("  ")] == [
        "perft", "hands", "plays", "plays", "games", "games", "games"
    ]  # fmt: skip
    assert "perft texas '-/-/-/- A' depth 2: 20 nodes" in lines[3]


def test_the_engines_benchmark_prints_all_engines_in_one_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(engines, "_SETUP", "raise SystemExit('no compiler')")
    for name, text in PUBLISHED.items():
        file = tmp_path / "pegsandjokers" / "game" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    program = tmp_path / "other"
    program.write_text(f"#!{sys.executable}\nprint('hands 20 30 0.5\\nturns 900 3 0.1')\n")
    program.chmod(0o755)
    named = ["--public", str(tmp_path), "--program", f"other={program}"]
    assert front.main(["engines", "--rules", "texas", "--rounds", "1", *named]) == 0
    reason, _, _, *rows = capsys.readouterr().out.splitlines()
    assert reason == "not compiled (a C compiler, mypy and setuptools are needed): no compiler"
    assert [row.split(" | ")[:2] for row in rows] == [
        ["| this engine", "texas"],
        ["| other", "its own"],
        ["| pegsandjokers", "its own"],
    ]
    assert rows[1] == "| other | its own | 40 | 1.5 | 9,000 | 300 |"
    assert rows[2].split(" | ")[3::2] == ["5.0", "3 |"]


def test_a_program_or_checkout_that_cannot_be_compared_is_reported_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(engines, "_SETUP", "raise SystemExit('no compiler')")
    monkeypatch.setattr(engines, "_ask", lambda *_: engines.Figures(1, 1, 1, 1))
    for command, reason in (
        ("false", "false: it did not print its figures as --help describes"),
        (str(tmp_path / "none"), f"{tmp_path / 'none'} cannot be run: "),
    ):
        assert front.main(["engines", "--rounds", "1", "--program", f"it={command}"]) == 1
        assert f"jokerboard: {reason}" in capsys.readouterr().err
    assert front.main(["engines", "--public", str(tmp_path)]) == 2
    assert f"{tmp_path} has no pegsandjokers/game/rules.py: it is no such checkout" in capsys.readouterr().err
    assert front.main(["engines", "--rounds", "1"]) == 0
    assert "--public FOLDER takes a checkout of" in capsys.readouterr().out


def test_a_benchmark_that_fails_is_reported_and_the_next_benchmark_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails() -> Iterator[str]:
        yield "begun"
        raise BenchmarkError("a table died")

    monkeypatch.setattr(front, "names", lambda: ("hall", "next"))
    monkeypatch.setattr(front, "runner", {"hall": fails, "next": lambda: ["well"]}.get)
    assert front.main(["hall", "next"]) == 1
    printed = capsys.readouterr()
    assert printed.err == "jokerboard: hall: a table died\n"
    assert printed.out.split()[-4:] == ["hall", "begun", "next", "well"]


def watch(processes: TableProcesses) -> None:
    """Check the processes repeatedly, as a benchmark does, until one has died."""
    while True:
        processes.check()


def test_a_table_process_that_dies_is_reported_with_its_last_line(tmp_path: Path) -> None:
    processes = TableProcesses(tmp_path, [])
    processes.start("tables 1 to 10", os.chdir, "/nowhere")
    with pytest.raises(BenchmarkError, match=r"tables 1 to 10 ended with exit code 1: FileNot.*nowhere"):
        watch(processes)


def test_a_table_process_that_was_killed_is_reported(tmp_path: Path) -> None:
    processes = TableProcesses(tmp_path, [])
    processes.start("table 1", time.sleep, 600)
    processes.check()
    processes.kill()
    with pytest.raises(BenchmarkError, match="table 1 ended with exit code -9: its log is empty"):
        watch(processes)
