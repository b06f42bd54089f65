"""Scenarios: the events of a table, and between them the verdicts that the referee must have announced by
then.

A scenario is one file, JSON lines. The first line is about it: `about`, one or two sentences; perhaps
`judged`, the kinds of verdict that count (by default all except `turn`), `habits`, the simulation's habits
that it shows, `outcome` (see `outcome.py`), and `restart`, the facts that a restart would forget. The trace
follows (docs/formats.md). Between the lines are expectations, `{"expect": kind, …}`, one for each verdict
that must be announced, in this order and with no other between. An expectation is a subset of the verdict's
object, in which

- `t` is a window, `[from, to]` in seconds;
- `holes`, `owing`, `put_back`, `candidates`, `touch` are compared without regard to order;
- `{"any": […]}` in the place of a value allows each of those values;
- `choice` marks a referee's choice: `"time"` for the time of the verdict, `"verdict"` for the verdict itself.

An expectation without `choice` is a fact, about which people at the table would agree.

A corpus file has one scenario a line: `name`, `about`, `trace` and `expect`, and the optional fields.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jokerboard.journal.games.game_lines import to_json
from jokerboard.journal.games.trace import Header, replay
from jokerboard.journal.records import Json
from tests.engine.referee.outcome import differs, verdicts_of

FOLDER = Path(__file__).parents[2] / "scenarios"
CORPUS = FOLDER / "corpus"

JUDGED = (
    "move",
    "discard",
    "illegal",
    "ambiguous",
    "restored",
    "takeback",
    "decision",
    "fault",
    "over",
    "final",
    "offer",
)
UNORDERED = ("holes", "owing", "put_back", "candidates", "touch", "to")
CHOICES = (None, "time", "verdict")

NOT_YET = {
    "illegal/bumped-partner-to-start",
    "illegal/in-spot-occupied",
}
"""Scenarios that the referee still judges wrongly; each leaves this list when it is judged rightly."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario; its name begins with its topic or its corpus file, such as `plays/walk`."""

    name: str
    about: str
    trace: tuple[str, ...]
    expected: tuple[Json, ...]
    judged: tuple[str, ...] = JUDGED
    habits: tuple[str, ...] = ()
    outcome: Json | None = None
    restart: str | None = None

    @property
    def header(self) -> Json:
        header: Json = json.loads(self.trace[0])
        return header


def chosen() -> list[str]:
    """The names of the scenarios that were picked by hand, in order."""
    return sorted(
        f"{path.parent.name}/{path.stem}" for path in FOLDER.glob("*/*.jsonl") if path.parent != CORPUS
    )


def corpus_files() -> list[str]:
    return sorted(f"corpus/{path.stem}" for path in CORPUS.glob("*.jsonl"))


@cache
def corpus_names(file: str) -> list[str]:
    """The names of the scenarios of a corpus file; every worker needs all names, but few scenarios."""
    lines = (FOLDER / f"{file}.jsonl").read_text(encoding="utf-8").splitlines()
    return [f"{file}/{json.loads(line)['name']}" for line in lines]


@cache
def corpus(file: str) -> dict[str, Scenario]:
    """The scenarios of a corpus file, by name."""
    lines = (FOLDER / f"{file}.jsonl").read_text(encoding="utf-8").splitlines()
    found = [_scenario(f"{file}/{each['name']}", each) for each in map(json.loads, lines)]
    return {scenario.name: scenario for scenario in found}


def every_scenario() -> list[str]:
    """The names of all scenarios: first the hand-picked ones, then those of the corpus."""
    return [*chosen(), *(name for file in corpus_files() for name in corpus_names(file))]


def read_scenario(name: str) -> Scenario:
    if name.startswith("corpus/"):
        return corpus(name.rpartition("/")[0])[name]
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    objects = [(line, json.loads(line)) for line in lines if line.strip()]
    (_, first), *rest = objects
    first["trace"] = [line for line, each in rest if "expect" not in each]
    first["expect"] = [each for _, each in rest if "expect" in each]
    return _scenario(name, first)


def _scenario(name: str, read: Json) -> Scenario:
    trace = tuple(line if isinstance(line, str) else json.dumps(line) for line in read["trace"])
    expected = [{"kind": each["expect"], **each} for each in read.get("expect", ())]
    for each in expected:
        del each["expect"]
        assert each.get("choice") in CHOICES, f"{name}: no choice is called {each['choice']!r}"
    return Scenario(
        name,
        read["about"],
        trace,
        tuple(expected),
        tuple(read.get("judged", JUDGED)),
        tuple(read.get("habits", ())),
        read.get("outcome"),
        read.get("restart"),
    )


def verdicts_in(trace: Iterable[str]) -> list[Json]:
    """All verdicts of a replay of the trace, as the JSON objects of docs/formats.md."""
    steps = replay(trace)
    header = next(steps)
    assert isinstance(header, Header)
    verdicts = []
    for step in steps:
        assert not isinstance(step, Header)
        verdicts += [to_json(verdict, header.table.board) for verdict in step.verdicts]
    return verdicts


def differences(scenario: Scenario) -> list[str]:
    """The differences between the referee's verdicts and the scenario's expectations, a line each."""
    values, objects = verdicts_of(scenario.trace)
    lines = [f"{scenario.name}: {scenario.about}"]
    if scenario.outcome is not None:
        lines += [f"  ! {line}" for line in differs(scenario.outcome, values, objects)]
        if not scenario.expected:
            return lines if len(lines) > 1 else []
    announced = [verdict for verdict in objects if verdict["kind"] in scenario.judged]
    compared = list(_compared(scenario.expected, announced))
    for i, (faults, wanted, found) in enumerate(compared, 1):
        lines.append(f"  {'!' if faults else ' '} {i}. {'; '.join(faults)}")
        if faults:
            lines.append(f"      expected {json.dumps(wanted)}")
        lines.append(f"      found    {json.dumps(found)}")
    wrong = any(faults for faults, _, _ in compared) or any(line.startswith("  ! ") for line in lines)
    return lines if wrong else []


def _compared(
    expected: Iterable[Json], announced: Iterable[Json]
) -> Iterator[tuple[list[str], Json | None, Json | None]]:
    """Each expectation with its verdict and the faults of the pair; a missing choice is no fault."""
    left = list(announced)
    for wanted in expected:
        found = left[0] if left else None
        faults = _faults(wanted, found)
        if faults and wanted.get("choice") == "verdict":
            continue
        if found is not None:
            left.pop(0)
        yield faults, wanted, found
    for found in left:
        yield ["not expected"], None, found


def _faults(wanted: Json, found: Json | None) -> list[str]:
    if found is None:
        return ["missing"]
    if wanted["kind"] != found["kind"]:
        return ["another kind"]
    return [fault for name, value in wanted.items() for fault in _fault(name, value, wanted, found)]


def _fault(name: str, value: Any, wanted: Json, found: Json) -> Iterator[str]:
    if name == "choice" or (name == "t" and wanted.get("choice") == "time"):
        return
    if name == "t":
        low, high = value
        if not low - 1e-6 <= found["t"] <= high + 1e-6:
            yield f"t is {found['t']:.3f}, not in {low:.3f}..{high:.3f}"
    elif not matches(value, found.get(name), name):
        yield f"{name} is {json.dumps(found.get(name))}, not {json.dumps(value)}"


def matches(wanted: Any, found: Any, name: str = "") -> bool:
    """Whether the value `found` of the verdict's field `name` meets the expectation `wanted`."""
    if isinstance(wanted, dict) and set(wanted) == {"any"}:
        return any(matches(value, found, name) for value in wanted["any"])
    if isinstance(wanted, dict) and isinstance(found, dict):
        return all(key in found and matches(value, found[key], key) for key, value in wanted.items())
    if isinstance(wanted, list) and isinstance(found, list):
        return _lists_match(wanted, found, name)
    return bool(wanted == found)


def _lists_match(wanted: list[Any], found: list[Any], name: str) -> bool:
    if len(wanted) != len(found):
        return False
    if name not in UNORDERED:
        return all(matches(w, h) for w, h in zip(wanted, found, strict=True))
    left = list(found)
    for value in wanted:
        match = next((h for h in left if matches(value, h)), None)
        if match is None:
            return False
        left.remove(match)
    return True
