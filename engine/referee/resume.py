"""Resume an interrupted game from its verdicts; its last play may still be changed."""

from __future__ import annotations

from dataclasses import dataclass

from engine.geometry import Seat
from engine.position import Position
from engine.referee.events import Dealt, OfCards, Reshuffled
from engine.referee.model.displaced import out_of_place
from engine.referee.model.hypothesis import Hypothesis, Waiting, from_levels
from engine.referee.model.overlap import out_of_turn, passed_over
from engine.referee.model.readers import Readers
from engine.referee.model.turn import Ground, Turn
from engine.referee.policy.record import InForce, card_of
from engine.referee.verdicts import (
    A_NEW_GAME,
    Ambiguous,
    Decision,
    Discard,
    Fault,
    Final,
    Move,
    NextTurn,
    Over,
    Owed,
    Restored,
    Takeback,
    Verdict,
)


@dataclass(slots=True)
class Past:
    """The state of an interrupted game, folded from its verdicts."""

    ground: Ground
    readers: Readers
    in_force: InForce
    n: int = 0
    behind: bool = False
    """Whether the board may not show the last decision or takeback yet."""
    stood: int | None = None
    """The mask of ring and lane holes that were full before the last takeback or decision.

    If the board still shows them, that is no new play. None after any other verdict.
    """
    asked: Ambiguous | None = None
    """The open question; None without one."""
    winners: tuple[Seat, ...] | None = None
    final: bool = False
    faulty: int = 0
    owing: tuple[Owed, ...] = ()
    waiting: Waiting = ()
    """The seats that have played out of turn, and are passed over once."""

    @property
    def turn(self) -> Turn:
        """The turn in force."""
        return self.in_force.turn

    @property
    def position(self) -> Position:
        """The position in force."""
        return self.in_force.position

    def take(self, verdict: Verdict | OfCards) -> None:
        """Update the state by the next verdict or card event of the game."""
        self._remember(verdict)
        match verdict:
            case Dealt(card=card, at=at):
                self.readers.hands.dealt(card, at, after_its_card=False)
            case Reshuffled():
                self.readers.reshuffled()
            case Move() | Discard():
                self._played(verdict)
            case Takeback():
                self._undone()
                self.winners, self.final = None, False
            case Decision():
                self._decided(verdict)
            case Fault(hole=hole, ok=ok) if hole is not None:
                self.faulty = self.faulty & ~(1 << hole) if ok else self.faulty | 1 << hole
            case Over(team=team):
                self.winners = team
            case Final():
                self.final = True
            case _:
                pass

    def _remember(self, verdict: Verdict | OfCards) -> None:
        """Update `behind`, `stood` and `asked`: what the board may still show, and the open question."""
        if isinstance(verdict, Move | Discard | Takeback | Decision | Ambiguous):
            self.behind = isinstance(verdict, Takeback | Decision)
            self.asked = verdict if isinstance(verdict, Ambiguous) else None
        elif isinstance(verdict, NextTurn):
            self.asked = None
        if not self.behind or isinstance(verdict, Restored):
            self.stood = None
        elif self.stood is None:
            self.stood = self.ground.table.occupied(self.position.bits)

    def _played(self, verdict: Move | Discard) -> None:
        self.waiting = tuple([each for each in self.waiting if each[0] != verdict.seat])
        if isinstance(verdict, Move) and verdict.amends is not None:
            self._undone()
        card = card_of(verdict, self.ground)
        self.n = verdict.n
        if verdict.seat != self.position.turn and isinstance(verdict, Move) and verdict.amends is None:
            self.waiting = passed_over(self.waiting, verdict.seat)
            self.readers.use(verdict.seat, card)
            self._begin_at(verdict.position)
            return  # A decision allowed this play out of turn.
        self.in_force.add(verdict)
        self.owing = verdict.owing if isinstance(verdict, Move) else self.owing
        self.readers.use(verdict.seat, card)
        if card is not None:
            self.readers.shown[self.readers.at(verdict.seat)] = card

    def _decided(self, verdict: Decision) -> None:
        self.winners, self.final, self.owing = None, False, ()
        self.readers.free.update(map(self.readers.at, self.ground.table.seats))
        if verdict.why == A_NEW_GAME:
            self.readers.new_game()
        if verdict.decision == "let-stand":
            player = out_of_turn(self.ground.table, self.position, verdict.position)
            if player is not None:
                self.waiting = passed_over(self.waiting, player)
        if verdict.position != self.position:
            self._begin_at(verdict.position)

    def _undone(self) -> None:
        if self.in_force.verdicts:
            undone = self.in_force.pop()
            self.readers.give_back(undone.seat, card_of(undone, self.ground))
            self.owing = ()

    def _begin_at(self, position: Position) -> None:
        self.in_force = InForce(Turn(self.ground, position, self.in_force.number + 1))

    @property
    def choices(self) -> tuple[Turn, ...]:
        """The turn after each answer to the open question; none if these rules do not allow them."""
        candidates, found = () if self.asked is None else self.asked.candidates, []
        for play in candidates:
            turn = self.turn.laid(play.card) if self.ground.seen else self.turn
            found += [turn.after(made) for made in turn.plays.all if made.legs == play.legs]
        return tuple(found) if len(found) == len(candidates) else ()

    def as_it_stands(self, levels: int, t: float) -> Hypothesis:
        """A hypothesis for the full holes `levels` with the position's marbles; owed ones are in hands."""
        begun = from_levels(self.turn, levels, self.owing, t, self.faulty)
        if self.stood is not None:
            begun.barred = out_of_place(begun) & ~(levels ^ self.stood)
        begun.waiting = self.waiting
        return begun
