"""Generate the catalogue of hand-picked scenarios: `python -m tests.engine.referee.catalogue` writes it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

from engine.referee.events import ButtonName, DecisionName
from engine.referee.settings import CardsMode, Mode
from engine.rules.rule_sets import RULES
from engine.violation import Code
from jokerboard.journal.games.game_lines import KINDS
from tests.engine.referee.scenario import FOLDER, Scenario, chosen, corpus, corpus_files, read_scenario
from tests.simulated_games.people.habits import Habits

PAGE = FOLDER / "README.md"

OPENING = """# What the referee can tell, by example

*Made by `python -m tests.engine.referee.catalogue`; a test holds it equal to the files.*

Each name is one file, `TOPIC/NAME.jsonl`: a sentence about it, what the table saw, and between these lines
what must be said by then. `jokerboard replay` plays any of them:

    jokerboard replay tests/scenarios/illegal/wrong-count.jsonl --lights

An expectation is a fact, about which people at the table would agree, unless it is marked as a `choice`:
`"time"` if another referee may say it at another moment, `"verdict"` if it need not say it. The format is in
`tests/engine/referee/scenario.py`. `corpus/` holds {corpus} more, one a line, which are scored as a rate and
not asserted one by one.
"""

TOPICS = {
    "plays": "Plays",
    "bumps": "Bumps and chains",
    "hands": "What hands do besides",
    "cards": "Cards and their readers",
    "discards": "Discards and buttons",
    "illegal": "Illegal",
    "amendments": "Amendments",
    "takebacks": "Takebacks",
    "questions": "Questions",
    "rulings": "Rulings of a human referee",
    "sensors": "Sensors and devices",
    "no-cards": "Tables that read no cards",
    "tables": "Other tables",
    "disputes": "Disputes that were once judged wrongly",
}
"""The folders of scenarios in the order of the catalogue, with their headings."""

BUMPS = {
    "an opponent goes to START": r"^[^8X]\S* [A-H]\d+-[A-H]\d+x[A-H]$",
    "an opponent, by a marble out of START": r"^[^X]\S* [A-H]s-\w+x",
    "an opponent, by a Joker": r"^X\S* [A-H]\d+-\w+x",
    "an opponent, by a Joker out of START": r"^X\S* [A-H]s-\w+x",
    "an opponent, backward": r"^8\S* [A-H]\d+-[A-H]\d+x[A-H]$",
    "the partner, to the in-spot": r"^[^X]\S* [A-H]\d+-\w+>[A-H]$",
    "the partner, by a marble out of START": r"^[^X]\S* [A-H]s-\w+>[A-H]$",
    "the partner, by a Joker": r"^X\S* [A-H]\d+-\w+>[A-H]$",
    "the partner, and an own marble from there to the own in-spot": r">[A-H]>[A-H]$",
    "the partner, and an opponent from there to START": r"-\w+>([A-H])x(?!\1)[A-H]$",
    "the partner, an own marble, and an opponent to START": r">[A-H]>[A-H]x[A-H]$",
    "the partner, and the partner's own marble from there to START": r"-\w+>([A-H])x\1$",
    "one leg of a split bumps": r"^\S+ (\S+x[A-H] [^x]+|[^x]+ \S+x[A-H])$",
    "both legs of a split bump": r"^\S+ \S+x[A-H] \S+x[A-H]$",
    "a chain in a split": r"^\S+ (\S+>\S+ \S+|\S+ \S+>\S+)$",
    "two marbles are exchanged": r"~",
}
"""Every effect of a play on other marbles, in the notation of docs/formats.md."""

NO_RULE_SET = {Code.COME_OUT_SAFE}
"""Codes that occur only by house rules, which a trace cannot name."""


def covered() -> dict[str, tuple[set[str], Callable[[Scenario], Iterable[str]]]]:
    """For each heading, the entries to cover, and a function that returns those that a scenario covers."""
    kinds = set(KINDS)
    return {
        "Codes of illegal": (
            {c.value for c in Code if c not in NO_RULE_SET},
            lambda s: _values(s, "illegal", "code"),
        ),
        "Verdicts": (kinds, _kinds),
        "Bumps, chains and exchanges": (set(BUMPS), _bumps),
        "Changes of mind": ({"amendment", "takeback"}, _changes),
        "Rulings": (set(get_args(DecisionName)), lambda s: _values(s, "decision", "decision")),
        "Buttons": (
            set(get_args(ButtonName)),
            lambda s: [line["button"] for line in _lines(s) if "button" in line],
        ),
        "Faults": ({"a sensor", "a device"}, _faults),
        "Modes": (set(get_args(Mode)), lambda s: [s.header["mode"]]),
        "Cards": (set(get_args(CardsMode)), lambda s: [s.header.get("cards", "seat")]),
        "Rule sets": (set(RULES), lambda s: [s.header["rules"]]),
        "Players": ({"2", "4", "6", "8"}, lambda s: [str(s.header.get("players"))]),
        "Habits of simulated people": ({field.name for field in fields(Habits)}, lambda s: s.habits),
    }


def page() -> str:
    scenarios = [read_scenario(name) for name in chosen()]
    count = sum(len(corpus(file)) for file in corpus_files())
    lines = [OPENING.replace("{corpus}", f"{count:,}")]
    for topic, heading in TOPICS.items():
        lines += [f"## {heading}", "", "| scenario | what happens |", "|---|---|"]
        lines += [f"| `{s.name}` | {s.about} |" for s in scenarios if s.name.startswith(f"{topic}/")]
        lines.append("")
    lines += ["## What is shown where", ""]
    for heading, (everything, shown) in covered().items():
        lines += [f"**{heading}**", ""]
        for what in sorted(everything):
            names = [s.name for s in scenarios if what in shown(s)]
            few = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
            lines.append(f"- {what}: {few}")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _lines(scenario: Scenario) -> list[dict[str, Any]]:
    return [json.loads(line) for line in scenario.trace]


def _values(scenario: Scenario, kind: str, field: str) -> Iterator[str]:
    for each in scenario.expected:
        if each["kind"] == kind and field in each:
            value = each[field]
            yield from value["any"] if isinstance(value, dict) else [value]


def _kinds(scenario: Scenario) -> list[str]:
    offers = ["offer"] if (scenario.outcome or {}).get("offer") else []
    return [each["kind"] for each in scenario.expected] + offers


def _bumps(scenario: Scenario) -> list[str]:
    plays = list(_values(scenario, "move", "play"))
    return [what for what, pattern in BUMPS.items() if any(re.search(pattern, play) for play in plays)]


def _changes(scenario: Scenario) -> Iterator[str]:
    if any("amends" in each for each in scenario.expected):
        yield "amendment"
    if any(each["kind"] == "takeback" for each in scenario.expected):
        yield "takeback"


def _faults(scenario: Scenario) -> Iterator[str]:
    for each in scenario.expected:
        if each["kind"] == "fault":
            yield "a device" if "device" in each else "a sensor"


if __name__ == "__main__":
    Path(PAGE).write_text(page(), encoding="utf-8")
