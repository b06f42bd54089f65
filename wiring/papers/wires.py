"""Every wire of a board, from its description: one a sensor, one from LED to LED, the buses and the trunk.

A wire that passes several points (a bus) is one wire with several ends, in the order that it passes them.
Lengths go along straight lines between the middles of holes, with something for the way down and the plugs;
a connector is taken to sit in the middle of its holes, the computer in the middle of the board's lower side.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from hardware.layout import Point
from wiring.description import (
    ChainBank,
    Connector,
    Description,
    ExpanderBank,
    PicoBank,
    channels_a_chip,
)
from wiring.parts import SENSORS
from wiring.pins import I2C_PINS, MUX_ADC, MUX_ENABLE, MUX_SELECT
from wiring.power import needs_regulator

SLACK = 60.0
"""Millimetres more than the straight way."""

HOP_SLACK = 12.0
"""The same between two LEDs."""

COLOURS = ("brown", "red", "orange", "yellow", "green", "blue", "violet", "grey")
"""Of a connector's signal wires, by pin; from the ninth on the same with a white stripe."""

THIN, BUS, FEED = 0.08, 0.25, 0.75
"""Square millimetres: signals, buses along sensors or LEDs, the feeds from the supply."""

WATCHING = "watching chip"
"""The chip at the end of a '165 chain, whose inputs are wired to the watchword."""

LABELLED_FROM = 45.0
"""Millimetres of wire that a label needs to be read on."""


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
        """Whether it is long enough for a label."""
        return self.length >= LABELLED_FROM


@lru_cache(maxsize=8)
def wires(board: Description) -> tuple[Wire, ...]:
    """All of them: sensors' first, by channel, then LEDs', then the trunk; names are unique."""
    return (*_sensor_wires(board), *_led_wires(board), *trunk(board), *_small_wires(board))


def pin_of(board: Description, channel: int) -> tuple[Connector, int]:
    """The connector of a channel and its pin there, from 1."""
    connector = next(each for each in board.connectors if each.first <= channel <= each.last)
    return connector, channel - connector.first + 1


def signal_colour(pin: int) -> str:
    """The colour of a connector's signal wire."""
    stripe = " with a white stripe" if pin > len(COLOURS) else ""
    return COLOURS[(pin - 1) % len(COLOURS)] + stripe


def supply_pins(board: Description) -> tuple[int, int]:
    """The pins of every sensor connector that carry the sensors' supply and ground."""
    most = channels_a_chip(board.bank, board.part)
    return most + 1, most + 2


def _sensor_wires(board: Description) -> Iterator[Wire]:
    part = SENSORS[board.part]
    plus, minus = supply_pins(board)
    for channel, hole in enumerate(board.channels):
        if hole is None:
            continue
        connector, pin = pin_of(board, channel)
        length = SLACK + math.dist(_at(board, hole), _connector_at(board, connector))
        ends = (f"{connector.name} pin {pin}", f"sensor {board.names.name(hole)} OUT")
        yield Wire(f"W{channel:03}", "signal", ends, signal_colour(pin), THIN, length)
    for connector in board.connectors:
        served = _holes_of(board, connector)
        if not served:
            continue
        length = SLACK + _along([_connector_at(board, connector), *(_at(board, hole) for hole in served)])
        span = f"sensors {board.names.name(served[0])} to {board.names.name(served[-1])}"
        volts = f"{part.volts:g} V"
        yield Wire(f"V-{connector.name}", volts, (f"{connector.name} pin {plus}", span), "red", BUS, length)
        yield Wire(
            f"G-{connector.name}", "ground", (f"{connector.name} pin {minus}", span), "black", BUS, length
        )


def _led_wires(board: Description) -> Iterator[Wire]:
    lights = board.lights
    at = [_at(board, hole) for hole in lights.holes]
    begin = SLACK + math.dist(_computer(board), at[0])
    yield Wire("D000", "LED data, 5 V", ("shifter 1Y", _led(board, 0, "DIN")), "green", THIN, begin)
    for led in range(1, len(at)):
        length = HOP_SLACK + math.dist(at[led - 1], at[led])
        ends = (_led(board, led - 1, "DOUT"), _led(board, led, "DIN"))
        yield Wire(f"D{led:03}", "LED data", ends, "green", THIN, length)
    for number, (first, after) in enumerate(zip(lights.feeds, (*lights.feeds[1:], len(at)), strict=True), 1):
        span = f"LEDs {first} to {after - 1}"
        bus = SLACK + _along(at[first:after])
        feed = SLACK + math.dist(_computer(board), at[first])
        yield Wire(f"P{number}", "5 V behind the fuse", ("fuse", f"LED {first} +"), "red", FEED, feed)
        yield Wire(f"N{number}", "ground", ("supply -", f"LED {first} -"), "black", FEED, feed)
        yield Wire(f"P{number}-bus", "5 V", (f"P{number}", span), "red", BUS, bus)
        yield Wire(f"N{number}-bus", "ground", (f"N{number}", span), "black", BUS, bus)


def trunk(board: Description) -> Iterator[Wire]:
    """From chip to chip and to the computer."""
    bank = board.bank
    chips = tuple(f"chip {each.name}" for each in board.connectors)
    way = [_computer(board), *(_connector_at(board, each) for each in board.connectors)]
    length = SLACK * len(way) + _along(way)
    master = "Pico" if isinstance(bank, PicoBank) else "Pi"
    shifting = not isinstance(bank, ExpanderBank) and board.part != "drv5055"
    fed = (*chips, WATCHING) if shifting else chips
    rail = {"Pi": "Pi 3.3 V (pin 1)", "Pico": "Pico 3V3 (pin 36)"}[master]
    rail = "regulator 3.3 V" if needs_regulator(board) else rail
    yield Wire("TV", "3.3 V", (rail, *fed), "red", BUS, length)
    yield Wire("TG", "ground", (f"{master} ground", *fed), "black", BUS, length)
    if SENSORS[board.part].volts > 3.3:
        sensors = tuple(each.name for each in board.connectors)
        yield Wire("T5", "5 V, sensors only", ("supply +", *sensors), "red", BUS, length)
    if isinstance(bank, ExpanderBank):
        for bus in dict.fromkeys(bus for bus, _ in bank.chips):
            sda, scl = I2C_PINS[board.computer][bus]
            there = tuple(c for c, (on, _) in zip(chips, bank.chips, strict=False) if on == bus)
            yield Wire(f"SDA{bus}", "I2C data", (f"Pi GPIO {sda}", *there), "blue", THIN, length)
            yield Wire(f"SCL{bus}", "I2C clock", (f"Pi GPIO {scl}", *there), "yellow", THIN, length)
        if bank.interrupt is not None:
            yield Wire("INT", "interrupt", (f"Pi GPIO {bank.interrupt}", *chips), "white", THIN, length)
    elif board.part == "drv5055":
        for bit, pin in enumerate(MUX_SELECT):
            yield Wire(f"SEL{bit}", f"select {bit}", (f"Pico GP{pin}", *chips), "white", THIN, length)
        for number, pin in enumerate(MUX_ENABLE):
            on = chips[3 * number : 3 * number + 3]
            if on:
                yield Wire(f"EN{number}", "enable, low", (f"Pico GP{pin}", *on), "violet", THIN, length)
        for number, pin in enumerate(MUX_ADC):
            yield Wire(f"ADC{number}", "voltage", (f"Pico GP{pin}", *chips[number::3]), "blue", THIN, length)
    else:
        yield from _shift_trunk(bank, chips, way, length)


def _shift_trunk(
    bank: ChainBank | PicoBank, chips: tuple[str, ...], way: list[Point], length: float
) -> Iterator[Wire]:
    """The last chip of the chain watches: its inputs are wired to the watchword."""
    chain = (*chips, WATCHING)
    pin = "Pico GP" if isinstance(bank, PicoBank) else "Pi GPIO "
    yield Wire("LOAD", "SH/LD", (f"{pin}{bank.load}", *chain), "white", THIN, length + SLACK)
    yield Wire("CLK", "clock", (f"{pin}{bank.clock}", *chain), "yellow", THIN, length + SLACK)
    if isinstance(bank, ChainBank):
        yield Wire("SEL", "CLK INH", (f"{pin}{bank.select}", *chain), "violet", THIN, length + SLACK)
    yield Wire("Q1", "data", (f"{pin}{bank.data}", f"{chain[0]} QH"), "blue", THIN, SLACK + _along(way[:2]))
    for number in range(1, len(chain)):
        hop = SLACK + _along(way[number : number + 2])
        ends = (f"{chain[number - 1]} SER", f"{chain[number]} QH")
        yield Wire(f"Q{number + 1}", "data", ends, "blue", THIN, hop)


def _small_wires(board: Description) -> Iterator[Wire]:
    lights, near = board.lights, 2 * SLACK
    source = f"Pico GP{lights.pin}" if lights.driver == "pico" else f"Pi GPIO {lights.pin}"
    yield Wire("LED", "LED data, 3.3 V", (source, "shifter 1A"), "green", THIN, near)
    yield Wire("P0", "5 V", ("supply +", "fuse"), "red", FEED, near)
    yield Wire("SHP", "5 V", ("fuse", "shifter VCC"), "red", BUS, near)
    yield Wire("SHG", "ground", ("supply -", "shifter GND"), "black", BUS, near)
    yield Wire("G0", "ground, joined even with two supplies", ("supply -", "Pi ground"), "black", FEED, near)
    if board.supply.feeds_computer:
        yield Wire("PI", "5 V", ("supply +", "Pi 5 V (pins 2 and 4)"), "red", FEED, near)
    for button in board.buttons:
        ends = (f"Pi GPIO {button.pin}", f"button {button.name} {button.place}", "Pi ground")
        yield Wire(f"B-{button.name}-{button.place}", "button", ends, "white", THIN, 4 * SLACK)
    if board.buzzer is not None:
        yield Wire("BUZ", "buzzer", (f"Pi GPIO {board.buzzer}", "buzzer", "Pi ground"), "white", THIN, near)


def _led(board: Description, led: int, pad: str) -> str:
    hole = board.lights.holes[led]
    return f"LED {led} ({'spare' if hole is None else board.names.name(hole)}) {pad}"


def _at(board: Description, hole: int | None) -> Point:
    """Where a hole is; a spare LED is at the computer."""
    return _computer(board) if hole is None else board.places[hole]


def _connector_at(board: Description, connector: Connector) -> Point:
    points = [_at(board, hole) for hole in _holes_of(board, connector)] or [_computer(board)]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _holes_of(board: Description, connector: Connector) -> list[int]:
    """The holes whose sensors a connector serves, in the order of their channels."""
    return [hole for hole in board.channels[connector.first : connector.last + 1] if hole is not None]


def _computer(board: Description) -> Point:
    width, height = board.size
    return width / 2, height - board.drill.pitch


def _along(points: list[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(points))
