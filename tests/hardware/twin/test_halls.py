"""Tests of simulated analog sensors: readings, thresholds, magnets with either pole down."""

from __future__ import annotations

import pytest

from firmware_bridge.facts import Calibration
from hardware.clock import VirtualClock
from hardware.errors import DeviceLost
from hardware.parts.pico_analog.twin import MIDDLE, NOISE, OFFSET, STRENGTHS, HallSensors
from hardware.ports import AnalogBank, HardwareEvent, SensorEdge
from hardware.twin.sensors import Fault
from hardware.twin.wood import Held, VirtualBoard
from wiring.bringup.simulated_board import CrossedHalls, CrossedSensors

HOLES = 28


class Bench:
    def __init__(self) -> None:
        self.clock, self.wood = VirtualClock(), VirtualBoard(HOLES, hands=[Held(0, 0)])
        self.halls = HallSensors(self.wood, self.clock, seed=3)
        self.events: list[HardwareEvent] = []
        self.halls.start(self.events.append)

    def put(self, hole: int) -> None:
        self.wood.place(hole, 0)
        self.clock.run_until(self.clock.now() + 0.1)

    def take(self, hole: int) -> None:
        self.wood.lift(hole)
        self.clock.run_until(self.clock.now() + 0.1)


def test_analog_sensors_read_near_the_middle_and_a_marble_changes_the_reading_up_or_down() -> None:
    bench = Bench()
    empty = bench.halls.readings()
    assert all(abs(reading - MIDDLE) <= OFFSET + NOISE for reading in empty)
    moved = []
    for _ in range(12):
        bench.put(5)
        moved.append(bench.halls.readings()[5] - empty[5])
        bench.take(5)
    assert all(STRENGTHS[0] - 2 * NOISE <= abs(each) <= STRENGTHS[1] + 2 * NOISE for each in moved)
    assert min(moved) < 0 < max(moved)


def test_an_analog_sensor_is_on_from_its_threshold_and_stays_on_within_its_hysteresis() -> None:
    bench = Bench()
    bench.put(5)
    assert bench.halls.snapshot()[5]
    empty = [*bench.halls.readings()]
    empty[5] = MIDDLE
    off = abs(bench.halls.readings()[5] - MIDDLE)
    for threshold, hysteresis, on in (
        (off + 1500, 100, False),
        (off - 500, 100, True),
        (off + 500, 2000, True),
    ):
        bench.halls.calibrate([Calibration(each, threshold, hysteresis) for each in empty])
        bench.clock.run_until(bench.clock.now() + 0.1)
        assert bench.halls.snapshot()[5] is on
    bench.halls.calibrate([None] * HOLES)
    bench.clock.run_until(bench.clock.now() + 0.1)
    assert bench.halls.snapshot()[5]


def test_a_weak_magnet_changes_the_reading_but_not_the_level() -> None:
    bench = Bench()
    bench.halls.fail(5, Fault.WEAK)
    bench.put(5)
    assert not bench.halls.snapshot()[5]
    bench.halls.heal(5)
    bench.clock.run_until(1)
    assert bench.halls.snapshot()[5]
    bench.halls.fail(5, Fault.NOISY)
    bench.clock.run_until(2)
    assert sum(isinstance(event, SensorEdge) for event in bench.events) > 10
    bench.halls.fail(5, Fault.STUCK_ON)
    bench.clock.run_until(3)
    assert bench.halls.snapshot()[5]


def test_crossed_wires_exchange_readings_and_thresholds_of_analog_sensors() -> None:
    bench = Bench()
    channel_of = tuple(reversed(range(HOLES)))
    crossed = CrossedHalls(bench.halls, channel_of, HOLES + 1)
    assert isinstance(crossed, AnalogBank)
    assert not isinstance(CrossedSensors(bench.halls, channel_of), AnalogBank)
    bench.put(0)
    readings = crossed.readings()
    assert abs(readings[27] - bench.halls.readings()[0]) <= 2 * NOISE
    assert readings[28] == MIDDLE
    crossed.calibrate((*[Calibration(MIDDLE, 60_000, 0)] * HOLES, None))
    bench.clock.run_until(1)
    assert not any(crossed.snapshot())


def test_reading_unplugged_analog_sensors_raises_an_error() -> None:
    bench = Bench()
    bench.halls.unplug()
    with pytest.raises(DeviceLost):
        bench.halls.readings()
