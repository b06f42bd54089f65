"""Simulated people at a simulated board, who answer the questions of setup, bench test and doctor.

With them, people try these without a board. The person of setup only sees which hole shines, moves one
marble, and sometimes makes mistakes. `tried` runs the bench test with simulated pieces. The doctor's board
has faults, which `jokerboard doctor --fault` injects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from random import Random
from types import MappingProxyType

from engine.geometry import Hole
from hardware.clock import VirtualClock
from hardware.parts.hall.twin import LooseMagnets
from hardware.parts.hc165.linked_modules import LinkFault, ModuleSensors
from hardware.parts.pico_analog.twin import HallSensors
from hardware.twin.sensors import Fault
from hardware.twin.wood import Held, VirtualBoard
from jokerboard.host.errors import UsageError
from wiring.bringup.bench_test import SEATS, BenchTest
from wiring.bringup.hole_check import HoleCheck
from wiring.bringup.questions import Confirm, NameLit, PutAt
from wiring.bringup.setup_session import SetupSession, Strengths
from wiring.bringup.simulated_board import MARBLE, SimulatedBoard
from wiring.bringup.wire_finder import WireFinder
from wiring.description import Description
from wiring.magnet_checks import neighbours_field
from wiring.papers.wires import pin_of


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
        write_line: Callable[[str], None],
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
            write_line=write_line,
            keep=keep,
            strength=None if self.strengths is None else self.strengths.of,
            tied=board.tied_channels,
        )
        self.board.bank.start(self.session_at_board.receive)

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


def tried(board: Description, seed: int, write_line: Callable[[str], None]) -> BenchTest:
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
    test = BenchTest(clock, bank.snapshot(), write_line)
    bank.start(test.receive)
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


DRIFT = 0.75
"""The drift of a sensor as a share of its threshold: too small for a wrong level."""


class FaultyBoard(SimulatedBoard):
    """A SimulatedBoard in which faults can be injected."""

    def __init__(self, board: Description, *, crossed: int | None, seed: int = 0) -> None:
        super().__init__(board, crossed=crossed, seed=seed)
        self.described = board
        if self.analog is not None and board.calibration:
            self.analog.calibrate(board.calibration)

    def fail(self, kind: str, hole: Hole) -> None:
        """Inject a fault at a hole; `kind` is a key of FAULTS."""
        FAULTS[kind](self, hole)

    def other(self, hole: Hole) -> Hole:
        """The next hole, with which a fault exchanges the wires of `hole`."""
        return (hole + 1) % self.wood.holes

    def served_with(self, hole: Hole) -> Iterable[Hole]:
        """The holes whose sensors are on the same connector as that of `hole`, with `hole` itself."""
        channel = self.described.channels.index(hole)
        connector, _ = pin_of(self.described, channel)
        served = self.described.channels[connector.first : connector.last + 1]
        return [each for each in served if each is not None]

    def break_link(self, hole: Hole, fault: LinkFault) -> None:
        """Break the cable to the module of `hole`; raise UsageError if the board has no modules."""
        if not isinstance(self.bank, ModuleSensors):
            raise UsageError("a cable fault needs a board of modules, but this board is wired by hand")
        self.bank.links.faults[self.described.channels.index(hole) // 8] = fault

    def answer(self, check: HoleCheck, lines: list[str]) -> None:
        """Answer one question of the check, as a person who sees and touches the board.

        `lines` has the texts that the check has shown.
        """
        question = check.question
        assert question is not None
        kind, hole = question
        if kind == "light":
            check.typed(self._seen(hole))
            return
        self.wood.place(hole, MARBLE)
        self.wait(1.0)
        felt = check.question != question or check.taking_out or "that was" in "".join(lines[-2:])
        if not felt:
            check.typed("n")
        self.wood.lift(hole)
        self.wait(1.5)
        if check.taking_out:
            check.typed("s")

    def _seen(self, hole: Hole) -> str:
        pixels = self.lamps.pixels
        lit = {at // 3: pixels[at : at + 3] for at in range(0, len(pixels), 3) if any(pixels[at : at + 3])}
        if len(lit) > 1 or len(set(lit.get(hole, b""))) > 1:
            return "c"
        return "d" if not lit else "" if hole in lit else self.described.names.name(next(iter(lit)))


def _sensor(fault: Fault) -> Callable[[FaultyBoard, Hole], None]:
    return lambda board, hole: board.contacts.fail(hole, fault)


def _plug(board: FaultyBoard, hole: Hole) -> None:
    for each in board.served_with(hole):
        board.contacts.fail(each, Fault.STUCK_OFF)


def _drift(board: FaultyBoard, hole: Hole) -> None:
    if not board.described.calibration:
        raise UsageError("the fault drift needs a board of analog sensors with a calibration")
    wanted = board.described.calibration[board.described.channels.index(hole)]
    assert isinstance(board.contacts, HallSensors)
    assert wanted is not None
    board.contacts.drift(hole, round(DRIFT * wanted.threshold))


def _no_shifter(board: FaultyBoard, _: Hole) -> None:
    board.chain.line_volts = 3.3


def _chain(board: FaultyBoard, hole: Hole) -> None:
    board.lamps.broken_before = board.described.lights.holes.index(hole)


FAULTS: Mapping[str, Callable[[FaultyBoard, Hole], None]] = MappingProxyType(
    {
        "stuck-on": _sensor(Fault.STUCK_ON),
        "stuck-off": _sensor(Fault.STUCK_OFF),
        "dead": _sensor(Fault.DEAD),
        "noisy": _sensor(Fault.NOISY),
        "weak": _sensor(Fault.WEAK),
        "drift": _drift,
        "plug": _plug,
        "unplugged": lambda board, _: board.contacts.unplug(),
        "exchanged": lambda board, hole: board.bank.exchange(hole, board.other(hole)),
        "dark": lambda board, hole: board.lamps.dark.add(hole),
        "colour": lambda board, hole: board.lamps.without_red.add(hole),
        "chain": _chain,
        "led-exchanged": lambda board, hole: board.lamps.exchange(hole, board.other(hole)),
        "sag": lambda board, _: board.chain.sag(),
        "strip": lambda board, _: board.chain.unplug(),
        "shifter": _no_shifter,
        **{f"cable-{fault.value}": partial(FaultyBoard.break_link, fault=fault) for fault in LinkFault},
    }
)
"""For each name that `jokerboard doctor --fault` accepts, a function that injects the fault at a hole."""
