"""A board's description as a value: what is drilled, what is soldered where, and what it is fed with.

Channels and LEDs are numbered in the order of their chains. Every tuple of holes says, for channel or LED
0, 1, 2 and so on, the hole that it belongs to, as the engine numbers them; None: it serves no hole.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, permutations
from typing import Literal, TypeAlias

from engine.geometry import Board, Hole, board
from firmware_bridge.facts import Calibration
from hardware.layout import Point, Shape, extent, outlines, positions, shape_name
from hardware.magnets import Disc
from wiring.parts import SENSORS

Pieces: TypeAlias = Literal["marbles", "pegs"]
Mount: TypeAlias = Literal["fixed", "weighted", "loose"]
Chain: TypeAlias = tuple[Hole | None, ...]


@dataclass(frozen=True, slots=True)
class Drill:
    """The wood, in millimetres: `hole` takes the marble or peg, `light` shows the LED.

    The middle of the light is `offset` above the middle of its hole; 0 drills it through the seat's bottom.
    The middle of the sensor is `sensor` below it: above is towards the top of the template's sheets.
    """

    pitch: float
    hole: float
    light: float
    offset: float
    sensor: float = 0.0


@dataclass(frozen=True, slots=True)
class Magnet:
    """The magnet in every piece: `gap` is from its lower face to the chip in the sensor, in millimetres.

    `mount`: fixed upright in a peg; weighted, fixed in a marble that rights itself; or loose in a marble.
    """

    disc: Disc
    mount: Mount
    gap: float


PEG_MAGNET = Magnet(Disc(4.0, 4.0), "fixed", 4.5)
MARBLE_MAGNET = Magnet(Disc(6.0, 3.0), "loose", 6.0)
"""The magnets of a description that does not name them."""

BESIDE_THE_LIGHT = 2.5
"""Millimetres from the edge of a light's bore to the middle of a sensor beside it.

Half a TO-92, and some wood.
"""


def sensor_place(light: float, offset: float) -> float:
    """Where a sensor has room: in the middle of the hole unless the light is there."""
    return 0.0 if offset else light / 2 + BESIDE_THE_LIGHT


@dataclass(frozen=True, slots=True)
class ChainBank:
    """A 74HC165 chain on the Pi: the kernel's port `spi0` or `spi1`, or any `pins`. GPIO numbers."""

    port: Literal["spi0", "spi1", "pins"] = "spi1"
    load: int = 25
    clock: int = 21
    data: int = 19
    select: int = 18

    driver = "hc165"


@dataclass(frozen=True, slots=True)
class ExpanderBank:
    """MCP23017 chips as (bus, address), in channel order, with 14 or 16 inputs each."""

    chips: tuple[tuple[int, int], ...]
    inputs: int = 14
    interrupt: int | None = None

    driver = "mcp23017"


@dataclass(frozen=True, slots=True)
class PicoBank:
    """A Pico on USB; `port` is its serial port, empty for the only one. GP numbers of the Pico."""

    port: str = ""
    clock: int = 18
    data: int = 16
    load: int = 17

    driver = "pico"


Bank: TypeAlias = ChainBank | ExpanderBank | PicoBank


@dataclass(frozen=True, slots=True)
class Lights:
    """The LED chain: `driver` spi (then `pin` is 10 or 20), ws281x, or pico; `amperes` caps it."""

    driver: Literal["spi", "ws281x", "pico"]
    pin: int
    amperes: float
    holes: Chain
    feeds: tuple[int, ...]
    """The LEDs at which 5 V and ground are fed in, the first of the chain among them."""


@dataclass(frozen=True, slots=True)
class Connector:
    """A plug for the wires of channels `first` to `last`; on it also the sensors' supply and ground."""

    name: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Supply:
    """`amperes` at 5 V, and the `fuse` in front of the LEDs; `feeds_computer`: one supply for everything."""

    amperes: float
    fuse: float
    feeds_computer: bool


@dataclass(frozen=True, slots=True)
class Reader:
    """A card reader; see hardware.cards.readers. On `/dev/serial0` it takes GPIO 14 and 15."""

    kind: str
    role: str
    path: str


@dataclass(frozen=True, slots=True)
class Button:
    """A button from a GPIO to ground, at a seat or at the table."""

    name: str
    place: str
    pin: int


@dataclass(frozen=True, slots=True)
class Description:
    """One board."""

    title: str
    sides: int
    pieces: Pieces
    computer: str
    drill: Drill
    part: str
    """The hall sensor, a key of `wiring.parts.SENSORS`."""
    bank: Bank
    channels: Chain
    lights: Lights
    connectors: tuple[Connector, ...]
    supply: Supply
    readers: tuple[Reader, ...] = ()
    buttons: tuple[Button, ...] = ()
    buzzer: int | None = None
    bad_sensors: tuple[Hole, ...] = ()
    """Holes whose sensor does not work: no channel is theirs."""
    bad_lights: tuple[Hole, ...] = ()
    """Holes whose LED does not work."""
    magnet: Magnet = PEG_MAGNET
    shape: Shape = "polygon"
    calibration: tuple[Calibration | None, ...] = ()
    """Of analog sensors, by channel; empty: the board was not calibrated yet."""

    @property
    def names(self) -> Board:
        """The names of the holes."""
        return board(self.sides)

    @property
    def places(self) -> tuple[Point, ...]:
        """Where every hole is, in millimetres; see hardware.layout."""
        return positions(self.sides, self.drill.pitch, self.shape)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of all the wood in millimetres."""
        return extent(self.sides, self.drill.pitch, self.shape)

    @property
    def wood(self) -> tuple[tuple[Point, ...], ...]:
        """The corners of every piece of wood."""
        return outlines(self.sides, self.drill.pitch, self.shape)

    @property
    def looks(self) -> str:
        """The shape in words."""
        return shape_name(self.sides, self.shape)

    @property
    def analog(self) -> bool:
        """Whether the sensors tell a strength."""
        return SENSORS[self.part].poles == "analog"


@lru_cache(maxsize=32)
def chain_order(sides: int, shape: Shape = "polygon") -> tuple[Hole, ...]:
    """The holes in an order that keeps the wires short, side by side, beginning at A0.

    Along the ring to the in-spot, along the lane, by the shortest way through the START, back to the ring, on
    to the next side.
    """
    names, places = board(sides), positions(sides, 1.0, shape)
    order: list[Hole] = []
    for side in range(sides):
        ring, lane = range(18 * side, 18 * side + 18), names.lane(side)

        def long(start: Sequence[Hole], ends: tuple[Hole, Hole] = (lane[-1], ring[4])) -> float:
            way = (ends[0], *start, ends[1])
            return round(sum(math.dist(places[a], places[b]) for a, b in pairwise(way)), 6)

        order += (*ring[:4], *lane, *min(permutations(names.start(side)), key=long), *ring[4:])
    return tuple(order)


def channels_a_chip(bank: Bank, part: str) -> int:
    """How many sensors one chip, and so one connector, serves."""
    if isinstance(bank, ExpanderBank):
        return bank.inputs
    return 16 if SENSORS[part].poles == "analog" else 8


def bench_board(board: Description) -> Description:
    """The part of a board that lies on the bench: its first plug, and no lights."""
    first = board.connectors[0]
    channels = board.channels[: first.last + 1]
    lights = replace(board.lights, holes=(), feeds=())
    return replace(board, channels=channels, connectors=(first,), lights=lights, calibration=())
