"""The facets of a part, which description, checks, papers, doctor and twin use.

A part that a builder can choose is one folder beside this module: its facts as a `Part` value in
`__init__.py`, its driver, and its twin. `hardware.parts.catalogue` lists the folders; nothing else names a
part. The suite `tests/hardware/parts/test_catalogue.py` demands every facet of every part.

Figures are worst cases of the data sheet that `sheet` names. Currents are milliamperes, fields millitesla.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar, Literal, NamedTuple, Protocol

from firmware_bridge.facts import Calibration
from hardware.clock import Clock
from hardware.parts.chain_watch import TiedChip
from hardware.parts.computer import PI_RAIL, PINS, Access, Module, Take
from hardware.ports import CardReader, LightStrip, SensorBank, Sounder

THIN, BUS, FEED = 0.08, 0.25, 0.75
"""Square millimetres of wires: signals, buses along sensors or LEDs, the feeds from the supply."""

PLUS_3, PLUS_5, GROUND = "pink", "red", "black"
"""Colours of the supplies' wires; no signal has any of them."""

SLACK = 60.0
"""Millimetres of wire beyond the direct way, for the way down and the plugs."""


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire: `ends` are the points that it joins, in order; `length` in millimetres."""

    name: str
    what: str
    ends: tuple[str, ...]
    colour: str
    area: float
    length: float

    @property
    def labelled(self) -> bool:
        """Whether it is at least 45 mm long, which a readable label needs."""
        return self.length >= 45


@dataclass(frozen=True, slots=True)
class Material:
    """One line of the bill of materials."""

    count: int
    what: str
    number: str
    alternatives: str = ""

    @property
    def row(self) -> tuple[str, str, str, str]:
        """The line as columns of a table."""
        return str(self.count), self.what, self.number, self.alternatives


def module_of(folder: str, module: str = "driver") -> Any:
    """A module of a part's folder, imported only when a board needs it."""
    return import_module(f"{folder}.{module}")


def spares(count: int) -> int:
    """The number to buy of a part that is soldered `count` times."""
    return count + max(2, count // 20)


class Fault(NamedTuple):
    """An impossible setting: its key, a sentence, and the index of the word in its value, if it is one."""

    key: str
    sentence: str
    word: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A setting of a part in the description: text, unless a field says otherwise."""

    key: str
    meaning: str
    default: Any = None
    """The default; None for a whole number that may be left out."""
    words: tuple[str, ...] = ()
    """The allowed words."""
    limits: tuple[int, int] | None = None
    """The least and the greatest whole number."""
    unit: str = ""
    only_if: tuple[str, str] | None = None
    """Another option and its word with which alone this option is asked."""
    form: str = ""
    """The pattern of each word in a list of words."""
    read_word: Callable[[str], object | None] | None = None
    show_word: Callable[[Any], str] = str

    @property
    def values(self) -> str:
        """The allowed values in words, for documents."""
        if self.words:
            return ", ".join(self.words)
        if self.limits is not None:
            return f"{self.limits[0]} to {self.limits[1]}{' ' * bool(self.unit)}{self.unit}"
        return "true, false" if isinstance(self.default, bool) else self.form or "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The facets that parts of every kind have."""

    kind: ClassVar[str]
    word: str
    """Its name in a description."""
    name: str
    """The name under which builders buy it."""
    number: str
    """An order number to begin a search with."""
    alternatives: str = ""
    """Parts that can replace it."""
    sheet: str
    """The data sheet that the figures are from."""
    volts: float
    milliamperes: float
    """The highest current of one, at `volts`."""
    access: tuple[Access, ...] = ()
    """The device files that its drivers may open."""
    modules: tuple[Module, ...] = ()
    """The Python modules that its drivers may need."""
    options: tuple[Option, ...] = ()
    folder: str
    """Its package, where `driver` and `twin` are."""

    # The kind: hall sensors.


@dataclass(frozen=True, slots=True, kw_only=True)
class HallSensor(Part):
    """One variant of a hall sensor."""

    kind: ClassVar[str] = "hall sensor"
    poles: Literal["omnipolar", "unipolar", "analog"]
    """The pole that it senses: either, the south pole at its marked face, or both with their strength."""
    output: Literal["open drain", "push-pull", "analog"]
    hertz: int
    """Measurements per second; 0: continuously."""
    package: str
    operate: float
    """The field at which the least sensitive one is on; of an analog one, the least that surely counts."""
    release: float
    """The field at which the most sensitive one may still be on."""
    suits: tuple[str, ...] = ()
    """The pieces for which a new board takes it."""
    pins: str = "VCC, GND, OUT"
    """The pins of the package from left to right, the marked face towards you."""

    @property
    def analog(self) -> bool:
        """Whether it measures the field."""
        return self.poles == "analog"

    @property
    def open_drain(self) -> bool:
        """Whether it only pulls down, and needs a resistor to 3.3 V."""
        return self.output == "open drain"

    def materials(self, count: int) -> Iterator[Material]:
        """The sensors themselves."""
        what = f"hall sensor, {self.poles}, {self.package}, operates at {self.operate:g} mT"
        yield Material(spares(count), what, self.number, self.alternatives)


# Sensor banks.


class LightsOf(Protocol):
    """The lights of a board, as far as a bank that may drive them needs them; see wiring.description."""

    @property
    def driver(self) -> str:
        """The word of the driver."""

    @property
    def pin(self) -> int:
        """The data pin."""

    @property
    def amperes(self) -> float:
        """The most that the chain may draw."""

    @property
    def holes(self) -> Sequence[int | None]:
        """The hole of each LED."""


class BoardOf(Protocol):
    """The board around a part; see wiring.description."""

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
    """A wire of the trunk: from the computer to the chips with these numbers, which it joins in order."""

    name: str
    what: str
    begins: tuple[str, ...]
    """The computer's pin, then the parts that the line passes."""
    chips: Sequence[int]
    colour: str


@dataclass(frozen=True, slots=True)
class Chain:
    """Chips that hand their bits on to one another: `out` of each to `into` of the one before."""

    begins: str
    """The computer's pin that receives the first chip's bits."""
    out: str
    into: str


@dataclass(frozen=True, slots=True)
class Chip:
    """A chip of a bank as it is drawn: inputs as (pin, name), other pins as (pin, name, where it goes)."""

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
    """The answer to the question which chips read the sensors."""
    link: str = ""
    """The kind of link that its twin needs, if it has a computer of its own."""
    analog: bool = False
    """Whether it reads analog sensors, else switches."""

    def usual(self, channels: int, computer: str) -> Bank:
        """The bank of a new board."""
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
    """3.3 V and ground for the chips, and the ground pin that joins a regulator's."""
    reader: ClassVar[str] = "Raspberry Pi"
    """The computer that reads it, for people."""
    reader_amperes: ClassVar[float] = 0.0
    """The current of that computer at 5 V, if it is an additional one."""

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
        """How many sensors one chip, and so one connector, serves."""

    @abstractmethod
    def takes(self, computer: str) -> Iterator[Take]:
        """The ports of the Raspberry Pi that the part uses."""

    @abstractmethod
    def faults(self, board: BoardOf) -> Iterator[Fault]:
        """The settings that are impossible on this board."""

    @property
    def watched(self) -> bool:
        """Whether an additional chip at the end of a hand-wired chain watches it."""
        return False

    def chip_count(self, board: BoardOf) -> int:
        """The number of chips."""
        return len(board.connectors) + (self.watched and not board.tied_chips)

    @abstractmethod
    def materials(self, board: BoardOf) -> Iterator[Material]:
        """The chips and the parts that they need."""

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
        """The drawing of one chip."""

    @abstractmethod
    def open(self, board: BoardOf, clock: Clock) -> Opened:
        """Open the devices; DeviceMissing names the missing one and the remedy."""

    def wait(self) -> None:  # noqa: B027 - most banks are there at once
        """Block until the bank can be opened, if that may take a while; DeviceMissing."""

    def wires(self) -> Iterator[Wire]:
        """Wires besides the trunk."""
        yield from ()

    def files(self, board: BoardOf) -> Iterator[tuple[str, str, str]]:  # noqa: ARG002
        """Files that the bank itself needs, as (name, content, what it is)."""
        yield from ()


# Lights.


@dataclass(frozen=True, slots=True, kw_only=True)
class LedDriver:
    """One way to drive a chain of LEDs."""

    word: str
    meaning: str
    pins: tuple[int, ...]
    """The data pins that it can send on; the first is the usual one."""
    wrong_pin: str
    """The sentence about a pin that it cannot send on, which stands there as `{pin}`."""
    clock: Mapping[int, int] | None = None
    """By data pin the pin of the clock line, for chips that have one."""
    takes: Callable[[int, str], tuple[Take, ...]]
    """A function that returns the ports and pins it uses: (data pin, computer)."""
    open: Callable[[int, int, float], LightStrip] | None
    """Opens the strip: (LEDs, data pin, amperes at most). None: the sensors' bank opens it."""
    not_on: tuple[str, ...] = ()
    """Computers on which it does not work."""
    why_not: str = ""
    """Why it does not work there, or not without its own bank, and what to take instead."""
    needs: str = ""
    """The library that it uses."""
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
        """Whether its inputs need more than 3.3 V."""
        return self.high_from > 3.3

    def materials(self, count: int) -> Iterator[Material]:
        """The LEDs themselves."""
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


# Readers, buttons, buzzer.


class ReaderPads(NamedTuple):
    """The pads of a reader's module, as they are printed on it."""

    supply: str
    ground: str
    out: str
    into: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderPart(Part):
    """One kind of card reader."""

    kind: ClassVar[str] = "card reader"
    line: str
    """How it is connected, for people."""
    pads: ReaderPads | None
    """The pads of its module; None if it has a USB cable of its own."""
    by_path: str
    """The possible ports below /dev, as a pattern; the names are those of the USB sockets."""
    presence: str
    """How a card and its removal are noticed, for people."""
    takes: Callable[[str, str, str], tuple[Take, ...]]
    """The ports that a reader uses, from its role, its path and the computer."""
    open_port: Callable[[str], Any]
    parser: Callable[[], Any]
    """The parser of its bytes; see hardware.cards.tags.TagParser."""
    open: Callable[[str, str, Clock], CardReader]
    """A function that returns the reader of a role at a path, not started yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PinPart(Part):
    """A part on a pin of the Raspberry Pi: buttons, the buzzer."""

    kind: ClassVar[str] = "part on a pin"
    open: Callable[..., Any]
    materials: Callable[[int], tuple[Material, ...]]
    """The materials to buy for this number of parts."""
    wire: Callable[[int, str], Wire]
    """A function that returns the wire of a part on a pin."""

    def takes(self, pin: int, use: str, key: str) -> Take:
        """The ports of the Raspberry Pi that a part on one pin uses."""
        return Take(key, use, PINS, (pin,))
