"""Every wire of a board, from its description: sensors, LEDs, trunk, and the others."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from hardware.parts.part import BUS, FEED, GROUND, PLUS_3, PLUS_5, SLACK, THIN, Wire
from wiring.description import Connector, Description
from wiring.papers.small_wires import led_lines, small_wires
from wiring.papers.trunk import trunk
from wiring.papers.wire import COLOURS, HOP_SLACK, along, computer_at, connector_at, hole_at, holes_of


@lru_cache(maxsize=32)
def wires(board: Description) -> tuple[Wire, ...]:
    """All wires: sensors by channel, then LEDs, then the trunk and the rest; their names are unique."""
    return (*_sensor_wires(board), *_led_wires(board), *trunk(board), *small_wires(board))


def pin_of(board: Description, channel: int) -> tuple[Connector, int]:
    """The connector of a channel, and the pin there, from 1."""
    connector = next(each for each in board.connectors if each.first <= channel <= each.last)
    return connector, channel - connector.first + 1


def signal_colour(pin: int) -> str:
    """The colour of a connector's signal wire."""
    colour = COLOURS[(pin - 1) % len(COLOURS)]
    if pin <= len(COLOURS):
        return colour
    return f"{colour} with a {'black' if colour == 'white' else 'white'} stripe"


def supply_pins(board: Description) -> tuple[int, int]:
    """The pins of every sensor connector that carry the sensors' supply and ground."""
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
