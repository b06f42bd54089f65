"""A chain of 74HC165 chips as the data sheet has it, and the kernel's SPI port in front of it.

The model knows nothing of the driver: while load is low every stage follows its input; while it is high each
rising edge of (clock or inhibit) moves every bit one stage on; QH is the stage nearest the computer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin

from hardware.clock import Clock
from hardware.parts.hc165.driver import open_hc165, open_hc165_spi
from hardware.twin.sensors import TwinSensors
from hardware.twin.soldered import SolderedBank
from hardware.twin.wood import VirtualBoard


class WiredPin(MockPin):  # type: ignore[misc]
    """A mock pin with the part soldered to it. It keeps no history, because MockPin's grows without limit."""

    _state: bool

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.told: list[Callable[[bool], None]] = []
        super().__init__(*args, **kwargs)

    def _change_state(self, value: bool) -> bool:
        if self._state == value:
            return False
        self._state = value
        for tell in self.told:
            tell(bool(value))
        return True


def wired_factory() -> Any:
    """gpiozero's mock pin factory with pins that parts can be soldered to."""
    return MockFactory(pin_class=WiredPin)


WATCHING = 0xA5
"""The wiring of the last chip of a watched board, H to A: 1010 0101."""


class ShiftChain:
    """Chips in a row, the nearest first; their inputs come from `inputs`, one byte a chip, bit 0 is A."""

    def __init__(self, inputs: Callable[[], bytes]) -> None:
        self._inputs = inputs
        self._stages: list[int] = []
        self.broken_before: int | None = None
        """The place in the chain of the chip whose serial input is cut; None if no input is.

        The cut input reads high, through its pull-up.
        """
        self.unplugged = False
        """Whether the cable to the computer is out: its data line reads low."""
        self.load()

    def load(self) -> None:
        """Pull load low: every stage follows its input."""
        self._stages = [byte >> bit & 1 for byte in self._inputs() for bit in range(7, -1, -1)]

    def shift(self) -> None:
        """Raise the clock while load is high; the far end's serial input is on ground."""
        del self._stages[0]
        self._stages.append(0)
        if self.broken_before is not None:
            self._stages[8 * self.broken_before - 1] = 1

    @property
    def out(self) -> bool:
        """The level of the nearest chip's QH, which the computer reads."""
        return bool(self._stages[0]) and not self.unplugged


def sensor_inputs(occupied: Callable[[int], bool], channels: int) -> bytes:
    """The sensors' levels at the chips: low where a marble lies, high elsewhere and on spare inputs."""
    chips = (channels + 7) // 8
    lows = sum(1 << channel for channel in range(channels) if occupied(channel))
    return (~lows & (1 << 8 * chips) - 1).to_bytes(chips, "little") + bytes([WATCHING])


class ChainSpi:
    """A chain on the kernel's SPI port, edge by edge; it stands in for spidev's SpiDev.

    `rests_low`: the port lets its clock fall between transfers whatever the mode, and raises it again before
    it selects the chip. The auxiliary controller, SPI 1 of every Pi before the 5, does so:
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
        """Send bytes, highest bit first; return as many, each bit read on the clock's first edge."""
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
        """Whether CLK INH keeps the clock away from the stages."""
        return self._inhibited and not self._selected


def solder(
    chain: ShiftChain, factory: Any, *, load_pin: int, clock_pin: int, data_pin: int, inhibit_pin: int
) -> None:
    """Wire `chain` to the pins of `factory`; the clock line and the inhibit line rest low at first."""
    load, clock, inhibit = (factory.pin(number) for number in (load_pin, clock_pin, inhibit_pin))
    data = factory.pin(data_pin)
    gate = {"high": False}

    def drive() -> None:
        # For speed: most clocks do not change the line, and a game has a hundred million clocks.
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

    load.told.append(loaded)
    clock.told.append(clocked)
    inhibit.told.append(clocked)


LOAD, CLOCK, DATA, SELECT = 25, 11, 9, 8
"""The pins of the chain, the defaults of `open_hc165`."""


class DirectSensors(SolderedBank):
    """A 74HC165 chain on the Pi's own pins, through gpiozero and its mock pins."""

    def __init__(self, wood: VirtualBoard, clock: Clock, *, seed: int = 0) -> None:
        contacts = TwinSensors(wood, clock, seed=seed)
        self.powered = True
        """Whether the chips have power; without it, their lines are low."""

        def inputs() -> bytes:
            lines = sensor_inputs(contacts.level, contacts.channels)
            return lines if self.powered else bytes(len(lines))

        self.chain = ShiftChain(inputs)
        factory: Any = wired_factory()
        solder(self.chain, factory, load_pin=LOAD, clock_pin=CLOCK, data_pin=DATA, inhibit_pin=SELECT)
        super().__init__(contacts, open_hc165(clock, wood.holes, pin_factory=factory))


class SpiSensors(SolderedBank):
    """A 74HC165 chain on the kernel's SPI port `bus`, whose clock rests low on SPI 1 as on a real Pi."""

    bus = 0

    def __init__(self, wood: VirtualBoard, clock: Clock, *, seed: int = 0, inhibited: bool = True) -> None:
        """`inhibited`: CLK INH is on the chip select, else on ground."""
        contacts = TwinSensors(wood, clock, seed=seed)
        self.chain = ShiftChain(lambda: sensor_inputs(contacts.level, contacts.channels))
        factory: Any = wired_factory()
        factory.pin(LOAD).told.append(lambda high: None if high else self.chain.load())
        port = ChainSpi(self.chain, inhibited=inhibited, rests_low=self.bus == 1)

        def soldered_port(bus: int, device: int, hertz: int, mode: int) -> tuple[str, ChainSpi]:
            port.mode, port.max_speed_hz = mode, hertz
            return f"/dev/spidev{bus}.{device}", port

        driver = open_hc165_spi(
            clock, wood.holes, bus=self.bus, load_pin=LOAD, pin_factory=factory, open_port=soldered_port
        )
        super().__init__(contacts, driver)


make = DirectSensors
