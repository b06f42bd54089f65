"""Parts that shine: LEDs in a chain, the ways to drive them, and the shifter of their signal's level."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from hardware.parts.computer import Take
from hardware.parts.part import Material, Part, spares
from hardware.ports import LightStrip


@dataclass(frozen=True, slots=True, kw_only=True)
class LedDriver:
    """One driver for a chain of LEDs: its pins, its library and its limits."""

    word: str
    meaning: str
    pins: tuple[int, ...]
    """The data pins that it can send on; the first is the usual one."""
    wrong_pin: str
    """The message about a pin that cannot send, with `{pin}` as its placeholder."""
    clock: Mapping[int, int] | None = None
    """By data pin the pin of the clock line, for chips that have one."""
    takes: Callable[[int, str], tuple[Take, ...]]
    """A function that returns the ports and pins it uses: (data pin, computer)."""
    open: Callable[[int, int, float], LightStrip] | None
    """Opens the strip, from (LEDs, data pin, most amperes); None if the sensors' bank opens it."""
    not_on: tuple[str, ...] = ()
    """The computers on which the driver does not work."""
    why_not: str = ""
    """Why it does not work on those computers, and what to choose instead."""
    needs: str = ""
    """The name of the library that the driver uses."""
    unknown_models: str = ""
    """The models that the library does not know, as a regular expression on the model's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedChip(Part):
    """An RGB LED with a driver chip, one of a chain; `milliamperes` are at full white."""

    kind: ClassVar[str] = "light"
    dark_milliamperes: float
    pads: tuple[tuple[str, str], ...]
    """The pads of each line, data first: where it comes in, where it goes out."""
    high_from: float
    """Volts from which its inputs surely read high."""
    timing: str
    """The timing of the signal that a level shifter must pass."""
    shifter: str
    """The kinds of level shifter that can replace the catalogue's."""
    drivers: Mapping[str, LedDriver]
    on_spi: Callable[..., LightStrip]
    """The strip over an open SPI port: (port, leds, *, brightness, gamma, amperes)."""

    @property
    def dark(self) -> float:
        """Amperes of one dark LED."""
        return self.dark_milliamperes / 1000

    @property
    def white(self) -> float:
        """Amperes of one LED at full white."""
        return self.milliamperes / 1000

    @property
    def shifted(self) -> bool:
        """Whether the inputs of the LEDs need more than 3.3 V."""
        return self.high_from > 3.3

    def materials(self, count: int) -> Iterator[Material]:
        """The parts-list line for `count` LEDs and spares."""
        yield Material(spares(count), self.name, self.number, self.alternatives)


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelShifter(Part):
    """Gates that lift 3.3 V logic to 5 V."""

    kind: ClassVar[str] = "level shifter"
    gates: tuple[tuple[int, int, int], ...]
    """The pins of each gate: enable (active low), input, output."""
    supply_pin: int
    ground_pin: int
    high_from: float
    """Volts from which its inputs surely read high."""
    delay_nanoseconds: float
