"""A board's description as a value: what is drilled, what is soldered where, and what it is fed with.

Channels and LEDs are numbered in the order of their chains. Every tuple of holes says, for channel or LED
0, 1, 2 and so on, the hole that it belongs to, as the engine numbers them; None: it serves no hole.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.geometry import Board, Hole, board

Pieces: TypeAlias = Literal["marbles", "pegs"]
Chain: TypeAlias = tuple[Hole | None, ...]


@dataclass(frozen=True, slots=True)
class Drill:
    """The wood, in millimetres: `hole` takes the marble or peg, `light` shows the LED.

    The middle of the light is `offset` above the middle of its hole; 0 drills it through the seat's bottom.
    """

    pitch: float
    hole: float
    light: float
    offset: float


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
    """A card reader; kinds and roles as in hardware.readers. On `/dev/serial0` it takes GPIO 14 and 15."""

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
    """The hall sensor, a key of `service.board.parts.SENSORS`."""
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

    @property
    def names(self) -> Board:
        """The names of the holes."""
        return board(self.sides)


def chain_order(sides: int) -> tuple[Hole, ...]:
    """The holes in an order that keeps the wires short, side by side, beginning at A0.

    Along the ring to the in-spot, up the lane, over to the START, back to the ring, on to the next side.
    """
    names = board(sides)
    order: list[Hole] = []
    for side in range(sides):
        ring = range(18 * side, 18 * side + 18)
        s1, s2, s3, s4, s5 = names.start(side)
        order += (*ring[:4], *names.lane(side), s5, s2, s3, s4, s1, *ring[4:])
    return tuple(order)


def channels_a_chip(bank: Bank, part: str) -> int:
    """How many sensors one chip, and so one connector, serves."""
    if isinstance(bank, ExpanderBank):
        return bank.inputs
    return 16 if part == "drv5055" else 8
