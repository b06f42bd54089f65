"""What was said and waits for people: something wrong that is to be mended, a question to be answered."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_

from engine.geometry import Hole
from referee.old.candidates import Candidate
from referee.policy.diagnose import Finding


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something illegal that was said and is not yet mended."""

    finding: Finding
    on_board: bool
    """False for what no marble shows: a card not played."""
    disturbed: bool = False
    """Whether the whole board was in disorder when it was said: then nobody can follow what is put where."""
    t: float = 0.0
    """When it was said."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Two plays that look alike, put to the people."""

    candidates: tuple[Candidate, ...]
    touch: tuple[Hole, ...]
    seen: int
    """How many changes of the watch had been seen when it was asked."""
    t: float
    """When it was asked: only what is lifted after may be an answer."""
    amends: bool = False
    """Whether they change the play before, instead of being this turn's."""
    liars: tuple[int, ...] = ()
    """The holes that lie if it was the first play, the second, ..."""

    @property
    def unfelt(self) -> int:
        """The holes of which some lie, whichever play it was: they may not tell of a touch."""
        return reduce(or_, self.liars, 0)
