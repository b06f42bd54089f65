"""What people can ask of the table itself with its three buttons, when there is no page at hand.

`help` three times within two seconds asks the table what it can do: the board's corners light up, half on,
half dim. Then `ok` says that the cards were shuffled, `back` that the game shall end, and `help` that it was
nothing. For the end the table asks once more, with the in-spots and come-outs lit as well: `back` again ends
the game, and another one of its kind begins; anything else goes on. A question that nobody answers within ten
seconds was none. While a question stands, the buttons are the table's, and the referee hears nothing of them.

Sans-I/O: fed presses and the time, it says what is wanted.
"""

from __future__ import annotations

from collections import deque
from enum import Enum, auto

from engine.geometry import Board, Hole
from hardware.ports import ButtonName

PRESSES, WITHIN = 3, 2.0
"""So many times `help` within so many seconds opens the menu."""

PATIENCE = 10.0
"""Seconds that a question stands."""


class Asking(Enum):
    """What the table asks: its value is the sentence for the page."""

    WHAT = "What is it? ok: the cards were shuffled; back: end this game; help: nothing."
    SURE = "End this game without a winner, and begin another? back: yes; ok or help: no."


class Wish(Enum):
    """What a press means."""

    OTHERS = auto()
    """It is not for the table itself."""
    HEARD = auto()
    """It was for the table, and there is a question, or no longer one."""
    SHUFFLED = auto()
    """The cards were shuffled."""
    ANOTHER_GAME = auto()
    """This game shall end, and another begin."""


class ButtonMenu:
    """The questions of one table. `asking` is the one that stands."""

    def __init__(self) -> None:
        self.asking: Asking | None = None
        self._until = 0.0
        self._helps: deque[tuple[float, str]] = deque(maxlen=PRESSES)

    @property
    def deadline(self) -> float | None:
        """When to call `advance`, if a question stands."""
        return None if self.asking is None else self._until

    def advance(self, t: float) -> bool:
        """Let time pass; whether a question ended by it."""
        if self.asking is None or t < self._until:
            return False
        self.asking = None
        return True

    def press(self, name: ButtonName, place: str, t: float) -> Wish:
        """A button was pressed at `t` seconds, at the seat or table `place`."""
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
        """The holes that ask: the more is at stake, the more of them."""
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
