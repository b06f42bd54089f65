"""The wires at the computer: lines of the LEDs, level shifter, supply, card readers, buttons, buzzer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hardware.parts.catalogue import BUTTON, BUZZER, SHIFTER
from hardware.parts.computer import HEADER_SERIAL, pi, pico
from hardware.parts.part import BUS, FEED, GROUND, PLUS_5, SLACK, THIN, Wire
from hardware.readers import Reader
from wiring.description import Description

COMPUTER_FUSE = 3.0
"""The amperes of the fuse for the computer."""


class LedLine(NamedTuple):
    """A line through the chain of LEDs: their data, or the clock of LEDs that have one."""

    letter: str
    what: str
    colour: str
    source: str
    """The computer's pin in words, such as "Pico GP5 (pin 7)"."""
    begins: tuple[str, ...]
    """The points of the line before the chain: the pin with the chain's voltage, then the resistor."""
    volts: str
    into: str
    out: str


def led_lines(board: Description) -> tuple[LedLine, ...]:
    """The lines of the board's LEDs, data first, through the level shifter if the LEDs need one."""
    lights, drive = board.lights, board.lights.drive
    pin = pico if drive.open is None else pi
    pins = [lights.pin] if drive.clock is None else [lights.pin, drive.clock[lights.pin]]
    shifted = lights.part.shifted
    found = []
    for number, (gpio, (into, out)) in enumerate(zip(pins, lights.part.pads, strict=True)):
        letter, what, colour = (("D", "data", "green"), ("C", "clock", "yellow"))[number]
        source = pin(gpio)
        comes = f"shifter {number + 1}Y (pin {SHIFTER.gates[number][2]})" if shifted else source
        begins = (comes, f"R{number + 1} 330 Ohm")
        found.append(LedLine(letter, what, colour, source, begins, "5 V" if shifted else "3.3 V", into, out))
    return tuple(found)


def small_wires(board: Description) -> Iterator[Wire]:
    """The wires of the level shifter, the computer's supply, card readers, buttons and the buzzer."""
    near = 2 * SLACK
    if board.lights.part.shifted:
        yield from _shifter(board)
    yield Wire("G0", "ground, also with two supplies", ("supply -", "Pi ground (pin 14)"), GROUND, FEED, near)
    if board.supply.feeds_computer:
        computer = ("supply +", f"fuse FP ({COMPUTER_FUSE:g} A)", "Pi 5 V (pins 2 and 4)")
        yield Wire("PI", "5 V", computer, PLUS_5, FEED, near)
    yield from board.bank.wires()
    for reader in board.readers:
        yield from _reader(reader)
    for button in board.buttons:
        yield BUTTON.wire(button.pin, f"{button.name} {button.place}")
    if board.buzzer is not None:
        yield BUZZER.wire(board.buzzer, "buzzer")


def _shifter(board: Description) -> Iterator[Wire]:
    """The wires of the level shifter.

    The gates in use are enabled. All other gates are disabled, with their inputs on ground.
    """
    near, lines = 2 * SLACK, led_lines(board)
    for number, line in enumerate(lines):
        name = "LED" if number == 0 else f"LED{number + 1}"
        ends = (line.source, f"shifter {number + 1}A (pin {SHIFTER.gates[number][1]})")
        yield Wire(name, f"LED {line.what}, 3.3 V", ends, line.colour, THIN, near)
    used = range(1, len(lines) + 1)
    spare = range(len(lines) + 1, len(SHIFTER.gates) + 1)
    on = (
        f"fuse F1 ({board.supply.fuse:g} A)",
        f"shifter VCC (pin {SHIFTER.supply_pin})",
        _gate_pins("OE", spare, 0),
    )
    off = (
        "supply -",
        f"shifter GND (pin {SHIFTER.ground_pin})",
        _gate_pins("OE", used, 0),
        _gate_pins("A", spare, 1),
    )
    yield Wire("SHP", "5 V, with 100 nF to ground at the shifter", on, PLUS_5, BUS, near)
    yield Wire("SHG", "ground", off, GROUND, BUS, near)


def _gate_pins(pad: str, gates: range, which: int) -> str:
    names = ", ".join(f"{gate}{pad}" for gate in gates)
    pins = ", ".join(str(SHIFTER.gates[gate - 1][which]) for gate in gates)
    return f"shifter {names} (pin{'s' * (len(gates) > 1)} {pins})"


def _reader(reader: Reader) -> Iterator[Wire]:
    """The wires of a reader on a USB adapter or on the Pi's header; a scanner has only its USB cable."""
    name, module = f"C-{reader.role}", f"reader {reader.role}"
    pads = reader.part.pads
    if pads is None:
        yield Wire(name, "USB cable of the scanner", ("Pi USB", module), "cable", 0.0, 1000.0)
        return
    header = reader.path in HEADER_SERIAL
    there = "Pi" if header else f"USB adapter {reader.role}"
    if not header:
        yield Wire(name, "USB", ("Pi USB", there), "cable", 0.0, 500.0)
    plus = "Pi 5 V (pin 4)" if header else f"{there} 5V"
    minus = "Pi ground (pin 6)" if header else f"{there} GND"
    yield Wire(f"{name}-V", "5 V", (plus, f"{module} {pads.supply}"), PLUS_5, THIN, 150.0)
    yield Wire(f"{name}-G", "ground", (minus, f"{module} {pads.ground}"), GROUND, THIN, 150.0)
    receives = (
        (f"{module} {pads.out}", "R 1 kOhm, then 2 kOhm to ground", pi(15))
        if header
        else (f"{module} {pads.out}", f"{there} RXD")
    )
    yield Wire(f"{name}-R", "data from the reader", receives, "white", THIN, 150.0)
    if pads.into is not None:
        to = pi(14) if header else f"{there} TXD"
        yield Wire(f"{name}-T", "data to the reader", (to, f"{module} {pads.into}"), "yellow", THIN, 150.0)
