"""The table's own menu on its three buttons, for tables without a page at hand.

Pressing `help` three times within two seconds opens the menu: the board's corners light up, half on, half
dim. Then `ok` reports a shuffle, `back` asks to end the game, and `help` closes the menu. Before the game
ends the table asks again, with the in-spots and come-outs lit as well: `help` ends the game without a winner,
`ok` gives it up, `back` continues. So no single button, pressed repeatedly, ends a game. A side gives up only
if its partners agree, each by `ok` at their own buttons (`Concession`). A question expires after ten seconds,
the question to the partners after thirty. While the menu is open, the buttons control it, and the referee
receives no presses.

An end can be undone for a minute: the table announces the end, `back` and `help` continue the game, and `ok`
confirms the end. After a minute the end is final.

Sans-I/O: it takes presses and the time, and returns wishes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from enum import Enum, auto

from engine.geometry import Board, Hole, Seat, seat_letter, seat_of
from engine.table import Table
from hardware.ports import ButtonName
from jokerboard.journal.games.game_lines import TABLE


@dataclass(frozen=True, slots=True)
class Concession:
    """A wish to give up: the seat that wishes it, its partners, and the seats that win.

    `asked` are the partners who are people, or the seat itself if there are none; `places` the buttons at
    which `ok` must still be pressed: those of every seat asked, or the table's if the board has one set.
    """

    seat: Seat
    partners: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    asked: tuple[Seat, ...]
    places: frozenset[str]


def concession_of(table: Table, place: str, turn: Seat, machines: Collection[Seat] = ()) -> Concession | None:
    """The concession proposed at the buttons of `place`; the table's own buttons mean the seat in turn.

    `machines`: the seats of machine players, who always agree. None if nobody sits at the place, or if the
    game does not have two sides.
    """
    seat = turn if place == TABLE else seat_of(place)
    if seat not in table.seats or table.team_count != 2:
        return None
    partners = table.partners(seat)
    winners = tuple(other for other in table.seats if other not in table.team_of(seat))
    asked = tuple(partner for partner in partners if partner not in machines) or (seat,)
    places = {TABLE} if place == TABLE else set(map(seat_letter, asked))
    return Concession(seat, partners, winners, asked, frozenset(places))


PRESSES, WITHIN = 3, 2.0
"""This many presses of `help` within this many seconds open the menu."""

PATIENCE = 10.0
"""Seconds after which a question expires."""

CONSENT_PATIENCE = 30.0
"""Seconds after which a question to a partner expires."""


UNDO = 60.0
"""Seconds in which an end can be undone."""


class Asking(Enum):
    """A question of the table; its value is its code for the page."""

    WHAT = "menu"
    SURE = "end-game"
    CONSENT = "give-up"
    ENDED = "ended"
    """The game has been ended, but people may still undo that."""


class Wish(Enum):
    """The wish of people that a press of a button expresses, for the table to carry out."""

    OUTSIDE = auto()
    """No wish: the press is not for the menu."""
    HANDLED = auto()
    """No wish yet: the press was for the menu, and a question has opened or closed."""
    SHUFFLED = auto()
    ANOTHER_GAME = auto()
    """People wish to end this game and begin another."""
    ABANDONED = auto()
    """People wish to end this game; the page begins the next one."""
    GIVEN_UP = auto()
    """A side wishes to give up, and all its players agree."""


class ButtonMenu:
    """The menu of one table; `asking` is the open question, `concession` the last wish to give up."""

    def __init__(self, concession: Callable[[str], Concession | None] = lambda _: None) -> None:
        """`concession` returns the wish to give up at the buttons of a place, or None if it is impossible."""
        self._concession = concession
        self.asking: Asking | None = None
        self.concession: Concession | None = None
        self.ending = Wish.OUTSIDE
        """The end that `Asking.ENDED` is about: ANOTHER_GAME, ABANDONED or GIVEN_UP."""
        self._until = 0.0
        self._helps: deque[tuple[float, str]] = deque(maxlen=PRESSES)

    @property
    def deadline(self) -> float | None:
        """The time at which `advance` must be called; None without a question."""
        return None if self.asking is None else self._until

    def advance(self, t: float) -> Wish:
        """Let time pass until `t` seconds; return the end that became final, if one did.

        Otherwise return HANDLED if a question has expired, or OUTSIDE if nothing has changed.
        """
        if self.asking is None or t < self._until:
            return Wish.OUTSIDE
        asked, self.asking = self.asking, None
        return self.ending if asked is Asking.ENDED else Wish.HANDLED

    def press(self, name: ButtonName, place: str, t: float) -> Wish:
        """Take a press of the button `name` at `t` seconds; return the wish that the press expresses.

        `place`: the letter of the button's seat, or "table".
        """
        expired = self.advance(t)
        if expired not in (Wish.OUTSIDE, Wish.HANDLED):
            return expired
        if self.asking is None:
            return self._first(name, place, t)
        if self.asking is Asking.CONSENT:
            return self._consent(name, place, t)
        asked, self.asking = self.asking, None
        match asked, name:
            case Asking.WHAT, "ok":
                return Wish.SHUFFLED
            case Asking.WHAT, "back":
                self._ask(Asking.SURE, t)
            case Asking.SURE, "help":
                self.end(Wish.ANOTHER_GAME, t)
            case Asking.SURE, "ok":
                self.give_up(place, t)
            case Asking.ENDED, "ok":
                return self.ending
        return Wish.HANDLED

    def end(self, ending: Wish, t: float) -> None:
        """Announce an end of the game, which people may undo."""
        self.ending = ending
        self._ask(Asking.ENDED, t, UNDO)

    def give_up(self, place: str, t: float) -> bool:
        """Ask whether the side of `place` gives up; return False if it cannot."""
        self.concession = self._concession(place)
        if self.concession is not None:
            self._ask(Asking.CONSENT, t, CONSENT_PATIENCE)
        return self.concession is not None

    def lights(self, board: Board) -> tuple[Hole, ...]:
        """The holes lit by the open question: corners; if it is about an end, in-spots and come-outs too."""
        spots = () if self.asking is None else (0,) if self.asking is Asking.WHAT else (0, 3, 8)
        per_side = board.ring // board.sides
        return tuple(side * per_side + spot for side in range(board.sides) for spot in spots)

    def _consent(self, name: ButtonName, place: str, t: float) -> Wish:
        assert self.concession is not None
        if name != "ok":
            self.asking = None
        elif place in self.concession.places:
            self.concession = replace(self.concession, places=self.concession.places - {place})
            if not self.concession.places:
                self.end(Wish.GIVEN_UP, t)
            else:
                self._ask(Asking.CONSENT, t, CONSENT_PATIENCE)
        return Wish.HANDLED

    def _first(self, name: ButtonName, place: str, t: float) -> Wish:
        if name != "help":
            self._helps.clear()
            return Wish.OUTSIDE
        self._helps.append((t, place))
        first = self._helps[0]
        together = all(where == place for _, where in self._helps)
        if len(self._helps) < PRESSES or t - first[0] > WITHIN or not together:
            return Wish.OUTSIDE
        self._helps.clear()
        self._ask(Asking.WHAT, t)
        return Wish.HANDLED

    def _ask(self, asking: Asking, t: float, patience: float = PATIENCE) -> None:
        self.asking, self._until = asking, t + patience
