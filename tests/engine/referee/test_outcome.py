"""An outcome finds each verdict that differs from what a person at the table expects."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.referee.machine import Referee
from engine.referee.verdicts import Fault, Verdict
from jokerboard.journal.records import Json
from tests.benchmarks.judging import cases
from tests.engine.referee.outcome import unlike

HEADER = {"trace": 1, "rules": "texas", "players": 4, "position": "A8/B8/C8/D8 A", "mode": "referee"}
PLAY: list[Json] = [
    {"t": 0.5, "card": "5D", "at": "A"},
    {"t": 1.0, "hole": "A8", "on": False},
    {"t": 1.5, "hole": "A13", "on": True},
]
ASTRAY: list[Json] = [
    {"t": 1.9, "card": "3C", "at": "B"},
    {"t": 2.0, "hole": "B8", "on": False},
    {"t": 2.5, "hole": "B14", "on": True},
]


def trace(*lines: Json, end: float = 6.0) -> list[str]:
    return [json.dumps(line) for line in (HEADER, *lines, {"t": end})]


class Accuser(Referee):
    """A referee that reports A8 as faulty at 1 s, and trusts it again at `trusts` (None: never)."""

    def __init__(self, *args: Any, trusts: float | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.planned = [(1.0, False)] + ([(trusts, True)] if trusts is not None else [])

    def advance(self, t: float) -> list[Verdict]:
        verdicts = super().advance(t)
        while self.planned and self.planned[0][0] <= t:
            at, ok = self.planned.pop(0)
            verdicts.append(Fault(at, "A8 is trusted" if ok else "A8 lies", hole=8, ok=ok))
        return verdicts


def test_a_play_that_the_outcome_expects_is_not_reported() -> None:
    outcome = {"moves": ["A13/B8/C8/D8 B"], "illegal": 0, "fault": 0, "ambiguous": 0, "offer": 0}
    assert unlike(outcome, trace(*PLAY)) == []


@pytest.mark.parametrize(
    ("outcome", "fault"),
    [
        ({"moves": []}, "in force A13/B8/C8/D8 B; expected "),
        ({"moves": ["A13/B8/C8/D8 B", "A13/B10/C8/D8 C"]}, "in force A13/B8/C8/D8 B; expected"),
        ({"illegal": 0}, "1 illegal, at most 0 expected: wrong-count"),
        ({"offer": 1}, "0 offers, 1 expected"),
    ],
)
def test_an_outcome_that_differs_from_the_expected_outcome_is_reported(outcome: Json, fault: str) -> None:
    (found,) = unlike(outcome, trace(*PLAY, *ASTRAY))
    assert found.startswith(fault)


def test_an_outcome_limits_the_number_of_alarms_and_faults() -> None:
    assert unlike({"illegal": 1, "fault": 1}, trace(*PLAY, *ASTRAY), Accuser) == []
    (found,) = unlike({"fault": 0}, trace(*PLAY), Accuser)
    assert found == "1 fault, at most 0 expected: A8 at 1.000"


def test_an_outcome_reports_a_sensor_that_is_not_trusted_again_in_time() -> None:
    (found,) = unlike({"trusted_by": 5.0}, trace(*PLAY), Accuser)
    assert found == "not trusted again by 5 s: A8"


def test_an_unknown_field_of_an_outcome_is_refused() -> None:
    with pytest.raises(ValueError, match="no field lucky"):
        unlike({"lucky": 1}, trace())


def test_a_folder_of_traces_with_outcomes_is_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "right.trace.jsonl").write_text("\n".join(trace(*PLAY)))
    (tmp_path / "other.trace.jsonl").write_text("\n".join(trace(*PLAY)))
    expected = {"right": {"moves": ["A13/B8/C8/D8 B"]}, "other": {"moves": []}}
    (tmp_path / "expected.json").write_text(json.dumps(expected))
    assert cases.main([str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert "as expected  right" in out
    assert "1 of 2 as expected" in out


def test_a_verdict_that_trusts_a_sensor_again_is_not_counted_as_a_fault() -> None:
    assert unlike({"fault": 1, "trusted_by": 5.0}, trace(*PLAY), partial(Accuser, trusts=4.0)) == []
