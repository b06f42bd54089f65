"""Hole sensors on a chain of 74HC165 shift registers, one bit a sensor, read by the Pi itself.

Wiring: every chip's SH/LD to `load_pin`, every CLK to `clock_pin`, CLK INH to ground or to `select_pin`,
each chip's serial input to the QH of the next, the first QH to `data_pin`. Input A of the chip nearest
the Pi is channel 0, its H channel 7, A of the next chip channel 8. A low load line copies the inputs,
each rising clock moves them one place; so the first bit of a transfer is there before any clock, and
the bits must be taken on falling edges: SPI mode 2, whose clock also rests high, where a change of CLK
INH shifts nothing.

A chain has no answer of its own, so one chip more stands at its end with its inputs wired to the
watchword: H to A = 1010 0101. A loose plug, a broken link, a lost or an extra clock all spoil that.

On the pins of SPI 0 (clock 11, data 9, select 8 or 7) gpiozero uses the kernel's SPI at 500 kHz, on any
others it clocks by hand, which is slower: about 20 us a bit on a Pi, so 3 ms for 15 chips. `open_hc165_spi`
uses the kernel's port itself, SPI 1 too, at 4 MHz: 30 us for 15 chips.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from hardware.clock import Clock
from hardware.errors import DeviceLost
from hardware.pins import board_pins, said_plainly
from hardware.scan import PERIOD, ScannedBank, channel_levels
from hardware.spi_port import spidev_port

WATCHWORD = 0xA5
"""What the inputs of the last chip are wired to, H first."""

SPI_MODE = 2

SPI_HERTZ = 4_000_000
"""A '165 at 3.3 V takes 20 MHz on the bench; 4 MHz leaves room for half a metre of ribbon cable."""


PINS = "the pins of the sensor chain"


class Transfer(Protocol):
    """gpiozero's SPI, or its twin."""

    def transfer(self, data: list[int]) -> list[int]:
        """Clock `data` out and as many bytes in."""
        ...


class Hc165Chain:
    """Reads the chain's bytes and checks the watchword."""

    def __init__(self, spi: Transfer, load: Callable[[], None], chips: int, *, watched: bool = True) -> None:
        """`load` pulses the load line; `chips` do not count the watching one."""
        self._spi, self._load, self._chips, self._watched = spi, load, chips, watched

    def read(self) -> bytes:
        """One byte a chip, bit 0 its input A, the chip nearest the Pi first; DeviceLost if spoilt."""
        self._load()
        raw = bytes(self._spi.transfer([0] * (self._chips + self._watched)))
        if self._watched and raw[-1] != WATCHWORD:
            raise DeviceLost(
                f"the sensor chain's last chip says {raw[-1]:08b}, not {WATCHWORD:08b}:"
                " check the chain's plugs, its power and its clock line"
            )
        return raw[: self._chips]


def open_hc165(
    clock: Clock,
    channels: int,
    *,
    clock_pin: int = 11,
    data_pin: int = 9,
    select_pin: int = 8,
    load_pin: int = 25,
    active_low: bool = True,
    watched: bool = True,
    period: float = PERIOD,
    pin_factory: Any = None,
) -> ScannedBank:
    """The bank of `channels` sensors on the chain; pins by their GPIO numbers.

    `active_low`: a marble pulls its input down, as hall switches do. `pin_factory`: gpiozero's, by
    default the Pi's own. DeviceMissing when the pins cannot be had.
    """
    factory = board_pins(pin_factory)
    load = _load_line(load_pin, factory)
    try:
        with said_plainly(PINS):
            spi = factory.spi(clock_pin=clock_pin, mosi_pin=None, miso_pin=data_pin, select_pin=select_pin)
            spi.clock_mode = SPI_MODE
    except OSError:
        load.close()
        raise
    return _bank(clock, channels, spi, load, active_low=active_low, watched=watched, period=period)


def open_hc165_spi(
    clock: Clock,
    channels: int,
    *,
    bus: int = 0,
    device: int = 0,
    load_pin: int = 25,
    active_low: bool = True,
    watched: bool = True,
    period: float = PERIOD,
    pin_factory: Any = None,
) -> ScannedBank:
    """The same bank on /dev/spidev`bus`.`device`; only the load line is a pin of gpiozero's."""
    load = _load_line(load_pin, board_pins(pin_factory))
    try:
        path, port = spidev_port(bus, device, SPI_HERTZ, SPI_MODE)
    except OSError:
        load.close()
        raise
    spi = KernelSpi(path, port)
    return _bank(clock, channels, spi, load, active_low=active_low, watched=watched, period=period)


class KernelSpi:
    """spidev's SpiDev as a Transfer, with its errors in words."""

    def __init__(self, path: str, port: Any) -> None:
        self._path, self._port = path, port

    def transfer(self, data: list[int]) -> list[int]:
        """Clock `data` out and as many bytes in; DeviceLost when the port is gone."""
        try:
            return list(self._port.xfer2(data))
        except OSError as error:
            raise DeviceLost(f"{self._path} does not answer: {error}") from error

    def close(self) -> None:
        """Release the port."""
        self._port.close()


def _load_line(pin: int, factory: Any) -> Any:
    from gpiozero import DigitalOutputDevice

    with said_plainly(PINS):
        return DigitalOutputDevice(pin, initial_value=True, pin_factory=factory)


def _bank(
    clock: Clock,
    channels: int,
    spi: Any,
    load: Any,
    *,
    active_low: bool,
    watched: bool,
    period: float,
) -> ScannedBank:
    def pulse() -> None:
        load.off()
        load.on()

    def release() -> None:
        spi.close()
        load.close()

    chain = Hc165Chain(spi, pulse, (channels + 7) // 8, watched=watched)

    def scan() -> tuple[bool, ...]:
        with said_plainly(PINS):
            return channel_levels(chain.read(), channels, active_low=active_low)

    return ScannedBank(clock, channels, scan, release, period=period)
