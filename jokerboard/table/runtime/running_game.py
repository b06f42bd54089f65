"""One game on one board: device events become verdicts, records, lights and sentences.

    hardware event -> device map -> referee -> verdicts -> journal -> announced: listeners, lights

This module connects the parts. `timed_referee.py` judges; `announcing.py` announces and records, and never
announces a play that is not on the disk; `jokerboard/table/showing/outputs.py` sets the lights. The
game's time is in seconds since it began, and continues after a restart where the journal ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.cards import Card
from engine.geometry import Hole, Seat
from engine.play import Play
from engine.referee.events import CardRead, MachinePlay, Reshuffled
from engine.referee.lights import Light
from engine.referee.verdicts import Fault
from engine.text import sentence
from hardware.clock import Clock
from hardware.ports import ButtonName, ButtonPressed, DeviceTrouble, HardwareEvent
from jokerboard.host.errors import JokerboardError
from jokerboard.journal.games.header import Header
from jokerboard.journal.games.readings import Explained, explained
from jokerboard.journal.games.resumed_game import ResumedGame, Stoppage
from jokerboard.journal.records import Entry
from jokerboard.journal.writer import Writer
from jokerboard.players.dealer import Dealer
from jokerboard.players.game_ports import Assistant
from jokerboard.table.runtime.announcing import Announcing
from jokerboard.table.runtime.board_events import (
    BoardDevices,
    BoardEvents,
    DeviceMap,
    LaidCards,
    Receivers,
)
from jokerboard.table.runtime.game_clock import EventOrder, GameClock, Timers
from jokerboard.table.runtime.game_orders import GameEnding, GameOrders
from jokerboard.table.runtime.table_menu import Question, TableMenu
from jokerboard.table.runtime.timed_referee import TimedReferee
from jokerboard.table.runtime.troubles import Troubles, trouble_text
from jokerboard.table.showing.outputs import Shown, Sounds, TableLights, standing
from jokerboard.words.catalogue import words


class RunningGame:
    """Runs one game, new or resumed, until `close`."""

    def __init__(
        self,
        past: ResumedGame,
        *,
        clock: Clock,
        devices: BoardDevices,
        device_map: DeviceMap,
        writer: Writer,
        wall: Callable[[], str],
        clock_set: Callable[[], bool] = lambda: True,
        troubles: Troubles,
        another: Callable[[str], None] = lambda _: None,
        abandon: Callable[[], None] = lambda: None,
    ) -> None:
        """`past`: the game so far, without verdicts if it is new; `wall` returns the wall clock's time.

        `clock_set`: whether that time is right; records mark it otherwise. `troubles`: faults of the table's
        computer. `another` is called when people ask by buttons to end this game and begin another, with the
        letter of the buttons' seat or "table"; `abandon` is called when they only end it.

        A new game's header is in the journal already, or is being written.
        """
        self.past = past
        """The game as the journal had it at the start; without verdicts if it is new."""
        self.table = past.header.table()
        self._clock, self._devices = clock, devices
        self._order = EventOrder(devices.sensors)
        self._time = GameClock(
            clock, past.t, stopped=past.stoppage is not None, complete=self._order.complete
        )
        self._announcing = announcing = Announcing(
            past, clock, writer, troubles, self._time, wall=wall, clock_set=clock_set, show=self._show
        )
        self.log, self.speaker = announcing.log, announcing.speaker
        self.first = past.header.first_position().turn
        self.listen, self.follow, self.on_change = announcing.listen, announcing.follow, announcing.on_change
        self.note, self.name, self.keep_line = announcing.note, announcing.name, announcing.keep_line
        self.keep_machines, self.show = announcing.keep_machines, announcing.show
        self._showing = TableLights(clock, self.table.board, devices.strip, self._on_hardware)
        self._sounds = Sounds(clock, devices.sounder, self._on_hardware)
        self._timers = Timers(clock)
        self.assistant: Assistant | None = None
        """Machine players and hints, if any take part; see `attend`."""
        self.dealer: Dealer | None = None
        """The dealer of a game without paper cards; None with paper cards."""
        self.troubles = troubles
        self._judging = TimedReferee(
            past,
            device_map.occupied(devices.sensors.snapshot()),
            time=self._time,
            timers=self._timers,
            order=self._order,
            announcing=announcing,
        )
        self._referee = self._judging.referee
        self.orders = GameOrders(self._judging, announcing)
        """Carries out the orders of a director, or of a referee among the people."""
        self.ending = GameEnding(
            self.table, past.number, self._judging, announcing, self.orders,
            wall=wall, another=another, abandon=abandon,
        )  # fmt: skip
        self._menu = TableMenu(clock, self._timers, troubles, announcing, self.ending, self.reshuffle)
        receivers = Receivers(
            judge=self._judging.feed,
            menu=self._menu.take,
            trouble=self._trouble,
            moved=announcing.notify,
            card_read=self._sounds.card_read,
            device_back=self._device_back,
            # A failure of the supply that stops the sensors also clears the LEDs.
            sensors_back=self._showing.again,
        )
        self._events = BoardEvents(
            devices, device_map, self._time, self._order, LaidCards(dict(past.lying)), receivers
        )
        self._judging.resumed = self._events.go_on
        self._forget = troubles.listen(self.show)
        self._closed = self._held = False
        self.last_event_at = clock.now()
        """The clock time of the last device event."""

    def attend(self, assistant: Assistant | None, dealer: Dealer | None) -> None:
        """Let `assistant` take part before the game starts; `dealer` deals if there are no paper cards.

        Both are made from this game, so they cannot be arguments of its constructor.
        """
        self.dealer = dealer
        self.assistant = self._menu.assistant = self._events.assistant = assistant

    def start(self) -> None:
        """Announce the state of the game, then begin to take events of the devices."""
        self.listen(lambda announced: self._sounds.announce(announced.verdict))
        self._announcing.update()
        if self.past.verdicts or self.past.t > 0:
            self._announcing.keep_resumed(self.occupied)
        self._judging.start()
        if self.assistant is not None:
            self.assistant.begin()
        for read in self.past.cards_again(self.occupied, len(self._referee.owing)):
            self._judging.feed(CardRead(self.t, read.card, read.at), keep=False)
        self._events.start(self._on_hardware)
        if self.assistant is not None:
            self.assistant.started()

    @property
    def header(self) -> Header:
        """The game's header, with the machines that play now."""
        return self._announcing.header

    @property
    def left_by_machines(self) -> frozenset[str]:
        """The seats, by letter, at which people play in place of a machine."""
        return self._announcing.left_by_machines

    @property
    def asked(self) -> Mapping[str, Any] | None:
        """The request of a machine or another house, as a prompt for the page; None if there is none."""
        return None if self.assistant is None else self.assistant.prompt()

    def hides(self, reader: str) -> bool:
        """Whether the card on that reader must not be shown."""
        return self.assistant is not None and self.assistant.hides(reader)

    @property
    def t(self) -> float:
        """Seconds since the game began."""
        return self._time.now()

    @property
    def occupied(self) -> frozenset[Hole]:
        """The holes in which the sensors see a marble now."""
        return self._events.occupied

    @property
    def lost(self) -> Mapping[str, str]:
        """The devices that do not answer now, each with its reason as a sentence."""
        return self._events.lost

    @property
    def shown(self) -> Shown:
        """Everything the table shows except its sentences."""
        return self._showing.shown

    @property
    def stoppage(self) -> Stoppage | None:
        """The reason for which the game is stopped; None while it goes on."""
        return self._judging.stoppage

    @property
    def waits(self) -> bool:
        """Whether machines must wait: for a stopped game, a simulated hand, or the disk."""
        return self.stoppage is not None or self._announcing.keeper.holds or self._held

    def hold(self, on: bool) -> None:
        """Make machines wait while a simulated hand moves marbles for people; False ends the wait."""
        self._held = on
        self._announcing.notify()

    @property
    def lights(self) -> Mapping[Hole, Light]:
        """The referee's lights, without those for a machine's play."""
        return self._referee.lights

    @property
    def explained(self) -> tuple[Explained, ...]:
        """The referee's likeliest hypotheses about the board in words, the likeliest first."""
        return explained(self._referee, self.speaker)

    @property
    def question(self) -> Question | None:
        """The menu's open question; None if there is none."""
        return self._menu.question

    @property
    def card(self) -> str | None:
        """The card that lies on the table, as text; None if there is none."""
        return self.shown.card

    def lay(self, card: Card | None, seat: Seat | None) -> None:
        """Lay a card, or remove it (None), as if the seat's reader (None: the table's) had read it."""
        self._judging.feed(CardRead(self.t, card, seat))

    def reshuffle(self) -> None:
        """Report that the discards became the draw pile."""
        self._judging.feed(Reshuffled(self.t))
        if self.assistant is not None:
            self.assistant.reshuffled()
        self.note(words("game.shuffled"))

    def demand(self, play: Play | None, seat: Seat) -> None:
        """Give the referee the play that a machine at `seat` has chosen; None: people play there again."""
        self._judging.feed(MachinePlay(self.t, play, seat))

    def _device_back(self, text: str) -> None:
        # The fault is over, so its sentence goes; any other sentence, such as that of an illegal play, stays.
        if self.log.sentence is not None and self.log.sentence.kind == "fault":
            self.note(sentence(text))

    def press(self, name: ButtonName, place: str) -> None:
        """Press a button without hardware, at a seat's letter or "table"."""
        self._on_hardware(ButtonPressed(self._clock.now(), name, place))

    def give_up(self, place: str) -> None:
        """Ask the partners of the seat at `place` to give up; raise JokerboardError if their side cannot."""
        if self.log.over is not None:
            raise JokerboardError(words("game.over-already"))
        self._menu.give_up(place)

    def abandon(self) -> None:
        """End the game without a winner, unless people undo it within a minute; see TableMenu.abandon."""
        self._menu.abandon()

    def last_records(self, by: str = "") -> list[Entry]:
        """The records that end the game now, for the caller to store; empty if its win is final already.

        Without a winner the game becomes abandoned. `by`: the buttons that ended it.
        """
        return self._announcing.last_records(by, None if self.assistant is None else self.assistant.opened())

    def close(self) -> None:
        """Stop listening and release the devices. All verdicts stay recorded."""
        if self._closed:
            return
        self._closed = True
        self._forget()
        if self.assistant is not None:
            self.assistant.close()
        self._timers.close()
        self._order.close()
        self._announcing.close()
        self._showing.close()
        self._devices.close()

    def _on_hardware(self, event: HardwareEvent) -> None:
        self.last_event_at = self._clock.now()
        if not self._closed:
            self._events.take(event)

    def _trouble(self, trouble: DeviceTrouble) -> None:
        self._judging.announce(None, [Fault(self.t, trouble_text(trouble), device=trouble.device)])

    def _show(self) -> bool:
        asks = self._menu.lights
        trouble, instead = bool(self.troubles), None
        if self.stoppage is not None:
            over = () if self.log.over is None else self.log.over
            instead = standing(self.table.board, over if self.stoppage.why == "ended" else None)
        return self._showing.show(
            self._referee,
            holds=self._announcing.keeper.holds,
            trouble=trouble,
            asks=asks,
            instead=instead,
            added={} if instead is not None or self.assistant is None else self.assistant.lights(),
        )
