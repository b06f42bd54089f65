"""The menu of one game: the button menu with a clock, a timer, and its questions in words."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from engine.geometry import Hole, Seat, seat_letter
from hardware.clock import Clock
from hardware.ports import ButtonPressed
from jokerboard.host.errors import JokerboardError
from jokerboard.host.wording import listed
from jokerboard.journal.games.sentences import Speaker
from jokerboard.journal.orders import LONGEST_NAME, What
from jokerboard.journal.records import Json
from jokerboard.table.english import words
from jokerboard.table.runtime.button_menu import Asking, ButtonMenu, Concession, Wish
from jokerboard.table.runtime.game_clock import Timers
from jokerboard.table.runtime.troubles import Troubles


def result_order(concession: Concession, speaker: Speaker, number: int, at: str) -> Json:
    """The end of a given-up game as a result order in the journal's form.

    `number` is the game's, `at` the wall clock's time.
    """
    side = sorted((concession.seat, *concession.partners))
    names = listed(map(speaker.name, side), "and")
    team = [seat_letter(seat) for seat in concession.winners]
    identity = hashlib.sha256(f"{number} {at} {team}".encode()).hexdigest()[:32]
    text = words("give-up.given", names=names, n=len(side))
    told = {"id": identity, "by": names[:LONGEST_NAME], "at": at, "game": number, "order": What.RESULT.value}
    return told | {"team": team, "text": text}


_SENTENCES = {
    Asking.WHAT: words("menu.what"),
    Asking.SURE: words("menu.sure"),
}


@dataclass(frozen=True, slots=True)
class Question:
    """An open question: its code and sentence; for `give-up` also the seats that ask and are asked."""

    code: str
    text: str
    by: Seat | None = None
    asked: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Actions:
    """The menu's effects on its game."""

    note: Callable[[str], None]
    """Shows a sentence."""
    show: Callable[[], None]
    """Shows the question, or removes it."""
    help: Callable[[str], None]
    """Handles `help` outside the menu, at a place."""
    ok: Callable[[], bool]
    """Handles `ok` outside the menu; returns whether the referee must not get it."""
    reshuffle: Callable[[], None]
    another: Callable[[str], None]
    """Ends the game and begins another, for the buttons at a place."""
    give_up: Callable[[Concession], None]


class TableMenu:
    """The menu of a game."""

    def __init__(
        self,
        clock: Clock,
        timers: Timers,
        speaker: Speaker,
        troubles: Troubles,
        concession: Callable[[str], Concession | None],
        actions: Actions,
    ) -> None:
        self._clock, self._timers, self._speaker = clock, timers, speaker
        self._troubles, self._act = troubles, actions
        self._menu = ButtonMenu(concession)

    @property
    def question(self) -> Question | None:
        """The open question; None if there is none."""
        asking = self._menu.asking
        if asking is None:
            return None
        if asking is not Asking.CONSENT:
            return Question(asking.value, _SENTENCES[asking])
        wish, name = self._menu.concession, self._speaker.name
        assert wish is not None
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
        """Carry out a press that is for the menu; return whether it was."""
        asked, act = self._menu.asking, self._act
        wish = self._menu.press(pressed.name, pressed.place, self._clock.now())
        if wish is Wish.OTHERS:
            return self._other(pressed)
        self._set_timer()
        if wish is Wish.SHUFFLED:
            act.reshuffle()
        elif wish is not Wish.HEARD:
            self._end(wish, pressed.place)
        elif asked is not None and self._menu.asking is None:
            act.note(words("game.goes-on"))
        act.show()
        return True

    def give_up(self, place: str) -> None:
        """Ask whether the side of `place` gives up; JokerboardError if it cannot."""
        if not self._menu.give_up(place, self._clock.now()):
            raise JokerboardError(words("give-up.impossible", place=place))
        self._set_timer()
        self._act.show()

    def _other(self, pressed: ButtonPressed) -> bool:
        """Handle a press outside the menu; return whether the referee must not get it."""
        if pressed.name == "ok":
            self._troubles.seen()
            return self._act.ok()
        if pressed.name == "help":
            self._act.help(pressed.place)
        return False

    def _end(self, wish: Wish, place: str) -> None:
        """End the game, unless records are waiting for the disk."""
        waits, concession = self._troubles.waiting, self._menu.concession
        if waits is not None:
            self._act.note(words("not-now", why=waits))
        elif wish is Wish.GIVEN_UP and concession is not None:
            self._act.give_up(concession)
        else:
            # Later, because the end of the game closes the buttons, whose call this is.
            self._timers.wake("another", self._clock.now(), lambda: self._act.another(place))

    def _set_timer(self) -> None:
        self._timers.wake("menu", self._menu.deadline, self._expire)

    def _expire(self) -> None:
        if self._menu.advance(self._clock.now()):
            self._act.show()
