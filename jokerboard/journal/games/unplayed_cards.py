"""The card reads to repeat to a resumed referee: laid cards that no play in force has used."""

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
    """The unplayed reads, in order; a laid card of the seat in turn comes first."""
    _before: list[CardRead] = field(default_factory=list)
    """The value of `reads` before the last card was read."""
    _in_force: dict[int, Used] = field(default_factory=dict)
    """By number, each play in force with the card that it used."""
    _undone: list[Used] = field(default_factory=list)
    """The plays that were taken back at `_undone_at`, the last play first."""
    _undone_at: float = -1.0
    """The time of the last takeback; -1 before the first one."""
    _over: bool = False

    def read(self, read: CardRead) -> None:
        """Record a card laid or taken off; after the end of the game it is ignored.

        If the seat in turn lays another card, that card replaces its first card, unless it is refused.
        """
        if self._over:
            return
        self._before = self.reads
        if read.card is not None and read.at == self.turn:
            self.reads = [read, *(each for each in self.reads if each.at != self.turn)]
        else:
            self.reads = [*self.reads, read]

    def take(self, verdict: Verdict) -> None:
        """Update the unplayed reads by an announced verdict."""
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
        """Remove the reads that the play used: its seat's, or on a shared pile all up to the play's card."""
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
        """Put the card of an undone play back into `reads`, even if it has been taken off since."""
        undone = self._in_force.pop(n)
        kept = [r for r in self.reads if r.card is not None or r.at not in (None, undone.play.seat)]
        self.reads = undone.cards + kept
        self._undone = [*(self._undone if t == self._undone_at else ()), undone]
        self._undone_at = t

    def _decided(self, decision: Decision) -> None:
        """Keep only the card of the earliest undone play; drop the card of a turn that a decision ends."""
        if decision.why == A_NEW_GAME:
            self.reads = []
        elif decision.n is not None:  # The cards of the undone plays are in hands again.
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


def reads_to_repeat(
    reads: Iterable[CardRead], board: Board, position: Position, occupied: frozenset[Hole], owed: int
) -> tuple[CardRead, ...]:
    """The reads to repeat to a resumed referee; `owed` marbles are missing from STARTs.

    If the turn's card was taken off and every marble is in place, the card was withdrawn. If a marble is out
    of place, it is still the card of the turn.
    """
    right = holes_when_set_up(position, board)
    missing = sum(map(board.is_start, right)) - sum(map(board.is_start, occupied))
    as_left = missing <= owed and all(map(board.is_start, occupied ^ right))
    own = (None, position.turn)
    return tuple(read for read in reads if as_left or read.card is not None or read.at not in own)
