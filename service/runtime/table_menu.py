"""The menu of one game: the button menu with a clock, a timer, and its questions in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.geometry import Hole, Seat
from hardware.clock import Clock
from hardware.ports import ButtonPressed
from journal.games.sentences import Speaker
from service.runtime.button_menu import Asking, ButtonMenu, Wish
from service.runtime.concession import Concession
from service.runtime.timers import Timers

_SENTENCES = {
    Asking.WHAT: "What is it? ok: the cards were shuffled; back: end this game; help: nothing.",
    Asking.SURE: "End this game? back: nobody wins, and another begins; ok: your side gives up; help: no.",
}


@dataclass(frozen=True, slots=True)
class Question:
    """An open question: its code and its sentence, and for `give-up` who wishes it and who is asked."""

    code: str
    text: str
    by: Seat | None = None
    asked: tuple[Seat, ...] = ()


class TableMenu:
    """The menu of a game; `changed` is called when a question expires."""

    def __init__(
        self,
        clock: Clock,
        timers: Timers,
        speaker: Speaker,
        concession: Callable[[str], Concession | None],
        changed: Callable[[], None],
    ) -> None:
        self._clock, self._timers, self._speaker, self._changed = clock, timers, speaker, changed
        self._menu = ButtonMenu(concession)

    @property
    def question(self) -> Question | None:
        """The open question."""
        asking = self._menu.asking
        if asking is None:
            return None
        if asking is not Asking.CONSENT:
            return Question(asking.value, _SENTENCES[asking])
        wish, name = self._menu.concession, self._speaker.name
        assert wish is not None
        if wish.asked == (wish.seat,):
            text = f"Does {name(wish.seat)} give up? ok: yes; back: no."
            return Question(asking.value, text, wish.seat, wish.asked)
        asked = ", ".join(map(name, wish.asked))
        text = f"{name(wish.seat)} wants to give up. {asked}: do you agree? ok: yes; back: no."
        return Question(asking.value, text, wish.seat, wish.asked)

    @property
    def concession(self) -> Concession | None:
        """The wish to give up, if one was asked about."""
        return self._menu.concession

    @property
    def lights(self) -> tuple[Hole, ...]:
        """The holes of the open question."""
        return self._menu.lights(self._speaker.board)

    def press(self, pressed: ButtonPressed) -> Wish:
        """Take a press."""
        wish = self._menu.press(pressed.name, pressed.place, self._clock.now())
        self._set_timer()
        return wish

    def give_up(self, place: str) -> bool:
        """Ask whether the side of `place` gives up; return False if it cannot."""
        asked = self._menu.give_up(place, self._clock.now())
        self._set_timer()
        return asked

    def _set_timer(self) -> None:
        self._timers.wake("menu", self._menu.deadline, self._expire)

    def _expire(self) -> None:
        if self._menu.advance(self._clock.now()):
            self._changed()
