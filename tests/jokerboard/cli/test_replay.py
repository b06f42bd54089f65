"""`jokerboard replay` prints the referee's verdicts on a recorded trace."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from jokerboard.cli.main import main
from tests.programs import refused

HEADER = {
    "trace": 1, "rules": "texas", "players": 4, "sides": 4, "teams": None, "position": "-/-/-/- A",
    "mode": "referee", "cards": "seat", "settings": {},
}  # fmt: skip
LINES = (
    {"t": 0.1, "card": "KH", "at": "A"},
    {"t": 1.0, "hole": "As1", "on": False},
    {"t": 1.8, "hole": "A9", "on": True},
    {"t": 4.0, "hole": "A9", "on": False},
    {"t": 4.6, "hole": "A8", "on": True},
    {"t": 6.0},
)


def trace(path: Path, *lines: object) -> str:
    file = path / "game.trace.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return str(file)


def test_replay_prints_verdicts_in_the_documented_json_form(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["replay", trace(tmp_path, HEADER, *LINES), "--json"]) == 0
    verdicts = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["kind"] for each in verdicts] == ["turn", "illegal", "restored", "move", "turn"] or [
        each["kind"] for each in verdicts
    ] == ["turn", "illegal", "move", "turn"]
    move = next(each for each in verdicts if each["kind"] == "move")
    assert (move["play"], move["position"], move["owing"]) == ("KH As-A8", "A8/-/-/- B", [])
    illegal = verdicts[1]
    assert illegal["put_back"] == [{"from": "A9", "to": "As1"}]
    assert 2.8 <= illegal["t"] <= 3.6


def test_without_the_option_json_replay_prints_verdicts_as_sentences(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["replay", trace(tmp_path, HEADER, *LINES)]) == 0
    out = capsys.readouterr().out
    assert "A brings a marble out with a king.  [A8/-/-/- B]" in out


def test_replay_prints_the_lights_whenever_they_change(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["replay", trace(tmp_path, HEADER, *LINES), "--json", "--lights"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    lights = [line["lights"] for line in lines if "lights" in line]
    assert {"A9": "illegal", "As1": "put-back:A"} in lights
    assert all(one != other for one, other in pairwise(lights))
    times = [line["t"] for line in lines]
    assert times == sorted(times)


@pytest.mark.parametrize(("lines", "sentence"), [
    ((), "line 1: the trace is empty"),
    (({"trace": 2},), "line 1: the header of a trace begins"),
    (({**HEADER, "rules": "chess"},), "line 1: no rule set is called 'chess'"),
    ((HEADER, {"t": 1.0, "hole": "F9", "on": True}), "line 2: no hole is called 'F9'"),
    ((HEADER, {"t": 1.0}, {"t": 0.5}), "line 3: "),
    ((HEADER, {"t": 0.1, "card": "KH", "at": "A"}, "nonsense"), "line 3: a JSON object was expected"),
])  # fmt: skip
def test_replay_reports_a_malformed_trace_in_one_sentence_without_other_output(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lines: tuple[object, ...], sentence: str
) -> None:
    err = refused(capsys, "replay", trace(tmp_path, *lines), "--json")
    assert sentence in err
    assert "game.trace.jsonl" in err


def test_replay_reports_a_missing_trace_and_a_trace_that_is_no_text(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    err = refused(capsys, "replay", tmp_path / "none.jsonl")
    assert "none.jsonl: No such file or directory; give the path of a trace" in err
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    assert "damaged text in UTF-16-LE" in refused(capsys, "replay", tmp_path / "binary")
