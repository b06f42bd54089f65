"""Which pins a description uses, of the Pi and of a Pico, and what is wrong with that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import TypeAlias

from wiring.boot_config import HEADER_PORTS, lights_on_spi
from wiring.description import ChainBank, Description, ExpanderBank, PicoBank
from wiring.parts import SENSORS
from wiring.pins import (
    I2C_PINS,
    LED_TO_SPI,
    MUX_ADC,
    MUX_ENABLE,
    MUX_SELECT,
    PICO_PAIRS,
    PICO_PINS,
    SPI0_PINS,
    SPI1_PINS,
)
from wiring.toml_lines import Place, Problem


def pico_pins(board_: Description, bank: PicoBank) -> Iterator[Problem]:
    """The faults of the pins of the Pico under the board."""
    used = {"clock": bank.clock, "data": bank.data, "load": bank.load}
    if SENSORS[board_.part].poles == "analog":
        used = {f"the multiplexers ({pin})": pin for pin in (*MUX_SELECT, *MUX_ENABLE, *MUX_ADC)}
    elif (bank.clock, bank.data) not in PICO_PAIRS:
        yield (
            ("sensors", 0, "clock"),
            f"GP{bank.clock} and GP{bank.data} are no clock and data of SPI 0",
            None,
        )
    for key, pin in used.items():
        if pin not in PICO_PINS:
            yield ("sensors", 0, key), f"a Pico has no GP{pin} on its edge", None
    if board_.lights.driver == "pico":
        used["LEDs"] = board_.lights.pin
        if board_.lights.pin not in PICO_PINS:
            yield ("lights", 0, "pin"), f"a Pico has no GP{board_.lights.pin} on its edge", None
    for pin, uses in Counter(used.values()).items():
        if uses > 1:
            both = " and ".join(key for key, each in used.items() if each == pin)
            yield ("sensors", 0, "clock"), f"GP{pin} of the Pico is used twice, for {both}", None


PinUse: TypeAlias = tuple[int, str, Place]
"""A GPIO of the Pi, for what it is used, and where that is said."""


def pins_used(board_: Description) -> list[PinUse]:
    """Every GPIO of the Pi that something uses."""
    used = [*_bank_pins(board_), *_light_pins(board_)]
    for index, reader in enumerate(board_.readers):
        if reader.path in HEADER_PORTS:
            used += [(pin, f"reader {reader.role}", ("readers", index, "path")) for pin in (14, 15)]
    for index, button in enumerate(board_.buttons):
        used.append((button.pin, f"button {button.name} {button.place}", ("buttons", index, "pin")))
    if board_.buzzer is not None:
        used.append((board_.buzzer, "the buzzer", ("", 0, "buzzer")))
    return used


def _bank_pins(board_: Description) -> Iterator[PinUse]:
    bank = board_.bank
    if isinstance(bank, ChainBank):
        if bank.port == "pins":
            yield from ((getattr(bank, key), key, ("sensors", 0, key)) for key in ("clock", "data", "select"))
        else:
            taken = SPI0_PINS if bank.port == "spi0" else SPI1_PINS
            yield from ((pin, f"the sensors' {bank.port}", ("sensors", 0, "port")) for pin in taken)
        yield bank.load, "load", ("sensors", 0, "load")
    elif isinstance(bank, ExpanderBank):
        buses = I2C_PINS[board_.computer]
        for bus in dict.fromkeys(bus for bus, _ in bank.chips):
            yield from ((pin, f"I2C bus {bus}", ("sensors", 0, "chips")) for pin in buses.get(bus, ()))
        if bank.interrupt is not None:
            yield bank.interrupt, "the chips' interrupt", ("sensors", 0, "interrupt")


def _light_pins(board_: Description) -> Iterator[PinUse]:
    lights, where = board_.lights, ("lights", 0, "pin")
    if lights_on_spi(board_):
        yield from ((pin, "the lights' SPI", where) for pin in LED_TO_SPI.get(lights.pin, ()))
    elif lights.driver == "ws281x":
        yield lights.pin, "the lights", where


def pi_pins(board_: Description) -> Iterator[Problem]:
    """The faults of the Pi's pins: reserved ones, and those with two users."""
    first: dict[int, str] = {}
    for pin, use, place in pins_used(board_):
        if pin < 2:
            yield place, f"GPIO {pin} is the Pi's own (it reads add-on boards there); take another", None
        if pin in first:
            yield place, f"GPIO {pin} is wanted for {use}, but it is taken by {first[pin]}", None
        first.setdefault(pin, use)
    for one, other in pairwise(sorted((b.place, b.name) for b in board_.buttons)):
        if one == other:
            at = max(i for i, b in enumerate(board_.buttons) if (b.place, b.name) == one)
            yield ("buttons", at, "name"), f"there are two buttons {one[1]} at {one[0]}", None
