"""Faults of devices that only people can repair are reported to them, with their consequences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card
from engine.referee.lights import Light
from engine.referee.verdicts import Fault, Illegal, Move
from hardware.clock import VirtualClock
from hardware.errors import DeviceLost
from hardware.ports import CardSeen, DeviceState, DeviceTrouble, Glow, SensorEdge
from jokerboard.journal.records import Kind
from jokerboard.table.runtime.board_events import UNKNOWN_AT_MOST, LaidCards
from jokerboard.table.runtime.game_clock import STEP, LateEdges
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.showing.outputs import StripUpdates
from jokerboard.tournament.collect.fold_incidents import Sort, found_in
from tests.jokerboard.table.virtual_table import VirtualTable


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    made = VirtualTable(tmp_path, Wanted(rules="texas"))
    yield made
    made.close()


def test_lost_sensor_changes_are_reported_as_a_fault_of_the_turn_and_an_incident_for_the_director(
    table: VirtualTable,
) -> None:
    table.play("K", ("As1", "A8"))
    text = "The board's memory was full; 7 changes of the last 5 s are lost"
    table.game._on_hardware(DeviceTrouble(table.clock.now(), "sensors", text, missed=True))
    table.wait(0.1)
    (fault,) = [announced for announced in table.announcements if isinstance(announced.verdict, Fault)]
    assert (
        fault.sentence.text == f"{text}. This turn may be judged wrongly: compare the marbles with the page."
    )
    record = [each for each in table.desk.journal.newest_game() if each.kind is Kind.VERDICT][-1]
    incident = found_in(record, {}).incident
    assert incident is not None
    assert (incident.sort, incident.text) == (Sort.FAULT, fault.sentence.text)


def test_a_noisy_cable_is_reported_as_a_fault_without_a_warning_about_the_turn(table: VirtualTable) -> None:
    trouble = DeviceTrouble(table.clock.now(), "sensors", "18 % of the frames are damaged")
    table.game._on_hardware(trouble)
    (fault,) = [announced for announced in table.announcements if isinstance(announced.verdict, Fault)]
    assert fault.sentence.text == "18 % of the frames are damaged."


@pytest.mark.parametrize("all_reported", [True, False])
def test_a_marble_captured_during_a_sensor_outage_counts_if_late_edges_show_the_capture(
    table: VirtualTable, all_reported: bool
) -> None:
    """A hole whose marble is captured is emptied and filled during the outage, which only late edges show."""
    table.play("K", ("As1", "A8"))
    table.lay("X")
    game, board = table.game, table.game.table.board
    began = table.clock.now()
    game._on_hardware(DeviceState(began, "sensors", False, "unplugged"))
    table.wait(20.0)
    game._on_hardware(DeviceState(table.clock.now(), "sensors", True, "back"))
    touched = [(1.0, "Bs1", False), (2.0, "A8", False), (3.0, "A8", True)]
    for after, hole, on in touched:
        if all_reported or hole != "A8":
            game._on_hardware(SensorEdge(began + after, board.hole(hole), on))
    table.wait(5.0)
    assert sum(isinstance(announced.verdict, Move) for announced in table.announcements) == (
        2 if all_reported else 1
    )
    assert table.game.log.position.line() == ("-/A8/-/- C" if all_reported else "A8/-/-/- B")


@given(st.lists(st.tuples(st.floats(0, 5), st.floats(0, 5)), min_size=1, max_size=40))
def test_late_edges_keep_their_order_and_their_time_differences_up_to_a_limit(
    steps: list[tuple[float, float]],
) -> None:
    late = LateEdges()
    true = earliest = 0.0
    before: tuple[float, float] | None = None
    for passed, ahead in steps:
        true += passed
        earliest = max(earliest, true - 2.5 + ahead)
        given_ = late.time(true, earliest)
        assert given_ >= max(true, earliest)
        if before is not None:
            assert given_ - before[1] >= min(true - before[0], STEP) - 1e-9
        before, earliest = (true, given_), given_


def test_many_unknown_tags_such_as_a_phones_at_a_reader_are_reported_once() -> None:
    laid = LaidCards({})
    events = [laid.news(CardSeen(0.05 * n, f"08{n:06X}", "A"), None) for n in range(1200)]
    passed = [event for event in events if isinstance(event, CardSeen)]
    (trouble,) = [event for event in events if isinstance(event, DeviceTrouble)]
    assert len(passed) == UNKNOWN_AT_MOST
    assert "keep phones" in trouble.text
    known = CardSeen(61.0, "x", "A")
    assert laid.news(known, Card.parse("7H")) is known
    again = CardSeen(80.0, "Y", "A")
    assert laid.news(again, None) is again


def test_a_phone_on_one_reader_does_not_silence_other_readers_and_the_shoe_reports_only_unknown_tags() -> (
    None
):
    laid = LaidCards({"B": "7H"})
    for n in range(9):
        laid.news(CardSeen(0.1 * n, f"08{n:06X}", "A"), None)
    assert laid.news(CardSeen(1.0, "7H", "B"), Card.parse("7H")) is None
    taken_off = CardSeen(2.0, None, "B")
    assert laid.news(taken_off, None) is taken_off
    assert laid.news(taken_off, None) is None
    assert laid.news(CardSeen(3.0, "7H", "shoe"), Card.parse("7H")) is None
    strange = CardSeen(4.0, "Q", "shoe")
    assert laid.news(strange, None) is strange


class Animated:
    leds = 8

    def __init__(self) -> None:
        self.able, self.lost = True, False
        self.glows: list[Mapping[int, Glow]] = []
        self.shown: list[bytes] = []
        self.previews = 0

    def show(self, rgb: bytes) -> None:
        self._refuse()
        self.shown.append(rgb)

    def animate(self, glows: Mapping[int, Glow]) -> bool:
        self._refuse()
        if self.able:
            self.glows.append(glows)
        return self.able

    def preview(self, rgb: bytes) -> None:
        self.previews += 1

    def close(self) -> None: ...

    def _refuse(self) -> None:
        if self.lost:
            raise DeviceLost("gone")


def test_a_strip_that_blinks_by_itself_is_sent_only_changes_of_the_lights() -> None:
    clock, strip = VirtualClock(), Animated()
    updates = StripUpdates(clock, strip)
    updates.show({1: Light("illegal"), 2: Light("turn", 0)})
    clock.run_until(60.0)
    assert len(strip.glows) == 1
    assert strip.glows[0][1] == Glow((255, 0, 0), "blink", 0.34)
    assert strip.shown == []
    assert strip.previews > 300
    updates.show({2: Light("turn", 1)})
    assert len(strip.glows) == 2
    updates.again()
    assert len(strip.glows) == 3


def test_a_strip_that_cannot_blink_is_sent_each_blink_and_a_lost_strip_is_tried_again() -> None:
    clock, strip = VirtualClock(), Animated()
    states: list[DeviceState] = []
    updates = StripUpdates(clock, strip, states.append)
    strip.able = False
    updates.show({1: Light("illegal")})
    clock.run_until(1.0)
    assert len(strip.shown) >= 6
    strip.able, strip.lost = True, True
    updates.show({3: Light("illegal")})
    clock.run_until(2.0)
    strip.lost = False
    clock.run_until(3.0)
    assert [state.ok for state in states] == [False, True]
    assert list(strip.glows[-1]) == [3]


def test_an_unknown_tag_at_a_reader_is_announced_as_illegal(table: VirtualTable) -> None:
    table.game._on_hardware(CardSeen(table.clock.now(), "0013A2", "A"))
    table.wait(3.0)
    assert [
        announced.verdict.code for announced in table.announcements if isinstance(announced.verdict, Illegal)
    ] == ["card-unknown"]
