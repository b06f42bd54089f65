"""A game on a simulated board with crossed wires, to try out the description that setup has made.

The board's wires are a value: shuffled by a seed, or read from circuit boards. The table gets channels and
drives a chain of LEDs, and only the description maps them to holes. If the description is wrong, the game
gets stuck.
"""

from __future__ import annotations

from hardware.clock import Clock
from hardware.parts.catalogue import simulated_lights
from hardware.ports import LightStrip
from hardware.twin.crossed import CrossedLamps
from hardware.twin.sensors import MakeSensors, TwinSensors
from hardware.twin.wood import VirtualBoard
from jokerboard.host.errors import UsageError
from wiring.bringup.simulated_board import Wires, wired_sensors, wires_of
from wiring.by_hole import HoleOrder, HoleSensors, refuse_gaps
from wiring.description import Description


class DescribedBoard(HoleSensors):
    """The sensors and lights of a simulated board with these wires, read through a description."""

    def __init__(self, board: Description, wood: VirtualBoard, clock: Clock, wires: Wires, seed: int) -> None:
        """Raise UsageError if the description does not fit this game."""
        holes, leds = wood.holes, len(board.lights.holes)
        if board.names.holes != holes:
            raise UsageError(
                f"the description's board has {board.names.holes} holes, the game is played on {holes}"
            )
        refuse_gaps(board)
        self.contacts = TwinSensors(wood, clock, seed=seed)
        super().__init__(wired_sensors(board, self.contacts, clock, wires), board.channels, holes)
        self.shape = board.shape
        chain, strip = simulated_lights(board.lights.part, leds, amperes=board.lights.amperes)
        self.lamps = CrossedLamps(chain, wires.hole_of, holes)
        self.strip: LightStrip = HoleOrder(strip, board.lights.holes, holes)


def described_sensors(board: Description, crossed: int | None, wires: Wires | None = None) -> MakeSensors:
    """A maker of `DescribedBoard`s for a simulated game: with `wires`, crossed by a seed, or as described."""
    refuse_gaps(board)
    soldered = wires or wires_of(board, crossed)

    def make(wood: VirtualBoard, clock: Clock, *, seed: int) -> DescribedBoard:
        return DescribedBoard(board, wood, clock, soldered, seed)

    return make
