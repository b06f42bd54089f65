"""Changes that alter no verdict of any scenario (a sample; `--all-scenarios`: every one)."""

from __future__ import annotations

import json
import random
import re

import pytest

from engine.geometry import Board, board
from engine.position import Position, holes_when_set_up
from jokerboard.journal.games.trace import read_event, read_header
from jokerboard.journal.records import Json
from tests.engine.referee.consistent import inconsistent
from tests.engine.referee.scenario import read_scenario, verdicts_in

FACTS = ("kind", "seat", "n", "card", "code", "position", "hole", "device", "amends")


def lines_of(name: str) -> list[Json]:
    return [json.loads(line) for line in read_scenario(name).trace]


def replayed(lines: list[Json]) -> list[Json]:
    return verdicts_in([json.dumps(line) for line in lines])


def test_additional_time_ticks_change_no_verdict(group: list[str]) -> None:
    for name in group:
        lines = lines_of(name)
        end = lines[-1]["t"]
        ticks = [{"t": round(i * 0.037, 3)} for i in range(int(end / 0.037) + 1)]
        both = sorted(lines[1:] + ticks, key=lambda line: line["t"])
        assert replayed([lines[0], *both]) == replayed(lines), name


def test_in_every_hypothesis_each_hole_without_a_suspected_sensor_is_as_its_sensor_shows(
    group: list[str],
) -> None:
    """In every hypothesis each hole is full or empty as its sensor shows, except for suspected sensors.

    A hole has one marble, no marble is lost, and every hypothesis suspects a sensor that was reported as
    faulty, even if the hypothesis is replayed later.
    """
    for name in group:
        _judges_what_is_shown(name)


def _judges_what_is_shown(name: str) -> None:
    first, *rest = read_scenario(name).trace
    header = read_header(first)
    referee = header.referee()
    for number, line in enumerate(rest, 2):
        referee.feed(read_event(line, number, header.table.board))
        assert not inconsistent(referee), line


def test_short_glitches_of_sensors_change_no_verdict(group: list[str]) -> None:
    """Noise of 3 ms in holes that are quiet; a verdict may be later by the 8 ms of the debouncing."""
    for name in group:
        _noise_changes_nothing(name)


def _noise_changes_nothing(name: str) -> None:
    lines, rng = lines_of(name), random.Random(name)
    there = board(lines[0]["sides"])
    edges: dict[str, list[float]] = {}
    for line in lines[1:]:
        if "hole" in line:
            edges.setdefault(line["hole"], []).append(line["t"])
    noise: list[Json] = []
    levels = _first_levels(lines[0], there)
    for _ in range(25):
        hole, t = there.name(rng.randrange(there.holes)), rng.uniform(0.01, lines[-1]["t"] - 0.01)
        t = round(t, 3)
        if all(abs(t - edge) > 0.02 for edge in edges.get(hole, [])):
            level = levels[hole] ^ sum(edge < t for edge in _changes(lines, hole, levels[hole])) % 2 == 1
            edges.setdefault(hole, []).append(t)
            noise += [{"t": t, "hole": hole, "on": not level}, {"t": t + 0.003, "hole": hole, "on": level}]
    both = sorted(lines[1:] + noise, key=lambda line: line["t"])
    quiet, noisy = replayed(lines), replayed([lines[0], *both])
    for verdict in quiet + noisy:
        verdict["t"] = round(verdict["t"], 6)
    assert [{**v, "t": 0} for v in noisy] == [{**v, "t": 0} for v in quiet], name
    for one, other in zip(quiet, noisy, strict=True):
        assert other["t"] == pytest.approx(one["t"], abs=0.0111)


def _first_levels(header: Json, there: Board) -> dict[str, bool]:
    if "occupied" in header:
        full = set(header["occupied"])
    else:
        full = {there.name(hole) for hole in holes_when_set_up(Position.parse(header["position"]), there)}
    return {there.name(hole): there.name(hole) in full for hole in range(there.holes)}


def _changes(lines: list[Json], hole: str, level: bool) -> list[float]:
    times = []
    for line in lines[1:]:
        if line.get("hole") == hole and line["on"] != level:
            level = line["on"]
            times.append(line["t"])
    return times


def test_a_board_turned_by_one_side_has_verdicts_turned_by_one_side(group: list[str]) -> None:
    """On a board turned by one side, the verdicts are equal and turned by one side."""
    for name in group:
        if "occupied" not in read_scenario(name).header:
            _judged_alike(name)


def _judged_alike(name: str) -> None:
    lines = lines_of(name)
    sides = lines[0]["sides"]
    seats = [letter for letter in "ABCDEFGH"[:sides] if _taken(lines[0]["position"], letter)]
    step = 1 if len(seats) == sides else sides // len(seats)
    turn = {a: "ABCDEFGH"[(i + step) % sides] for i, a in enumerate("ABCDEFGH"[:sides])}
    turned = [_turned(line, turn, step) for line in lines]
    expected = [_facts(_turned(verdict, turn, step)) for verdict in replayed(lines)]
    assert [_facts(verdict) for verdict in replayed(turned)] == expected, name


def _taken(position: str, letter: str) -> bool:
    return position.split()[0].split("/")["ABCDEFGH".index(letter)] != "."


def _turned(line: Json, turn: dict[str, str], step: int) -> Json:
    out = dict(line)
    for name in ("hole", "at", "seat"):
        if isinstance(out.get(name), str) and out[name] != "table":
            out[name] = turn[out[name][0]] + out[name][1:]
    if isinstance(out.get("machine"), str):
        card, legs = out["machine"].split(" ", 1)
        out["machine"] = f"{card} " + re.sub(r"[A-H](?=[sh\d])", lambda found: turn[found[0]], legs)
    for name in ("holes", "touch"):
        if name in out:
            out[name] = [turn[hole[0]] + hole[1:] for hole in out[name]]
    if "put_back" in out:
        out["put_back"] = [{k: turn[h[0]] + h[1:] for k, h in p.items()} for p in out["put_back"]]
    if "team" in out:
        out["team"] = sorted(turn[seat] for seat in out["team"])
    if "position" in out:
        out["position"] = _turned_position(out["position"], step)
    return out


def _turned_position(text: str, step: int) -> str:
    position = Position.parse(text)
    sides, ring = position.sides, 18 * position.sides

    def hole(h: int) -> int:
        return (h + 18 * step) % ring if h < ring else ring + (h - ring + 5 * step) % (5 * sides)

    marbles: list[tuple[int, ...] | None] = [None] * sides
    for seat, held in enumerate(position.marbles):
        marbles[(seat + step) % sides] = None if held is None else tuple(sorted(map(hole, held)))
    return Position(sides, tuple(marbles), (position.turn + step) % sides, position.per_seat).line()


def _facts(verdict: Json) -> Json:
    facts = {
        k: verdict.get(k) for k in ("t", "kind", "seat", "n", "card", "code", "position", "hole", "amends")
    }
    facts["t"] = round(verdict["t"], 6)
    facts["holes"] = sorted(verdict.get("holes", []))
    # The verdict may name any of several equal marbles or equally likely plays.
    back = verdict.get("put_back", [])
    facts["put_back"] = len(back), sorted(each["from"] for each in back)
    facts["touch"] = len(verdict.get("touch", []))
    return facts
