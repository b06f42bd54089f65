"""The plays in force, kept so that a long game takes little memory.

The verdicts since the last decision are kept, and the turns of the last few plays. If people take back more
plays, earlier turns are found again from the verdicts.
"""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Card
from engine.position import Position
from engine.referee.model.turn import Ground, Turn
from engine.referee.verdicts import Discard, Move

KEPT = 10
"""The number of turns kept: more than there are seats, because readers may show each seat's last card."""


class InForce:
    """The plays and discards in force since the last decision, and the turn that they led to."""

    __slots__ = ("_turn", "root", "verdicts")

    def __init__(self, root: Turn) -> None:
        self.root = root
        """The turn in which the game or the last decision began."""
        self.verdicts: list[Move | Discard] = []
        self._turn: Turn | None = root
        root.ground.recall = self.recall

    @property
    def position(self) -> Position:
        """The position in force."""
        return self.verdicts[-1].position if self.verdicts else self.root.position

    @property
    def number(self) -> int:
        """The number of the turn in force."""
        return self.root.number + len(self.verdicts)

    @property
    def turn(self) -> Turn:
        """The turn in force, without its card."""
        if self._turn is None:
            self._turn = self.recall(self.number) or Turn(self.root.ground, self.position, self.number)
        return self._turn

    def add(self, verdict: Move | Discard, turn: Turn | None = None) -> None:
        """Add a play that led to `turn`; None: the turn is computed when it is needed."""
        self.verdicts.append(verdict)
        self._turn = turn
        if turn is None or len(self.verdicts) <= KEPT:
            return
        old = self.verdicts[-KEPT - 1]
        bare = old.position.after(old.position.bits, old.position.turn)
        self.verdicts[-KEPT - 1] = replace(old, position=bare)
        last = turn.at(turn.number - KEPT)
        if last is not None:
            last.forget_before()

    def pop(self) -> Move | Discard:
        """Remove the last play."""
        if self._turn is not None:
            before = self._turn.before
            self._turn = None if before is None else before.laid(None)
        return self.verdicts.pop()

    def recall(self, number: int) -> Turn | None:
        """The turn of that number, with its card, computed from the verdicts; None if they lead to none."""
        index, ground = number - self.root.number, self.root.ground
        if not 0 <= index <= len(self.verdicts):
            return None
        card = card_of(self.verdicts[index], ground) if index < len(self.verdicts) else None
        if not index:
            return self.root.laid(card)
        verdict = self.verdicts[index - 1]
        position = self.verdicts[index - 2].position if index > 1 else self.root.position
        found = after(Turn(ground, position, number - 1).laid(card_of(verdict, ground)), verdict)
        if found is None:
            return None
        turn = Turn(ground, found.position, number, None, found.made).laid(card)
        turn.forget_before()
        return turn


def card_of(verdict: Move | Discard, ground: Ground) -> Card | None:
    """The card of that play; None if cards are unseen."""
    return Card.parse(verdict.card) if ground.seen and verdict.card else None


def after(turn: Turn, verdict: Move | Discard) -> Turn | None:
    """The turn after that play; None if the rules do not allow it, as after a decision."""
    if isinstance(verdict, Discard):
        following = turn.discarded()
        return following if following.position == verdict.position else None
    for made in turn.plays.all:
        if made.position == verdict.position:
            return turn.after(made)
    return None
