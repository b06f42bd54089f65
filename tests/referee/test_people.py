"""Whole games of people unlike the simulation's: each play is said, in its time, and without an alarm."""

from __future__ import annotations

import json
import random

import pytest

from engine.geometry import seat_letter
from engine.rules.rule_sets import RULES
from engine.table import Table, table_for
from tests.examples import some
from tests.referee.hands import positions_of_play
from tests.referee.people import Game, Truth
from tests.referee.scenario import Json, said_in

TURNS = 14


def played(table: Table, seed: int) -> tuple[Game, list[str]]:
    """A game, and the trace of it."""
    rng = random.Random(f"{table.rules.name} {seed}")
    position = rng.choice(list(positions_of_play(table, seed, 12)))
    game = Game(table, position, rng)
    while len(game.truths) < TURNS and game.turn():
        pass
    game.end()
    header = {"trace": 1, "rules": table.rules.name, "position": position.line(), "mode": "referee"}
    return game, [json.dumps(line) for line in (header, *game.lines)]


LATE = 0.04
"""So large a share of the plays may come later: a marble of another play was up when two were exchanged."""


def in_force(said: list[Json]) -> list[Json]:
    """The plays that stand after all amendments and takebacks, first to last."""
    plays: list[Json] = []
    for verdict in said:
        gone = verdict["n"] if verdict["kind"] == "takeback" else verdict.get("amends")
        plays = [play for play in plays if play["n"] != gone]
        plays += [verdict] if verdict["kind"] == "move" else []
    return plays


def late(truth: Truth, first: float, edges: list[float]) -> bool:
    """Whether a play was said later than the contract has it, though nobody touched the board since."""
    return first > truth.by + 0.02 and not any(truth.by - 0.69 < t < truth.by for t in edges)


def faults(game: Game, said: list[Json]) -> tuple[list[str], list[str]]:
    """The plays that were said wrongly, and those said late while the contract's words left no doubt."""
    plays = in_force(said)
    found: list[str] = []
    edges = sorted(line["t"] for line in game.lines if "hole" in line)
    for i, truth in enumerate(game.truths):
        heard = plays[i] if i < len(plays) else None
        if heard is None or heard["position"] != truth.after.line():
            return [f"{seat_letter(truth.seat)} played to {truth.after}, and heard was {heard}"], found
        first = min(v["t"] for v in said if v.get("position") == heard["position"] and v["kind"] == "move")
        if late(truth, first, edges):
            found.append(f"{heard['play']} was said at {first}, not by {truth.by}")
    return [], found


@pytest.mark.parametrize("players", [4, 6])
@pytest.mark.parametrize("name", list(RULES))
def test_people_unlike_ours_are_understood(name: str, players: int) -> None:
    table, turns = table_for(RULES[name], players), 0
    found: list[str] = []
    late: list[str] = []
    for seed in some(range(8), 4):
        game, trace = played(table, seed)
        said = said_in(trace)
        alarms = [v for v in said if v["kind"] in ("illegal", "fault")]
        wrong, slow = faults(game, said)
        found += [f"{seed}: {fault}" for fault in (*wrong, *map(str, alarms))]
        late += [f"{seed}: {fault}" for fault in slow]
        turns += len(game.truths)
    assert found == []
    assert len(late) <= turns * LATE, late
    assert turns > 20
