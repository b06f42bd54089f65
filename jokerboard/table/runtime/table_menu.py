"""The menu of one game: the button menu with a clock, a timer, and its questions in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from engine.geometry import Hole, Seat
from hardware.clock import Clock
from hardware.ports import ButtonPressed
from jokerboard.host.errors import JokerboardError
from jokerboard.journal.games.game_lines import TABLE
from jokerboard.players.game_ports import Assistant
from jokerboard.table.runtime.announcing import Announcing
from jokerboard.table.runtime.button_menu import Asking, ButtonMenu, Wish
from jokerboard.table.runtime.game_clock import Timers
from jokerboard.table.runtime.game_orders import GameEnding, given_up
from jokerboard.table.runtime.troubles import Troubles
from jokerboard.words.catalogue import words

_SENTENCES = {Asking.WHAT: "menu.what", Asking.SURE: "menu.sure"}


@dataclass(frozen=True, slots=True)
class Question:
    """An open question: its code and its sentence; for `give-up` also who proposes it and who is asked.

    For `ended`, `asked` has the seats that gave up, if any.
    """

    code: str
    text: str
    by: Seat | None = None
    asked: tuple[Seat, ...] = ()


class TableMenu:
    """The button menu of one game; it carries out the answers."""

    def __init__(
        self,
        clock: Clock,
        timers: Timers,
        troubles: Troubles,
        announcing: Announcing,
        ending: GameEnding,
        reshuffle: Callable[[], None],
    ) -> None:
        self._clock, self._timers, self._troubles = clock, timers, troubles
        self._announcing, self._ending, self._reshuffle = announcing, ending, reshuffle
        self._speaker = announcing.speaker
        self.assistant: Assistant | None = None
        """Takes the presses of `help` and `ok` that are not for the menu."""
        self._menu = ButtonMenu(ending.concession)
        self._place = ""
        """The letter of the seat whose buttons ended the game, or "table"; empty if no buttons did."""

    @property
    def question(self) -> Question | None:
        """The open question; None if there is none."""
        asking = self._menu.asking
        if asking is None:
            return None
        wish, name = self._menu.concession, self._speaker.name
        if asking is Asking.ENDED:
            conceded = self._menu.ending is Wish.GIVEN_UP
            side = tuple(sorted((wish.seat, *wish.partners))) if conceded and wish is not None else ()
            ended = given_up(list(map(name, side))) if side else None
            text = words("menu.given-up", ended=ended) if ended else words("menu.ended")
            return Question(asking.value, text, asked=side)
        if asking is not Asking.CONSENT or wish is None:
            return Question(asking.value, words(_SENTENCES[asking]))
        if wish.asked == (wish.seat,):
            text = words("give-up.alone", who=name(wish.seat))
            return Question(asking.value, text, wish.seat, wish.asked)
        asked = tuple(map(name, wish.asked))
        text = words("give-up.consent", who=name(wish.seat), asked=asked)
        return Question(asking.value, text, wish.seat, wish.asked)

    @property
    def lights(self) -> tuple[Hole, ...]:
        """The lit holes of the open question."""
        return self._menu.lights(self._speaker.board)

    def take(self, pressed: ButtonPressed) -> bool:
        """Carry out a press if it is for the menu; return whether the referee must not get it."""
        asked = self._menu.asking
        wish = self._menu.press(pressed.name, pressed.place, self._clock.now())
        if wish is Wish.OUTSIDE:
            return self._other(pressed)
        if wish is Wish.SHUFFLED:
            self._reshuffle()
        elif wish is not Wish.HANDLED:
            self._end(wish)
        elif self._menu.asking is Asking.ENDED and asked is not Asking.ENDED:
            self._begin_to_end(pressed.place)
        elif asked is not None and self._menu.asking is None:
            if asked is Asking.ENDED:
                self._ending.go_on()
            self._announcing.note(words("game.goes-on"))
        self._set_timer()
        self._announcing.show()
        return True

    def abandon(self) -> None:
        """End the game without a winner; this can be undone for a minute, unless the game had already ended.

        Raise JokerboardError if nothing can be recorded now.
        """
        waits = self._troubles.waiting
        if waits is not None:
            raise JokerboardError(words("not-now", why=waits))
        if self._menu.asking is Asking.ENDED:
            self._menu.asking = None
            self._end(self._menu.ending)
            return
        self._menu.end(Wish.ABANDONED, self._clock.now())
        self._begin_to_end(TABLE)
        self._set_timer()
        self._announcing.show()

    def give_up(self, place: str) -> None:
        """Ask whether the side of `place` gives up; raise JokerboardError if it cannot."""
        if not self._menu.give_up(place, self._clock.now()):
            raise JokerboardError(words("give-up.impossible", place=place))
        self._set_timer()
        self._announcing.show()

    def _other(self, pressed: ButtonPressed) -> bool:
        """Handle a press outside the menu; return whether it must be kept from the referee."""
        if pressed.name == "ok":
            self._troubles.seen()
            return self.assistant is not None and self.assistant.nothing_left()
        if pressed.name == "help" and self.assistant is not None:
            self.assistant.helped(pressed.place, self._clock.now())
        return False

    def _begin_to_end(self, place: str) -> None:
        """Offer to undo the end; if the game's records wait for the disk, continue the game instead."""
        waits, self._place = self._troubles.waiting, place
        if waits is not None:
            self._menu.asking = None
            self._announcing.note(words("not-now", why=waits))
        elif not self._ending.suspend():
            self._menu.asking = None
            self._end(self._menu.ending)

    def _end(self, wish: Wish) -> None:
        waits, concession = self._troubles.waiting, self._menu.concession
        if waits is not None:
            self._ending.go_on()
            self._announcing.note(words("not-now", why=waits))
        elif wish is Wish.GIVEN_UP and concession is not None:
            self._ending.give_up(concession)
        else:
            place, abandoned = self._place, wish is Wish.ABANDONED
            then = self._ending.abandon if abandoned else partial(self._ending.another, place)
            # The buttons' own call must return first, because ending the game closes the buttons.
            self._timers.wake("another", self._clock.now(), then)

    def _set_timer(self) -> None:
        self._timers.wake("menu", self._menu.deadline, self._expire)

    def _expire(self) -> None:
        wish = self._menu.advance(self._clock.now())
        if wish is Wish.OUTSIDE:
            return
        if wish is not Wish.HANDLED:
            self._end(wish)
        self._announcing.show()
