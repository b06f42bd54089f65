"""Tests of ScannedBank: differences between scans become edges, and one bad scan is not a lost bank."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import VirtualClock
from hardware.errors import DeviceLost, HardwareError
from hardware.ports import DeviceState, HardwareEvent, SensorEdge
from hardware.scan import AT_REST, PERIOD, QUIET, RETRY, ScannedBank, channel_levels

OFF, ON = (False, False), (False, True)


class Bench:
    """A bench whose scans return or raise the items of `script` in order, then always the last item."""

    def __init__(self, script: list[tuple[bool, ...] | OSError]) -> None:
        self.clock, self.script, self.released = VirtualClock(), script, 0
        self.bank = ScannedBank(self.clock, 2, self.scan, self.release)
        self.scans: list[float] = []
        self.events: list[HardwareEvent] = []

    def scan(self) -> tuple[bool, ...]:
        self.scans.append(self.clock.now())
        this = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(this, OSError):
            raise this
        return this

    def release(self) -> None:
        self.released += 1


def test_differences_between_two_scans_are_edges_with_the_time_of_the_scan() -> None:
    bench = Bench([OFF, OFF, ON, ON, OFF])
    bench.bank.start(bench.events.append)
    bench.clock.run_until(1)
    assert bench.events == [SensorEdge(2 * PERIOD, 1, True), SensorEdge(4 * PERIOD, 1, False)]


def test_a_board_at_rest_is_scanned_less_often_until_the_next_edge() -> None:
    bench = Bench([OFF])
    bench.bank.start(bench.events.append)
    bench.clock.run_until(QUIET + 10 * AT_REST)
    bench.scans.clear()
    bench.clock.run_until(QUIET + 50 * AT_REST)
    assert len(bench.scans) == pytest.approx(40, abs=1)
    bench.script[:] = [ON, OFF, ON]
    bench.clock.run_until(QUIET + 51 * AT_REST + 2.5 * PERIOD)
    times = [event.t for event in bench.events if isinstance(event, SensorEdge)]
    assert len(times) == 3
    assert [later - sooner for sooner, later in itertools.pairwise(times)] == pytest.approx([PERIOD] * 2)
    bench.scans.clear()
    bench.clock.run_until(bench.clock.now() + 0.5 * QUIET)
    assert len(bench.scans) == pytest.approx(0.5 * QUIET / PERIOD, abs=2)


def test_fewer_than_three_bad_scans_in_a_row_only_delay_edges() -> None:
    bad = HardwareError("a spark")
    bench = Bench([OFF, bad, bad, ON, bad, bad, OFF, bad, OFF])
    bench.bank.start(bench.events.append)
    bench.clock.run_until(2.5 * PERIOD)
    assert bench.bank.bad_scans == 2
    assert bench.bank.snapshot() == OFF
    bench.clock.run_until(1)
    assert [(event.channel, event.on) for event in bench.events if isinstance(event, SensorEdge)] == [
        (1, True),
        (1, False),
    ]
    assert len(bench.events) == 2


def test_after_three_bad_scans_a_sensor_bank_is_lost_and_tried_less_often() -> None:
    bad = HardwareError("the plug is out")
    bench = Bench([OFF, bad, bad, bad, bad, ON])
    bench.bank.start(bench.events.append)
    bench.clock.run_until(3 * PERIOD)
    assert bench.events == [DeviceState(3 * PERIOD, "sensors", False, "the plug is out")]
    with pytest.raises(DeviceLost, match="the plug is out"):
        bench.bank.snapshot()
    bench.clock.run_until(3 * PERIOD + 1.5 * RETRY)
    assert len(bench.events) == 1
    bench.clock.run_until(3 * PERIOD + 2 * RETRY)
    assert bench.events[1:] == [
        DeviceState(3 * PERIOD + 2 * RETRY, "sensors", True, "sensors: answers again")
    ]
    assert bench.bank.snapshot() == ON


def test_a_sensor_bank_lost_at_the_start_is_reported_as_lost_and_then_as_found() -> None:
    bench = Bench([OSError(), OSError(), ON])
    bench.bank.start(bench.events.append)
    bench.clock.run_until(1)
    assert [(event.ok, event.text) for event in bench.events if isinstance(event, DeviceState)] == [
        (False, "sensors: does not answer"),
        (True, "sensors: answers again"),
    ]
    assert bench.bank.snapshot() == ON


def test_every_snapshot_before_the_start_makes_a_new_scan() -> None:
    bench = Bench([ON, OFF])
    assert bench.bank.snapshot() == ON
    assert bench.bank.snapshot() == OFF


def test_closing_a_scanned_bank_twice_releases_its_device_once() -> None:
    bench = Bench([OFF])
    bench.bank.start(bench.events.append)
    bench.bank.close()
    bench.bank.close()
    bench.clock.run_until(1)
    assert bench.released == 1
    assert bench.clock.next_at is None


@given(st.binary(min_size=2, max_size=4))
def test_channel_levels_are_the_bits_of_each_byte_lowest_first(raw: bytes) -> None:
    levels = channel_levels(raw, 14)
    number = int.from_bytes(raw, "little")
    assert levels == tuple(not number >> i & 1 for i in range(14))


def test_too_few_bytes_for_the_channels_are_refused() -> None:
    with pytest.raises(HardwareError, match="17 channels need 3 bytes, not 2"):
        channel_levels(bytes(2), 17)


def test_a_sensor_bank_closed_by_the_receiver_of_its_event_stops_scanning() -> None:
    bench = Bench([OFF, (True, True), OFF])

    def handle(event: HardwareEvent) -> None:
        bench.events.append(event)
        bench.bank.close()

    bench.bank.start(handle)
    bench.clock.run_until(1)
    assert bench.events == [SensorEdge(PERIOD, 0, True)]
    assert bench.clock.next_at is None
