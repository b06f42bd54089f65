"""Small modules that many others use: the device map, game headers, setups, journal lines of events."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card
from engine.geometry import board
from engine.position import Position
from engine.referee.events import Button, CardRead, Dealt, Device, Edge, Event, Reshuffled, Ruling, Tick
from engine.rules.rule_sets import RULES
from hardware.ports import ButtonPressed, CardSeen, DeviceState, SensorEdge
from jokerboard.host import VERSION
from jokerboard.host.errors import UsageError
from jokerboard.journal.errors import JournalDamagedError
from jokerboard.journal.games.game_lines import to_line
from jokerboard.journal.games.header import Header
from jokerboard.journal.games.trace import read_event, read_header
from jokerboard.journal.records import Entry, Kind, canonical
from jokerboard.simulation.board.simulated_board import standing
from jokerboard.table.runtime.board_events import DeviceMap
from jokerboard.table.runtime.game_setup import Wanted, header_for
from jokerboard.table.web.rules_view import rule_card, rule_sets

BOARD = board(4)
WANTED = st.builds(
    Wanted,
    rules=st.sampled_from(sorted(RULES)),
    players=st.just(4),
    cards=st.sampled_from(("seat", "table", "none")),
    mode=st.sampled_from(("play", "referee", "training")),
    teams=st.none() | st.integers(2, 4),
    names=st.dictionaries(st.sampled_from("ABCD"), st.text(max_size=9)),
)


def header(wanted: Wanted, seed: str = "7") -> Header:
    return header_for(wanted, id="x", begun="2026-11-21T10:00:00+00:00", seed=seed, simulated=True)


def test_the_programs_version_equals_the_version_in_pyproject_toml() -> None:
    import tomllib
    from pathlib import Path

    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["version"] == VERSION


@given(wanted=WANTED, seed=st.text(max_size=5))
def test_the_header_of_a_requested_game_is_converted_to_json_and_back_unchanged(
    wanted: Wanted, seed: str
) -> None:
    made = header(wanted, seed)
    assert Header.from_json(made.to_json()) == made


@given(wanted=WANTED)
def test_a_games_header_is_a_valid_header_of_a_trace(wanted: Wanted) -> None:
    import json

    made = header(wanted)
    trace = read_header(json.dumps(made.to_json()))
    assert trace.table == made.table()
    assert (trace.position.line(), trace.mode, trace.cards) == (made.position, made.mode, made.cards)


def test_the_switches_in_a_games_header_set_the_rules_of_its_table() -> None:
    made = header(Wanted(switches={"two_swap": "on"}))
    assert made.table().rules.two_swap
    assert not header(Wanted()).table().rules.two_swap


@pytest.mark.parametrize("data", [{}, {"trace": 2}, {"trace": 1, "seats": 3}, {"trace": 1, "sauce": 1}])
def test_a_journal_line_that_is_not_a_game_header_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(JournalDamagedError, match="header"):
        Header.from_json(data)


def test_players_names_are_trimmed_and_empty_names_left_out() -> None:
    assert header(Wanted(names={"A": " Ann ", "B": "  "})).names == {"A": "Ann"}


def test_a_name_for_a_seat_without_a_player_is_refused() -> None:
    with pytest.raises(UsageError, match="nobody sits at B; the seats of this game are A, C"):
        header(Wanted(rules="pegs-and-jokers", players=2, names={"B": "Bo"}))


def test_the_page_lists_every_rule_set_by_name() -> None:
    assert [each["name"] for each in rule_sets()] == list(RULES)


def test_a_device_map_assigns_channels_to_holes_and_tags_to_cards() -> None:
    wiring = DeviceMap((2, 0, 1), {"0A1B": "7H"})
    assert wiring.occupied((True, False, True)) == {2, 1}
    assert wiring.event(SensorEdge(9.0, 1, True), 1.5) == Edge(1.5, 0, True)
    assert wiring.event(CardSeen(9.0, "0A1B", "B"), 1.5) == CardRead(1.5, Card.parse("7H"), 1)
    assert wiring.event(CardSeen(9.0, "QS#2", "table"), 1.5) == CardRead(1.5, Card.parse("QS#2"), None)
    assert wiring.event(CardSeen(9.0, "BEEF", "A"), 1.5) == CardRead(1.5, None, 0, unknown="BEEF")
    assert wiring.event(CardSeen(9.0, None, "A"), 1.5) == CardRead(1.5, None, 0)
    assert wiring.event(ButtonPressed(9.0, "ok", "C"), 1.5) == Button(1.5, "ok", 2)
    assert wiring.event(DeviceState(9.0, "reader A", False, "gone"), 1.5) == Device(1.5, "reader A", False)


def test_a_sensor_snapshot_of_another_size_than_the_board_is_refused() -> None:
    with pytest.raises(ValueError):
        DeviceMap.straight(3).occupied((True,))


TIMES = st.floats(0, 1e6)
SEATS = st.integers(0, 3)
CARDS = st.builds(Card.parse, st.sampled_from(("7H", "TD#2", "X", "X#3", "7")))
EVENTS = st.one_of(
    st.builds(Edge, TIMES, st.integers(0, BOARD.holes - 1), st.booleans()),
    st.builds(CardRead, TIMES, CARDS | st.none(), SEATS | st.none()),
    st.builds(CardRead, TIMES, st.none(), SEATS, st.just("BEEF")),
    st.builds(Dealt, TIMES, CARDS, SEATS),
    st.builds(Reshuffled, TIMES),
    st.builds(Button, TIMES, st.sampled_from(("ok", "back", "help")), SEATS | st.none()),
    st.builds(
        Ruling,
        TIMES,
        st.sampled_from(("let-stand", "take-back", "correct")),
        st.just("Eve"),
        st.none() | st.integers(1, 99),
        st.none() | st.just(Position.parse("A8/-/-/- B")),
    ),
    st.builds(Device, TIMES, st.just("reader A"), st.booleans()),
    st.builds(Tick, TIMES),
)


@given(event=EVENTS)
def test_the_journal_line_of_an_event_is_a_valid_line_of_a_trace(event: Event) -> None:
    import json

    assert read_event(json.dumps(to_line(event, BOARD)), 2, BOARD) == event
    canonical(1, Entry(1, Kind.EVENT, to_line(event, BOARD)))


def test_marbles_of_a_position_fill_each_start_from_its_first_hole() -> None:
    marbles = standing(Position.parse("A8,h2/-/./C3 B"))
    names = {BOARD.name(hole): seat for hole, seat in marbles.items()}
    assert [name for name in names if name[0] == "A"] == ["A8", "Ah2", "As1", "As2", "As3"]
    assert (len(names), names["C3"], sum(seat == 2 for seat in names.values())) == (15, 3, 0)


def test_an_entry_of_the_rule_card_has_the_violations_of_its_own_rule_only() -> None:
    rules = RULES["texas"].with_switches({"face_values_11_12_13": "on", "joker_comes_out": "on"})
    (entries,) = (part["entries"] for part in rule_card(rules)["sections"] if part["title"] == "Cards")
    codes = {entry["label"]: entry["codes"] for entry in entries if entry["label"]}
    assert codes["Queen"] == ["card-cannot-start"]
    assert codes["2"] == ["wrong-exchange"]
    assert codes["Joker"] == ["card-cannot-start", "joker-needs-a-marble"]
