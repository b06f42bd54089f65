"""The truth about a simulated turn: the play that people make, and their illegal attempts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.geometry import Hole, Seat
from engine.play import Play
from engine.position import Position
from engine.referee.verdicts import Decision, Discard, Fault, Illegal, Move, Takeback, Verdict
from tests.simulated_games.contract_rules import Debts
from tests.simulated_games.people.carried_marbles import owners
from tests.simulated_games.world import World


@dataclass(slots=True)
class Wrong:
    """An illegal attempt on the board: its kind, its time, and the codes that apply to it."""

    kind: str
    since: float
    codes: frozenset[str]
    alarm: Illegal | None = None
    at_once: bool = False
    """Whether the turn has ended, so that the attempt must be announced at once."""


@dataclass(slots=True)
class Turn:
    """The truth about one turn; times in trace seconds."""

    number: int
    seat: Seat
    position: Position
    play: Play
    final: Position
    began: frozenset[Hole]
    shifts_from: int
    debts: Debts
    since: float = 0.0
    card_t: float | None = None
    done: float | None = None
    wrong: Wrong | None = None
    tried: bool = False
    """Whether, at the time of a verdict, the marbles of an illegal attempt had not yet been put back."""
    right_at: float | None = None
    asked: bool = False
    counted: bool = False
    in_doubt: bool = False
    """Whether people are making another play or undoing one, so that the plays in force are uncertain."""
    passed: list[Position] = field(default_factory=list)
    """Other positions that were announced while people were still making the play."""


class Discrepancy(Exception):
    """Referee and truth differ so much that the game cannot go on; the tally has counted the failure."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


def as_seen(position: Position) -> tuple[frozenset[Hole], tuple[int, ...]]:
    """A position as sensors see it: full holes, and the count in each START."""
    return frozenset(owners(position)), tuple(position.start_count(seat) for seat in position.seats)


def debts_of(world: World) -> Debts:
    """The marbles bumped in earlier turns that are still in hands."""
    start = Counter(each.place.seat for each in world.owed if each.place.hole is None)
    return Debts(start, frozenset(e.place.hole for e in world.owed if e.place.hole is not None))


def is_accusation(fault: Fault) -> bool:
    """Whether the Fault reports a faulty sensor; False if it reports that a sensor is trusted again."""
    return not getattr(fault, "ok", False)


def in_force(verdicts: Iterable[Verdict]) -> list[Move | Discard | Decision]:
    """The plays, discards and decisions that these verdicts leave in force, oldest first."""
    standing: list[Move | Discard | Decision] = []
    for verdict in verdicts:
        match verdict:
            case Move(amends=int()) if standing:
                standing[-1] = verdict
            case Move() | Discard() | Decision():
                standing.append(verdict)
            case Takeback() if standing:
                standing.pop()
            case _:
                pass
    return standing
