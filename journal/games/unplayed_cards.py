"""The cards that a resumed game hears again: those laid, and used by no play in force."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.geometry import Board, Hole, Seat
from engine.position import Position
from engine.violation import Code
from referee.events import CardRead
from referee.model.occupancy import holes_when_set_up
from referee.verdicts import A_NEW_GAME, Decision, Discard, Illegal, Move, Over, Takeback, Verdict


class Used(NamedTuple):
    """A play, and the cards that were laid for it."""

    play: Move | Discard
    cards: list[CardRead]


@dataclass(slots=True)
class UnplayedCards:
    """Hears the cards and verdicts of a game in their order; `turn` is the seat that begins."""

    turn: Seat
    reads: list[CardRead] = field(default_factory=list)
    """Cards laid and taken off, in their order."""
    _in_force: dict[int, Used] = field(default_factory=dict)
    """By number."""
    _undone: list[Used] = field(default_factory=list)
    """The plays taken back just now."""
    _demanded: bool = False
    """Whether the seat in turn must play another card than the one that lies there."""
    _over: bool = False

    def read(self, read: CardRead) -> None:
        """A card was laid or taken off; a card laid when the game is over is of no turn."""
        if self._over:
            return
        if self._demanded and read.card is not None and read.at in (None, self.turn):
            self._demanded = False
            self._drop(self.turn)
        self.reads.append(read)

    def said(self, verdict: Verdict) -> None:
        """A verdict was said."""
        match verdict:
            case Move() | Discard():
                self._played(verdict)
            case Takeback(n=n) if n in self._in_force:
                self._taken_back(n)
            case Decision():
                self._decided(verdict)
            case Illegal(code=Code.MUST_PLAY.value):
                self._demanded = True
        if isinstance(verdict, Move | Discard | Takeback | Decision):
            self._over = self._demanded = False
            self.turn = verdict.position.turn
        self._over = self._over or isinstance(verdict, Over)

    def _played(self, play: Move | Discard) -> None:
        """The cards of its seat are used; of the table's pile, all up to its own."""
        pile = [n for n, read in enumerate(self.reads) if read.at is None and str(read.card) == play.card]
        last = pile[0] if pile else len(self.reads)
        left = [r for n, r in enumerate(self.reads) if r.at != play.seat and (r.at is not None or n > last)]
        amended = self._in_force.pop(play.amends, None) if isinstance(play, Move) and play.amends else None
        used = [] if amended is None else amended.cards
        used += [read for read in self.reads if read.card is not None and read not in left]
        self._in_force[play.n] = Used(play, used)
        self.reads, self._undone = left, []

    def _taken_back(self, n: int) -> None:
        """Its card is laid still, even if it was taken off since."""
        undone = self._in_force.pop(n)
        kept = [r for r in self.reads if r.card is not None or r.at not in (None, undone.play.seat)]
        self.reads = undone.cards + kept
        self._undone.append(undone)

    def _decided(self, decision: Decision) -> None:
        """Of plays taken back at once the first one's card is laid still; a turn that is over has none."""
        if decision.why == A_NEW_GAME:
            self.reads = []
        elif self._undone:
            first = self._undone.pop()
            gone = [read for undone in self._undone for read in undone.cards]
            gone += first.cards if isinstance(first.play, Discard) else []
            self.reads = [read for read in self.reads if read not in gone]
        elif decision.position.turn != self.turn:
            self._drop(self.turn)
        self._undone = []

    def _drop(self, seat: Seat) -> None:
        self.reads = [read for read in self.reads if read.at not in (None, seat)]


def heard_again(
    reads: Iterable[CardRead], board: Board, position: Position, occupied: frozenset[Hole], owed: int
) -> tuple[CardRead, ...]:
    """The cards to hear again on a board so `occupied`, with `owed` marbles missing from STARTs.

    A card taken off while every marble stood in its place was withdrawn. A card taken off while a marble was
    on its way is still the card of the turn.
    """
    right = holes_when_set_up(position, board)
    missing = sum(map(board.is_start, right)) - sum(map(board.is_start, occupied))
    as_left = missing <= owed and all(map(board.is_start, occupied ^ right))
    return tuple(read for read in reads if as_left or read.card is not None)
