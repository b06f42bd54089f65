"""The menu of one game: the button menu with a clock, a timer, and its questions in words."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from engine.geometry import Hole, Seat, seat_letter
from hardware.clock import Clock
from hardware.ports import ButtonPressed
from jokerboard.host.errors import JokerboardError
from jokerboard.journal.games.sentences import Speaker
from jokerboard.journal.games.trace_lines import TABLE
from jokerboard.journal.orders import LONGEST_NAME, What
from jokerboard.journal.records import Json
from jokerboard.players.assistant import Assistant
from jokerboard.table.runtime.button_menu import Asking, ButtonMenu, Concession, Wish
from jokerboard.table.runtime.game_clock import Timers
from jokerboard.table.runtime.troubles import Troubles
from jokerboard.words.catalogue import listed, words


def result_order(concession: Concession, speaker: Speaker, number: int, at: str) -> Json:
    """A result order, in the journal's form, for the end of a game that a side gives up.

    `number` is the game's, `at` the wall clock's time.
    """
    side = sorted((concession.seat, *concession.partners))
    names = list(map(speaker.name, side))
    team = [seat_letter(seat) for seat in concession.winners]
    # One concession always gets the same identity, so that telling it twice changes nothing.
    identity = hashlib.sha256(f"{number} {at} {team}".encode()).hexdigest()[:32]
    text, by = given_up(names), listed(names, "and")
    told = {"id": identity, "by": by[:LONGEST_NAME], "at": at, "game": number, "order": What.RESULT.value}
    return told | {"team": team, "text": text}


def given_up(names: Sequence[str]) -> str:
    """The sentence, without a full stop, that these players give up."""
    return words("give-up.given", who=listed(names, "and"), count=len(names))


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


@dataclass(frozen=True, slots=True)
class Actions:
    """The functions by which the menu acts on its game."""

    note: Callable[[str], None]
    """Shows a sentence."""
    show: Callable[[], None]
    """Shows the question, or removes it."""
    reshuffle: Callable[[], None]
    suspend: Callable[[], bool]
    """Stops judging while the end can be undone; returns False if the game is already final."""
    go_on: Callable[[], None]
    """Continues the game, because its end was undone."""
    another: Callable[[str], None]
    """Ends the game and begins another, for the buttons at a place."""
    abandon: Callable[[], None]
    """Ends the game without a winner."""
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
        self.assistant: Assistant | None = None
        """Takes the presses of `help` and `ok` that are not for the menu."""
        self._menu = ButtonMenu(concession)
        self._place = ""
        """The place of the buttons that ended the game; empty if none did."""

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
        """Carry out a press that is for the menu; return whether it was."""
        asked, act = self._menu.asking, self._act
        wish = self._menu.press(pressed.name, pressed.place, self._clock.now())
        if wish is Wish.OTHERS:
            return self._other(pressed)
        if wish is Wish.SHUFFLED:
            act.reshuffle()
        elif wish is not Wish.HEARD:
            self._end(wish)
        elif self._menu.asking is Asking.ENDED and asked is not Asking.ENDED:
            self._begin_to_end(pressed.place)
        elif asked is not None and self._menu.asking is None:
            if asked is Asking.ENDED:
                act.go_on()
            act.note(words("game.goes-on"))
        self._set_timer()
        act.show()
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
        self._act.show()

    def give_up(self, place: str) -> None:
        """Ask whether the side of `place` gives up; raise JokerboardError if it cannot."""
        if not self._menu.give_up(place, self._clock.now()):
            raise JokerboardError(words("give-up.impossible", place=place))
        self._set_timer()
        self._act.show()

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
            self._act.note(words("not-now", why=waits))
        elif not self._act.suspend():
            self._menu.asking = None
            self._end(self._menu.ending)

    def _end(self, wish: Wish) -> None:
        """End the game in the way that people want."""
        waits, concession = self._troubles.waiting, self._menu.concession
        if waits is not None:
            self._act.go_on()
            self._act.note(words("not-now", why=waits))
        elif wish is Wish.GIVEN_UP and concession is not None:
            self._act.give_up(concession)
        else:
            place, abandoned = self._place, wish is Wish.ABANDONED
            then = self._act.abandon if abandoned else partial(self._act.another, place)
            # The buttons' own call must return first, because ending the game closes the buttons.
            self._timers.wake("another", self._clock.now(), then)

    def _set_timer(self) -> None:
        self._timers.wake("menu", self._menu.deadline, self._expire)

    def _expire(self) -> None:
        wish = self._menu.advance(self._clock.now())
        if wish is Wish.OTHERS:
            return
        if wish is not Wish.HEARD:
            self._end(wish)
        self._act.show()
