"""Every event is written as a trace line that a replay reads as the same event."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import Card
from engine.play import Play
from engine.referee import events as ev
from jokerboard.journal.games.game_lines import reader_places, seat_at, to_line
from tests.jokerboard.journal.recorded_games import BOARD, START, at

SEVEN = Card.parse("7H")


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (ev.Edge(0.5, 8, False), {"hole": "A8", "on": False}),
        (ev.CardRead(0.5, SEVEN, 1), {"card": "7H", "at": "B"}),
        (ev.CardRead(0.5, None, None), {"card": None, "at": "table"}),
        (ev.CardRead(0.5, None, 0, "DEADBEEF00"), {"card": "DEADBEEF00", "at": "A"}),
        (ev.Dealt(0.5, SEVEN, 2), {"dealt": "7H", "at": "C"}),
        (ev.Reshuffled(0.5), {"reshuffle": True}),
        (ev.Button(0.5, "ok", 0), {"button": "ok", "at": "A"}),
        (ev.Button(0.5, "help", None), {"button": "help", "at": "table"}),
        (ev.Ruling(0.5, "let-stand", "Eve"), {"decision": "let-stand", "by": "Eve"}),
        (
            ev.Ruling(0.5, "correct", "Eve", None, at(START), "a sleeve"),
            {"decision": "correct", "by": "Eve", "position": START, "why": "a sleeve"},
        ),
        (ev.Ruling(0.5, "take-back", "Eve", 3), {"decision": "take-back", "by": "Eve", "n": 3}),
        (ev.Device(0.5, "reader A", False), {"device": "reader A", "ok": False}),
        (ev.MachinePlay(0.5, Play.parse("7H A8-A15", BOARD), 0), {"machine": "7H A8-A15", "at": "A"}),
        (ev.MachinePlay(0.5, None, 1), {"machine": None, "at": "B"}),
        (ev.Tick(0.5), {}),
    ],
)
def test_an_event_becomes_a_trace_line_with_its_time(event: ev.Event, line: dict[str, Any]) -> None:
    assert to_line(event, BOARD) == {"t": 0.5, **line}


def test_every_reader_except_those_of_the_table_and_the_shoe_belongs_to_a_seat() -> None:
    assert [seat_at(place) for place in ("A", "D", "table", "shoe")] == [0, 3, None, None]
    assert reader_places("seat", ("A", "C")) == ("A", "C")
    assert reader_places("table", ("A", "C")) == ("table",)
    assert reader_places("none", ("A", "C")) == ()
