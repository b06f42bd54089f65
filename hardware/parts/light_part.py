"""The parts of the lights: LEDs in a chain, the drivers of the chain, and the level shifter of the signal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from hardware.lights import DimmedStrip, SpiPort
from hardware.parts.computer import SPI_SENDS, Take
from hardware.parts.part import Material, Part, spares
from hardware.pins import open_spi
from hardware.ports import LightStrip

BUS_OF = {pin: bus for bus, pin in SPI_SENDS.items()}
"""For each data pin of the kernel's SPI ports, the number of the port."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedDriver:
    """A way to drive a chain of LEDs: the pins, the library, and the computers that it supports."""

    word: str
    meaning: str
    pins: tuple[int, ...]
    """The GPIO numbers that can be the data pin; a new board gets the first."""
    wrong_pin: str
    """The message about a pin that is not in `pins`, with `{pin}` as a placeholder."""
    clock: Mapping[int, int] | None = None
    """For each data pin the pin of the clock; None for chips without a clock line."""
    takes: Callable[[int, str], tuple[Take, ...]]
    """A function (data pin, computer) that returns the ports and pins that the driver uses."""
    open: Callable[[LedChip, int, int, float], LightStrip] | None
    """A function (chip, number of LEDs, data pin, most amperes) that opens the strip; None if the sensor bank
    does.
    """
    not_on: tuple[str, ...] = ()
    """The computers (keys of COMPUTERS) on which the driver does not work."""
    why_not: str = ""
    """Why the driver does not work on the computers of `not_on`, and which driver works there."""
    needs: str = ""
    """The name of the library that the driver uses."""
    unknown_models: str = ""
    """A regular expression for the names of the models of Raspberry Pi that the library does not support."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedChip(Part):
    """A type of RGB LED with a driver chip, for a chain; `milliamperes` is the current at full white."""

    kind: ClassVar[str] = "light"
    dark_milliamperes: float
    pads: tuple[tuple[str, str], ...]
    """For each line of the chain, data first, the names of the pads (input, output)."""
    high_from: float
    """The lowest voltage that the LED's inputs surely read as high."""
    timing: str
    """The timing of the signal that a level shifter must pass."""
    shifter: str
    """The types of level shifter that can be used instead of the catalogue's."""
    drivers: Mapping[str, LedDriver]
    spi_hertz: int
    encode: Callable[[bytes], bytes]
    """A function that turns a frame, three bytes an LED, into the bytes to send at `spi_hertz`."""

    @property
    def dark(self) -> float:
        """The current of one dark LED in amperes."""
        return self.dark_milliamperes / 1000

    @property
    def white(self) -> float:
        """The current of one LED at full white in amperes."""
        return self.milliamperes / 1000

    @property
    def shifted(self) -> bool:
        """Whether the LEDs need a level shifter, because 3.3 V is too low for their inputs."""
        return self.high_from > 3.3

    def on_spi(self, port: SpiPort, leds: int, **settings: float) -> DimmedStrip:
        """The strip of `leds` LEDs on an open port; `settings` are keyword arguments of DimmedStrip."""
        return DimmedStrip(lambda rgb: port.writebytes2(self.encode(rgb)), port.close, leds, self, **settings)

    def open_spi(self, leds: int, pin: int, amperes: float) -> DimmedStrip:
        """The strip on the kernel's SPI port that sends on `pin`; raise DeviceMissing with the remedy."""
        return self.on_spi(open_spi(BUS_OF[pin], self.spi_hertz), leds, amperes=amperes)

    def materials(self, count: int) -> Iterator[Material]:
        """The parts-list line for `count` LEDs and spares."""
        yield Material(spares(count), self.name, self.number, self.alternatives)


def kernel_spi(
    takes: Callable[[int, str], tuple[Take, ...]], clock: Mapping[int, int] | None = None
) -> LedDriver:
    """The driver of a chain on the kernel's SPI ports; see LedDriver for `takes` and `clock`."""
    return LedDriver(
        word="spi",
        meaning="the kernel's SPI: any Raspberry Pi, no root",
        pins=tuple(BUS_OF),
        wrong_pin="SPI sends on GPIO 10 or 20, not {pin}",
        clock=clock,
        takes=takes,
        open=LedChip.open_spi,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelShifter(Part):
    """A chip with gates that raise signals from 3.3 V to 5 V."""

    kind: ClassVar[str] = "level shifter"
    gates: tuple[tuple[int, int, int], ...]
    """The pins of each gate: enable (active low), input, output."""
    supply_pin: int
    ground_pin: int
    high_from: float
    """The lowest voltage that the gates' inputs surely read as high."""
    delay_nanoseconds: float
