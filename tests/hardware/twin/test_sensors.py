"""Tests of simulated sensors: bounce, brushes and faults."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import LoopClock, VirtualClock
from hardware.errors import HardwareError
from hardware.ports import DeviceState, HardwareEvent, SensorEdge
from hardware.twin.sensors import SILENT, Bounce, Fault, TwinSensors
from hardware.twin.wood import VirtualBoard


class Bench:
    """A bench with 28 holes and marbles in holes 0 to 4; `events` has all delivered events."""

    def __init__(self, seed: int = 1, bounce: Bounce | None = None) -> None:
        self.clock = VirtualClock()
        self.wood = VirtualBoard(28, dict.fromkeys(range(5), 0))
        self.bank = TwinSensors(self.wood, self.clock, bounce, seed=seed)
        self.events: list[HardwareEvent] = []
        self.bank.start(self.events.append)

    def wait(self, seconds: float) -> None:
        self.clock.run_until(self.clock.now() + seconds)

    def edges(self, channel: int) -> list[tuple[float, bool]]:
        return [(e.t, e.on) for e in self.events if isinstance(e, SensorEdge) and e.channel == channel]

    def carry(self, source: int, target: int) -> None:
        self.wood.place(target, self.wood.lift(source))


def test_a_sensor_bounces_for_a_few_milliseconds_after_a_lift_and_then_reads_empty() -> None:
    bench = Bench()
    bursts = set()
    for hole in range(5):
        begun = bench.clock.now()
        bench.wood.lift(hole)
        bench.wait(1)
        edges = bench.edges(hole)
        assert all(begun <= t <= begun + 0.006 for t, _ in edges)
        assert edges[-1][1] is False
        bursts.add(len(edges))
    assert len(bursts) > 1
    assert bench.bank.snapshot() == (False,) * 28


@given(st.integers(0, 99), st.lists(st.floats(0, 0.009), min_size=1, max_size=30))
def test_rapid_lifts_and_placements_still_give_alternating_edges(seed: int, pauses: list[float]) -> None:
    bench = Bench(seed)
    for pause in pauses:
        if bench.wood.occupied(0):
            bench.wood.lift(0)
        else:
            bench.wood.place(0, 0)
        bench.wait(pause)
    bench.wait(0.006)
    levels = [True, *(on for _, on in bench.edges(0))]
    assert all(a != b for a, b in pairwise(levels))
    assert levels[-1] == bench.wood.occupied(0) == bench.bank.snapshot()[0]


def test_edges_of_two_hands_are_delivered_in_order_of_time() -> None:
    bench = Bench(bounce=Bounce(4, within=0.02, most=9))
    for hole in range(5):
        bench.wood.lift(hole)
        bench.wait(0.001)
    bench.wait(1)
    times = [event.t for event in bench.events]
    assert times == sorted(times)
    order = [event.channel for event in bench.events if isinstance(event, SensorEdge)]
    assert order != sorted(order)


def test_simulated_sensors_with_equal_seeds_report_equal_edges() -> None:
    def story(seed: int) -> list[HardwareEvent]:
        bench = Bench(seed)
        bench.bank.fail(4, "noisy")
        for source, target in ((0, 9), (1, 10), (9, 11)):
            bench.carry(source, target)
            bench.wait(0.1)
        return bench.events

    assert story(7) == story(7)
    assert story(7) != story(8)


@pytest.mark.parametrize("channel", [0, 20])
def test_a_brushed_sensor_reports_a_short_change_and_then_its_old_level(channel: int) -> None:
    bench = Bench()
    bench.bank.brush(channel, 0.5)
    bench.bank.brush(channel, 0.7, seconds=0.002)
    bench.wait(2)
    lies = channel == 0
    assert bench.edges(channel) == [(0.5, not lies), (0.504, lies), (0.7, not lies), (0.702, lies)]


def test_a_brush_in_the_middle_of_a_bounce_ends_at_the_true_level() -> None:
    for seed in range(30):
        bench = Bench(seed)
        bench.wood.lift(0)
        bench.wait(0.002)
        bench.bank.brush(0)
        bench.wait(0.02)
        assert bench.bank.snapshot()[0] is False
        levels = [True, *(on for _, on in bench.edges(0))]
        assert all(a != b for a, b in pairwise(levels))


def test_a_brush_over_a_failed_lost_or_closed_sensor_reports_nothing() -> None:
    bench = Bench()
    bench.bank.fail(20, Fault.DEAD)
    bench.bank.brush(20)
    bench.wait(1)
    bench.bank.unplug()
    bench.bank.brush(21)
    bench.wait(1)
    assert [type(event) for event in bench.events] == [DeviceState]


@pytest.mark.parametrize(("fault", "shown"), [(Fault.STUCK_ON, True), (Fault.STUCK_OFF, False)])
def test_a_stuck_sensor_always_reports_the_same_level(fault: Fault, shown: bool) -> None:
    bench = Bench()
    for hole in (0, 20):
        bench.bank.fail(hole, fault)
    bench.wait(1)
    del bench.events[:]
    bench.carry(0, 20)
    bench.wait(1)
    assert bench.events == []
    assert (bench.bank.snapshot()[0], bench.bank.snapshot()[20]) == (shown, shown)
    assert bench.bank.faults == {0: fault, 20: fault}


def test_a_dead_sensor_keeps_its_last_level() -> None:
    bench = Bench()
    bench.bank.fail(0, "dead")
    bench.bank.fail(20, "dead")
    bench.carry(0, 20)
    bench.wait(1)
    assert bench.events == []
    assert (bench.bank.snapshot()[0], bench.bank.snapshot()[20]) == (True, False)


def test_a_noisy_sensor_flickers_until_it_is_healed() -> None:
    bench = Bench()
    bench.bank.fail(0, "noisy")
    bench.wait(1)
    flicker = bench.edges(0)
    assert 25 <= len(flicker) <= 500
    assert all(0.002 <= b[0] - a[0] <= 0.040 for a, b in pairwise(flicker))
    bench.wood.lift(0)
    bench.bank.heal(0)
    bench.wait(1)
    calm = len(bench.edges(0))
    bench.wait(5)
    assert len(bench.edges(0)) == calm
    assert bench.bank.snapshot()[0] is False


def test_a_healed_sensor_soon_reports_the_true_level() -> None:
    bench = Bench()
    bench.bank.fail(0, "dead")
    bench.wood.lift(0)
    bench.wait(1)
    bench.bank.heal(0)
    bench.wait(0.006)
    assert bench.edges(0)[-1][1] is False
    assert bench.bank.faults == {}


def test_unplugging_the_sensors_twice_is_reported_once_and_noise_returns_after_replugging() -> None:
    bench = Bench()
    bench.bank.replug()
    bench.bank.fail(20, "noisy")
    bench.bank.unplug("a dog has the cable")
    bench.bank.unplug()
    bench.wait(1)
    assert bench.events == [DeviceState(0.0, "sensors", False, "a dog has the cable")]
    bench.bank.replug("the dog gave it back")
    bench.wait(1)
    assert bench.events[1] == DeviceState(1.0, "sensors", True, "the dog gave it back")
    assert {event.channel for event in bench.events[2:] if isinstance(event, SensorEdge)} == {20}


def test_setting_up_a_new_position_changes_the_sensors_levels() -> None:
    bench = Bench()
    bench.wood.set_up({0: 1, 27: 1})
    bench.wait(1)
    assert bench.bank.snapshot() == tuple(hole in (0, 27) for hole in range(28))


def test_an_unknown_channel_or_fault_is_refused() -> None:
    bench = Bench()
    with pytest.raises(HardwareError, match="channels 0 to 27, no 28"):
        bench.bank.fail(28, "dead")
    with pytest.raises(HardwareError, match="no -1"):
        bench.bank.brush(-1)
    with pytest.raises(ValueError, match="melted"):
        bench.bank.fail(1, "melted")
    assert bench.bank.faults == {}


def test_a_sensor_bank_unplugged_at_the_start_is_reported_and_shows_its_faults_once_plugged_in() -> None:
    clock, events = VirtualClock(), list[HardwareEvent]()
    bank = TwinSensors(VirtualBoard(28), clock)
    bank.unplug()
    bank.fail(3, "stuck_on")
    bank.heal(4)
    bank.start(events.append)
    clock.run_until(1)
    assert events == [DeviceState(0.0, "sensors", False, SILENT)]
    bank.replug()
    assert [channel for channel, on in enumerate(bank.snapshot()) if on] == [3]


def test_on_the_clock_of_an_event_loop_bouncing_sensors_end_at_their_true_levels() -> None:
    events: list[HardwareEvent] = []

    async def play() -> tuple[bool, ...]:
        clock, quiet = LoopClock(asyncio.get_running_loop()), asyncio.Event()
        wood = VirtualBoard(28, dict.fromkeys(range(5), 0))
        bank = TwinSensors(wood, clock, Bounce(2, within=0.004, most=9))
        bank.start(events.append)
        for hole in range(5):
            wood.place(hole + 10, wood.lift(hole))
        # The loop runs its calls in the order of their times, so this call follows every bounce.
        clock.call_at(clock.now() + 0.01, quiet.set)
        await quiet.wait()
        return bank.snapshot()

    assert asyncio.run(play()) == tuple(10 <= hole < 15 for hole in range(28))
    assert [event.t for event in events] == sorted(event.t for event in events)
    final = {event.channel: event.on for event in events if isinstance(event, SensorEdge)}
    assert final == {hole: hole >= 10 for hole in (*range(5), *range(10, 15))}
