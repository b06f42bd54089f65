"""Parts that sense the marbles: hall sensors, and the banks of chips that read them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple, Protocol

from firmware_bridge.facts import Calibration
from hardware.clock import Clock
from hardware.parts.chain_watch import TiedChip
from hardware.parts.computer import PI_RAIL, Take
from hardware.parts.part import Fault, Material, Part, Wire, spares
from hardware.ports import LightStrip, SensorBank, Sounder


@dataclass(frozen=True, slots=True, kw_only=True)
class HallSensor(Part):
    """One type of hall sensor, as a builder orders it."""

    kind: ClassVar[str] = "hall sensor"
    poles: Literal["omnipolar", "unipolar", "analog"]
    """Senses either pole (omnipolar), only the south pole at its marked face (unipolar), or measures both
    (analog).
    """
    output: Literal["open drain", "push-pull", "analog"]
    hertz: int
    """Measurements per second; 0 if the sensor measures continuously."""
    package: str
    operate: float
    """Millitesla at which even the least sensitive sensor of this type is on, or, if analog, counts as on."""
    release: float
    """Millitesla down to which the most sensitive sensor of this type may stay on."""
    suits: tuple[str, ...] = ()
    """The kinds of pieces ("marbles", "pegs") for which a new board gets this sensor."""
    pins: str = "VCC, GND, OUT"
    """The pins of the package from left to right, the marked face towards you."""

    @property
    def analog(self) -> bool:
        """Whether the sensor measures the strength of the field, instead of switching."""
        return self.poles == "analog"

    @property
    def open_drain(self) -> bool:
        """Whether the sensor's output only pulls down, so that it needs a resistor to 3.3 V."""
        return self.output == "open drain"

    def materials(self, count: int) -> Iterator[Material]:
        """The parts-list line for `count` sensors and spares."""
        what = f"hall sensor, {self.poles}, {self.package}, operates at {self.operate:g} mT"
        yield Material(spares(count), what, self.number, self.alternatives)


class LightsOf(Protocol):
    """The facts about a board's lights that a bank needs to drive them; see wiring.description."""

    @property
    def driver(self) -> str:
        """The driver's name, as the description writes it."""

    @property
    def pin(self) -> int:
        """The GPIO number of the data pin."""

    @property
    def amperes(self) -> float:
        """The limit on the chain's current in amperes."""

    @property
    def holes(self) -> Sequence[int | None]:
        """The hole that each LED of the chain lights; None for an LED without a hole."""


class BoardOf(Protocol):
    """The facts about a board that its parts need; see wiring.description."""

    @property
    def computer(self) -> str:
        """The model of Raspberry Pi, a key of COMPUTERS."""

    @property
    def channels(self) -> Sequence[int | None]:
        """The hole that each channel senses; None for a spare channel."""

    @property
    def connectors(self) -> Sequence[object]:
        """The connectors of the hole sensors, one for each chip."""

    @property
    def hall(self) -> HallSensor:
        """The type of the sensors in the holes."""

    @property
    def lights(self) -> LightsOf:
        """The chain of LEDs."""

    @property
    def calibration(self) -> tuple[Calibration | None, ...]:
        """The calibration of the analog sensor on each channel; None for a channel without one."""

    @property
    def tied_chips(self) -> tuple[TiedChip, ...]:
        """The chips of ready modules in the order of their chain; empty if the chain is wired by hand."""


class Line(NamedTuple):
    """A wire of the trunk: from the computer to the chips with the numbers `chips`, in this order."""

    name: str
    what: str
    begins: tuple[str, ...]
    """The computer's pin, then the parts (a resistor, for example) that the line passes before the first
    chip.
    """
    chips: Sequence[int]
    colour: str


@dataclass(frozen=True, slots=True)
class Chain:
    """Chips that pass their bits on: the pin `out` of each chip is wired to the pin `into` of the chip
    before.
    """

    begins: str
    """The computer's pin that receives the first chip's bits."""
    out: str
    into: str


@dataclass(frozen=True, slots=True)
class Chip:
    """A chip of a bank as it is drawn: inputs as (pin, name), other pins as (pin, name, destination)."""

    name: str
    inputs: tuple[tuple[str, str], ...]
    others: tuple[tuple[str, str, str], ...]
    pulls_up: bool
    """Whether the chip itself holds its inputs high."""
    unused: str
    """The place to which an input without a sensor is wired, in words."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BankPart(Part):
    """Chips that read the hall sensors. `settings` is the `Bank` class that takes the options' values."""

    kind: ClassVar[str] = "sensor bank"
    settings: type[Bank]
    reading: str
    """The name of these chips as an answer to setup's question which chips read the sensors."""
    link: str = ""
    """The kind of link to the bank's own computer, which the twin needs; empty without such a computer."""
    analog: bool = False
    """Whether the chips read analog sensors; otherwise they read switches."""

    def usual(self, channels: int, computer: str) -> Bank:
        """The bank that a new board with `channels` sensors gets."""
        return self.settings.usual(channels, computer)


class Opened(NamedTuple):
    """The devices of an open bank: the sensors, and the lights and the buzzer if the bank drives them."""

    sensors: SensorBank
    lights: LightStrip | None = None
    sounder: Sounder | None = None


class Bank(ABC):
    """The settings of a bank in a description: a frozen dataclass with one field for each of the part's
    options.
    """

    __slots__ = ()
    rail: ClassVar[float] = PI_RAIL
    """Amperes that the 3.3 V pin of the computer `reader` can give."""
    powered_by: ClassVar[tuple[str, str, str]] = (
        "Pi 3.3 V (pin 1)",
        "Pi ground (pin 6)",
        "Pi ground (pin 9)",
    )
    """The computer's pins for the chips' 3.3 V, for their ground, and for the ground of a regulator."""
    reader: ClassVar[str] = "Raspberry Pi"
    """The name of the computer that reads the bank, as lists for people show it."""
    reader_amperes: ClassVar[float] = 0.0
    """Amperes at 5 V that the computer `reader` adds; 0 if the table's own computer reads the bank."""

    @property
    @abstractmethod
    def part(self) -> BankPart:
        """The part whose settings these are."""

    @classmethod
    @abstractmethod
    def usual(cls, channels: int, computer: str) -> Bank:
        """The bank that a new board with `channels` sensors gets."""

    @property
    @abstractmethod
    def inputs_a_chip(self) -> int:
        """The number of sensors on one chip, and so on one connector."""

    @abstractmethod
    def takes(self, computer: str) -> Iterator[Take]:
        """The ports and pins of the Raspberry Pi that the bank uses."""

    @abstractmethod
    def faults(self, board: BoardOf) -> Iterator[Fault]:
        """A fault for each setting that is impossible on `board`."""

    @property
    def watched(self) -> bool:
        """Whether a hand-wired chain ends in an additional chip that detects a break of the chain."""
        return False

    def chip_count(self, board: BoardOf) -> int:
        """The number of chips, including a watching chip."""
        return len(board.connectors) + (self.watched and not board.tied_chips)

    @abstractmethod
    def materials(self, board: BoardOf) -> Iterator[Material]:
        """The lines of the parts list for the chips, their sockets and resistors."""

    @abstractmethod
    def lines(self, board: BoardOf) -> Iterator[Line]:
        """The wires of the trunk, from the computer along the chips."""

    @property
    def chain(self) -> Chain | None:
        """The connections by which the chips pass their bits on; None if each chip is read by itself."""
        return None

    @property
    @abstractmethod
    def chip(self) -> Chip:
        """One chip as the drawings show it."""

    @abstractmethod
    def open(self, board: BoardOf, clock: Clock) -> Opened:
        """Open the devices; raise DeviceMissing with the missing device and the remedy."""

    def wait(self) -> None:  # noqa: B027 - most banks are there at once
        """Block until the bank can be opened; raise DeviceMissing if it cannot."""

    def wires(self) -> Iterator[Wire]:
        """The wires besides the trunk; none unless a part overrides this."""
        yield from ()

    def files(self, board: BoardOf) -> Iterator[tuple[str, str, str]]:  # noqa: ARG002
        """The files that the bank's own computer needs, as (name, content, description); usually none."""
        yield from ()
