"""A simulated board with faults, and a simulated person who answers the doctor's questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType

from engine.geometry import Hole
from hardware.parts.hc165.linked_modules import LinkFault, ModuleSensors
from hardware.parts.pico_analog.twin import HallSensors
from hardware.twin.sensors import Fault
from jokerboard.host.errors import UsageError
from wiring.bringup.hole_check import HoleCheck
from wiring.bringup.simulated_board import MARBLE, SimulatedBoard
from wiring.description import Description
from wiring.papers.wires import pin_of

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

    def answer(self, check: HoleCheck, said: list[str]) -> None:
        """Answer one question of the check, as a person who sees and touches the board.

        `said` has the texts that the check has shown.
        """
        question = check.question
        assert question is not None
        kind, hole = question
        if kind == "light":
            check.typed(self._seen(hole))
            return
        self.wood.place(hole, MARBLE)
        self.wait(1.0)
        felt = check.question != question or check.taking_out or "that was" in "".join(said[-2:])
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
