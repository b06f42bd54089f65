"""A simulated person at a simulated board who answers the questions of setup, and sometimes makes mistakes.

With it, people try setup, and a game after it, without a board. The simulated person only sees which hole
shines, and moves one marble. `tried` runs the bench test with simulated pieces.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.geometry import Hole
from hardware.clock import VirtualClock
from hardware.twin.loose import LooseMagnets
from hardware.twin.sensors import Fault
from hardware.twin.wood import Held, VirtualBoard
from wiring.bringup.bench_test import SEATS, BenchTest
from wiring.bringup.questions import Confirm, NameLit, PutAt
from wiring.bringup.setup_session import SetupSession, Strengths
from wiring.bringup.simulated_board import MARBLE, SimulatedBoard
from wiring.bringup.wire_finder import WireFinder
from wiring.description import Description
from wiring.magnet_checks import neighbours_field


class SimulatedSetup:
    """A simulated board, a simulated person, and the session of setup between them."""

    def __init__(
        self,
        session: WireFinder,
        board: Description,
        *,
        crossed: int,
        seed: int,
        wrong: float,
        dead: int,
        say: Callable[[str], None],
        keep: Callable[[WireFinder], None],
    ) -> None:
        """`crossed`: the seed of the wires and of the faulty devices; `seed`: for the person's mistakes.

        `wrong`: the probability of a mistake in an answer. `dead`: the number of dead sensors, and of dead
        LEDs.
        """
        self._names, self._wrong, self._chance = board.names, wrong, Random(seed)
        self.board = SimulatedBoard(board, crossed=crossed, seed=crossed)
        chance, holes = Random(f"dead:{crossed}"), self._names.holes
        for hole in chance.sample(range(holes), dead):
            self.board.contacts.fail(hole, Fault.STUCK_OFF)
        self.board.lamps.dark.update(chance.sample(range(holes), dead))
        analog = self.board.analog
        self.strengths = None if analog is None else Strengths(analog)
        self.session_at_board = SetupSession(
            session,
            self._names,
            self.board.clock,
            self.board.strip,
            self.board.bank.snapshot(),
            say=say,
            keep=keep,
            strength=None if self.strengths is None else self.strengths.of,
            tied=board.tied_channels,
        )
        self.board.bank.start(self.session_at_board.heard)

    def run(self, most: int | None = None) -> None:
        """Answer questions until all wires are known, but at most `most` questions."""
        asked = 0
        while not self.session_at_board.over and asked != most:
            self._act()
            asked += 1

    def _act(self) -> None:
        question, errs = self.session_at_board.session.question, self._chance.random() < self._wrong
        shines = self._shines()
        if isinstance(question, PutAt):
            self._put(question.hole, errs)
        elif shines is None:
            self.session_at_board.typed("d")
        elif isinstance(question, NameLit):
            self.session_at_board.typed(self._names.name(self._near(shines) if errs else shines))
        elif isinstance(question, Confirm) and (shines != question.hole) != errs:
            self.session_at_board.typed("x")
        else:
            self._put(shines, errs)

    def _shines(self) -> Hole | None:
        pixels = self.board.lamps.pixels
        return next((at // 3 for at in range(0, len(pixels), 3) if pixels[at]), None)

    def _put(self, hole: Hole, errs: bool) -> None:
        at = self._near(hole) if errs else hole
        asked = len(self.session_at_board.session.answers)
        self.board.wood.place(at, MARBLE)
        self.board.wait(0.3)
        if len(self.session_at_board.session.answers) == asked:
            self.session_at_board.typed("n")
        self.board.wood.lift(at)
        self.board.wait(0.3)

    def _near(self, hole: Hole) -> Hole:
        return (hole + self._chance.choice((-2, -1, 1, 2))) % self._names.holes


IN_A_ROW = tuple(tuple(at for at in (seat - 1, seat + 1) if 0 <= at < SEATS) for seat in range(SEATS))


def tried(board: Description, seed: int, say: Callable[[str], None]) -> BenchTest:
    """A bench test that was run to its end, in virtual time, with the description's sensors and magnets."""
    clock = VirtualClock()
    wood = VirtualBoard(SEATS, hands=[Held(0, 0)] * SEATS)
    part, stray = board.hall, neighbours_field(board)
    felt = stray if part.poles == "unipolar" else abs(stray)
    bank = LooseMagnets(
        wood,
        clock,
        IN_A_ROW,
        lie_down=board.magnet.mount == "loose",
        reach=felt >= part.operate,
        seed=seed,
    )
    test = BenchTest(clock, bank.snapshot(), say)
    bank.start(test.heard)
    while not test.over and (step := test.step) is not None:
        for seat, full in enumerate(step.full):
            if wood.occupied(seat) and not full:
                wood.lift(seat)
            elif full and not wood.occupied(seat):
                wood.place(seat, 0)
        clock.run_until(clock.now() + 0.5)
        test.typed("")
        clock.run_until(clock.now() + 1.5)
    return test
