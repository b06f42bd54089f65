"""A board with crossed wires, and a simulated person who answers questions and sometimes makes mistakes."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from wiring.bringup.questions import Answer, Named, NameLit, Placed, PutAt, PutWhereLit, Question
from wiring.bringup.wire_finder import WireFinder


@dataclass
class Crossed:
    """The real wires of a board, in `channel_of[hole]` and `hole_of[led]`, and its dead sensors and LEDs."""

    holes: int
    seed: int
    wrong: float = 0.05
    dead_sensors: int = 2
    dead_lights: int = 2
    channel_of: list[int] = field(init=False)
    hole_of: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self.channel_of = self.chance.sample(range(self.holes), self.holes)
        self.hole_of = self.chance.sample(range(self.holes), self.holes)
        self.silent = set(self.chance.sample(range(self.holes), self.dead_sensors))
        self.dark = set(self.chance.sample(range(self.holes), self.dead_lights))

    def answer(self, question: Question) -> Answer:
        """The simulated person's answer to `question`."""
        errs = self.chance.random() < self.wrong
        if isinstance(question, PutAt):
            return self._put(question.hole, errs)
        hole = self.hole_of[question.led]
        if isinstance(question, NameLit):
            if hole in self.dark:
                return "dark"
            return Named(self._neighbour(hole) if errs else hole)
        if hole in self.dark:
            return self._put(self.chance.randrange(self.holes), False) if errs else "dark"
        if isinstance(question, PutWhereLit):
            return self._put(hole, errs)
        if (hole == question.hole) == errs:
            return "no" if not errs or self.chance.random() < 0.5 else self._put(hole, True)
        return self._put(question.hole, False)

    def _put(self, hole: int, errs: bool) -> Answer:
        if errs:
            if self.chance.random() < 0.2:
                return "nothing"
            hole = self._neighbour(hole)
        return "nothing" if hole in self.silent else Placed(self.channel_of[hole])

    def _neighbour(self, hole: int) -> int:
        near = (hole + self.chance.choice((-1, 1))) % self.holes
        return near if self.chance.random() < 0.7 else self.chance.randrange(self.holes)


def asked(session: WireFinder, person: Crossed, most: int = 100_000) -> int:
    """Let `person` answer up to `most` questions; return the number of answered questions."""
    for count in range(most):
        if session.question is None:
            return count
        session.answer(person.answer(session.question))
    return most
