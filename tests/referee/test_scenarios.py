"""Every scenario: what the table saw, replayed, is judged as the contract has it; and none is missing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import fields
from typing import get_args

import pytest

from engine.rules import RULES
from engine.violation import Code
from referee.cards import CardsMode
from referee.events import ButtonName, DecisionName
from referee.state import Mode
from referee.verdicts import Verdict
from simulation.people.habits import Habits
from tests.referee.scenario import SCENARIOS, Json, differences, read_scenario, said_in, scenario_names

BUMPS = {
    "an opponent goes to START": r"^[^8X]\S* [A-H]\d+-[A-H]\d+x[A-H]$",
    "an opponent, by a marble out of START": r"^[^X]\S* [A-H]s-\w+x",
    "an opponent, by a Joker": r"^X\S* [A-H]\d+-\w+x",
    "an opponent, by a Joker out of START": r"^X\S* [A-H]s-\w+x",
    "an opponent, backward": r"^8\S* [A-H]\d+-[A-H]\d+x[A-H]$",
    "the partner goes to his in-spot": r"^[^X]\S* [A-H]\d+-\w+>[A-H]$",
    "the partner, by a marble out of START": r"^[^X]\S* [A-H]s-\w+>[A-H]$",
    "the partner, by a Joker": r"^X\S* [A-H]\d+-\w+>[A-H]$",
    "the partner, and one's own marble there to one's own in-spot": r">[A-H]>[A-H]$",
    "the partner, and the opponent there to START": r"-\w+>([A-H])x(?!\1)[A-H]$",
    "the partner, one's own, and the opponent there to START": r">[A-H]>[A-H]x[A-H]$",
    "the partner, and his own marble there to START": r"-\w+>([A-H])x\1$",
    "one leg of a split bumps": r"^\S+ (\S+x[A-H] [^x]+|[^x]+ \S+x[A-H])$",
    "both legs of a split bump": r"^\S+ \S+x[A-H] \S+x[A-H]$",
    "a chain in a split": r"^\S+ (\S+>\S+ \S+|\S+ \S+>\S+)$",
    "two marbles change places": r"~",
}
"""Every way in which a play moves other marbles, as the contract writes it."""

KINDS = {kind.__name__.lower() for kind in get_args(Verdict)}
NO_RULE_SET = {Code.COME_OUT_SAFE}
"""Codes of house rules that no rule set has, and that a trace cannot name."""


@pytest.mark.parametrize("name", scenario_names())
def test_a_scenario_is_judged_as_the_contract_has_it(name: str) -> None:
    found = differences(read_scenario(name))
    assert not found, "\n" + "\n".join(found)


def catalogue() -> dict[str, dict[str, list[str]]]:
    """The tables of the scenarios' README: by heading, what is shown and by which scenarios."""
    tables: dict[str, dict[str, list[str]]] = {}
    for line in (SCENARIOS / "README.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            table = tables.setdefault(line[3:], {})
        elif line.startswith("| ") and not line.endswith("| scenarios |"):
            what, names = line.strip("| ").split(" | ")
            table[what.strip("`")] = names.split(", ")
    return tables


def said_of(kind: str, said: list[Json]) -> list[Json]:
    return [verdict for verdict in said if verdict["kind"] == kind]


def shows_a_bump(what: str, lines: list[Json], said: list[Json]) -> bool:
    return any(re.search(BUMPS[what], verdict["play"]) for verdict in said_of("move", said))


def shows_a_decision(what: str, lines: list[Json], said: list[Json]) -> bool:
    return what in [verdict["decision"] for verdict in said_of("decision", said)]


SHOWS: dict[str, tuple[set[str] | None, Callable[[str, list[Json], list[Json]], bool]]] = {
    "Codes of illegal": (
        {code.value for code in Code if code not in NO_RULE_SET},
        lambda what, lines, said: what in [verdict["code"] for verdict in said_of("illegal", said)],
    ),
    "Verdicts": (KINDS, lambda what, lines, said: bool(said_of(what, said))),
    "Bumps, chains and exchanges": (set(BUMPS), shows_a_bump),
    "Amendments": (None, lambda what, lines, said: any("amends" in v for v in said_of("move", said))),
    "Faults": (
        None,
        lambda what, lines, said: any(
            ("device" in v) == (what == "a device") for v in said_of("fault", said)
        ),
    ),
    "Decisions": (set(get_args(DecisionName)), shows_a_decision),
    "Buttons": (
        set(get_args(ButtonName)),
        lambda what, lines, said: any(line.get("button") == what for line in lines),
    ),
    "Tables": (
        {*get_args(Mode), *get_args(CardsMode), *RULES},
        lambda what, lines, said: what in (lines[0]["mode"], lines[0]["cards"], lines[0]["rules"]),
    ),
    "Habits": ({field.name for field in fields(Habits)}, lambda what, lines, said: True),
}
"""By heading: all there is to show (None: no list says), and whether a trace and its verdicts show it."""


def test_the_catalogue_of_scenarios_leaves_nothing_out() -> None:
    tables = catalogue()
    assert set(tables) == set(SHOWS)
    for heading, (everything, _) in SHOWS.items():
        assert everything is None or set(tables[heading]) == everything, heading


@pytest.mark.parametrize("heading", SHOWS)
def test_a_scenario_of_the_catalogue_shows_what_it_is_named_for(heading: str) -> None:
    shows = SHOWS[heading][1]
    for what, names in catalogue()[heading].items():
        for name in names:
            trace = read_scenario(name).trace
            lines = [json.loads(line) for line in trace]
            assert shows(what, lines, said_in(trace)), f"{name} does not show {what}"
