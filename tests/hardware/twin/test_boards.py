"""Tests of the simulated board with real drivers, and of faults in its wiring."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hardware.clock import VirtualClock
from hardware.parts.hc165.twin import DirectSensors, SpiSensors
from hardware.parts.mcp23017.twin import ExpanderSensors
from hardware.parts.ws2812b import WS2812B
from hardware.parts.ws2812b.twin import Ws2812Chain
from hardware.ports import DeviceState, SensorEdge
from hardware.twin.sensors import Fault
from hardware.twin.wood import VirtualBoard
from tests.hardware.contract_sensor_bank import SensorBankContract, states
from tests.hardware.twin.benches import HOLES, WoodBench


class ChainBench(WoodBench):
    """A bench with contacts behind simulated chips; a subclass makes `bank`."""

    bank: DirectSensors | SpiSensors

    def unplug(self) -> None:
        self.bank.chain.unplugged = True

    def replug(self) -> None:
        self.bank.chain.unplugged = False


class DirectBench(ChainBench):
    def __init__(self) -> None:
        super().__init__()
        self.bank: DirectSensors = DirectSensors(self.wood, self.clock, seed=3)


class ExpanderBench(WoodBench):
    def __init__(self) -> None:
        super().__init__()
        self.bank = ExpanderSensors(self.wood, self.clock, seed=3)
        (self.bus,) = self.bank.buses.values()
        self.unplug, self.replug = self.bus.unplug, self.bus.replug


class TestDirectSensors(SensorBankContract):
    make = DirectBench


class SpiBench(ChainBench):
    spi = 0

    def __init__(self, *, inhibited: bool = True) -> None:
        super().__init__()
        self.bank = SpiSensors(self.wood, self.clock, seed=3, bus=self.spi, inhibited=inhibited)


class Spi1Bench(SpiBench):
    spi = 1


class TestSpiSensors(SensorBankContract):
    make = SpiBench


class TestSpi1Sensors(SensorBankContract):
    make = Spi1Bench


def test_doctor_names_the_wiring_for_clock_inhibit_on_ground_at_spi_1() -> None:
    bench = Spi1Bench(inhibited=False)
    bench.bank.start(bench.events.append)
    bench.wait(2.0)
    (lost,) = bench.events
    assert isinstance(lost, DeviceState)
    assert lost.text.startswith("the sensor chain's last chip reads 01001010, not 10100101: every bit comes")
    assert lost.text.endswith("wire CLK INH (pin 15 of every chip) to the chip select, not to ground")
    bench.bank.close()


class TestExpanderSensors(SensorBankContract):
    make = ExpanderBench


@pytest.fixture(params=[DirectBench, ExpanderBench])
def bench(request: pytest.FixtureRequest) -> Iterator[DirectBench | ExpanderBench]:
    """A started board of each kind, or of the kind that a test's parameter names."""
    made: DirectBench | ExpanderBench = request.param()
    made.bank.start(made.events.append)
    yield made
    made.bank.close()


DIRECT = pytest.mark.parametrize("bench", [DirectBench], indirect=True)


def edges(bench: WoodBench, channel: int) -> list[bool]:
    return [e.on for e in bench.events if isinstance(e, SensorEdge) and e.channel == channel]


def test_stuck_dead_and_noisy_contacts_reach_the_driver_until_they_are_healed(
    bench: DirectBench | ExpanderBench,
) -> None:
    contacts = bench.bank.contacts
    contacts.fail(1, Fault.STUCK_ON)
    contacts.fail(3, Fault.STUCK_OFF)
    contacts.fail(0, Fault.DEAD)
    contacts.fail(5, Fault.NOISY)
    bench.wait(1)
    bench.take(0)
    bench.wait(1)
    assert (edges(bench, 1), edges(bench, 3), edges(bench, 0)) == ([True], [False], [])
    assert len(edges(bench, 5)) > 20
    for channel in (1, 3, 0, 5):
        contacts.heal(channel)
    bench.wait(0.1)
    assert bench.bank.snapshot() == tuple(channel in {3, 27} for channel in range(HOLES))


def test_a_sleeve_brushing_a_contact_reaches_the_driver_as_two_edges(
    bench: DirectBench | ExpanderBench,
) -> None:
    bench.bank.contacts.brush(1, seconds=0.012)
    bench.wait(0.1)
    assert edges(bench, 1) == [True, False]


@DIRECT
def test_a_power_failure_of_the_sensors_is_reported_as_a_loss_and_makes_no_edges(bench: DirectBench) -> None:
    bench.bank.powered = False
    bench.wait(0.4)
    bench.put(1)
    bench.bank.powered = True
    bench.wait(0.4)
    lost, found = bench.events
    assert isinstance(lost, DeviceState)
    assert lost.text.startswith("the sensor chain's last chip reads 00000000, not 10100101")
    assert isinstance(found, DeviceState)
    assert bench.bank.snapshot() == tuple(channel in {0, 1, 3, 27} for channel in range(HOLES))


@DIRECT
def test_a_sensor_chain_broken_in_the_middle_is_reported_as_lost_until_it_is_repaired(
    bench: DirectBench,
) -> None:
    bench.bank.chain.broken_before = 2
    bench.wait(0.4)
    assert states(bench.events) == [False]
    bench.bank.chain.broken_before = None
    bench.wait(0.4)
    assert states(bench.events) == [False, True]
    assert len(bench.events) == 2


@pytest.mark.parametrize("sides", [4, 6, 8])
def test_expanders_on_two_buses_read_boards_of_4_6_and_8_sides(sides: int) -> None:
    wood = VirtualBoard(28 * sides, dict.fromkeys(range(0, 28 * sides, 5), 0))
    bank = ExpanderSensors(wood, VirtualClock())
    assert bank.channels == 28 * sides
    assert bank.snapshot() == tuple(hole % 5 == 0 for hole in range(28 * sides))
    assert len(bank.buses) == (1 if sides == 4 else 2)
    bank.close()


def test_leds_whose_supply_fails_show_wrong_colours_and_are_then_dark_until_the_next_frame() -> None:
    spi = Ws2812Chain(28)
    strip = WS2812B.on_spi(spi, 28, brightness=1, gamma=1, amperes=10)
    shown = bytes([200, 100, 50]) * 28
    strip.show(shown)
    spi.sag(seed=1)
    assert spi.pixels != shown
    assert max(spi.pixels) < 200
    strip.show(shown)
    assert spi.pixels != shown
    spi.recover()
    assert spi.pixels == bytes(84)
    strip.show(shown)
    assert spi.pixels == shown
