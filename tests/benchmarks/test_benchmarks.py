"""Every benchmark runs and prints its figures; no test compares the figures with a limit."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import tests.benchmarks.__main__ as front
from tests.benchmarks import BenchmarkError
from tests.benchmarks.game import against, compiled, engine
from tests.benchmarks.many_tables._table_processes import TableProcesses


def test_every_module_with_a_run_is_found() -> None:
    assert "engine" in front.names()
    assert "__main__" not in front.names()
    assert front.runner("engine") is engine.run


def test_an_unknown_name_is_refused_with_the_known_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert front.main(["nope"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("jokerboard: no benchmark named nope; there are ")


def test_an_engine_against_itself_plays_the_same_games(
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


def test_an_engine_that_plays_other_games_is_not_compared(
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


def test_only_a_checkout_can_be_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert front.main(["against", str(tmp_path)]) == 2
    said = f"jokerboard: {tmp_path} is no checkout: it has no tests/benchmarks/game/engine.py\n"
    assert capsys.readouterr().err == said


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


def test_a_missing_compiler_is_reported_by_the_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_SETUP", "raise SystemExit('no compiler')")
    assert list(compiled.run()) == [
        "not built (a C compiler, mypy and setuptools are needed): no compiler",
    ]


def test_a_benchmark_that_fails_is_reported_and_the_next_one_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails() -> Iterator[str]:
        yield "begun"
        raise BenchmarkError("a table died")

    monkeypatch.setattr(front, "names", lambda: ("hall", "next"))
    monkeypatch.setattr(front, "runner", {"hall": fails, "next": lambda: ["well"]}.get)
    assert front.main(["hall", "next"]) == 1
    said = capsys.readouterr()
    assert said.err == "jokerboard: hall: a table died\n"
    assert said.out.split()[-4:] == ["hall", "begun", "next", "well"]


def watch(processes: TableProcesses) -> None:
    """Check again and again, as a benchmark does."""
    while True:
        processes.check()


def test_a_table_process_that_dies_is_reported_with_its_last_line(tmp_path: Path) -> None:
    processes = TableProcesses(tmp_path, [])
    processes.start("tables 1 to 10", os.chdir, "/nowhere")
    with pytest.raises(BenchmarkError, match=r"tables 1 to 10 ended with exit code 1: FileNot.*nowhere"):
        watch(processes)


def test_a_table_process_that_was_killed_is_reported_too(tmp_path: Path) -> None:
    processes = TableProcesses(tmp_path, [])
    processes.start("table 1", time.sleep, 600)
    processes.check()
    processes.kill()
    with pytest.raises(BenchmarkError, match="table 1 ended with exit code -9: it said nothing"):
        watch(processes)
