"""Every part that a builder can choose, by kind.

A new part is a folder beside this module and a line in FOLDERS.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, TypeVar

from hardware.parts.bank_part import BankPart, HallSensor
from hardware.parts.computer import Access
from hardware.parts.light_part import LedChip, LevelShifter
from hardware.parts.part import Part, PinPart, ReaderPart
from hardware.ports import LightStrip

FOLDERS = (
    "hc165",
    "mcp23017",
    "pico",
    "pico_analog",
    "hall",
    "ws2812b",
    "sk9822",
    "level_shifter",
    "rfid_module",
    "pn532",
    "barcode_scanner",
    "keyboard_scanner",
    "button",
    "buzzer",
)

PARTS: tuple[Part, ...] = tuple(
    part for folder in FOLDERS for part in import_module(f"hardware.parts.{folder}").PARTS
)

_Kind = TypeVar("_Kind", bound=Part)


def _by_word(kind: type[_Kind]) -> Mapping[str, _Kind]:
    return MappingProxyType({part.word: part for part in PARTS if isinstance(part, kind)})


HALLS = _by_word(HallSensor)
LEDS = _by_word(LedChip)
READERS = _by_word(ReaderPart)
PIN_PARTS = _by_word(PinPart)
BUTTON, BUZZER = PIN_PARTS["buttons"], PIN_PARTS["buzzer"]
(SHIFTER,) = _by_word(LevelShifter).values()
BANKS: tuple[BankPart, ...] = tuple(part for part in PARTS if isinstance(part, BankPart))

USUAL_LED, USUAL_READER = next(iter(LEDS)), next(iter(READERS))
"""The words of the LED chip and the reader that a description gets if it names none."""


def bank(word: str, *, analog: bool) -> BankPart:
    """The bank with this word for analog sensors if `analog`, else for switches; the other if there is only
    one.
    """
    found = [part for part in BANKS if part.word == word]
    return next((part for part in found if part.analog == analog), found[0])


def first_words(words: Iterable[str]) -> tuple[str, ...]:
    """The words without duplicates, in order."""
    return tuple(dict.fromkeys(words))


BANK_WORDS = first_words(part.word for part in BANKS)
READINGS = {part.reading: part.word for part in BANKS}
"""The answers to setup's question which chips read the sensors, each with the word of its bank."""


def accesses() -> tuple[Access, ...]:
    """Every class of device files that some part's driver may open."""
    return tuple(dict.fromkeys(access for part in PARTS for access in part.access))


def twin(part: Part) -> Any:
    """The function or class that makes the simulated counterpart of `part`: `make` in its folder's `twin`."""
    return import_module(f"{part.folder}.twin").make


def simulated_lights(chip: LedChip, leds: int, **settings: float) -> tuple[Any, LightStrip]:
    """A simulated chain of LEDs, and the strip that the chip's driver opens on it.

    `settings` are keyword arguments of `LedChip.on_spi`.
    """
    chain = twin(chip)(leds)
    return chain, chip.on_spi(chain, leds, **settings)
