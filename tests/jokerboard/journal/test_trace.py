"""Every field of a trace is read, and every fault is named with its line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.cards import Card
from engine.errors import TraceError
from engine.geometry import board
from engine.position import Position
from engine.referee.events import Button, CardRead, Dealt, Device, Edge, Event, Reshuffled, Ruling, Tick
from engine.referee.settings import Settings
from jokerboard.journal.games.trace import Header, Replayed, read_event, read_header, replay
from tests.engine.referee.scenario import verdicts_in

BOARD = board(4)
HEADER: dict[str, Any] = {
    "trace": 1,
    "rules": "texas",
    "players": 4,
    "sides": 4,
    "teams": None,
    "position": "A8/-/-/- A",
    "mode": "referee",
    "cards": "seat",
    "settings": {},
}


def header(**changes: Any) -> str:
    return json.dumps({k: v for k, v in {**HEADER, **changes}.items() if v is not ...})


def faults(*lines: str) -> str:
    with pytest.raises(TraceError) as caught:
        verdicts_in(lines)
    return str(caught.value)


def test_every_field_of_a_traces_header_is_read() -> None:
    read = read_header(header(settings={"illegal_after": 1.5}, occupied=["A9", "As1"], teams=4))
    assert read.table.rules.name == "texas"
    assert read.table.team_count == 4
    assert read.position == Position.parse("A8/-/-/- A")
    assert (read.mode, read.cards) == ("referee", "seat")
    assert read.settings == Settings(illegal_after=1.5)
    assert read.occupied == frozenset({9, BOARD.hole("As1")})


def test_a_traces_header_may_leave_out_every_field_that_has_a_default() -> None:
    read = read_header(header(players=..., sides=..., teams=..., mode=..., cards=..., settings=...))
    assert (read.mode, read.cards, read.settings, read.occupied) == ("referee", "seat", Settings(), None)


def test_a_traces_header_may_set_house_rules() -> None:
    assert read_header(header(set={"ace_11": "off"})).table.rules.ace_11 is False
    assert "unknown_switch" in faults(header(set={"unknown_switch": "on"}))


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ({"t": 0.512, "hole": "A8", "on": False}, Edge(0.512, 8, False)),
        ({"t": 0.1, "card": "7H", "at": "A"}, CardRead(0.1, Card.parse("7H"), 0)),
        ({"t": 0.1, "card": "7H#2", "at": "table"}, CardRead(0.1, Card.parse("7H#2"), None)),
        ({"t": 0.9, "card": None, "at": "B"}, CardRead(0.9, None, 1)),
        ({"t": 0.9, "card": "04A2", "at": "B"}, CardRead(0.9, None, 1, unknown="04A2")),
        ({"t": 0.1, "dealt": "X#3", "at": "D"}, Dealt(0.1, Card.parse("X#3"), 3)),
        ({"t": 9, "reshuffle": True}, Reshuffled(9.0)),
        ({"t": 4.0, "button": "ok", "at": "A"}, Button(4.0, "ok", 0)),
        ({"t": 4.0, "button": "back", "at": "table"}, Button(4.0, "back", None)),
        ({"t": 4.0, "button": "help"}, Button(4.0, "help", None)),
        ({"t": 5.0, "decision": "let-stand", "by": "referee"}, Ruling(5.0, "let-stand", "referee")),
        ({"t": 5.0, "decision": "take-back", "by": "Ann", "n": 3}, Ruling(5.0, "take-back", "Ann", 3)),
        (
            {"t": 5.0, "decision": "correct", "by": "referee", "position": "A9/-/-/- B"},
            Ruling(5.0, "correct", "referee", None, Position.parse("A9/-/-/- B")),
        ),
        ({"t": 6.0, "device": "reader A", "ok": False}, Device(6.0, "reader A", False)),
        ({"t": 9.5}, Tick(9.5)),
    ],
)
def test_each_kind_of_trace_line_becomes_an_event(line: dict[str, Any], event: Event) -> None:
    assert read_event(json.dumps(line), 2, BOARD) == event


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "not JSON"),
        ("[1]", "object"),
        (header(trace=2), "trace"),
        (header(trace=...), "trace"),
        (header(rules=...), "rules"),
        (header(rules="ludo"), "ludo"),
        (header(position=...), "position"),
        (header(position=7), "position"),
        (header(position="A8/A8/-/- A"), "A8"),
        (header(position="A8/-/-/- E"), "E"),
        (header(position="A8/-/- A"), "players"),
        (header(players=6), "players"),
        (header(sides=6), "sides"),
        (header(teams=1), "teams"),
        (header(teams="two"), "teams"),
        (header(teams=True), "teams"),
        (header(mode="strict"), "mode"),
        (header(cards="some"), "cards"),
        (header(settings=3), "settings"),
        (header(settings={"speed": 3}), "speed"),
        (header(settings={"noise": "x"}), "noise"),
        (header(occupied=["Z9"]), "Z9"),
        (header(occupied=[8]), "occupied"),
    ],
)
def test_a_fault_in_a_traces_header_is_named(line: str, words: str) -> None:
    message = faults(line, '{"t":1}')
    assert message.startswith("line 1: ")
    assert words in message


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nonsense", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('"t"', "object"),
        ('{"hole":"A8","on":true}', "'t'"),
        ('{"t":"1","hole":"A8","on":true}', "'t'"),
        ('{"t":true}', "'t'"),
        ('{"t":-1}', "'t'"),
        ('{"t":NaN}', "'t'"),
        ('{"t":1,"hole":"A18","on":true}', "A18"),
        ('{"t":1,"hole":"A8","on":true,"card":"7H"}', "hole and card"),
        ('{"t":1,"reshuffle":false}', "reshuffle"),
        ('{"t":1,"hole":8,"on":true}', "hole"),
        ('{"t":1,"hole":"E8","on":true}', "E8"),
        ('{"t":1,"hole":"A8"}', "'on'"),
        ('{"t":1,"hole":"A8","on":1}', "'on'"),
        ('{"t":1,"card":7,"at":"A"}', "card"),
        ('{"t":1,"card":"7H","at":"E"}', "E"),
        ('{"t":1,"card":"7H","at":3}', "3"),
        ('{"t":1,"dealt":"7H"}', "'at'"),
        ('{"t":1,"dealt":"??","at":"A"}', "??"),
        ('{"t":1,"dealt":7,"at":"A"}', "dealt"),
        ('{"t":1,"button":"go","at":"A"}', "button"),
        ('{"t":1,"decision":"replay","by":"x"}', "decision"),
        ('{"t":1,"decision":"take-back","by":"x","n":"one"}', "'n'"),
        ('{"t":1,"decision":"take-back","by":"x","n":true}', "'n'"),
        ('{"t":1,"decision":"correct","by":"x","position":"A8 A"}', "sides"),
        ('{"t":1,"decision":"correct","by":"x","position":5}', "position"),
        ('{"t":1,"decision":"correct","by":"x"}', "position"),
        ('{"t":1,"decision":"correct","by":"x","position":"-/-/-/-/-/- A"}', "position"),
        ('{"t":1,"decision":"take-back","by":"x","n":9}', "9"),
        ('{"t":1,"decision":"take-back","by":"x"}', "no play"),
        ('{"t":1,"decision":"let-stand","by":"x"}', "nothing"),
        ('{"t":1,"device":7,"ok":true}', "device"),
        ('{"t":1,"device":"reader A"}', "'ok'"),
        ('{"t":1,"weather":"fine"}', "weather"),
        ('{"t":0.4}', "times must not decrease"),
    ],
)
def test_a_fault_in_a_traces_line_is_named_with_the_lines_number(line: str, words: str) -> None:
    message = faults(header(), '{"t":0.5}', "", line)
    assert message.startswith("line 4: "), message
    assert words in message


def test_an_empty_trace_is_refused_for_its_missing_header() -> None:
    assert faults() == faults("", "  ") == "line 1: the trace is empty; its first line must be the header"


def test_blank_lines_of_a_trace_are_skipped() -> None:
    lines = [header(), "", '{"t":0.5,"card":"5H","at":"A"}', "   ", '{"t":1,"hole":"A8","on":false}']
    lines += ['{"t":1.5,"hole":"A13","on":true}', "", '{"t":2}']
    assert [v["kind"] for v in verdicts_in(lines)] == ["turn", "move", "turn"]


def test_a_replay_returns_verdicts_before_it_reads_the_next_line_of_the_trace() -> None:
    steps = replay(iter([header(), '{"t":0.5}', "broken"]))
    assert isinstance(next(steps), Header)
    assert next(steps)
    with pytest.raises(TraceError, match="line 3"):
        list(steps)


def test_a_replay_reports_the_lights_whenever_they_change() -> None:
    lines = [header(), '{"t":0.5,"card":"5H","at":"A"}', '{"t":1,"hole":"A8","on":false}']
    lines += ['{"t":1.5,"hole":"A14","on":true}', '{"t":3.5}', '{"t":4}']
    shown = [(s.t, s.lights) for s in replay(lines) if not isinstance(s, Header) and s.lights is not None]
    assert [lights for _, lights in shown] == [{"A8": "put-back:A", "A14": "illegal"}]
    assert shown[0][0] == pytest.approx(2.7)


def test_a_replay_reports_the_lights_before_the_first_event() -> None:
    _, first, *_ = replay([header(mode="play"), '{"t":0.5}'])
    assert isinstance(first, Replayed)
    assert (first.t, first.lights) == (0.0, {"A8": "turn:A"})


def test_by_a_house_rule_of_four_marbles_a_trace_begins_with_four_marbles_in_start() -> None:
    header = read_header(
        '{"trace":1,"rules":"texas","players":4,"sides":4,"teams":null,"position":"-/-/-/- A",'
        '"mode":"play","cards":"seat","settings":{},"set":{"marbles_per_player":"4"}}'
    )
    assert header.position.start_count(0) == 4
