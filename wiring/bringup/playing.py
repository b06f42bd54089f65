"""A game on a simulated board with crossed wires, to try out the description that setup has made.

`crossed` shuffles the wires; the table hears channels and drives a chain of LEDs, and only the description
tells it which hole is which. If the description is wrong, the game goes wrong.
"""

from __future__ import annotations

from hardware.clock import Clock
from hardware.parts.catalogue import simulated_lights
from hardware.ports import LightStrip
from hardware.twin.crossed import CrossedLamps, CrossedSensors, crossing
from hardware.twin.sensors import MakeSensors, TwinSensors
from hardware.twin.wood import VirtualBoard
from jokerboard.host.errors import UsageError
from wiring.by_hole import HoleOrder, HoleSensors, refuse_gaps
from wiring.description import Description


class DescribedBoard(HoleSensors):
    """Sensors and lights of a simulated board, wired by `crossed`, used by a description."""

    def __init__(
        self, board: Description, wood: VirtualBoard, clock: Clock, crossed: int | None, seed: int
    ) -> None:
        """`crossed` None: wired just as the description says. UsageError if it is no board for this game."""
        holes, channels, leds = wood.holes, len(board.channels), len(board.lights.holes)
        if board.names.holes != holes:
            raise UsageError(
                f"the description's board has {board.names.holes} holes, the game is played on {holes}"
            )
        refuse_gaps(board)
        if crossed is None:
            channel_of = tuple(board.channels.index(hole) for hole in range(holes))
            hole_of = board.lights.holes
        else:
            channel_of, hole_of = crossing(holes, crossed, channels, leds)
        self.contacts = TwinSensors(wood, clock, seed=seed)
        super().__init__(CrossedSensors(self.contacts, channel_of, channels), board.channels, holes)
        self.shape = board.shape
        chain, strip = simulated_lights(board.lights.part, leds, amperes=board.lights.amperes)
        self.lamps = CrossedLamps(chain, hole_of, holes)
        self.strip: LightStrip = HoleOrder(strip, board.lights.holes, holes)


def described_sensors(board: Description, crossed: int | None) -> MakeSensors:
    """Makes such a board for a simulated game."""
    refuse_gaps(board)

    def make(wood: VirtualBoard, clock: Clock, *, seed: int) -> DescribedBoard:
        return DescribedBoard(board, wood, clock, crossed, seed)

    return make
