"""The facts about a part, which the description, checks, papers, doctor and twin use; its wires and
materials.

A part that a builder can choose is a folder beside this module: facts in `__init__` as a `Part` value, the
driver in `driver`, the simulated counterpart in `twin`. `hardware.parts.catalogue` lists the folders; nothing
else names a part. The suite `tests/hardware/parts/test_catalogue.py` checks that every part has all three.

Figures are the worst cases in the data sheet that `sheet` names. Currents are in milliamperes, fields in
millitesla.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

from hardware.clock import Clock
from hardware.parts.computer import PINS, SERIAL_FILES, Access, Module, Take, serial
from hardware.ports import CardReader
from hardware.serial_reader import SerialCardReader, SerialPort, open_serial
from hardware.tags import REMOVED_AFTER, TagParser

THIN, BUS, FEED = 0.08, 0.25, 0.75
"""Cross-sections of wires in square millimetres: signals, buses along sensors or LEDs, feeds from the supply.
"""

PLUS_3, PLUS_5, GROUND = "pink", "red", "black"
"""The colours of the wires for 3.3 V, 5 V and ground; no signal has one of these colours."""

SLACK = 60.0
"""Millimetres of wire added to the direct distance, for the way to the ground plate and the plugs."""


@dataclass(frozen=True, slots=True)
class Wire:
    """A wire: `ends` are the points that it connects, in order; `area` in mm², `length` in mm."""

    name: str
    what: str
    ends: tuple[str, ...]
    colour: str
    area: float
    length: float

    @property
    def labelled(self) -> bool:
        """Whether the wire gets a label: it must be at least 45 mm long, so that a label is readable."""
        return self.length >= 45


@dataclass(frozen=True, slots=True)
class Material:
    """A line of the parts list; `number` is the order number."""

    count: int
    what: str
    number: str
    alternatives: str = ""

    @property
    def row(self) -> tuple[str, str, str, str]:
        """The columns of the line: count, what, order number, alternatives."""
        return str(self.count), self.what, self.number, self.alternatives


def spares(count: int) -> int:
    """The number of pieces to buy of a part that is soldered `count` times."""
    return count + max(2, count // 20)


def module_of(folder: str, module: str = "driver") -> Any:
    """The module named `module` in a part's `folder`, imported now: only boards with the part need it."""
    return import_module(f"{folder}.{module}")


class Fault(NamedTuple):
    """An impossible setting: its key, a sentence, and, if the value is a list, the index of the faulty
    word.
    """

    key: str
    sentence: str
    word: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A setting of a part in a board's description.

    Its value is a text, a whole number if there are `limits`, a list if there is a `form`, or a bool if the
    default is a bool.
    """

    key: str
    meaning: str
    default: Any = None
    """The value if the description has none; None for a whole number that may be left out."""
    words: tuple[str, ...] = ()
    """The allowed texts; empty if any text is allowed."""
    limits: tuple[int, int] | None = None
    """The least and the greatest allowed whole number."""
    unit: str = ""
    only_if: tuple[str, str] | None = None
    """(key, word) of another option: setup asks for this option only if the option `key` has the value
    `word`.
    """
    form: str = ""
    """For a list of words, the pattern of each word, for people."""
    read_word: Callable[[str], object | None] | None = None
    show_word: Callable[[Any], str] = str

    @property
    def values(self) -> str:
        """The allowed values as a phrase for documents."""
        if self.words:
            return ", ".join(self.words)
        if self.limits is not None:
            return f"{self.limits[0]} to {self.limits[1]}{' ' * bool(self.unit)}{self.unit}"
        return "true, false" if isinstance(self.default, bool) else self.form or "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A kind of electronic part that a board can use; these are the fields of all kinds."""

    kind: ClassVar[str]
    word: str
    """The part's name in a description of a board."""
    name: str
    """The name under which builders buy the part."""
    number: str
    """An order number, for a first search in shops."""
    alternatives: str = ""
    """Other parts that can be used instead."""
    sheet: str
    """The data sheet from which the figures are taken."""
    volts: float
    milliamperes: float
    """The highest current of one part at `volts`."""
    access: tuple[Access, ...] = ()
    """The classes of device files that the part's drivers may open."""
    modules: tuple[Module, ...] = ()
    """The Python modules that the part's drivers may import."""
    options: tuple[Option, ...] = ()
    folder: str
    """The Python package of the part, with its modules `driver` and `twin`."""
    no_driver: str = ""
    """Why the folder has no module `driver`, as a phrase for people; empty if it has one."""


class ReaderPads(NamedTuple):
    """The names of the pads of a reader's module, as printed on the module."""

    supply: str
    ground: str
    out: str
    into: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderPart(Part):
    """One kind of card reader."""

    kind: ClassVar[str] = "card reader"
    line: str
    """A phrase for people: how the reader sends its reads."""
    pads: ReaderPads | None
    """The pads of the reader's module; None if the reader has a USB cable."""
    by_path: str
    """A pattern of device files below /dev that are named after USB sockets."""
    presence: str
    """A phrase for people: how the reader notices that a card is laid or removed."""
    takes: Callable[[str, str, str], tuple[Take, ...]]
    """A function (role, path, computer) that returns the ports that the reader uses."""
    open_port: Callable[[str], SerialPort]
    """A function that opens the port at a path; raise DeviceMissing with the remedy."""
    parser: Callable[[], TagParser]
    """A function that makes a parser of the reader's bytes."""
    removed_after: float = REMOVED_AFTER
    confirm: int = 1
    notices_removal: bool = True

    def open(self, role: str, path: str, clock: Clock) -> CardReader:
        """The reader, not started yet; SerialCardReader explains the last three fields."""
        return SerialCardReader(
            role,
            clock,
            lambda: self.open_port(path),
            self.parser(),
            removed_after=self.removed_after,
            confirm=self.confirm,
            notices_removal=self.notices_removal,
        )


def serial_reader(*, baud: int, **facts: Any) -> ReaderPart:
    """The facts about a reader on a serial line at `baud`, 8N1: a USB socket, or GPIO 14 and 15."""

    def takes(role: str, path: str, computer: str) -> tuple[Take, ...]:
        remedy = f"plug the reader of {role} in, or correct its path (see /dev/serial/by-id)"
        port = serial(path, computer, remedy)
        return (Take("path", f"reader {role}", port, port.pins),)

    return ReaderPart(
        volts=5.0,
        access=(SERIAL_FILES,),
        line=f"{baud} baud",
        by_path="serial/by-path/*",
        takes=takes,
        open_port=lambda path: open_serial(path, baud),
        **facts,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PinPart(Part):
    """A part on one pin of the Raspberry Pi: a button or the buzzer."""

    kind: ClassVar[str] = "part on a pin"
    open: Callable[..., Any]
    materials: Callable[[int], tuple[Material, ...]]
    """A function that returns the lines of the parts list for a number of these parts."""
    wire: Callable[[int, str], Wire]
    """A function (pin, use) that returns the wire of a part."""

    def takes(self, pin: int, use: str, key: str) -> Take:
        """The pin of the Raspberry Pi that the part uses; `use` names the part, `key` the description's
        key.
        """
        return Take(key, use, PINS, (pin,))
