"""Simulated 74HC165 chips in a chain, modelled after the data sheet, and the kernel's SPI port before them.

The model uses nothing of the driver. While load is low, every stage follows its input. While load is high,
each rising edge of (clock or inhibit) moves every bit by one stage towards QH, the stage nearest the
computer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin

from hardware.clock import Clock
from hardware.parts.hc165.driver import open_hc165, open_hc165_spi
from hardware.pins import KernelSpi
from hardware.twin.sensors import SolderedBank, TwinSensors
from hardware.twin.wood import VirtualBoard


class WiredPin(MockPin):  # type: ignore[misc]
    """A mock pin that calls the functions in `listeners` when its level changes.

    It keeps no history of its levels, because the history of MockPin grows without limit.
    """

    _state: bool

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.listeners: list[Callable[[bool], None]] = []
        super().__init__(*args, **kwargs)

    def _change_state(self, value: bool) -> bool:
        if self._state == value:
            return False
        self._state = value
        for notify in self.listeners:
            notify(bool(value))
        return True


def wired_factory() -> Any:
    """gpiozero's mock pin factory with pins of class WiredPin."""
    return MockFactory(pin_class=WiredPin)


WATCHING = 0xA5
"""The levels to which the inputs of the watching chip are tied, H to A: 1010 0101."""


class ShiftChain:
    """Simulated chips in a chain; `inputs` returns a byte a chip, the nearest chip first, bit 0 is input
    A.
    """

    def __init__(self, inputs: Callable[[], bytes]) -> None:
        self._inputs = inputs
        self._stages: list[int] = []
        self.broken_before: int | None = None
        """The index of the chip whose output to the chip before it is cut; None if the chain is whole.

        The cut input reads high, through its pull-up.
        """
        self.unplugged = False
        """Whether the cable to the computer is out: its data line reads low."""
        self.load()

    def load(self) -> None:
        """Copy the inputs into the stages, as a low load line does."""
        self._stages = [byte >> bit & 1 for byte in self._inputs() for bit in range(7, -1, -1)]

    def shift(self) -> None:
        """Move every bit one stage on, as a rising clock does; the last chip's serial input is on ground."""
        del self._stages[0]
        self._stages.append(0)
        if self.broken_before is not None:
            self._stages[8 * self.broken_before - 1] = 1

    @property
    def out(self) -> bool:
        """The level of the nearest chip's QH, which the computer reads."""
        return bool(self._stages[0]) and not self.unplugged


def sensor_inputs(occupied: Callable[[int], bool], channels: int) -> bytes:
    """The levels at the chips' inputs: low where a marble lies, high elsewhere; then the watching chip's
    byte.
    """
    chips = (channels + 7) // 8
    lows = sum(1 << channel for channel in range(channels) if occupied(channel))
    return (~lows & (1 << 8 * chips) - 1).to_bytes(chips, "little") + bytes([WATCHING])


class ChainSpi:
    """A simulated chain on the kernel's SPI port, edge by edge, with the methods of spidev's SpiDev.

    `rests_low`: the port lets its clock fall between transfers in every mode, and raises the clock again
    before it selects the chip. The auxiliary controller, SPI 1 of every Pi before the Pi 5, does this:
    drivers/spi/spi-bcm2835aux.c resets CNTL0, and the polarity with it, in unprepare_message, and sets it in
    prepare_message, which the kernel calls before it asserts the chip select. `inhibited`: CLK INH of the
    chips is on the chip select, else on ground.
    """

    def __init__(self, chain: ShiftChain, *, inhibited: bool = True, rests_low: bool = False) -> None:
        self._chain, self._inhibited, self._rests_low = chain, inhibited, rests_low
        self.mode, self.max_speed_hz = 2, 500_000
        """Settings with spidev's names; this port accepts modes 0 and 2."""
        self._clock = self._selected = False
        self.closed = False

    def open(self, bus: int, device: int) -> None:
        """Do nothing: the port is always open."""

    def xfer2(self, data: list[int]) -> list[int]:
        """Send `data`; return the bytes received, highest bit first, each bit read on the clock's first
        edge.
        """
        rests_high = self.mode == 2
        self._set_clock(rests_high)
        self._select(True)
        taken = [self._byte(rests_high) for _ in data]
        self._select(False)
        if self._rests_low:
            self._set_clock(False)
        return taken

    transfer = xfer2

    def close(self) -> None:
        """Release the port."""
        self.closed = True

    def _byte(self, rests_high: bool) -> int:
        value = 0
        for _ in range(8):
            value = value << 1 | self._chain.out
            self._set_clock(not rests_high)
            self._set_clock(rests_high)
        return value

    def _set_clock(self, high: bool) -> None:
        if high and not self._clock and not self._held:
            self._chain.shift()
        self._clock = high

    def _select(self, selected: bool) -> None:
        # Selecting lowers CLK INH, deselecting raises it. The chip ORs CLK and CLK INH, so if CLK is low,
        # deselecting is a rising edge and shifts once.
        if not selected and self._inhibited and not self._clock:
            self._chain.shift()
        self._selected = selected

    @property
    def _held(self) -> bool:
        """Whether CLK INH is high, so that the clock does not reach the stages."""
        return self._inhibited and not self._selected


def solder(
    chain: ShiftChain, factory: Any, *, load_pin: int, clock_pin: int, data_pin: int, inhibit_pin: int
) -> None:
    """Wire `chain` to the pins of `factory`; the clock line and the inhibit line are low at first."""
    load, clock, inhibit = (factory.pin(number) for number in (load_pin, clock_pin, inhibit_pin))
    data = factory.pin(data_pin)
    gate = {"high": False}

    def drive() -> None:
        # Driving the pin only on a change is faster: most clocks do not change it, and a game has 100
        # million.
        if chain.out != data.state:
            (data.drive_high if chain.out else data.drive_low)()

    def loaded(_: bool) -> None:
        chain.load()
        drive()

    def clocked(_: bool) -> None:
        was, gate["high"] = gate["high"], bool(clock.state or inhibit.state)
        if gate["high"] and not was and load.state:
            chain.shift()
        drive()

    load.listeners.append(loaded)
    clock.listeners.append(clocked)
    inhibit.listeners.append(clocked)


LOAD, CLOCK, DATA, SELECT = 25, 11, 9, 8
"""The GPIO numbers to which the simulated chain is wired: the defaults of `open_hc165`."""


class DirectSensors(SolderedBank):
    """Simulated sensors on a 74HC165 chain, read by the driver through gpiozero's mock pins."""

    def __init__(self, wood: VirtualBoard, clock: Clock, *, seed: int = 0) -> None:
        contacts = TwinSensors(wood, clock, seed=seed)
        self.powered = True
        """Whether the chips have power; without power their outputs are low."""

        def inputs() -> bytes:
            lines = sensor_inputs(contacts.level, contacts.channels)
            return lines if self.powered else bytes(len(lines))

        self.chain = ShiftChain(inputs)
        factory: Any = wired_factory()
        solder(self.chain, factory, load_pin=LOAD, clock_pin=CLOCK, data_pin=DATA, inhibit_pin=SELECT)
        super().__init__(contacts, open_hc165(clock, wood.holes, pin_factory=factory))


class SpiSensors(SolderedBank):
    """Simulated sensors on a 74HC165 chain at the kernel's SPI port `bus`; the clock of SPI 1 rests low."""

    def __init__(
        self, wood: VirtualBoard, clock: Clock, *, seed: int = 0, bus: int = 0, inhibited: bool = True
    ) -> None:
        """`inhibited`: CLK INH of the chips is on the chip select; otherwise it is on ground."""
        contacts = TwinSensors(wood, clock, seed=seed)
        self.chain = ShiftChain(lambda: sensor_inputs(contacts.level, contacts.channels))
        factory: Any = wired_factory()
        factory.pin(LOAD).listeners.append(lambda high: None if high else self.chain.load())
        port = ChainSpi(self.chain, inhibited=inhibited, rests_low=bus == 1)

        def soldered_port(bus: int, hertz: int, mode: int) -> KernelSpi:
            port.mode, port.max_speed_hz = mode, hertz
            return KernelSpi(f"/dev/spidev{bus}.0", port)

        driver = open_hc165_spi(
            clock, wood.holes, bus=bus, load_pin=LOAD, pin_factory=factory, open_port=soldered_port
        )
        super().__init__(contacts, driver)


make = DirectSensors
