"""Scenarios: a trace of what a table saw, and beside it what a referee must have said.

`NAME.expected.jsonl` opens with one line about the scenario, `{"about": …, "only": [kinds]}`: verdicts of
other kinds are passed over. Each further line is one verdict that must be said, in this order and with no
other between: a subset of the contract's object, in which

- `t` is a window, `[from, to]` in seconds;
- `holes`, `owing`, `put_back`, `candidates`, `touch` are compared without regard to order;
- `{"any": […]}` in the place of a value allows each of those values.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.trace import Header, replay
from referee.verdicts import to_json

Json = dict[str, Any]

SCENARIOS = Path(__file__).parent.parent / "scenarios"

UNORDERED = ("holes", "owing", "put_back", "candidates", "touch", "to")


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario, read."""

    name: str
    about: str
    trace: tuple[str, ...]
    only: tuple[str, ...]
    expected: tuple[Json, ...]


def scenario_names(folder: Path = SCENARIOS) -> list[str]:
    """Every scenario of the folder, by name."""
    return sorted(path.name.removesuffix(".trace.jsonl") for path in folder.glob("*.trace.jsonl"))


def read_scenario(name: str, folder: Path = SCENARIOS) -> Scenario:
    """The scenario of that name."""
    trace = (folder / f"{name}.trace.jsonl").read_text(encoding="utf-8").splitlines()
    lines = (folder / f"{name}.expected.jsonl").read_text(encoding="utf-8").splitlines()
    first, *rest = [json.loads(line) for line in lines if line.strip()]
    return Scenario(name, first["about"], tuple(trace), tuple(first["only"]), tuple(rest))


def said_in(trace: Iterable[str]) -> list[Json]:
    """All verdicts of a replay, as the contract's objects."""
    steps = replay(trace)
    header = next(steps)
    assert isinstance(header, Header)
    board = header.table.board
    said = []
    for step in steps:
        assert not isinstance(step, Header)
        said += [to_json(verdict, board) for verdict in step.said]
    return said


def differences(scenario: Scenario) -> list[str]:
    """What was said otherwise than expected, as lines to read; empty if nothing was."""
    said = [verdict for verdict in said_in(scenario.trace) if verdict["kind"] in scenario.only]
    lines, wrong = [f"{scenario.name}: {scenario.about}"], False
    for i in range(max(len(said), len(scenario.expected))):
        wanted = scenario.expected[i] if i < len(scenario.expected) else None
        heard = said[i] if i < len(said) else None
        if wanted is not None and heard is not None and wanted["kind"] == heard["kind"]:
            faults = list(_faults(wanted, heard))
        else:
            faults = ["another kind" if wanted is not None and heard is not None else "missing"]
            faults = ["said, and not expected"] if wanted is None else faults
        wrong = wrong or bool(faults)
        lines.append(f"  {'!' if faults else ' '} {i + 1}. {'; '.join(faults)}")
        if faults:
            lines.append(f"      expected {json.dumps(wanted)}")
        lines.append(f"      said     {json.dumps(heard)}")
    return lines if wrong else []


def _faults(wanted: Json, heard: Json) -> Iterable[str]:
    for name, value in wanted.items():
        if name == "t":
            low, high = value
            if not low - 1e-6 <= heard["t"] <= high + 1e-6:
                yield f"t is {heard['t']:.3f}, not in {low:.3f}..{high:.3f}"
        elif not _matches(value, heard.get(name), name):
            yield f"{name} is {json.dumps(heard.get(name))}, not {json.dumps(value)}"


def _matches(wanted: Any, heard: Any, name: str) -> bool:
    if isinstance(wanted, dict) and set(wanted) == {"any"}:
        return any(_matches(value, heard, name) for value in wanted["any"])
    if isinstance(wanted, dict) and isinstance(heard, dict):
        return all(key in heard and _matches(value, heard[key], key) for key, value in wanted.items())
    if isinstance(wanted, list) and isinstance(heard, list):
        if len(wanted) != len(heard):
            return False
        if name not in UNORDERED:
            return all(_matches(w, h, "") for w, h in zip(wanted, heard, strict=True))
        left = list(heard)
        for value in wanted:
            match = next((h for h in left if _matches(value, h, "")), None)
            if match is None:
                return False
            left.remove(match)
        return True
    return bool(wanted == heard)
