"""Tests of MCP23017 expanders on a simulated I2C bus: setup, reads, watch pins, low supply, interrupts."""

from __future__ import annotations

import errno
import sys
from functools import partial
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import VirtualClock
from hardware.errors import DeviceLost, DeviceMissing, HardwareError
from hardware.parts.hc165.twin import wired_factory
from hardware.parts.mcp23017 import ADDRESSES
from hardware.parts.mcp23017.driver import Expander, ExpanderBoard, I2cBus, open_i2c, open_mcp23017
from hardware.parts.mcp23017.twin import (
    DEFVAL,
    GPINTEN,
    GPIO,
    GPPU,
    INTCAP,
    INTCON,
    INTF,
    IOCON,
    IODIR,
    IPOL,
    OLAT,
    Mcp23017,
    SimulatedI2c,
    soldered,
)
from hardware.ports import DeviceState, HardwareEvent, SensorEdge
from tests.hardware.contract_sensor_bank import SensorBankContract

CHANNELS = 112
INTERRUPT = 17


class BusBench:
    """A bench with eight chips for the 112 sensors of a four-sided board."""

    occupied = frozenset({0, 3, 27, 111})

    def __init__(self, *, called: bool = False) -> None:
        self.clock = VirtualClock()
        self.marbles = set(self.occupied)
        self.bus = soldered(self.marbles.__contains__, CHANNELS, ADDRESSES)
        self.factory: Any = wired_factory()
        self.line = self.factory.pin(INTERRUPT)
        self.bank = open_mcp23017(
            self.clock,
            CHANNELS,
            interrupt_pin=INTERRUPT if called else None,
            open_bus=lambda number: self.bus,
            pin_factory=self.factory,
        )
        self.events: list[HardwareEvent] = []
        self.unplug, self.replug = self.bus.unplug, self.bus.replug

    def put(self, channel: int) -> None:
        self.marbles.add(channel)
        self.pull()

    def take(self, channel: int) -> None:
        self.marbles.remove(channel)
        self.pull()

    def pull(self) -> None:
        """Set the pin of the joined INT lines to the chips' present level."""
        (self.line.drive_low if self.bus.interrupting else self.line.drive_high)()

    def wait(self, seconds: float) -> None:
        end = self.clock.now() + seconds
        while (when := self.clock.next_at) is not None and when <= end:
            self.clock.run_next()
            self.pull()
        self.clock.run_until(end)


class TestExpanders(SensorBankContract):
    make = BusBench


class TestExpandersThatCall(SensorBankContract):
    make = staticmethod(partial(BusBench, called=True))


@given(st.sets(st.integers(0, CHANNELS - 1)))
def test_expanders_read_every_pattern_correctly(marbles: set[int]) -> None:
    bench = BusBench()
    bench.marbles.clear()
    bench.marbles |= marbles
    assert bench.bank.snapshot() == tuple(channel in marbles for channel in range(CHANNELS))


def test_sixteen_expanders_on_two_buses_read_a_board_of_eight_sides() -> None:
    buses = {number: soldered(lambda _: False, CHANNELS, ADDRESSES) for number in (1, 3)}
    chips = tuple((number, address) for number in (1, 3) for address in ADDRESSES)
    bank = open_mcp23017(VirtualClock(), 224, chips=chips, open_bus=buses.__getitem__)
    assert bank.snapshot() == (False,) * 224
    bank.close()
    assert all(bus.closed for bus in buses.values())


def test_too_few_expanders_are_refused_and_their_bus_is_released() -> None:
    bus = soldered(lambda _: False, 28, (0x20, 0x21))
    with pytest.raises(HardwareError, match="29 channels are more than the 28 inputs of 2 chips"):
        open_mcp23017(VirtualClock(), 29, chips=((1, 0x20), (1, 0x21)), open_bus=lambda _: bus)
    assert bus.closed


@pytest.mark.parametrize(("address", "inputs"), [(0x1F, 14), (0x28, 14), (0x20, 15)])
def test_an_address_or_number_of_inputs_that_no_expander_has_is_refused(address: int, inputs: int) -> None:
    with pytest.raises(HardwareError, match="an MCP23017 has"):
        Expander(SimulatedI2c({}), address, inputs=inputs)


def test_an_expander_of_the_old_kind_has_sixteen_inputs() -> None:
    chip = Mcp23017(lambda: 0x0102)
    expander = Expander(SimulatedI2c({0x27: chip}), 0x27, inputs=16)
    board = ExpanderBoard([expander], 16)
    # The twin models the newer chips, whose inputs 7 and 15 always read low, which means a marble.
    assert [channel for channel, on in enumerate(board.scan()) if on] == [1, 7, 8, 15]
    assert chip.read(GPPU) == chip.read(GPPU + 1) == 0xFF
    assert chip.read(IODIR) == chip.read(IODIR + 1) == 0xFF


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_expander_after_a_low_supply_is_detected_at_the_next_read_and_set_up_again(address: int) -> None:
    bench = BusBench()
    bench.bank.start(bench.events.append)
    bench.wait(0.1)
    bench.bus.chips[address].power_up()
    bench.wait(0.1)
    # One bad scan is not a lost bank, and no marble seems to vanish.
    assert bench.events == []
    assert bench.bank.bad_scans == 0
    assert bench.bank.snapshot() == tuple(channel in bench.occupied for channel in range(CHANNELS))


def test_lost_settings_of_an_expander_are_reported_and_restored_within_as_many_scans_as_chips() -> None:
    bus = soldered(lambda _: False, CHANNELS, ADDRESSES)
    board = ExpanderBoard([Expander(bus, address) for address in ADDRESSES], CHANNELS)
    board.scan()
    bus.chips[0x24].write(GPPU + 1, 0x1F)

    def whole_turn() -> None:
        for _ in ADDRESSES:
            board.scan()

    with pytest.raises(DeviceLost, match="the sensor chip at 0x24 has lost its settings: its supply dropped"):
        whole_turn()
    whole_turn()
    assert bus.chips[0x24].read(GPPU + 1) == 0x7F


def test_an_expander_that_does_not_answer_is_reported_with_its_address() -> None:
    bench = BusBench()
    bench.bank.start(bench.events.append)
    bench.wait(0.1)
    bench.bus.missing = {0x26}
    bench.wait(0.1)
    (lost,) = bench.events
    assert isinstance(lost, DeviceState)
    assert lost.text == (
        "no sensor chip answers at 0x26 on the I2C bus: check its plug, its power and its address pins"
    )


def test_expanders_with_an_interrupt_line_are_read_rarely_while_nothing_changes() -> None:
    bench = BusBench(called=True)
    bench.bank.start(bench.events.append)
    bench.wait(0.1)
    before = bench.bus.accesses
    bench.wait(1.0)
    reads = (bench.bus.accesses - before) / (len(ADDRESSES) + 2)
    assert 9 <= reads <= 11
    bench.put(50)
    bench.wait(0.02)
    assert [(e.channel, e.on) for e in bench.events if isinstance(e, SensorEdge)] == [(50, True)]
    bench.bank.close()
    assert bench.bus.closed


def test_the_simulated_expander_behaves_as_in_its_data_sheet() -> None:
    pulled = {"word": 0x0000}
    chip = Mcp23017(lambda: pulled["word"])
    # After a reset every pin is an input; open pins read low in this model, and bit 7 is never an input.
    assert (chip.read(IODIR), chip.read(GPIO)) == (0xFF, 0x00)
    chip.write(GPPU, 0xFF)
    assert chip.read(GPIO) == 0x7F
    chip.write(IPOL, 0x01)
    assert chip.read(GPIO) == 0x7E
    chip.write(IODIR, 0x7F)
    chip.write(GPIO, 0x80)
    assert (chip.read(OLAT), chip.read(GPIO)) == (0x80, 0xFE)
    chip.write(IOCON + 1, 0x44)
    assert chip.read(IOCON) == 0x44
    chip.write(INTF, 0xFF)
    assert chip.read(INTF) == 0


def test_the_interrupt_of_a_simulated_expander_lasts_until_the_expander_is_read() -> None:
    pulled = {"word": 0x0000}
    chip = Mcp23017(lambda: pulled["word"])
    chip.write(GPPU + 1, 0x7F)
    chip.write(GPINTEN + 1, 0x7F)
    assert not chip.interrupting
    pulled["word"] = 0x0400
    assert chip.interrupting
    assert chip.read(INTF + 1) == 0x04
    assert chip.read(INTCAP + 1) == 0x7B
    assert not chip.interrupting
    chip.write(INTCON + 1, 0x7F)
    chip.write(DEFVAL + 1, 0x7F)
    assert chip.interrupting
    assert chip.read(GPIO + 1) == 0x7B
    assert chip.interrupting


class FakeSmbus2(ModuleType):
    """A fake of smbus2 with the methods that we use."""

    refuses: OSError | None = None

    def __init__(self) -> None:
        super().__init__("smbus2")
        self.opened: list[int] = []

    def SMBus(self, bus: int) -> I2cBus:  # noqa: N802 - smbus2's name
        if self.refuses is not None:
            raise self.refuses
        self.opened.append(bus)
        return SimulatedI2c({})


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOENT, "^/dev/i2c-1 is not there; put dtparam=i2c_arm=on"),
        (errno.EACCES, "^/dev/i2c-1 may not be used; .* -aG i2c "),
        (errno.EIO, "^/dev/i2c-1 cannot be opened: .*it smokes"),
    ],
)
def test_an_i2c_bus_that_cannot_be_opened_is_reported_with_the_remedy(
    number: int, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = FakeSmbus2()
    module.refuses = OSError(number, "it smokes")
    monkeypatch.setitem(sys.modules, "smbus2", module)
    with pytest.raises(DeviceMissing, match=sentence):
        open_mcp23017(VirtualClock(), 14)


def test_a_missing_smbus2_is_reported_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = FakeSmbus2()
    monkeypatch.setitem(sys.modules, "smbus2", module)
    open_i2c(3).close()
    assert module.opened == [3]
    monkeypatch.setitem(sys.modules, "smbus2", None)
    with pytest.raises(DeviceMissing, match=r"the module smbus2 is not installed; sudo make pi"):
        open_i2c(3)
