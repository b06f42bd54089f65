"""A hand over the simulated board: it lifts, places and lays cards, and remembers the marbles it holds."""

from __future__ import annotations

from engine.geometry import Hole, Seat
from hardware.errors import WoodError
from jokerboard.simulation.board.simulated_board import SimulatedBoard
from jokerboard.simulation.people.carry_steps import Lift, Place, Step
from jokerboard.simulation.people.chance import Chance


class Hand:
    """The hands of all people at one table, as one pair of hands."""

    def __init__(self, sim: SimulatedBoard) -> None:
        """Begin with every marble that is lifted already, as after a restart of the service."""
        self._sim = sim
        self._held: list[tuple[Seat, Hole]] = [(each.colour, each.source) for each in sim.wood.hands]

    @property
    def held(self) -> tuple[tuple[Seat, Hole], ...]:
        """The held marbles as (colour, the hole it was lifted from), the longest held first."""
        there = [(each.colour, each.source) for each in self._sim.wood.hands]
        self._held = [each for each in self._held if each in there]
        return tuple(self._held)

    def do(self, step: Step, chance: Chance) -> bool:
        """Do one step; return False if the board does not allow it, because another hand was faster."""
        try:
            match step:
                case Lift(seat, hole):
                    self._lift(seat, hole, chance)
                case Place(seat, hole):
                    self._place(seat, hole, chance)
        except WoodError:
            return False
        return True

    def touch(self, hole: Hole) -> None:
        """Lift the marble in `hole`, from which it came and to which it returns."""
        self._lift(None, hole, None)

    def _lift(self, seat: Seat | None, hole: Hole | None, chance: Chance | None) -> None:
        wood = self._sim.wood
        if hole is None:
            assert seat is not None
            assert chance is not None
            full = [h for h in self._sim.board.start(seat) if wood.colour_at(h) == seat]
            if not full:
                raise WoodError("no marble of that colour is in START")
            hole = chance.of(full)
        if seat is not None and wood.colour_at(hole) != seat:
            raise WoodError("another marble, or none, is where one was to be lifted")
        self._held.append((wood.lift(hole), hole))

    def _place(self, seat: Seat, hole: Hole | None, chance: Chance) -> None:
        wood = self._sim.wood
        if hole is None:
            free = [h for h in self._sim.board.start(seat) if not wood.occupied(h)]
            if not free:
                raise WoodError("no START hole of that colour is free")
            hole = chance.of(free)
        mine = next((each for each in reversed(self.held) if each[0] == seat), None)
        if mine is None:
            raise WoodError("no marble of that colour is held")
        wood.place(hole, seat, mine[1])
        self._held.remove(mine)
