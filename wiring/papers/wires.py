"""Every wire of a board, computed from its description, with its colour and length.

A wire that passes several points (a bus) is one wire with several ends, in the order in which it passes them.
The length of a wire is that of the straight lines between its ends, plus an addition for the way down and the
plugs. A connector is assumed in the middle of its holes, the computer in the middle of the board's lower
side.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from hardware.layout import Point
from hardware.parts.part import BUS, FEED, GROUND, PLUS_3, PLUS_5, SLACK, THIN, Wire
from wiring.checks import needs_regulator
from wiring.description import Connector, Description
from wiring.papers.small_wires import led_lines, small_wires

HOP_SLACK = 12.0
"""Millimetres that are added to the distance of two LEDs for the wire between them."""

COLOURS = ("brown", "white", "orange", "yellow", "green", "blue", "violet", "grey")
"""The colours of a connector's signal wires, in the order of the pins.

From the ninth pin on the colours repeat with a white stripe (the white wire: with a black one).
"""

SENSOR_FUSE = 1.5
"""The amperes of the fuse for the sensors."""

WATCHING = "watching chip"
"""The name of the additional chip at the end of a chain, by which a broken chain is detected."""


def hole_at(board: Description, hole: int | None) -> Point:
    """The place of a hole in millimetres; None, the hole of a spare LED, is at the computer."""
    return computer_at(board) if hole is None else board.places[hole]


def connector_at(board: Description, connector: Connector) -> Point:
    """The assumed place of a connector in millimetres: the middle of its holes."""
    points = [hole_at(board, hole) for hole in holes_of(board, connector)] or [computer_at(board)]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def holes_of(board: Description, connector: Connector) -> list[int]:
    """The holes of a connector's sensors, in the order of their channels."""
    return [hole for hole in board.channels[connector.first : connector.last + 1] if hole is not None]


def computer_at(board: Description) -> Point:
    """The assumed place of the computer in millimetres."""
    width, height = board.size
    return width / 2, height - board.drill.pitch


def along(points: list[Point]) -> float:
    """The length of the path through `points` in millimetres."""
    return sum(math.dist(a, b) for a, b in pairwise(points))


@lru_cache(maxsize=32)
def wires(board: Description) -> tuple[Wire, ...]:
    """All wires, with unique names: those of sensors, LEDs, the trunk, and those at the computer."""
    return (*_sensor_wires(board), *_led_wires(board), *trunk(board), *small_wires(board))


def pin_of(board: Description, channel: int) -> tuple[Connector, int]:
    """The connector of a channel, and the number of the channel's pin in it, from 1."""
    connector = next(each for each in board.connectors if each.first <= channel <= each.last)
    return connector, channel - connector.first + 1


def signal_colour(pin: int) -> str:
    """The colour of the signal wire on this pin of a connector."""
    colour = COLOURS[(pin - 1) % len(COLOURS)]
    if pin <= len(COLOURS):
        return colour
    return f"{colour} with a {'black' if colour == 'white' else 'white'} stripe"


def supply_pins(board: Description) -> tuple[int, int]:
    """The numbers of the pins for supply and for ground, the same in every connector."""
    most = board.bank.inputs_a_chip
    return most + 1, most + 2


def _sensor_wires(board: Description) -> Iterator[Wire]:
    part = board.hall
    plus, minus = supply_pins(board)
    for channel, hole in enumerate(board.channels):
        if hole is None:
            continue
        connector, pin = pin_of(board, channel)
        length = SLACK + math.dist(hole_at(board, hole), connector_at(board, connector))
        ends = (f"{connector.name} pin {pin}", f"sensor {board.names.name(hole)} OUT")
        yield Wire(f"W{channel:03}", "signal", ends, signal_colour(pin), THIN, length)
    for connector in board.connectors:
        served = holes_of(board, connector)
        if not served:
            continue
        length = SLACK + along([connector_at(board, connector), *(hole_at(board, hole) for hole in served)])
        span = f"sensors {board.names.name(served[0])} to {board.names.name(served[-1])}"
        colour = PLUS_5 if part.volts > 3.3 else PLUS_3
        ends = (f"{connector.name} pin {plus}", span)
        yield Wire(f"V-{connector.name}", f"{part.volts:g} V", ends, colour, BUS, length)
        yield Wire(
            f"G-{connector.name}", "ground", (f"{connector.name} pin {minus}", span), GROUND, BUS, length
        )


def _led_wires(board: Description) -> Iterator[Wire]:
    lights = board.lights
    at = [hole_at(board, hole) for hole in lights.holes]
    begin = SLACK + math.dist(computer_at(board), at[0])
    for line in led_lines(board):
        ends = (*line.begins, _led(board, 0, line.into))
        yield Wire(f"{line.letter}000", f"LED {line.what}, {line.volts}", ends, line.colour, THIN, begin)
    for led in range(1, len(at)):
        length = HOP_SLACK + math.dist(at[led - 1], at[led])
        for line in led_lines(board):
            ends = (_led(board, led - 1, line.out), _led(board, led, line.into))
            yield Wire(f"{line.letter}{led:03}", f"LED {line.what}", ends, line.colour, THIN, length)
    for number, (first, after) in enumerate(zip(lights.feeds, (*lights.feeds[1:], len(at)), strict=True), 1):
        span = f"LEDs {first} to {after - 1}"
        bus = SLACK + along(at[first:after])
        feed = SLACK + math.dist(computer_at(board), at[first])
        fuse = f"fuse F{number} ({board.supply.fuse:g} A)"
        yield Wire(f"P{number}", "5 V", ("supply +", fuse, f"LED {first} +"), PLUS_5, FEED, feed)
        yield Wire(f"N{number}", "ground", ("supply -", f"LED {first} -"), GROUND, FEED, feed)
        yield Wire(f"P{number}-bus", "5 V", (f"P{number}", span), PLUS_5, BUS, bus)
        yield Wire(f"N{number}-bus", "ground", (f"N{number}", span), GROUND, BUS, bus)


def _led(board: Description, led: int, pad: str) -> str:
    hole = board.lights.holes[led]
    return f"LED {led} ({'spare' if hole is None else board.names.name(hole)}) {pad}"


def chips(board: Description) -> tuple[str, ...]:
    """The names of the chips in their order along the trunk; a watching chip comes last."""
    return (*(f"chip {each.name}" for each in board.connectors), *[WATCHING] * board.bank.watched)


def trunk(board: Description) -> Iterator[Wire]:
    """The wires of the trunk: supply, signals from the computer to the chips, data from chip to chip."""
    bank, named = board.bank, chips(board)
    way = [computer_at(board), *(connector_at(board, each) for each in board.connectors)]
    length = SLACK * len(way) + along(way)
    yield from _rails(board, named, length)
    for line in bank.lines(board):
        ends = (*line.begins, *(named[chip] for chip in line.chips))
        run = length if line.chips else SLACK
        yield Wire(line.name, line.what, ends, line.colour, THIN, run + SLACK * (len(line.begins) - 1))
    chain = bank.chain
    if chain is None:
        return
    begins = (chain.begins, f"{named[0]} {chain.out}")
    yield Wire("Q1", "data", begins, "blue", THIN, SLACK + along(way[:2]))
    for number in range(1, len(named)):
        hop = SLACK + along(way[number : number + 2])
        ends = (f"{named[number - 1]} {chain.into}", f"{named[number]} {chain.out}")
        yield Wire(f"Q{number + 1}", "data", ends, "blue", THIN, hop)


def _rails(board: Description, named: tuple[str, ...], length: float) -> Iterator[Wire]:
    """The supply wires of the trunk: 3.3 V and ground for the chips, and 5 V for sensors that need it.

    3.3 V comes from a regulator if the board needs one.
    """
    rail, ground, signals = board.bank.powered_by
    if needs_regulator(board):
        rail, ground = "regulator OUT", "regulator GND"
        fuse = f"fuse FS ({SENSOR_FUSE:g} A)"
        yield Wire("RV", "5 V", ("supply +", fuse, "regulator IN"), PLUS_5, BUS, 2 * SLACK)
        yield Wire("RG", "ground", ("supply -", "regulator GND"), GROUND, BUS, 2 * SLACK)
        yield Wire("RG2", "ground, of the signals", ("regulator GND", signals), GROUND, BUS, 2 * SLACK)
    yield Wire("TV", "3.3 V", (rail, *named), PLUS_3, BUS, length)
    yield Wire("TG", "ground", (ground, *named), GROUND, BUS, length)
    if board.hall.volts > 3.3:
        fuse = f"fuse FS ({SENSOR_FUSE:g} A)"
        sensors = tuple(each.name for each in board.connectors)
        yield Wire("T5", "5 V, sensors only", ("supply +", fuse, *sensors), PLUS_5, BUS, length)
