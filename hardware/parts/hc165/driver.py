"""Hole sensors on a chain of 74HC165 shift registers, one bit a sensor, read by the Pi itself.

Wiring: every chip's SH/LD to `load_pin`, every CLK to `clock_pin`, every CLK INH to `select_pin`, each chip's
serial input to the QH of the next, the first QH to `data_pin`. Input A of the chip nearest the Pi is channel
0, its H channel 7, A of the next chip channel 8. A low load line copies the inputs, and each rising edge of
(CLK or CLK INH) moves them one place. So the first bit of a transfer is there before any clock, and the bits
must be read on falling edges: SPI mode 2, whose clock rests high.

CLK INH belongs on the chip select, not on ground. SPI 1 of every Pi before the 5 (bcm2835aux) lets its clock
fall between transfers whatever the mode, and raises it again before it selects: with CLK INH on ground that
is a rising edge after SH/LD, and every bit comes one place early. With CLK INH on the chip select that edge
shifts nothing.

Inputs that are tied to fixed levels show whether the chain works, see `hardware.parts.chain_watch`: an
additional chip at the end, H to A = 1010 0101, or two inputs of every ready module. A loose plug, a broken
link, a lost or an extra clock all change the levels that are read there.

On the pins of SPI 0 (clock 11, data 9, select 8 or 7) gpiozero uses the kernel's SPI at 500 kHz. On other
pins gpiozero sets each level itself, which is slower: about 20 us a bit on a Pi, so 3 ms for 15 chips.
`open_hc165_spi` uses the kernel's SPI 0 or SPI 1 directly at 1 MHz: 0.12 ms for 15 chips, 0.23 ms for 29.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from hardware.clock import Clock
from hardware.errors import DeviceLost
from hardware.parts.chain_watch import TiedChip, Watch, watch_of
from hardware.pins import KernelSpi, board_pins, in_one_sentence, open_spi
from hardware.scan import ScannedBank, channel_levels

SPI_MODE = 2

SPI_HERTZ = 1_000_000
"""A clock slow enough for the trunk of a whole board: 2 to 4 m with a chip every 20 cm.

With 47 Ohm in the clock line and a buffer for every ten chips (LINE_OHMS, A_BUFFER in the facts) the clock's
edges take about 26 ns. A 74HC165 allows 500 ns (data sheet SCLS116, input transition rise and fall rate), and
half a clock is 500 ns as well.
"""

PINS = "the pins of the sensor chain"


class Transfer(Protocol):
    """The method of gpiozero's SPI that the driver uses; the simulated port has it as well."""

    def transfer(self, data: list[int]) -> list[int]:
        """Send `data`; return the bytes received at the same time, one for each byte sent."""
        ...


class Hc165Chain:
    """Reads the chain's bytes and checks its tied inputs."""

    def __init__(self, spi: Transfer, load: Callable[[], None], watch: Watch) -> None:
        """`load` pulses the load line; `watch` checks the tied inputs."""
        self._spi, self._load, self._watch = spi, load, watch

    def read(self) -> bytes:
        """One byte for each chip, the nearest chip first; bit 0 is its input A. Raise DeviceLost if
        corrupt.
        """
        self._load()
        raw = bytes(self._spi.transfer([0] * self._watch.chips))
        if (fault := self._watch.fault(raw)) is not None:
            raise DeviceLost(fault)
        return raw


def open_hc165(
    clock: Clock,
    channels: int,
    *,
    clock_pin: int = 11,
    data_pin: int = 9,
    select_pin: int = 8,
    load_pin: int = 25,
    modules: Sequence[TiedChip] = (),
    pin_factory: Any = None,
) -> ScannedBank:
    """Open a chain with `channels` sensors on any pins, given as GPIO numbers.

    `modules`: the chain's ready modules; none for a chain wired by hand. `pin_factory`: gpiozero's, by
    default the Pi's own. Raise DeviceMissing if a pin is not available.
    """
    factory = board_pins(pin_factory)
    load = _load_line(load_pin, factory)
    try:
        with in_one_sentence(PINS):
            spi = factory.spi(clock_pin=clock_pin, mosi_pin=None, miso_pin=data_pin, select_pin=select_pin)
            spi.clock_mode = SPI_MODE
    except OSError:
        load.close()
        raise
    return _bank(clock, channels, spi, load, modules)


def open_hc165_spi(
    clock: Clock,
    channels: int,
    *,
    bus: int = 0,
    load_pin: int = 25,
    modules: Sequence[TiedChip] = (),
    pin_factory: Any = None,
    open_port: Callable[[int, int, int], KernelSpi] = open_spi,
) -> ScannedBank:
    """Open a chain on /dev/spidev`bus`.0; only the load line is on a pin of gpiozero.

    The other parameters are those of `open_hc165`.
    """
    load = _load_line(load_pin, board_pins(pin_factory))
    try:
        spi = open_port(bus, SPI_HERTZ, SPI_MODE)
    except OSError:
        load.close()
        raise
    return _bank(clock, channels, spi, load, modules)


def _load_line(pin: int, factory: Any) -> Any:
    from gpiozero import DigitalOutputDevice

    with in_one_sentence(PINS):
        return DigitalOutputDevice(pin, initial_value=True, pin_factory=factory)


def _bank(clock: Clock, channels: int, spi: Any, load: Any, modules: Sequence[TiedChip]) -> ScannedBank:
    def pulse() -> None:
        load.off()
        load.on()

    def release() -> None:
        spi.close()
        load.close()

    chain = Hc165Chain(spi, pulse, watch_of(modules, (channels + 7) // 8 + 1))
    return ScannedBank(clock, channels, chain_scan(chain, channels), release)


def chain_scan(chain: Hc165Chain, channels: int) -> Callable[[], tuple[bool, ...]]:
    """A function that reads the chain and returns the level of each channel, for a ScannedBank."""
    seen, levels = b"", (False,) * channels

    def scan() -> tuple[bool, ...]:
        nonlocal seen, levels
        with in_one_sentence(PINS):
            raw = chain.read()
        if raw != seen:
            seen, levels = raw, channel_levels(raw, channels)
        return levels  # If the bytes have not changed, these are the levels of the last scan.

    return scan
