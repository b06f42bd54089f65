"""The benchmarks run, and say what they measured; how fast it was is nobody's test."""

from __future__ import annotations

import pytest

import benchmarks.__main__ as front
from benchmarks import compiled, engine


def test_every_module_with_a_run_is_found() -> None:
    assert "engine" in front.names()
    assert "__main__" not in front.names()
    assert front.runner("engine") is engine.run


def test_an_unknown_name_is_refused_with_the_names_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert front.main(["nope"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("jokerboard: no benchmark named nope; there are ")


def test_the_engine_benchmark_prints_a_line_a_figure(
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
        "perft", "hands", "index", "index", "games", "games", "games"
    ]  # fmt: skip
    assert "perft texas '-/-/-/- A' depth 2: 20 nodes" in lines[3]


def test_where_nothing_can_be_compiled_the_benchmark_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_SETUP", "raise SystemExit('no compiler')")
    assert list(compiled.run()) == [
        "not built (a C compiler, mypy and setuptools are needed): no compiler",
    ]
