"""A game on a simulated board that is wired as it is, played with a description that says how.

The wires run as `crossed` shuffles them; the table hears channels and sends a chain of LEDs, and only the
description tells it which hole is which. If the description is wrong, the game goes wrong.
"""

from __future__ import annotations

from engine.geometry import Hole
from hardware.clock import Clock
from hardware.lights import Ws2812Strip
from hardware.ports import LightStrip
from hardware.twin.crossed import CrossedLamps, CrossedSensors, crossing
from hardware.twin.sensors import MakeSensors, TwinSensors
from hardware.twin.strip import SimulatedSpi
from hardware.twin.wood import VirtualBoard
from service.board.description import Description
from service.errors import UsageError
from service.wiring import Wiring


class HoleOrder:
    """A LightStrip of one LED a hole, in the holes' order, over a `chain` in any order."""

    def __init__(self, chain: LightStrip, holes: tuple[Hole | None, ...], count: int) -> None:
        """`holes[k]`: the hole of the chain's LED k, None for one that stays dark; `count` holes."""
        self._chain, self._holes, self.leds = chain, holes, count

    def show(self, rgb: bytes) -> None:
        """Three bytes a hole; see LightStrip."""
        parts = (rgb[3 * hole : 3 * hole + 3] if hole is not None else bytes(3) for hole in self._holes)
        self._chain.show(b"".join(parts))

    def close(self) -> None:
        """Release the chain, dark."""
        self._chain.close()


class DescribedBoard(CrossedSensors):
    """Sensors and lights of a simulated board, wired by `crossed`, used by a description."""

    def __init__(
        self, board: Description, wood: VirtualBoard, clock: Clock, crossed: int | None, seed: int
    ) -> None:
        """`crossed` None: wired just as the description says. UsageError if it is no board for this game."""
        holes = wood.holes
        if board.names.holes != holes:
            raise UsageError(
                f"the description's board has {board.names.holes} holes, the game is played on {holes}"
            )
        channels = playable(board)
        if crossed is None:
            channel_of = tuple(channels.index(hole) for hole in range(holes))
            hole_of = tuple(hole for hole in board.lights.holes if hole is not None)
        else:
            channel_of, hole_of = crossing(holes, crossed)
        super().__init__(TwinSensors(wood, clock, seed=seed), channel_of)
        self.wiring = Wiring(channels)
        spi = SimulatedSpi(holes)
        self.lamps = CrossedLamps(spi, hole_of)
        chain = Ws2812Strip(spi, holes, amperes=board.lights.amperes)
        self.strip: LightStrip = HoleOrder(chain, board.lights.holes, holes)


def playable(board: Description) -> tuple[Hole, ...]:
    """The hole of every channel; UsageError while a hole is without sensor, or a channel without hole."""
    channels = tuple(hole for hole in board.channels if hole is not None)
    if board.bad_sensors or len(channels) != len(board.channels):
        names = ", ".join(map(board.names.name, board.bad_sensors)) or "some channels"
        raise UsageError(f"there is no sensor yet for {names}; mend them, then jokerboard setup --redo HOLE")
    return channels


def described_sensors(board: Description, crossed: int | None) -> MakeSensors:
    """What puts such a board under a simulated game."""
    playable(board)

    def make(wood: VirtualBoard, clock: Clock, *, seed: int) -> DescribedBoard:
        return DescribedBoard(board, wood, clock, crossed, seed)

    return make
