"""The table's own menu on its three buttons, for tables without a page at hand.

Pressing `help` three times within two seconds opens the menu: the board's corners light up, half on, half
dim. Then `ok` reports a shuffle, `back` asks to end the game, and `help` closes the menu. Before the game
ends the table asks again, with the in-spots and come-outs lit as well: `back` ends the game and starts
another of its kind; any other button continues. A question expires after ten seconds. While it is open, the
buttons belong to the menu and the referee does not hear them.

Sans-I/O: it gets presses and the time, and returns wishes.
"""

from __future__ import annotations

from collections import deque
from enum import Enum, auto

from engine.geometry import Board, Hole
from hardware.ports import ButtonName

PRESSES, WITHIN = 3, 2.0
"""This many presses of `help` within this many seconds open the menu."""

PATIENCE = 10.0
"""Seconds after which a question expires."""


class Asking(Enum):
    """A question of the table; its value is the sentence for the page."""

    WHAT = "What is it? ok: the cards were shuffled; back: end this game; help: nothing."
    SURE = "End this game without a winner, and begin another? back: yes; ok or help: no."


class Wish(Enum):
    """The meaning of a press."""

    OTHERS = auto()
    """The press is not for the menu."""
    HEARD = auto()
    """The press was for the menu: a question has opened or closed."""
    SHUFFLED = auto()
    """The cards were shuffled."""
    ANOTHER_GAME = auto()
    """People want to end this game and begin another."""


class ButtonMenu:
    """The menu of one table. `asking` is the open question."""

    def __init__(self) -> None:
        self.asking: Asking | None = None
        self._until = 0.0
        self._helps: deque[tuple[float, str]] = deque(maxlen=PRESSES)

    @property
    def deadline(self) -> float | None:
        """The time for `advance`, if a question is open."""
        return None if self.asking is None else self._until

    def advance(self, t: float) -> bool:
        """Let time pass; return whether a question expired."""
        if self.asking is None or t < self._until:
            return False
        self.asking = None
        return True

    def press(self, name: ButtonName, place: str, t: float) -> Wish:
        """Take a press at `t` seconds, at the seat or table `place`."""
        self.advance(t)
        if self.asking is None:
            return self._first(name, place, t)
        asked, self.asking = self.asking, None
        match asked, name:
            case Asking.WHAT, "ok":
                return Wish.SHUFFLED
            case Asking.WHAT, "back":
                self._ask(Asking.SURE, t)
            case Asking.SURE, "back":
                return Wish.ANOTHER_GAME
        return Wish.HEARD

    def lights(self, board: Board) -> tuple[Hole, ...]:
        """The lit holes of the question: more holes for a more serious question."""
        spots = {None: (), Asking.WHAT: (0,), Asking.SURE: (0, 3, 8)}[self.asking]
        per_side = board.ring // board.sides
        return tuple(side * per_side + spot for side in range(board.sides) for spot in spots)

    def _first(self, name: ButtonName, place: str, t: float) -> Wish:
        if name != "help":
            self._helps.clear()
            return Wish.OTHERS
        self._helps.append((t, place))
        first = self._helps[0]
        together = all(where == place for _, where in self._helps)
        if len(self._helps) < PRESSES or t - first[0] > WITHIN or not together:
            return Wish.OTHERS
        self._helps.clear()
        self._ask(Asking.WHAT, t)
        return Wish.HEARD

    def _ask(self, asking: Asking, t: float) -> None:
        self.asking, self._until = asking, t + PATIENCE
