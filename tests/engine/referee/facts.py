"""The facts of a scenario: expectations that do not depend on the timing and choices of one referee.

Facts are the plays in force at the end, the number of alarms, and the sensors announced as faulty. An open
question at the end is no failure: the table may ask about two plays that look alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from jokerboard.journal.records import Json
from tests.engine.referee.outcome import differs, verdicts_of
from tests.engine.referee.scenario import Scenario, differences, matches
from tests.simulated_games.true_turns import in_force


def facts_missed(scenario: Scenario) -> list[str]:
    """A line for each fact of the scenario that the referee gets wrong; empty if all are right."""
    if not differences(scenario):
        return []
    values, objects = verdicts_of(scenario.trace)
    if scenario.outcome is not None and not scenario.expected:
        return differs(scenario.outcome, values, objects)
    verdicts = [verdict for verdict in objects if verdict["kind"] in scenario.judged]
    wanted = list(scenario.expected)
    return [*_plays(wanted, values, verdicts), *_alarms(wanted, verdicts), *_faults(wanted, verdicts)]


def _plays(wanted: list[Json], values: Iterable[Any], verdicts: list[Json]) -> Iterator[str]:
    if not any(each["kind"] in ("move", "discard", "takeback", "decision") for each in wanted):
        return
    expected = [each.get("position") for each in _in_force(wanted)]
    found = [each.position.line() for each in in_force(values)]
    asks = bool(verdicts) and verdicts[-1]["kind"] == "ambiguous"
    if asks and len(found) < len(expected):
        expected = expected[: len(found)]
    alike = len(found) == len(expected) and all(
        want in (None, have) for want, have in zip(expected, found, strict=True)
    )
    if not alike:
        wants = ", ".join(map(str, expected)) or "nothing"
        yield f"in force {', '.join(found) or 'nothing'}; expected {wants}"


def _in_force(wanted: Iterable[Json]) -> list[Json]:
    stands: list[Json] = []
    for each in wanted:
        if each["kind"] == "move" and stands and ("amends" in each or _same_turn(each, stands[-1])):
            stands[-1] = each
        elif each["kind"] in ("move", "discard", "decision"):
            stands.append(each)
        elif each["kind"] == "takeback" and stands:
            stands.pop()
    return stands


def _same_turn(move: Json, before: Json) -> bool:
    """Whether after both verdicts the same seat is in turn, so that `move` replaces `before`."""
    after, first = move.get("position"), before.get("position")
    if before["kind"] == "decision" or not isinstance(after, str) or not isinstance(first, str):
        return False
    return after.rpartition(" ")[2] == first.rpartition(" ")[2]


def _alarms(wanted: list[Json], verdicts: list[Json]) -> Iterator[str]:
    expected = [each for each in wanted if each["kind"] == "illegal"]
    facts = [each for each in expected if each.get("choice") != "verdict"]
    alarms = [each for each in verdicts if each["kind"] == "illegal"]
    if len(alarms) > len(expected):
        codes = ", ".join(f"{each['code']} at {each['t']:.3f}" for each in alarms)
        yield f"{len(alarms)} illegal, expected {len(expected)}: {codes}"
    if len(alarms) < len(facts):
        yield f"{len(alarms)} illegal, expected {len(facts)}"


def _faults(wanted: list[Json], verdicts: list[Json]) -> Iterator[str]:
    expected = [each.get("hole") for each in wanted if each["kind"] == "fault"]
    for each in verdicts:
        accuses = each["kind"] == "fault" and "hole" in each and not each.get("ok")
        if accuses and not any(hole is None or matches(hole, each["hole"]) for hole in expected):
            yield f"{each['hole']} is called faulty"
