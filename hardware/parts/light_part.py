"""The parts of the lights: LEDs in a chain, the drivers of the chain, and the level shifter of the signal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from hardware.parts.computer import Take
from hardware.parts.part import Material, Part, spares
from hardware.ports import LightStrip


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
    open: Callable[[int, int, float], LightStrip] | None
    """A function (number of LEDs, data pin, most amperes) that opens the strip; None if the sensor bank does.
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
    on_spi: Callable[..., LightStrip]
    """A function (SPI port, LEDs, *, brightness, gamma, amperes) that returns the strip on an open port."""

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

    def materials(self, count: int) -> Iterator[Material]:
        """The parts-list line for `count` LEDs and spares."""
        yield Material(spares(count), self.name, self.number, self.alternatives)


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
