"""One game on one board: device events become verdicts, records, lights and sentences.

    hardware event -> device map -> referee -> verdicts -> journal -> announced: listeners, lights

This module receives events. `announcer.py` passes on the verdicts and never announces a play that is not on
the disk (`record_keeper.py`); `service/showing/table_lights.py` sets the lights. The referee gets the time
with every event, and the clock wakes it for its deadlines. Its time is in seconds since the game began, and
continues after a restart where the journal ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil

from engine.cards import Card
from engine.geometry import Hole, Seat
from engine.position import Position
from hardware.clock import Clock, Handle
from hardware.ports import ButtonPressed, CardSeen, DeviceState, DeviceTrouble, HardwareEvent, SensorEdge
from host.errors import JokerboardError
from host.version import VERSION
from journal.games.game_log import GameLog
from journal.games.resumed_game import ResumedGame
from journal.games.sentences import Speaker
from journal.games.stoppage import Stoppage, StopReason, reopened
from journal.games.trace_lines import to_line
from journal.records import Entry, Json, Kind
from journal.writer import Writer
from referee.events import CardRead, DecisionName, Edge, Event, Reshuffled, Ruling
from referee.old.machine import Referee
from referee.settings import Settings
from referee.verdicts import Decision, Fault, Over, Verdict
from service.runtime.announcer import Announcer, Changed, Listener
from service.runtime.board_devices import BoardDevices
from service.runtime.button_menu import ButtonMenu, Wish
from service.runtime.device_map import DeviceMap
from service.runtime.laid_cards import LaidCards
from service.runtime.late_edges import LateEdges
from service.runtime.record_keeper import RecordKeeper
from service.runtime.troubles import Troubles
from service.showing.sounds import Sounds
from service.showing.table_lights import Shown, TableLights, standing


class TableService:
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
        troubles: Troubles,
        another: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`past` of a new game has no verdicts; `wall` is the wall clock's time as text.

        `troubles`: faults of the table's machine. `another` is called, with the place of the buttons, when
        people ask by buttons to end this game and begin another.

        A new game's header is in the journal already, or on its way there.
        """
        self.past = past
        self.header = past.header
        self.table = past.header.table()
        self._clock, self._devices, self._map, self._wall = clock, devices, device_map, wall
        board = self.table.board
        self.speaker = Speaker(board, {_seat(at): name for at, name in past.header.names.items()})
        begun_in = Position.parse(past.header.position, self.table.rules.marbles_per_player)
        self.first = begun_in.turn
        self.log = GameLog(begun_in, self.speaker)
        for verdict in past.verdicts:
            self.log.take(verdict)
        self._zero = clock.now() - past.t
        self._last_t = past.t
        self._levels = list(devices.sensors.snapshot())
        self._referee = Referee(
            self.table,
            begun_in,
            mode=past.header.mode,
            cards=past.header.cards,
            settings=Settings.from_json(past.header.settings),
            occupied=device_map.occupied(tuple(self._levels)),
            t=past.t,
            history=past.history,
        )
        self._showing = TableLights(clock, board, devices.strip, self._on_hardware)
        self._keeper = RecordKeeper(clock, writer, past.number, troubles)
        self._sounds = Sounds(clock, devices.sounder, self._on_hardware)
        self._laid = LaidCards(dict(past.lying))
        self._late = LateEdges()
        self.stoppage = past.stoppage
        """The stoppage by the director, if the game is stopped."""
        self._meanwhile: dict[str, CardSeen] = {}
        self._unsaid: list[Verdict] = []
        self._menu, self._another = ButtonMenu(), another
        self.troubles = troubles
        self._announcer = Announcer(board, self.log, self._keeper, self._show)
        self._forget = troubles.listen(self._show_anew)
        self._deadlines: dict[str, Handle] = {}
        self._closed = False
        self.heard = clock.now()
        """The clock time of the last device event."""

    def start(self) -> None:
        """Start: report the state of the game, then listen to the devices."""
        self._announcer.listen(lambda announced: self._sounds.said(announced.verdict))
        self._announcer.show()
        if self.past.verdicts or self.past.t > 0:
            self._keep_resumed()
        begun = self._referee.advance(self._last_t)
        if self.stoppage is not None:
            begun, self._unsaid = [], begun
        self._said(None, begun)
        occupied = self._map.occupied(tuple(self._levels))
        for read in self.past.cards_again(occupied, len(self._referee.owing)):
            self._hear(CardRead(self._t(), read.card, read.at), keep=False)
        self._devices.sensors.start(self._on_hardware)
        for reader in self._devices.readers:
            reader.start(self._on_hardware)
        if self._devices.buttons is not None:
            self._devices.buttons.start(self._on_hardware)

    def listen(self, listener: Listener) -> None:
        """Call `listener` with everything that is announced from now on."""
        self._announcer.listen(listener)

    def on_change(self, changed: Changed) -> None:
        """Call `changed` whenever anything that the table shows may have changed."""
        self._announcer.on_change(changed)

    @property
    def t(self) -> float:
        """Seconds since the game began."""
        return self._t()

    @property
    def occupied(self) -> frozenset[Hole]:
        """The holes in which the sensors see a marble now."""
        return self._map.occupied(tuple(self._levels))

    @property
    def shown(self) -> Shown:
        """Everything the table shows except its sentences."""
        return self._showing.shown

    @property
    def asks(self) -> str | None:
        """The menu's question as a sentence, if it is open."""
        return None if self._menu.asking is None else self._menu.asking.value

    def rule(
        self,
        decision: DecisionName,
        by: str,
        n: int | None,
        position: Position | None,
        why: str = "",
        order: Json | None = None,
    ) -> None:
        """Carry out the decision of a human referee; `why` and the `order` behind it are recorded with it.

        RefereeError or JokerboardError if it is impossible.
        """
        if decision == "let-stand" and self.stoppage is not None and self.stoppage.why is StopReason.PAUSED:
            raise JokerboardError("the game is paused; let it go on first, so that the board is looked at")
        # Verdicts that are due come first, whether or not the decision is possible.
        self._said(None, self._referee.advance(self._t()))
        self._hear(Ruling(self._t(), decision, by, n, position, why), order=order)

    @property
    def card(self) -> str | None:
        """The card that lies there, if one does."""
        return self.shown.card

    def lay(self, card: Card, seat: Seat) -> None:
        """A card of a dealt hand is laid: as if the seat's reader had read it."""
        self._hear(CardRead(self._t(), card, seat))

    def reshuffle(self) -> None:
        """Report that the discards became the draw pile."""
        self._hear(Reshuffled(self._t()))
        self._announcer.note("The cards were shuffled.", self._t())

    def pause(self, stoppage: Stoppage, order: Json) -> None:
        """Stop the game until `go_on`."""
        t = self._t()
        self.stoppage = stoppage
        self._wake("referee", None, lambda: None)
        self._keeper.keep([(Kind.ORDER, taken(order, t, stoppage.sentence()))])
        self._show_anew()

    def go_on(self, order: Json) -> None:
        """Let the game continue."""
        said = "The game goes on."
        self._keeper.keep([(Kind.ORDER, taken(order, self._t(), said))])
        self._announcer.note(said, self._t())
        self._said(None, self._unsaid)
        self._go_on()

    def finish(self, team: tuple[Seat, ...], stoppage: Stoppage, order: Json) -> None:
        """End the game with this result: the seats that have won it, none for a draw."""
        self._said(None, self._referee.advance(self._t()))
        over = Over(self._t(), team, self._referee.position)
        self.stoppage = stoppage
        self._wake("referee", None, lambda: None)
        said = self.speaker.say(over, self.log.position).text
        self._announcer.said(None, [over], taken(order, self._t(), said))

    def tell(self, text: str, order: Json) -> None:
        """Show a message of the director that changes nothing on the board."""
        t = self._t()
        self._keeper.keep([(Kind.ORDER, taken(order, t, text))], lambda: self._announcer.note(text, t))

    def name(self, names: Mapping[str, str]) -> None:
        """Set the names of the players, by seat letter."""
        self.speaker.names = {_seat(at): name for at, name in names.items() if name}
        self._keeper.keep([(Kind.NAMES, {"t": self._t(), "names": dict(names)})], self._show_anew)

    def abandoned(self, by: str = "") -> Entry:
        """The game's last record, not yet written: it ends without a winner; `by`: the place of the buttons,
        if buttons ended it."""
        data = {"t": self._t(), "at": self._wall()} | ({"by": by} if by else {})
        return Entry(self.past.number, Kind.ABANDONED, data)

    def close(self) -> None:
        """Stop listening and release the devices. All verdicts stay recorded."""
        if self._closed:
            return
        self._closed = True
        self._forget()
        for handle in self._deadlines.values():
            handle.cancel()
        self._announcer.close()
        self._keeper.close()
        self._showing.close()
        self._devices.close()

    # Events.

    def _on_hardware(self, heard: HardwareEvent) -> None:
        self.heard = self._clock.now()
        if self._closed or (self.stoppage is not None and self._passes_by(heard)):
            return
        if isinstance(heard, CardSeen):
            card = None if heard.tag is None else self._map.card(heard.tag)
            news = self._laid.heard(heard, card)
            if news is None:
                return
            heard = news
            if card is not None:
                self._sounds.card_read()
        if self._for_the_referee(heard):
            self._to_the_referee(heard)

    def _for_the_referee(self, heard: HardwareEvent) -> bool:
        """Whether the referee is to hear it; what it does to the table itself is done."""
        match heard:
            case SensorEdge():
                self._levels[heard.channel] = heard.on
                self._announcer.tell_change()  # the page prompts by what stands there, whatever is said
            case ButtonPressed():
                return not self._for_the_table(heard)
            case DeviceTrouble():
                self._said(None, [Fault(self._t(), trouble_text(heard), device=heard.device)])
                return False
        return True

    def _to_the_referee(self, heard: HardwareEvent) -> None:
        self._hear(self._map.event(heard, self._heard_t(heard)))
        if isinstance(heard, DeviceState) and heard.device == "sensors" and heard.ok:
            self._catch_up()
            # A supply failure may have taken the sensors away, and it clears the LEDs too.
            self._showing.again()

    def _passes_by(self, heard: HardwareEvent) -> bool:
        """Whether an event during a stoppage is ignored, or postponed until the game continues."""
        match heard:
            case CardSeen():
                self._meanwhile[heard.reader] = heard
            case ButtonPressed():
                self._for_the_table(heard)
        return not isinstance(heard, DeviceState | DeviceTrouble)

    def _go_on(self) -> None:
        """Take the events of the stoppage, as the board shows them now."""
        self.stoppage, self._unsaid = None, []
        self._zero = self._clock.now() - self._last_t
        meanwhile, self._meanwhile = self._meanwhile, {}
        self._catch_up()
        for seen in meanwhile.values():
            self._on_hardware(seen)
        self._said(None, self._referee.advance(self._t()))
        self._show_anew()

    def _catch_up(self) -> None:
        """Take the changes while the sensors were away."""
        if self.stoppage is not None:
            return
        for channel, on in enumerate(self._devices.sensors.snapshot()):
            if on != self._levels[channel]:
                self._levels[channel] = on
                self._hear(Edge(self._t(), self._map.holes[channel], on))

    def _for_the_table(self, pressed: ButtonPressed) -> bool:
        """Whether a press is for the menu and not for the referee; if so, carry it out."""
        asked = self._menu.asking
        wish = self._menu.press(pressed.name, pressed.place, self._clock.now())
        if wish is Wish.OTHERS:
            if pressed.name == "ok":
                self.troubles.seen()
            return False
        self._wake("menu", self._menu.deadline, self._unanswered)
        if wish is Wish.SHUFFLED:
            self.reshuffle()
        elif wish is Wish.ANOTHER_GAME and self.troubles.waiting is not None:
            self._announcer.note(f"Not now: {self.troubles.waiting}.", self._t())
        elif wish is Wish.ANOTHER_GAME:
            # Not inside the buttons' own call: this game closes them.
            self._wake("another", self._clock.now(), lambda: self._another(pressed.place))
        elif asked is not None and self._menu.asking is None:
            self._announcer.note("The game goes on.", self._t())
        self._show_anew()
        return True

    def _unanswered(self) -> None:
        if self._menu.advance(self._clock.now()):
            self._show_anew()

    def _hear(self, event: Event, keep: bool = True, order: Json | None = None) -> None:
        """Give one event to the referee, and announce its verdicts."""
        kept = keep and (self.header.edges or not isinstance(event, Edge))
        line = to_line(event, self.table.board) if kept else None
        self._said(line, self._referee.feed(event), order)

    def _said(
        self, line: Mapping[str, object] | None, verdicts: list[Verdict], order: Json | None = None
    ) -> None:
        """Announce verdicts, and set the timer for the next deadline."""
        decided = next((v for v in verdicts if isinstance(v, Decision)), None)
        if order is not None:
            said = "" if decided is None else self.speaker.say(decided, self.log.position).text
            order = taken(order, self._t(), said)
        self._announcer.said(line, verdicts, order)
        if decided is not None and reopened(decided, self.stoppage):
            self._go_on()
        due = self._referee.deadline
        at = None if due is None or self.stoppage is not None else due + self._zero
        self._wake("referee", at, lambda: self._on_deadline(due or 0.0))

    def _on_deadline(self, due: float) -> None:
        """Advance the referee to its deadline; an event of the same instant comes after it, to the
        microsecond."""
        self._last_t = max(self._t(), due, ceil(due * 1e6) / 1e6)
        self._said(None, self._referee.advance(self._last_t))

    def _show(self) -> bool:
        asks = self._menu.lights(self.table.board)
        trouble, instead = bool(self.troubles), None
        if self.stoppage is not None:
            over = () if self.log.over is None else self.log.over
            instead = standing(self.table.board, over if self.stoppage.why is StopReason.ENDED else None)
        return self._showing.show(
            self._referee, holds=self._keeper.holds, trouble=trouble, asks=asks, instead=instead
        )

    def _show_anew(self) -> None:
        self._announcer.show()
        self._announcer.tell_change()

    def _wake(self, what: str, at: float | None, then: Callable[[], None]) -> None:
        """Call `then` at clock time `at`, or never (None); one timer for each `what`."""
        before = self._deadlines.pop(what, None)
        if before is not None:
            before.cancel()
        if at is not None and not self._closed:
            self._deadlines[what] = self._clock.call_at(at, then)

    def _keep_resumed(self) -> None:
        holes = sorted(self._map.occupied(tuple(self._levels)))
        occupied = [self.table.board.name(hole) for hole in holes]
        data = {"t": self._t(), "program": VERSION, "at": self._wall(), "occupied": occupied}
        self._keeper.keep([(Kind.RESUMED, data)])

    def _heard_t(self, heard: HardwareEvent) -> float:
        """The game's time of what a device says; edges that arrive late keep their distances."""
        if isinstance(heard, SensorEdge) and self.stoppage is None:
            self._last_t = self._late.time(round(heard.t - self._zero, 6), self._last_t)
        return self._t(heard.t)

    def _t(self, now: float | None = None) -> float:
        """The game's time at clock time `now`: to the microsecond, never running backwards."""
        if self.stoppage is not None:
            return self._last_t
        t = round((self._clock.now() if now is None else now) - self._zero, 6)
        self._last_t = max(t, self._last_t)
        return self._last_t


def trouble_text(trouble: DeviceTrouble) -> str:
    """The sentence for a device's trouble; if changes were missed, what they mean for the open turn."""
    if not trouble.missed:
        return f"{trouble.text}."
    return f"{trouble.text}. This turn may be judged wrongly: compare the marbles with the page."


def taken(order: Json, t: float, said: str) -> Json:
    """The record of an accepted order."""
    return {**order, "t": t, "taken": True, "said": said}


def _seat(letter: str) -> Seat:
    return ord(letter) - ord("A")
