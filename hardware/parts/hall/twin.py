"""Hall switches under the simulated wood: contacts that bounce, with faults to inject.

Under marbles with loose magnets they sense less, because a loose magnet does not stay upright. A disc that is
loose in a marble lies flat at the marble's bottom, held only by gravity, while no marble lies in a
neighbouring hole. The field of a neighbour's magnet, 2 mT at 16 mm from a disc of 6 x 3 mm, turns the disc
with ten times the force of gravity. The disc then lies on its side, and the sensor right below it senses
nothing (`hardware.magnets.field_lying` is 0 there). Two marbles may also keep a sensitive sensor on in the
empty hole between them.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.clock import Clock
from hardware.twin.sensors import TwinSensors
from hardware.twin.wood import VirtualBoard


class LooseMagnets(TwinSensors):
    """TwinSensors that sense a magnet only while it is upright, and may sense its neighbours' magnets."""

    def __init__(
        self,
        wood: VirtualBoard,
        clock: Clock,
        neighbours: Sequence[Sequence[int]],
        *,
        lie_down: bool = True,
        reach: bool = False,
        seed: int = 0,
    ) -> None:
        """`neighbours`: for each hole, the holes next to it.

        `lie_down`: a magnet beside a marble is not sensed.

        `reach`: the sensor of an empty hole is on between two marbles.
        """
        self._neighbours, self._lie_down, self._reach = tuple(map(tuple, neighbours)), lie_down, reach
        super().__init__(wood, clock, seed=seed)
        self._levels = [self._truth(channel) for channel in range(wood.holes)]

    def _truth(self, channel: int) -> bool:
        if channel in self.faults:
            return super()._truth(channel)
        full = sum(self._wood.occupied(other) for other in self._neighbours[channel])
        if self._wood.occupied(channel):
            return not (self._lie_down and full)
        return self._reach and full > 1

    def _changed(self, channel: int) -> None:
        for each in (channel, *self._neighbours[channel]):
            if each == channel or self._truth(each) != self._levels[each]:
                super()._changed(each)


make = TwinSensors
