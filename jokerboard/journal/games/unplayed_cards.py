"""The card reads that a resumed game gets again: cards laid that no play in force has used."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.geometry import Board, Hole, Seat
from engine.position import Position, holes_when_set_up
from engine.referee.events import CardRead
from engine.referee.verdicts import A_NEW_GAME, Decision, Discard, Illegal, Move, Over, Takeback, Verdict
from engine.violation import Code


class Used(NamedTuple):
    """A play, and the card that was laid for it, if one was read."""

    play: Move | Discard
    cards: list[CardRead]


@dataclass(slots=True)
class UnplayedCards:
    """Follows the cards and verdicts of a game in their order; `turn` is the seat that begins."""

    turn: Seat
    reads: list[CardRead] = field(default_factory=list)
    """Cards laid and taken off, in order; the first card is that of the seat in turn."""
    _before: list[CardRead] = field(default_factory=list)
    """The unplayed cards as they were before the last card was read."""
    _in_force: dict[int, Used] = field(default_factory=dict)
    """For each play in force by number, the card that it used."""
    _undone: list[Used] = field(default_factory=list)
    """The plays that were taken back together, the last play first."""
    _undone_at: float = -1.0
    """The time at which those plays were taken back; -1 before any."""
    _over: bool = False

    def read(self, read: CardRead) -> None:
        """Take a card laid or taken off; a card laid after the end of the game belongs to no turn.

        Another card of the seat in turn replaces the seat's first card, unless it is refused.
        """
        if self._over:
            return
        self._before = self.reads
        if read.card is not None and read.at == self.turn:
            self.reads = [read, *(each for each in self.reads if each.at != self.turn)]
        else:
            self.reads = [*self.reads, read]

    def said(self, verdict: Verdict) -> None:
        """Take an announced verdict into account."""
        match verdict:
            case Move() | Discard():
                self._played(verdict)
            case Takeback(n=n, t=t) if n in self._in_force:
                self._taken_back(n, t)
            case Decision():
                self._decided(verdict)
            case Illegal(code=Code.CARD_ALREADY_LAID.value):
                self.reads = self._before
        if isinstance(verdict, Move | Discard | Takeback | Decision):
            self._over, self._before = False, self.reads
            self.turn = verdict.position.turn
        self._over = self._over or isinstance(verdict, Over)

    def _played(self, play: Move | Discard) -> None:
        """Remove the cards that the play used: its seat's, or on the table's pile all up to its own."""
        amends = play.amends if isinstance(play, Move) else None
        used = [read for read in self.reads if read.at in (None, play.seat) and str(read.card) == play.card]
        left = [read for read in self.reads if read.at != play.seat or amends is not None]
        if used and used[0].at is None:
            left = self.reads[self.reads.index(used[0]) + 1 :]
        amended = None if amends is None else self._in_force.pop(amends, None)
        if amended is not None and not used:
            used = amended.cards
        self._in_force[play.n] = Used(play, used[:1])
        self.reads = [read for read in left if read not in used[:1]]

    def _taken_back(self, n: int, t: float) -> None:
        """Count the card of an undone play as laid again, even if it has been taken off since."""
        undone = self._in_force.pop(n)
        kept = [r for r in self.reads if r.card is not None or r.at not in (None, undone.play.seat)]
        self.reads = undone.cards + kept
        self._undone = [*(self._undone if t == self._undone_at else ()), undone]
        self._undone_at = t

    def _decided(self, decision: Decision) -> None:
        """A take-back leaves the card of the earliest play laid; a turn that a decision ends keeps none."""
        if decision.why == A_NEW_GAME:
            self.reads = []
        elif decision.n is not None:  # the undone cards are in the hands again
            undone = self._undone if self._undone_at == decision.t else []
            gone = [read for each in undone for read in each.cards]
            seats = {decision.position.turn, *(each.play.seat for each in undone)}
            self.reads = [read for read in self.reads if read not in gone and read.at not in seats]
        elif decision.decision == "take-back" and self._undone_at == decision.t:
            *_, first = self._undone
            gone = [read for each in self._undone for read in each.cards]
            left = [read for read in self.reads if read not in gone and read.at != first.play.seat]
            self.reads = [*(first.cards if isinstance(first.play, Move) else ()), *left]
        elif decision.position.turn != self.turn:
            pile = [read for read in self.reads if read.at is None and read.card is not None]
            self.reads = [read for read in self.reads if read.at != self.turn and read not in pile[:1]]


def heard_again(
    reads: Iterable[CardRead], board: Board, position: Position, occupied: frozenset[Hole], owed: int
) -> tuple[CardRead, ...]:
    """The reads to repeat to a resumed referee; `owed` marbles are missing from STARTs.

    If the turn's card was taken off while every marble stood in its place, it was withdrawn. If it was
    taken off while a marble was on its way, it is still the card of the turn.
    """
    right = holes_when_set_up(position, board)
    missing = sum(map(board.is_start, right)) - sum(map(board.is_start, occupied))
    as_left = missing <= owed and all(map(board.is_start, occupied ^ right))
    own = (None, position.turn)
    return tuple(read for read in reads if as_left or read.card is not None or read.at not in own)
