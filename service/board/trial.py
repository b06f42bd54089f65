"""A simulated board with crossed wires, and somebody at it who does what is asked, and sometimes errs.

For trying first light, and a game after it, without a board: the person sees which hole shines and moves one
marble, nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.geometry import Board, Hole
from hardware.clock import VirtualClock
from hardware.lights import Ws2812Strip
from hardware.twin.crossed import CrossedLamps, CrossedSensors, crossing
from hardware.twin.sensors import Fault, TwinSensors
from hardware.twin.strip import SimulatedSpi
from hardware.twin.wood import Held, VirtualBoard
from service.board.first_light import Confirm, FirstLight, NameLit, PutAt
from service.board.sitting import Sitting

MARBLE = 0


class Trial:
    """The board, the person, and the sitting."""

    def __init__(
        self,
        session: FirstLight,
        names: Board,
        *,
        crossed: int,
        seed: int,
        wrong: float,
        dead: int,
        say: Callable[[str], None],
        keep: Callable[[FirstLight], None],
    ) -> None:
        """`crossed`: the seed of the wires and of the `dead` sensors and LEDs, `seed` that of the person."""
        self._names, self._wrong, self._chance = names, wrong, Random(seed)
        self.clock = VirtualClock()
        self.wood = VirtualBoard(names.holes, hands=[Held(MARBLE, 0)])
        contacts = TwinSensors(self.wood, self.clock, seed=crossed)
        channel_of, hole_of = crossing(names.holes, crossed)
        chance = Random(f"dead:{crossed}")
        self.silent = frozenset(chance.sample(range(names.holes), dead))
        self.dark = frozenset(chance.sample(range(names.holes), dead))
        for hole in self.silent:
            contacts.fail(hole, Fault.STUCK_OFF)
        bank = CrossedSensors(contacts, channel_of)
        spi = SimulatedSpi(names.holes)
        self._lamps = CrossedLamps(spi, hole_of, self.dark)
        strip = Ws2812Strip(spi, names.holes)
        self.sitting = Sitting(session, names, self.clock, strip, bank.snapshot(), say=say, keep=keep)
        bank.start(self.sitting.heard)

    def run(self, most: int | None = None) -> None:
        """Answer until all is known, or `most` questions."""
        asked = 0
        while not self.sitting.over and asked != most:
            self._act()
            asked += 1

    def _act(self) -> None:
        question, errs = self.sitting.session.question, self._chance.random() < self._wrong
        shines = self._shines()
        if isinstance(question, PutAt):
            self._put(question.hole, errs)
        elif shines is None:
            self.sitting.typed("d")
        elif isinstance(question, NameLit):
            self.sitting.typed(self._names.name(self._near(shines) if errs else shines))
        elif isinstance(question, Confirm) and (shines != question.hole) != errs:
            self.sitting.typed("x")
        else:
            self._put(shines, errs)

    def _shines(self) -> Hole | None:
        pixels = self._lamps.pixels
        return next((at // 3 for at in range(0, len(pixels), 3) if pixels[at]), None)

    def _put(self, hole: Hole, errs: bool) -> None:
        at = self._near(hole) if errs else hole
        asked = len(self.sitting.session.answers)
        self.wood.place(at, MARBLE)
        self.clock.run_until(self.clock.now() + 0.3)
        if len(self.sitting.session.answers) == asked:
            self.sitting.typed("n")
        self.wood.lift(at)
        self.clock.run_until(self.clock.now() + 0.3)

    def _near(self, hole: Hole) -> Hole:
        return (hole + self._chance.choice((-2, -1, 1, 2))) % self._names.holes
