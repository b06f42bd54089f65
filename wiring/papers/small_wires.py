"""The wires at the computer: level shifter, supplies, card readers, buttons, buzzer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wiring.boot_config import HEADER_PORTS
from wiring.description import Description, PicoBank, Reader
from wiring.papers.wire import (
    BUS,
    COMPUTER_FUSE,
    FEED,
    GROUND,
    PLUS_5,
    SLACK,
    THIN,
    Wire,
    pi,
    pico,
)


class ReaderPins(NamedTuple):
    """The pads of a reader's module, as they are printed on it."""

    supply: str
    ground: str
    out: str
    into: str | None = None


READER_PINS = {
    "rdm6300": ReaderPins("P1 pin 5 (+5V)", "P1 pin 4 (GND)", "P1 pin 1 (TX)"),
    "id12la": ReaderPins("pin 11 (VCC), with pin 2 (RES)", "pin 1 (GND), with pin 7 (FORM)", "pin 9 (D0)"),
    "pn532": ReaderPins("VCC", "GND", "SDA (TXD)", "SCL (RXD)"),
}
"""Scanners are not here: they have a USB cable of their own."""


def small_wires(board: Description) -> Iterator[Wire]:
    """The level shifter, the computer's supply, readers, buttons and the buzzer."""
    lights, near = board.lights, 2 * SLACK
    source = pico(lights.pin) if lights.driver == "pico" else pi(lights.pin)
    yield Wire("LED", "LED data, 3.3 V", (source, "shifter 1A (pin 2)"), "green", THIN, near)
    on = (
        f"fuse F1 ({board.supply.fuse:g} A)",
        "shifter VCC (pin 14)",
        "shifter 2OE, 3OE, 4OE (pins 4, 10, 13)",
    )
    off = ("supply -", "shifter GND (pin 7)", "shifter 1OE (pin 1)", "shifter 2A, 3A, 4A (pins 5, 9, 12)")
    yield Wire("SHP", "5 V, with 100 nF to ground at the shifter", on, PLUS_5, BUS, near)
    yield Wire("SHG", "ground", off, GROUND, BUS, near)
    yield Wire(
        "G0", "ground, joined even with two supplies", ("supply -", "Pi ground (pin 14)"), GROUND, FEED, near
    )
    if board.supply.feeds_computer:
        computer = ("supply +", f"fuse FP ({COMPUTER_FUSE:g} A)", "Pi 5 V (pins 2 and 4)")
        yield Wire("PI", "5 V", computer, PLUS_5, FEED, near)
    if isinstance(board.bank, PicoBank):
        yield Wire("USB", "USB cable, with data", ("Pi USB", "Pico USB"), "cable", 0.0, 500.0)
    for reader in board.readers:
        yield from _reader(reader)
    for button in board.buttons:
        ends = (pi(button.pin), f"button {button.name} {button.place}", "Pi ground (pin 20)")
        yield Wire(f"B-{button.name}-{button.place}", "button", ends, "white", THIN, 4 * SLACK)
    if board.buzzer is not None:
        sounds = (pi(board.buzzer), "R-BUZ 100 Ohm", "buzzer", "Pi ground (pin 20)")
        yield Wire("BUZ", "buzzer", sounds, "white", THIN, near)


def _reader(reader: Reader) -> Iterator[Wire]:
    """A module on its USB adapter, or on the header; a scanner has its own cable."""
    name, module = f"C-{reader.role}", f"reader {reader.role}"
    pins = READER_PINS.get(reader.kind)
    if pins is None:
        yield Wire(name, "USB cable of the scanner", ("Pi USB", module), "cable", 0.0, 1000.0)
        return
    header = reader.path in HEADER_PORTS
    there = "Pi" if header else f"USB adapter {reader.role}"
    if not header:
        yield Wire(name, "USB", ("Pi USB", there), "cable", 0.0, 500.0)
    plus = "Pi 5 V (pin 4)" if header else f"{there} 5V"
    minus = "Pi ground (pin 6)" if header else f"{there} GND"
    yield Wire(f"{name}-V", "5 V", (plus, f"{module} {pins.supply}"), PLUS_5, THIN, 150.0)
    yield Wire(f"{name}-G", "ground", (minus, f"{module} {pins.ground}"), GROUND, THIN, 150.0)
    hears = (
        (f"{module} {pins.out}", "R 1 kOhm, then 2 kOhm to ground", pi(15))
        if header
        else (f"{module} {pins.out}", f"{there} RXD")
    )
    yield Wire(f"{name}-R", "what the reader says", hears, "white", THIN, 150.0)
    if pins.into is not None:
        to = pi(14) if header else f"{there} TXD"
        yield Wire(f"{name}-T", "what it is asked", (to, f"{module} {pins.into}"), "yellow", THIN, 150.0)
