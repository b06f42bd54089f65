"""Tests of the 74HC165 chain, on gpiozero's mock pins and on a simulated SPI port of the kernel."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import VirtualClock
from hardware.errors import DeviceLost, DeviceMissing
from hardware.parts.chain_watch import LastChip
from hardware.parts.hc165.driver import Hc165Chain, open_hc165, open_hc165_spi
from hardware.parts.hc165.twin import ChainSpi, ShiftChain, sensor_inputs, solder, wired_factory
from hardware.ports import DeviceState, HardwareEvent
from hardware.scan import ScannedBank, channel_levels
from tests.hardware.contract_sensor_bank import SensorBankContract
from tests.hardware.fake_spidev import FakeSpiDev, installed

CHANNELS = 28
LOAD, CLOCK, DATA, SELECT = 25, 11, 9, 8


class ChainBench:
    """A bench with a chain for 28 sensors and a watching chip; a subclass makes `bank`."""

    occupied = frozenset({0, 3, 27})
    bank: ScannedBank

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.marbles = set(self.occupied)
        self.chain = ShiftChain(lambda: sensor_inputs(self.marbles.__contains__, CHANNELS))
        self.put, self.take = self.marbles.add, self.marbles.remove

    def wait(self, seconds: float) -> None:
        self.clock.run_until(self.clock.now() + seconds)

    def unplug(self) -> None:
        self.chain.unplugged = True

    def replug(self) -> None:
        self.chain.unplugged = False


@contextmanager
def lost_bank(bench: ChainBench, begins: str) -> Iterator[None]:
    """Start the bank; check that the block causes one event of a lost bank whose text starts with
    `begins`.
    """
    events: list[HardwareEvent] = []
    bench.bank.start(events.append)
    bench.wait(0.1)
    yield
    bench.wait(0.1)
    (lost,) = events
    assert isinstance(lost, DeviceState)
    assert lost.text.startswith(begins)
    bench.bank.close()


class PinBench(ChainBench):
    """A ChainBench whose chain is read through gpiozero's mock pins."""

    def __init__(self, *, inhibited: bool = True) -> None:
        super().__init__()
        self.factory: Any = wired_factory()
        inhibit = SELECT if inhibited else 17
        solder(self.chain, self.factory, load_pin=LOAD, clock_pin=CLOCK, data_pin=DATA, inhibit_pin=inhibit)
        self.bank = open_hc165(self.clock, CHANNELS, pin_factory=self.factory)


class SpiBench(ChainBench):
    """A ChainBench whose chain is on a simulated SPI port, edge by edge."""

    def __init__(self, *, inhibited: bool = True, rests_low: bool = False) -> None:
        super().__init__()
        self.spi = ChainSpi(self.chain, inhibited=inhibited, rests_low=rests_low)
        chain = Hc165Chain(self.spi, self.chain.load, LastChip(5))
        self.bank = ScannedBank(self.clock, CHANNELS, lambda: channel_levels(chain.read(), CHANNELS))


class TestHc165OnPins(SensorBankContract):
    make = PinBench


class TestHc165OnSpi(SensorBankContract):
    make = SpiBench


class KernelSpiBench(ChainBench):
    """A ChainBench whose chain is read through spidev, with the load line on a pin."""

    def __init__(self) -> None:
        super().__init__()
        self.factory: Any = wired_factory()
        self.factory.pin(LOAD).listeners.append(lambda high: None if high else self.chain.load())
        self.bank = open_hc165_spi(self.clock, CHANNELS, pin_factory=self.factory)


class TestHc165OnSpidev(SensorBankContract):
    @pytest.fixture(autouse=True)
    def _spidev(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ports, self.patch = installed(monkeypatch), monkeypatch

    def make(self) -> KernelSpiBench:
        bench = KernelSpiBench()
        self.patch.setattr(FakeSpiDev, "chain", ChainSpi(bench.chain))
        return bench

    def test_the_spi_port_of_a_chain_runs_at_one_megahertz_and_is_released(self) -> None:
        with self.rig():
            (port,) = self.ports
            assert (port.opened, port.max_speed_hz) == ((0, 0), 1_000_000)
        assert port.closed

    def test_a_chain_whose_spi_port_fails_is_a_lost_bank(self) -> None:
        with lost_bank(self.make(), "/dev/spidev0.0 does not answer: "):
            self.ports[0].gone = True

    def test_the_load_pin_is_released_if_the_spi_port_is_missing(self) -> None:
        self.patch.setattr(FakeSpiDev, "refuses", FileNotFoundError(2, "No such file"))
        factory: Any = wired_factory()
        for _ in range(2):
            with pytest.raises(DeviceMissing, match=r"^/dev/spidev0\.0 is not there; put dtparam=spi=on"):
                open_hc165_spi(VirtualClock(), CHANNELS, pin_factory=factory)


@given(st.sets(st.integers(0, CHANNELS - 1)), st.booleans(), st.booleans())
def test_a_74hc165_chain_reads_every_pattern_with_either_clock_inhibit_and_clock_rest(
    marbles: set[int], on_pins: bool, usual: bool
) -> None:
    bench = PinBench(inhibited=usual) if on_pins else SpiBench(rests_low=not usual)
    bench.marbles.clear()
    bench.marbles |= marbles
    for _ in range(2):
        assert bench.bank.snapshot() == tuple(channel in marbles for channel in range(CHANNELS))
    bench.bank.close()


@pytest.mark.parametrize("mode", [0, 1, 3])
def test_in_a_wrong_clock_mode_a_chain_reads_its_watchword_one_bit_early(
    mode: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.parts.hc165.driver.SPI_MODE", mode)
    bench = PinBench()
    with pytest.raises(DeviceLost, match=r"reads 01001010, not 10100101: every bit comes one place early"):
        bench.bank.snapshot()
    bench.bank.close()


def test_with_clock_inhibit_on_ground_a_clock_that_rests_low_makes_every_bit_one_place_early() -> None:
    bench = SpiBench(inhibited=False, rests_low=True)
    for _ in range(2):
        with pytest.raises(DeviceLost, match=r"reads 01001010, .* one place early, .* wire CLK INH \(pin 15"):
            bench.bank.snapshot()


def test_a_watchword_read_one_place_late_is_reported_with_the_clock_wires_to_check() -> None:
    class LostClock(ChainSpi):
        def transfer(self, data: list[int]) -> list[int]:
            bits = "0" + "".join(f"{byte:08b}" for byte in super().transfer(data))
            return [int(bits[at : at + 8], 2) for at in range(0, 8 * len(data), 8)]

    chain = ShiftChain(lambda: sensor_inputs(lambda _: False, 16))
    with pytest.raises(DeviceLost, match=r"reads 11010010, .* one place late, .* CLK and CLK INH"):
        Hc165Chain(LostClock(chain), chain.load, LastChip(3)).read()


@pytest.mark.parametrize(("mode", "shifts"), [(0, 9), (2, 8)])
def test_an_spi_transfer_in_a_mode_that_ends_with_a_low_clock_shifts_the_chain_once_more(
    mode: int, shifts: int
) -> None:
    bits = [n % 3 == 0 for n in range(16)]
    text = "".join("01"[bit] for bit in bits)
    chain = ShiftChain(lambda: bytes([int(text[:8], 2), int(text[8:], 2)]))
    spi = ChainSpi(chain)
    spi.mode = mode
    spi.transfer([0])
    left = []
    for _ in range(16 - shifts):
        left.append(chain.out)
        chain.shift()
    assert left == bits[shifts:]


def test_a_rising_clock_or_inhibit_shifts_the_chain_while_the_other_input_is_low() -> None:
    chain = ShiftChain(lambda: bytes([0b01011000]))
    factory: Any = wired_factory()
    solder(chain, factory, load_pin=LOAD, clock_pin=CLOCK, data_pin=DATA, inhibit_pin=SELECT)
    for number in (LOAD, CLOCK, SELECT):
        factory.pin(number).function = "output"
    factory.pin(LOAD).state = True
    seen = [bool(factory.pin(DATA).state)]
    for pin, level in ((SELECT, True), (CLOCK, True), (CLOCK, False), (SELECT, False), (CLOCK, True)):
        factory.pin(pin).state = level
        seen.append(bool(factory.pin(DATA).state))
    assert seen == [False, True, True, True, True, False]


@pytest.mark.parametrize("link", [1, 2, 3, 4])
def test_a_chain_that_is_cut_anywhere_is_reported_as_lost(link: int) -> None:
    bench = PinBench()
    with lost_bank(bench, "the sensor chain's last chip reads 11111111, not 10100101: check"):
        bench.chain.broken_before = link


def test_a_chain_without_power_is_reported_as_lost() -> None:
    stages = ShiftChain(lambda: bytes(3))
    with pytest.raises(DeviceLost, match="reads 00000000, not 10100101"):
        Hc165Chain(ChainSpi(stages), stages.load, LastChip(3)).read()


def test_chain_pins_in_use_are_reported_and_the_other_pins_released() -> None:
    from gpiozero import LED

    factory: Any = wired_factory()
    busy = LED(DATA, pin_factory=factory)
    with pytest.raises(DeviceMissing, match=r"the pins of the sensor chain cannot be used: .*GPIO9"):
        open_hc165(VirtualClock(), CHANNELS, pin_factory=factory)
    busy.close()
    open_hc165(VirtualClock(), CHANNELS, pin_factory=factory).close()


def test_pins_that_fail_during_a_scan_are_reported_as_a_lost_sensor_bank() -> None:
    bench = PinBench()
    with lost_bank(bench, "the pins of the sensor chain cannot be used: "):
        bench.factory.pin(LOAD).function = "input"
