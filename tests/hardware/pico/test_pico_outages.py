"""Tests of a Pico with gaps in its edges, with faults, unplugged, or reconnected with fewer channels."""

from __future__ import annotations

import pytest

from firmware_bridge.events import Edge, Facts, Gap, Problem, Snapshot, Trouble
from hardware.errors import DeviceLost
from hardware.parts.pico.link import LATE_AT_MOST
from hardware.ports import DeviceState, DeviceTrouble, HardwareEvent, SensorEdge
from tests.hardware.pico.scripted_pico import ScriptedBench, ScriptedLink, info


def test_a_snapshot_after_a_gap_gives_the_missed_edges_of_holes_and_none_of_spare_channels(
    scripted: ScriptedBench,
) -> None:
    scripted.receive(
        Edge(1.0, 0, 1, True), Edge(1.1, 1, 5, True), Edge(1.2, 2, 1, True), Edge(1.3, 3, 9, True)
    )
    scripted.receive(Snapshot(2.0, (True, True, False, False, False, False), ()))
    assert scripted.events == [SensorEdge(1.0, 1, True), SensorEdge(2.0, 0, True)]
    assert scripted.board.snapshot() == (True, True, False, False)


def test_an_edge_with_an_earlier_time_than_the_last_edge_gets_the_same_time(scripted: ScriptedBench) -> None:
    scripted.receive(Edge(1.0, 0, 1, True), Edge(0.9, 1, 2, True))
    assert scripted.events == [SensorEdge(1.0, 1, True), SensorEdge(1.0, 2, True)]


def test_a_problem_of_a_board_is_reported_and_counts_as_a_loss_only_if_the_board_is_silent(
    scripted: ScriptedBench,
) -> None:
    scripted.receive(Trouble(1.0, Problem.NOISY, "The line is noisy."))
    assert scripted.events == [DeviceTrouble(1.0, "sensors", "The line is noisy")]
    scripted.link.linked = False
    scripted.receive(Trouble(2.0, Problem.SILENT, "Nothing answers on this line."))
    (_, lost) = scripted.events
    assert isinstance(lost, DeviceState)
    assert (lost.device, lost.text) == ("sensors", "Nothing answers on this line")
    scripted.receive(Trouble(2.5, Problem.SILENT, "Still nothing."))
    scripted.receive(Edge(3.0, 0, 1, True))
    assert len(scripted.events) == 2
    scripted.receive(Trouble(4.0, Problem.DEAF, "It does not hear us."))
    assert scripted.events[2:] == [DeviceTrouble(4.0, "sensors", "It does not hear us")]


def test_a_problem_of_a_board_before_the_start_is_reported_after_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Damaged(ScriptedLink):
        def __init__(self, path: str, **_: object) -> None:
            super().__init__(path)
            self.coming.insert(1, Trouble(0.0, Problem.CALIBRATION, "The calibration is damaged."))

    monkeypatch.setattr("tests.hardware.pico.scripted_pico.ScriptedLink", Damaged)
    bench = ScriptedBench(monkeypatch)
    bench.receive()
    assert bench.events == [DeviceTrouble(0.0, "sensors", "The calibration is damaged")]


def lose(scripted: ScriptedBench) -> None:
    scripted.link.linked = False
    scripted.receive(Trouble(5.0, Problem.SILENT, "Silence."))
    scripted.events.clear()
    scripted.link.linked = True


def test_edges_of_an_outage_arrive_in_order_with_the_boards_times(
    scripted: ScriptedBench,
) -> None:
    scripted.receive(Edge(4.0, 0, 2, True))
    lose(scripted)
    seen: list[tuple[bool, ...]] = []
    sink = scripted.board._outlet._sink
    assert sink is not None

    def look(event: HardwareEvent) -> None:
        if isinstance(event, DeviceState):
            seen.append(scripted.board.snapshot())
        sink(event)

    scripted.board._outlet._sink = look
    touched = [Edge(5.1, 1, 2, False), Edge(5.4, 2, 2, True), Edge(5.5, 3, 0, True)]
    scripted.receive(Facts(6.0, info(6, 4)), *touched)
    assert scripted.events == []
    scripted.receive(Snapshot(6.1, (True, False, True, False, False, False), ()))
    back, *edges = scripted.events
    assert isinstance(back, DeviceState)
    assert back.ok
    assert seen == [(False, False, True, False)]
    assert edges == [SensorEdge(5.1, 2, False), SensorEdge(5.4, 2, True), SensorEdge(5.5, 0, True)]


def test_after_an_outage_that_lost_edges_the_snapshot_is_used_and_the_gap_is_reported(
    scripted: ScriptedBench,
) -> None:
    lose(scripted)
    scripted.receive(Facts(6.0, info(6, 4)), Gap(6.0, 7, 5.0, "7 changes are lost."), Edge(5.9, 9, 3, True))
    assert scripted.events == [DeviceTrouble(6.0, "sensors", "7 changes are lost", missed=True)]
    scripted.receive(Snapshot(6.1, (False, True, False, True, False, False), ()))
    assert [type(event) for event in scripted.events] == [DeviceTrouble, DeviceState]
    assert scripted.board.snapshot() == (False, True, False, True)


def test_a_board_reconnected_with_too_few_channels_is_lost_until_a_large_enough_board_comes(
    scripted: ScriptedBench,
) -> None:
    lose(scripted)
    scripted.receive(Facts(6.0, info(2, 4)), Snapshot(6.1, (True, False), ()), Edge(6.2, 9, 1, True))
    assert scripted.events == []
    small = "has 2 sensors and 4 LEDs, this game needs 4 and 4"
    with pytest.raises(DeviceLost, match="Silence"):
        scripted.board.snapshot()
    with pytest.raises(DeviceLost, match=small):
        scripted.board.strip.show(bytes(12))
    lose(scripted)
    scripted.receive(Facts(7.0, info(8, 9)), Snapshot(7.1, (True,) * 8, ()), Edge(7.2, 9, 7, False))
    assert scripted.board.snapshot() == (True,) * 4
    scripted.board.strip.show(bytes(12))


def test_a_board_that_restarts_with_fewer_channels_is_reported_as_lost(
    scripted: ScriptedBench,
) -> None:
    scripted.receive(
        Gap(6.0, None, 5.0, "It restarted."), Facts(6.0, info(2, 4)), Snapshot(6.1, (True,) * 2, ())
    )
    lost = scripted.events[-1]
    assert isinstance(lost, DeviceState)
    assert "has 2 sensors and 4 LEDs, this game needs 4 and 4; see board.json" in lost.text


def confirmed_after(scripted: ScriptedBench, seconds: float) -> bool:
    """Wait `seconds`; return whether the bank has confirmed that all edges before the call have arrived."""
    times: list[float] = []
    scripted.board.confirm(scripted.clock.now(), lambda: times.append(scripted.clock.now()))
    assert times == []  # The callback never comes before `confirm` has returned.
    scripted.clock.run_until(scripted.clock.now() + seconds)
    return bool(times)


def test_a_time_is_confirmed_when_all_edges_before_it_have_arrived(scripted: ScriptedBench) -> None:
    scripted.clock.run_until(5.0)
    assert not confirmed_after(scripted, LATE_AT_MOST - 0.1)
    scripted.link.whole_until = scripted.clock.now()
    assert confirmed_after(scripted, 0.01)


def test_without_confirmations_edges_are_delivered_after_a_limited_time_and_without_a_link_at_once(
    scripted: ScriptedBench,
) -> None:
    scripted.clock.run_until(5.0)
    assert confirmed_after(scripted, LATE_AT_MOST + 0.01)
    lose(scripted)
    assert confirmed_after(scripted, 0.01)
