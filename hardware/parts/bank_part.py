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
    """The pole that it senses: either, the south pole at its marked face, or both with their strength."""
    output: Literal["open drain", "push-pull", "analog"]
    hertz: int
    """Measurements per second; 0: continuously."""
    package: str
    operate: float
    """Millitesla at which the least sensitive sensor is on; if analog, the least that surely counts."""
    release: float
    """Millitesla at which the most sensitive sensor may still be on."""
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
        """The hole of each LED."""


class BoardOf(Protocol):
    """The facts about a board that its parts need; see wiring.description."""

    @property
    def computer(self) -> str:
        """A key of COMPUTERS."""

    @property
    def channels(self) -> Sequence[int | None]:
        """The hole of each channel; None for a spare one."""

    @property
    def connectors(self) -> Sequence[object]:
        """The connectors, one for each chip."""

    @property
    def hall(self) -> HallSensor:
        """The sensor in every hole."""

    @property
    def lights(self) -> LightsOf:
        """The chain of LEDs."""

    @property
    def calibration(self) -> tuple[Calibration | None, ...]:
        """The calibration of analog sensors, by channel."""

    @property
    def tied_chips(self) -> tuple[TiedChip, ...]:
        """The chips of ready modules in the order of their chain; empty if it is wired by hand."""


class Line(NamedTuple):
    """A wire of the trunk: from the computer to the chips with these numbers, in order."""

    name: str
    what: str
    begins: tuple[str, ...]
    """The computer's pin, then the parts that the line passes."""
    chips: Sequence[int]
    colour: str


@dataclass(frozen=True, slots=True)
class Chain:
    """The connections of chips that pass their bits on: `out` of each chip to `into` of the one before."""

    begins: str
    """The computer's pin that receives the first chip's bits."""
    out: str
    into: str


@dataclass(frozen=True, slots=True)
class Chip:
    """A chip of a bank for the drawings: inputs as (pin, name), other pins as (pin, name, destination)."""

    name: str
    inputs: tuple[tuple[str, str], ...]
    others: tuple[tuple[str, str, str], ...]
    pulls_up: bool
    """Whether the chip itself holds its inputs high."""
    unused: str
    """Where an input without a sensor is connected."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BankPart(Part):
    """Chips that read the hall sensors. `settings` makes a `Bank` of the options' values."""

    kind: ClassVar[str] = "sensor bank"
    settings: type[Bank]
    reading: str
    """The name of these chips in the question which chips read the sensors."""
    link: str = ""
    """The kind of link that the twin needs, if the bank has its own computer; else empty."""
    analog: bool = False
    """Whether the chips read analog sensors; otherwise they read switches."""

    def usual(self, channels: int, computer: str) -> Bank:
        """The bank that a new board with `channels` sensors gets."""
        return self.settings.usual(channels, computer)


class Opened(NamedTuple):
    """The devices of an open bank: the sensors, and the lights and the buzzer that it drives, if any."""

    sensors: SensorBank
    lights: LightStrip | None = None
    sounder: Sounder | None = None


class Bank(ABC):
    """A bank in a description: a frozen dataclass whose fields are the part's options."""

    __slots__ = ()
    rail: ClassVar[float] = PI_RAIL
    """Amperes that the 3.3 V pin of the reading computer can give."""
    powered_by: ClassVar[tuple[str, str, str]] = (
        "Pi 3.3 V (pin 1)",
        "Pi ground (pin 6)",
        "Pi ground (pin 9)",
    )
    """The pins for the chips' 3.3 V and ground, and the ground pin that a regulator shares."""
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
        """The bank of a new board."""

    @property
    @abstractmethod
    def inputs_a_chip(self) -> int:
        """The number of sensors that one chip, and so one connector, serves."""

    @abstractmethod
    def takes(self, computer: str) -> Iterator[Take]:
        """The ports of the Raspberry Pi that the part uses."""

    @abstractmethod
    def faults(self, board: BoardOf) -> Iterator[Fault]:
        """The faults of settings that are impossible on this board."""

    @property
    def watched(self) -> bool:
        """Whether an additional chip at the end of a hand-wired chain watches it."""
        return False

    def chip_count(self, board: BoardOf) -> int:
        """The number of chips."""
        return len(board.connectors) + (self.watched and not board.tied_chips)

    @abstractmethod
    def materials(self, board: BoardOf) -> Iterator[Material]:
        """The parts-list lines for the chips and the parts that they need."""

    @abstractmethod
    def lines(self, board: BoardOf) -> Iterator[Line]:
        """The wires from the computer along the chips."""

    @property
    def chain(self) -> Chain | None:
        """The order in which the chips pass their bits; None if each is read by itself."""
        return None

    @property
    @abstractmethod
    def chip(self) -> Chip:
        """One chip as the drawings show it."""

    @abstractmethod
    def open(self, board: BoardOf, clock: Clock) -> Opened:
        """Open the devices; DeviceMissing names the missing one and the remedy."""

    def wait(self) -> None:  # noqa: B027 - most banks are there at once
        """Block until the bank can be opened, if that may take a while; raise DeviceMissing."""

    def wires(self) -> Iterator[Wire]:
        """The wires besides the trunk; none unless a part overrides this."""
        yield from ()

    def files(self, board: BoardOf) -> Iterator[tuple[str, str, str]]:  # noqa: ARG002
        """Files that the bank itself needs, as (name, content, what it is)."""
        yield from ()
