"""The items in force at one table, folded from the verdicts of its own referee."""

from __future__ import annotations

from engine.geometry import Board, seat_letter
from engine.play import Play
from engine.referee.verdicts import Decision, Discard, Move, Takeback, Verdict
from jokerboard.houses.changes import Item

SHARED = "the shared game"
"""The author of the decisions by which a table follows the shared log."""


class AnnouncedItems:
    """The fold; `numbers` has the referee's play number of each item, None for a decision."""

    def __init__(self, board: Board, first: str) -> None:
        """`first`: the position line in which the game begins."""
        self._board, self._first = board, first
        self.items: tuple[Item, ...] = ()
        self.numbers: tuple[int | None, ...] = ()

    def take(self, verdict: Verdict) -> bool:
        """Fold one verdict; whether it was a decision of a human referee that has to count for all."""
        match verdict:
            case Move(_, n, seat, card, play, position, _, amends):
                if amends is not None:
                    self._drop(amends)
                self._add(n, Item(seat_letter(seat), card, play.text(self._board), position.line()))
            case Discard(_, n, seat, card, position):
                self._add(n, Item(seat_letter(seat), card, _discard(card), position.line()))
            case Takeback(_, n, _):
                self._drop(n)
            case Decision(_, _, by, position, _):
                if position.line() != self._here:
                    self._add(None, Item("", "", "", position.line()))
                return by != SHARED
        return False

    @property
    def _here(self) -> str:
        return self.items[-1].after if self.items else self._first

    def _add(self, n: int | None, item: Item) -> None:
        self.items, self.numbers = (*self.items, item), (*self.numbers, n)

    def _drop(self, n: int) -> None:
        """Drop play `n` and what follows it."""
        if n in self.numbers:
            at = self.numbers.index(n)
            self.items, self.numbers = self.items[:at], self.numbers[:at]


def _discard(card: str) -> str:
    return f"{card} --"


def play_of(item: Item, board: Board) -> Play:
    """The play of an item of a seat; NotationError if its text is none."""
    return Play.parse(item.play, board)
