"""A simulated board whose wires are as described, or crossed: its marbles, sensors and LEDs.

A game on a crossed board tests the description that setup has made. The table reads channels and drives a
chain of LEDs, and only the description maps them to holes. With a wrong description the game cannot be
played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.geometry import Hole
from hardware.clock import Clock, VirtualClock
from hardware.parts.catalogue import simulated_lights
from hardware.parts.hc165.linked_modules import ModuleSensors
from hardware.parts.pico_analog.twin import CrossedHalls, HallSensors
from hardware.ports import AnalogBank, LightStrip
from hardware.twin.crossed import CrossedLamps, CrossedSensors, crossing
from hardware.twin.lamps import SimulatedChain
from hardware.twin.sensors import MakeSensors, TwinSensors
from hardware.twin.wood import Held, VirtualBoard
from jokerboard.host.errors import UsageError
from wiring.description import Description
from wiring.devices import HoleOrder, HoleSensors, refuse_gaps
from wiring.pcb.modules import BITS, MODULES_A_SIDE, modules


@dataclass(frozen=True, slots=True)
class Wires:
    """The channel of each hole, and the hole of each LED (None: in no hole)."""

    channel_of: tuple[int, ...]
    hole_of: tuple[Hole | None, ...]


def wires_of(board: Description, crossed: int | None) -> Wires:
    """The wires of a simulated board; `crossed` is a seed, None: wires as described.

    With a seed, the wires are shuffled; on a board of modules, the cables of two sides are exchanged.
    """
    if board.modules:
        return joined(board, range(len(board.connectors)) if crossed is None else exchanged(board, crossed))
    if crossed is not None:
        return Wires(*crossing(board.names.holes, crossed, len(board.channels), len(board.lights.holes)))
    holes = range(board.names.holes)
    spare = (channel for channel, hole in enumerate(board.channels) if hole is None)
    without = (hole for hole in holes if hole not in board.lights.holes)
    return Wires(
        tuple(board.channels.index(hole) if hole in board.channels else next(spare) for hole in holes),
        tuple(next(without, None) if hole is None else hole for hole in board.lights.holes),
    )


def joined(board: Description, order: Sequence[int]) -> Wires:
    """The wires of a board of modules whose cables join the modules in `order`."""
    chain = modules(board.sides, board.drill.pitch, board.shape)
    channel_of = [0] * board.names.holes
    hole_of: list[Hole | None] = []
    for position, number in enumerate(order):
        for bit, hole in enumerate(chain[number].channels):
            if hole is not None:
                channel_of[hole] = BITS * position + bit
        hole_of += chain[number].lights
    return Wires(tuple(channel_of), tuple(hole_of))


def exchanged(board: Description, seed: int) -> list[int]:
    """The order of the modules in the chain if the cables of two random sides are exchanged."""
    sides = list(range(board.sides))
    one, other = Random(seed).sample(sides, 2)
    sides[one], sides[other] = other, one
    return [MODULES_A_SIDE * side + place for side in sides for place in range(MODULES_A_SIDE)]


def wired_sensors(
    board: Description, contacts: TwinSensors, clock: Clock, wires: Wires
) -> CrossedSensors | ModuleSensors:
    """The bank that reads `contacts` through `wires`; on a board of modules, through the shift registers."""
    if board.modules:
        return ModuleSensors(contacts, clock, board.tied_chips, wires.channel_of)
    return CrossedSensors(contacts, wires.channel_of, len(board.channels))


MARBLE = 0


class SimulatedBoard:
    """A simulated board in virtual time; one marble is in a hand, and none is on the board."""

    def __init__(self, board: Description, *, crossed: int | None, seed: int = 0) -> None:
        """`crossed`: the seed of crossed wires, None: wires as described; `seed`: for bounce and noise."""
        holes, channels, leds = board.names.holes, len(board.channels), len(board.lights.holes)
        self.clock = VirtualClock()
        self.wood = VirtualBoard(holes, hands=[Held(MARBLE, 0)])
        wires = wires_of(board, crossed)
        self.channel_of, self.hole_of = wires.channel_of, wires.hole_of
        self.contacts: TwinSensors
        self.bank: CrossedSensors | ModuleSensors
        if board.analog:
            self.contacts = halls = HallSensors(self.wood, self.clock, seed=seed)
            self.bank = CrossedHalls(halls, self.channel_of, channels)
        else:
            self.contacts = TwinSensors(self.wood, self.clock, seed=seed)
            self.bank = wired_sensors(board, self.contacts, self.clock, wires)
        self.chain: SimulatedChain
        self.chain, self.strip = simulated_lights(board.lights.part, leds)
        self.lamps = CrossedLamps(self.chain, self.hole_of, holes)

    @property
    def analog(self) -> AnalogBank | None:
        """The sensor bank if its sensors are analog, else None."""
        return self.bank if isinstance(self.bank, AnalogBank) else None

    def wait(self, seconds: float) -> None:
        """Advance the virtual time by `seconds`."""
        self.clock.run_until(self.clock.now() + seconds)


class DescribedBoard(HoleSensors):
    """The sensors and lights of a simulated board with any wires, mapped to holes by a description."""

    def __init__(self, board: Description, wood: VirtualBoard, clock: Clock, wires: Wires, seed: int) -> None:
        """Raise UsageError if the description has another number of holes than `wood`, or a bad sensor."""
        holes, leds = wood.holes, len(board.lights.holes)
        if board.names.holes != holes:
            raise UsageError(
                f"the board in the description has {board.names.holes} holes, but the game needs {holes}"
            )
        refuse_gaps(board)
        self.contacts = TwinSensors(wood, clock, seed=seed)
        super().__init__(wired_sensors(board, self.contacts, clock, wires), board.channels, holes)
        self.shape = board.shape
        chain, strip = simulated_lights(board.lights.part, leds, amperes=board.lights.amperes)
        self.lamps = CrossedLamps(chain, wires.hole_of, holes)
        self.strip: LightStrip = HoleOrder(strip, board.lights.holes, holes)


def described_sensors(board: Description, crossed: int | None, wires: Wires | None = None) -> MakeSensors:
    """A function that makes a DescribedBoard for a simulated game.

    The wires are `wires`; if None, those of `wires_of(board, crossed)`.
    """
    refuse_gaps(board)
    soldered = wires or wires_of(board, crossed)

    def make(wood: VirtualBoard, clock: Clock, *, seed: int) -> DescribedBoard:
        return DescribedBoard(board, wood, clock, soldered, seed)

    return make
