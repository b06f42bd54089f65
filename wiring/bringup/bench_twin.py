"""The bench test, simulated: the description's magnets in five seats, and a person who follows the steps."""

from __future__ import annotations

from collections.abc import Callable

from hardware.clock import VirtualClock
from hardware.twin.loose import LooseMagnets
from hardware.twin.wood import Held, VirtualBoard
from wiring.bringup.bench_test import SEATS, BenchTest
from wiring.description import Description
from wiring.magnet_checks import neighbours_field

IN_A_ROW = tuple(tuple(at for at in (seat - 1, seat + 1) if 0 <= at < SEATS) for seat in range(SEATS))


def tried(board: Description, seed: int, say: Callable[[str], None]) -> BenchTest:
    """Run the bench test in virtual time to its end and return it."""
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
