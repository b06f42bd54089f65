"""A simulated board whose wires are as described, or crossed: its marbles, sensors and LEDs.

A game on a crossed board tests the description that setup has made. The table reads channels and drives a
chain of LEDs, and only the description maps them to holes. With a wrong description the game cannot be
played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from engine.geometry import Hole
from firmware_bridge.facts import Calibration
from hardware.clock import Clock, VirtualClock
from hardware.parts.catalogue import simulated_lights
from hardware.parts.hc165.linked_modules import ModuleSensors
from hardware.parts.pico_analog.twin import MIDDLE, HallSensors
from hardware.ports import AnalogBank, LightStrip, SensorBank
from hardware.twin.lamps import Lamps, SimulatedChain
from hardware.twin.sensors import MakeSensors, TwinSensors
from hardware.twin.wood import Held, VirtualBoard
from jokerboard.host.errors import UsageError
from wiring.description import Description
from wiring.devices import HoleOrder, HoleSensors, RenumberedBank, refuse_gaps
from wiring.pcb.modules import BITS, MODULES_A_SIDE, modules


class CrossedSensors(RenumberedBank):
    """A SensorBank with crossed wires: the sensor of hole h in `contacts` is on channel `channel_of[h]`."""

    def __init__(self, contacts: SensorBank, channel_of: Sequence[int], channels: int | None = None) -> None:
        """`channels`: the number of the bank's channels; None: one for each hole."""
        super().__init__(contacts, channel_of, contacts.channels if channels is None else channels)

    def exchange(self, hole: int, other: int) -> None:
        """Exchange the wires of the sensors of two holes."""
        at = list(self._numbers)
        at[hole], at[other] = at[other], at[hole]
        self._numbers = tuple(at)


class CrossedHalls(CrossedSensors):
    """HallSensors with crossed wires; an input without a sensor reads `MIDDLE`."""

    def __init__(self, halls: HallSensors, channel_of: Sequence[int], channels: int | None = None) -> None:
        super().__init__(halls, channel_of, channels)
        self._halls = halls

    def readings(self) -> tuple[int, ...]:
        """The present reading of each channel."""
        found = dict(zip(self._numbers, self._halls.readings(), strict=True))
        return tuple(found.get(channel, MIDDLE) for channel in range(self.channels))

    def calibrate(self, wanted: Sequence[Calibration | None]) -> None:
        """Use the calibrations `wanted`, by channel, from now on."""
        self._halls.calibrate([wanted[channel] for channel in self._numbers if channel is not None])


class CrossedLamps:
    """The colours of a chain by hole: LED k of `chain` is in hole `hole_of[k]`; None: in no hole."""

    def __init__(self, chain: Lamps, hole_of: Sequence[int | None], holes: int) -> None:
        self._chain, self._hole_of, self._holes = chain, tuple(hole_of), holes
        self.dark: set[int] = set()
        """The holes whose LED is dead."""
        self.without_red: set[int] = set()
        """The holes whose LED shows no red."""
        self.broken_before: int | None = None
        """The first LED of the chain that gets no data; None if every LED gets data."""

    def exchange(self, hole: int, other: int) -> None:
        """Exchange the LEDs of two holes."""
        swapped = {hole: other, other: hole}
        self._hole_of = tuple(at if at is None else swapped.get(at, at) for at in self._hole_of)

    @property
    def pixels(self) -> bytes:
        """Three bytes for each hole, red first."""
        return self._by_hole(self._chain.pixels)

    @property
    def frames(self) -> int:
        """The number of complete frames received."""
        return self._chain.frames

    def listen(self, shown: Callable[[bytes], None]) -> None:
        """Call `shown` with the pixels of every later frame."""
        self._chain.listen(lambda pixels: shown(self._by_hole(pixels)))

    def _by_hole(self, pixels: bytes) -> bytes:
        out = bytearray(3 * self._holes)
        for led, hole in enumerate(self._hole_of[: self.broken_before]):
            if hole is not None and hole not in self.dark:
                rgb = pixels[3 * led : 3 * led + 3]
                out[3 * hole : 3 * hole + 3] = b"\0" + rgb[1:] if hole in self.without_red else rgb
        return bytes(out)


def crossing(
    holes: int, seed: int, channels: int | None = None, leds: int | None = None
) -> tuple[tuple[int, ...], tuple[int | None, ...]]:
    """Random wires: the channel of each hole, and the hole of each LED (None: in no hole).

    `channels` and `leds` are the numbers of channels and LEDs; None: as many as `holes`.
    """
    chance = Random(seed)
    channel_of = tuple(chance.sample(range(channels or holes), holes))
    places = [*range(holes), *[None] * ((leds or holes) - holes)]
    return channel_of, tuple(chance.sample(places, len(places)))


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
