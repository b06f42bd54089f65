"""The description of a board as a value: bores, wires, parts and supply.

Channels and LEDs are numbered in the order of their chains. Item k of a `Chain` is the engine's number of the
hole of channel or LED k, or None if the channel or LED belongs to no hole.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, permutations
from typing import Literal, TypeAlias

from engine.geometry import Board, Hole, board
from firmware_bridge.facts import Calibration
from hardware.layout import Point, Shape, extent, outlines, positions, shape_name
from hardware.magnets import Disc
from hardware.parts.bank_part import Bank, HallSensor
from hardware.parts.catalogue import BUTTON, BUZZER, HALLS, LEDS, USUAL_LED
from hardware.parts.chain_watch import TiedChip
from hardware.parts.computer import Take
from hardware.parts.light_part import LedChip, LedDriver
from hardware.readers import Reader
from wiring.pcb.components import HALL as SENSOR
from wiring.pcb.modules import BITS, MODULES_A_SIDE, modules, tied_chips

Pieces: TypeAlias = Literal["marbles", "pegs"]
Mount: TypeAlias = Literal["fixed", "weighted", "loose"]
Chain: TypeAlias = tuple[Hole | None, ...]


@dataclass(frozen=True, slots=True)
class Drill:
    """The bores, in millimetres: `hole` is the diameter for a marble or peg, `light` that for an LED.

    The middle of the light is `offset` above the middle of its hole; if `offset` is 0, the light is drilled
    through the bottom of the hole. The middle of the sensor is `sensor` below the middle of the hole. Above
    means towards the top of the template's sheets.
    """

    pitch: float
    hole: float
    light: float
    offset: float
    sensor: float = 0.0


@dataclass(frozen=True, slots=True)
class Magnet:
    """The magnet in every piece; `gap` is the distance of its lower face from the sensor's chip, in
    millimetres.

    `mount`: "fixed" upright in a peg; "weighted", in a marble that rights itself; or "loose" in a marble.
    """

    disc: Disc
    mount: Mount
    gap: float


PEG_MAGNET = Magnet(Disc(4.0, 4.0), "fixed", 4.5)
MARBLE_MAGNET = Magnet(Disc(6.0, 3.0), "loose", 6.0)
"""The magnets of a new board, and of a description without a [magnets] section, for pegs and for marbles."""

BESIDE_THE_LIGHT = 2.5
"""Millimetres from the edge of a light's bore to the middle of a sensor beside it.

This distance is half of a TO-92 package and some wood.
"""


def sensor_place(light: float, offset: float) -> float:
    """Millimetres from the middle of a hole to its sensor: 0 unless the light is in the middle."""
    return 0.0 if offset else light / 2 + BESIDE_THE_LIGHT


@dataclass(frozen=True, slots=True)
class Lights:
    """The LED chain: driver (a key of the chip's `drivers`), data pin, current limit, hole of each LED."""

    driver: str
    pin: int
    amperes: float
    holes: Chain
    feeds: tuple[int, ...]
    """The LEDs at which 5 V and ground are fed in, beginning with LED 0."""
    chip: str = USUAL_LED

    @property
    def part(self) -> LedChip:
        """The facts about the LED chip."""
        return LEDS[self.chip]

    @property
    def drive(self) -> LedDriver:
        """The facts about the driver."""
        return self.part.drivers[self.driver]

    def takes(self, computer: str) -> Iterator[Take]:
        """The ports and pins of a Raspberry Pi that the lights use."""
        yield from self.drive.takes(self.pin, computer)


@dataclass(frozen=True, slots=True)
class Connector:
    """A plug with the wires of channels `first` to `last`, and with supply and ground of their sensors."""

    name: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Supply:
    """The 5 V supply: `amperes`, and the amperes of the `fuse` before the LEDs.

    `feeds_computer`: whether the supply also feeds the computer.
    """

    amperes: float
    fuse: float
    feeds_computer: bool


@dataclass(frozen=True, slots=True)
class Button:
    """A button between GPIO `pin` and ground; `place` is a seat's letter or "table"."""

    name: str
    place: str
    pin: int


@dataclass(frozen=True, slots=True)
class Description:
    """The complete description of one board."""

    title: str
    sides: int
    pieces: Pieces
    computer: str
    drill: Drill
    part: str
    """The hall sensor, a key of `hardware.parts.catalogue.HALLS`."""
    bank: Bank
    channels: Chain
    lights: Lights
    connectors: tuple[Connector, ...]
    supply: Supply
    readers: tuple[Reader, ...] = ()
    buttons: tuple[Button, ...] = ()
    buzzer: int | None = None
    bad_sensors: tuple[Hole, ...] = ()
    """The holes whose sensor does not work, so that they have no channel."""
    bad_lights: tuple[Hole, ...] = ()
    """The holes whose LED does not work."""
    magnet: Magnet = PEG_MAGNET
    shape: Shape = "polygon"
    calibration: tuple[Calibration | None, ...] = ()
    """The calibration of the analog sensor on each channel; empty if the board is not calibrated."""

    modules: bool = False
    """Whether sensors and lights are on ready circuit boards; see `wiring.pcb.modules`."""

    @property
    def names(self) -> Board:
        """The engine's board with this number of sides, which has the names of the holes."""
        return board(self.sides)

    @property
    def places(self) -> tuple[Point, ...]:
        """The (x, y) of every hole, by its number, in millimetres; see `hardware.layout.positions`."""
        return positions(self.sides, self.drill.pitch, self.shape)

    @property
    def light_places(self) -> tuple[Point, ...]:
        """The (x, y) of the light of every hole, by the hole's number, in millimetres."""
        if not self.modules:
            return tuple((x, y - self.drill.offset) for x, y in self.places)
        chain = modules(self.sides, self.drill.pitch, self.shape)
        found = {
            hole: each.light(at) for each in chain for at, hole in enumerate(each.holes) if hole is not None
        }
        return tuple((round(x, 3), round(y, 3)) for _, (x, y) in sorted(found.items()))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of all the wood in millimetres."""
        return extent(self.sides, self.drill.pitch, self.shape)

    @property
    def wood(self) -> tuple[tuple[Point, ...], ...]:
        """The corners of each piece of wood, in millimetres."""
        return outlines(self.sides, self.drill.pitch, self.shape)

    @property
    def looks(self) -> str:
        """The name of the board's shape, such as "octagon"."""
        return shape_name(self.sides, self.shape)

    @property
    def hall(self) -> HallSensor:
        """The facts about the hall sensor; on modules it has a SOT-23 package and a supply of 5 V."""
        hall = HALLS[self.part]
        return (
            replace(hall, number=f"TI {SENSOR.number}", package="SOT-23", volts=5.0) if self.modules else hall
        )

    @property
    def tied_chips(self) -> tuple[TiedChip, ...]:
        """The shift registers of the modules in the order of the chain; empty without modules."""
        if not self.modules:
            return ()
        return tied_chips(self.sides, self.drill.pitch, self.shape)[: len(self.connectors)]

    @property
    def tied_channels(self) -> frozenset[int]:
        """The channels of modules that have a fixed level and no sensor; empty without modules."""
        return frozenset(
            8 * chip + bit
            for chip, each in enumerate(self.tied_chips)
            for bit in range(8)
            if each.mask >> bit & 1
        )

    @property
    def analog(self) -> bool:
        """Whether the sensors are analog, so that the board can be calibrated."""
        return self.hall.analog

    @property
    def sensors(self) -> int:
        """The number of channels with a sensor."""
        return sum(hole is not None for hole in self.channels)

    def takes(self) -> Iterator[tuple[str, int, Take]]:
        """The ports and pins that the parts use, each as (section of the file, index in the section,
        Take).
        """
        yield from (("sensors", 0, take) for take in self.bank.takes(self.computer))
        yield from (("lights", 0, take) for take in self.lights.takes(self.computer))
        for index, reader in enumerate(self.readers):
            yield from (("readers", index, take) for take in reader.takes(self.computer))
        for index, button in enumerate(self.buttons):
            use = f"button {button.name} {button.place}"
            yield "buttons", index, BUTTON.takes(button.pin, use, "pin")
        if self.buzzer is not None:
            yield "", 0, BUZZER.takes(self.buzzer, "the buzzer", "buzzer")


@lru_cache(maxsize=32)
def chain_order(sides: int, shape: Shape = "polygon") -> tuple[Hole, ...]:
    """All holes in an order that keeps the wires short: side by side, beginning at A0.

    On each side the order runs along the ring to the in-spot, along the lane, on the shortest way through
    START, and back to the ring.
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


def bench_board(board: Description) -> Description:
    """The part of `board` that the bench test uses: the sensors of its first plug, without lights."""
    first = board.connectors[0]
    channels = board.channels[: first.last + 1]
    lights = replace(board.lights, holes=(), feeds=())
    return replace(board, channels=channels, connectors=(first,), lights=lights, calibration=())


@dataclass(frozen=True, slots=True)
class Derived:
    """The parts of a description that follow from the modules: holes of channels and LEDs, feeds, plugs."""

    channels: Chain
    lights: Chain
    feeds: tuple[int, ...]
    """The first LED of every side, where a cable brings 5 V."""
    connectors: tuple[Connector, ...]


def derived(sides: int, pitch: float, shape: Shape) -> Derived:
    """The derived parts of a board of modules; raise ModuleError if modules cannot form this board."""
    chain = modules(sides, pitch, shape)
    lights = tuple(hole for module in chain for hole in module.lights)
    a_side = sum(len(module.lights) for module in chain[:MODULES_A_SIDE])
    return Derived(
        tuple(hole for module in chain for hole in module.channels),
        lights,
        tuple(range(0, len(lights), a_side)),
        tuple(Connector(f"M{n + 1}", BITS * n, BITS * n + BITS - 1) for n in range(len(chain))),
    )
