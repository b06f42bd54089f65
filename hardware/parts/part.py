"""The facets of a part, which description, checks, papers, doctor and twin use; its wires and materials.

A part that a builder can choose is one folder beside this module: its facts as a `Part` value in
`__init__.py`, its driver, and its twin. `hardware.parts.catalogue` lists the folders; nothing else names a
part. The suite `tests/hardware/parts/test_catalogue.py` demands every facet of every part.

Figures are worst cases of the data sheet that `sheet` names. Currents are milliamperes, fields millitesla.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

from hardware.clock import Clock
from hardware.parts.computer import PINS, Access, Module, Take
from hardware.ports import CardReader

THIN, BUS, FEED = 0.08, 0.25, 0.75
"""Square millimetres of wires: signals, buses along sensors or LEDs, the feeds from the supply."""

PLUS_3, PLUS_5, GROUND = "pink", "red", "black"
"""Colours of the supplies' wires; no signal has any of them."""

SLACK = 60.0
"""Millimetres of wire beyond the direct way, for the way down and the plugs."""


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire: `ends` are the points that it connects, in order; `length` in millimetres."""

    name: str
    what: str
    ends: tuple[str, ...]
    colour: str
    area: float
    length: float

    @property
    def labelled(self) -> bool:
        """Whether the wire is at least 45 mm long, which a readable label needs."""
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


def spares(count: int) -> int:
    """The number to buy of a part that is soldered `count` times."""
    return count + max(2, count // 20)


def module_of(folder: str, module: str = "driver") -> Any:
    """A module of a part's folder, imported only when a board needs it."""
    return import_module(f"{folder}.{module}")


class Fault(NamedTuple):
    """An impossible setting: its key, a sentence, and the index of the faulty word if the value is a list."""

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
    """Another option and one of its words: setup asks for this option only if the other one has that word."""
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
    """The part's name in a description of a board."""
    name: str
    """The name under which builders buy it."""
    number: str
    """An order number for a first search."""
    alternatives: str = ""
    """Parts that can replace it."""
    sheet: str
    """The data sheet that the figures are from."""
    volts: float
    milliamperes: float
    """The highest current of one such part, at `volts`."""
    access: tuple[Access, ...] = ()
    """The device files that its drivers may open."""
    modules: tuple[Module, ...] = ()
    """The Python modules that its drivers may need."""
    options: tuple[Option, ...] = ()
    folder: str
    """The Python package with the part's modules `driver` and `twin`."""


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
    """How the reader is connected, as people read it."""
    pads: ReaderPads | None
    """The pads of the reader's module; None if the reader has a USB cable."""
    by_path: str
    """The possible ports below /dev, as a pattern; the names are those of the USB sockets."""
    presence: str
    """How a card and its removal are noticed, for people."""
    takes: Callable[[str, str, str], tuple[Take, ...]]
    """A function (role, path, computer) that returns the ports that the reader uses."""
    open_port: Callable[[str], Any]
    parser: Callable[[], Any]
    """Makes the parser of the reader's bytes; see hardware.cards.tags.TagParser."""
    open: Callable[[str, str, Clock], CardReader]
    """A function that returns the reader of a role at a path, not started yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PinPart(Part):
    """A part on a pin of the Raspberry Pi: buttons, the buzzer."""

    kind: ClassVar[str] = "part on a pin"
    open: Callable[..., Any]
    materials: Callable[[int], tuple[Material, ...]]
    """A function that returns the parts-list lines for a number of these parts."""
    wire: Callable[[int, str], Wire]
    """A function that returns the wire of a part on a pin."""

    def takes(self, pin: int, use: str, key: str) -> Take:
        """The ports of the Raspberry Pi that a part on one pin uses."""
        return Take(key, use, PINS, (pin,))
