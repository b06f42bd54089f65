"""The items in force at one table, folded from the verdicts of its own referee."""

from __future__ import annotations

from engine.geometry import Board, seat_letter
from engine.play import Play
from engine.referee.verdicts import Decision, Discard, Move, Takeback, Verdict
from jokerboard.houses.changes import Item

SHARED = "the shared game"
"""The author of a decision with which a table's referee follows the shared log."""
BACK = "the other board"
"""The author of a decision that takes back items before another decision, which needs a position."""
FOLLOWING = (SHARED, BACK)


class AnnouncedItems:
    """The items in force; `numbers` has the referee's number of each play, and None for a decision."""

    def __init__(self, board: Board, first: str) -> None:
        """`first`: the position line in which the game begins."""
        self._board, self._first = board, first
        self.items: tuple[Item, ...] = ()
        self.numbers: tuple[int | None, ...] = ()

    def take(self, verdict: Verdict) -> bool:
        """Fold one verdict into the items; return whether it was a decision of a human referee."""
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
                if by == BACK:
                    self._cut(position.line())
                elif position.line() != self._here:
                    self._add(None, Item("", "", "", position.line()))
                return by not in FOLLOWING
        return False

    @property
    def _here(self) -> str:
        return self.items[-1].after if self.items else self._first

    def _add(self, n: int | None, item: Item) -> None:
        self.items, self.numbers = (*self.items, item), (*self.numbers, n)

    def _cut(self, line: str) -> None:
        """Drop the items from the last one that was made in the position `line` on."""
        before = (self._first, *(item.after for item in self.items[:-1]))
        at = next((place for place in reversed(range(len(self.items))) if before[place] == line), None)
        if at is not None:
            self.items, self.numbers = self.items[:at], self.numbers[:at]

    def _drop(self, n: int) -> None:
        """Drop play `n` and all items after it."""
        if n in self.numbers:
            at = self.numbers.index(n)
            self.items, self.numbers = self.items[:at], self.numbers[:at]


def _discard(card: str) -> str:
    return f"{card} --"


def play_of(item: Item, board: Board) -> Play:
    """The play of a seat's item; raise NotationError if the item's text is not a play."""
    return Play.parse(item.play, board)
