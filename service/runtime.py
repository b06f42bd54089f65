"""One game on one board: what devices say becomes verdicts, records, lights and sentences.

    hardware event -> wiring -> referee -> verdicts -> journal -> announced: listeners, lights

A play, discard, takeback, decision or win is announced only when it is on the disk; the turn after it waits
with it. What only mirrors the board (illegal, put-back, fault, a question) is announced at once and kept
behind its back, and so are its lights: `_MIRROR`. The referee is told the time with every event, and woken
for its deadlines by the clock; its time is in seconds since the game began, and goes on after a restart
where the journal ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from engine.geometry import Hole, Seat
from engine.position import Position
from hardware.clock import Clock, Handle
from hardware.ports import (
    ButtonPressed,
    Buttons,
    CardReader,
    CardSeen,
    DeviceState,
    HardwareEvent,
    LightStrip,
    SensorBank,
    SensorEdge,
)
from referee.events import CardRead, DecisionName, Edge, Event, Reshuffled, Ruling
from referee.lights import Light
from referee.machine import Referee
from referee.settings import Settings
from referee.verdicts import (
    Decision,
    Discard,
    Move,
    Over,
    Owed,
    Takeback,
    Turn,
    Verdict,
    to_json,
)
from service.event_lines import to_line
from service.game_log import GameLog
from service.light_show import LightShow
from service.past import Past
from service.sentences import Said, Speaker
from service.version import VERSION
from service.wiring import SHOE, Wiring
from service.writer import Writer
from tournament.records import Entry, Kind

_BINDING = (Move, Discard, Takeback, Decision, Over)
_MIRROR = ("illegal", "put-back", "fault", "choose")
"""Roles of lights that mirror the board and never wait for the disk."""

SLOW_AFTER = 0.5
"""Seconds after which a play that waits for the disk is said to wait."""

DISK, SLOW = "disk", "slow disk"
"""Troubles by name: the disk refuses, the disk takes long."""

_LASTING = (DISK, SLOW)
"""Troubles that end when they end; all others when somebody presses ok."""


@dataclass(frozen=True, slots=True)
class Ports:
    """The devices of one board."""

    sensors: SensorBank
    strip: LightStrip
    readers: tuple[CardReader, ...] = ()
    buttons: Buttons | None = None

    def close(self) -> None:
        """Release them all."""
        for device in (self.sensors, *self.readers, self.buttons, self.strip):
            if device is not None:
                device.close()


@dataclass(frozen=True, slots=True)
class Announced:
    """What everybody at the table is told, in the order it is told."""

    verdict: Verdict
    said: Said


@dataclass(frozen=True, slots=True)
class Shown:
    """What the table shows of the referee besides its verdicts, as of the last announcement."""

    marbles: Mapping[Hole, Seat]
    owing: tuple[Owed, ...]
    card: str | None
    lights: Mapping[Hole, Light]


Listener: TypeAlias = Callable[[Announced], None]
Changed: TypeAlias = Callable[[], None]


class TableService:
    """Runs one game from its header, or on from its past, until `close`."""

    def __init__(
        self,
        past: Past,
        *,
        clock: Clock,
        ports: Ports,
        wiring: Wiring,
        writer: Writer,
        wall: Callable[[], str],
        troubles: dict[str, str] | None = None,
    ) -> None:
        """`past` of a new game has no verdicts; `wall` tells the wall clock's time for people.

        `troubles`: what is wrong with the table's machine, by name; it is changed here when that ends.

        A new game's header is to be in the journal already, or on its way there.
        """
        self.past = past
        self.header = past.header
        self.table = past.header.table()
        self._clock, self._ports, self._wiring, self._writer = clock, ports, wiring, writer
        self._wall = wall
        board = self.table.board
        self.speaker = Speaker(board, {_seat(at): name for at, name in past.header.names.items()})
        begun_in = Position.parse(past.header.position, self.table.rules.marbles_per_player)
        self.first = begun_in.turn
        self.log = GameLog(begun_in, self.speaker)
        for verdict in past.verdicts:
            self.log.take(verdict)
        self._zero = clock.now() - past.t
        self._last_t = past.t
        self._levels = list(ports.sensors.snapshot())
        self._referee = Referee(
            self.table,
            begun_in,
            mode=past.header.mode,
            cards=past.header.cards,
            settings=Settings.from_json(past.header.settings),
            occupied=wiring.occupied(tuple(self._levels)),
            t=past.t,
            history=past.verdicts,
        )
        self._lights = LightShow(clock, ports.strip, self._on_hardware)
        self._lying = dict(past.lying)
        self._held = 0
        self._slow: Handle | None = None
        self.troubles = {} if troubles is None else troubles
        self._deadline: Handle | None = None
        self._listeners: list[Listener] = []
        self._changed: list[Changed] = []
        self._closed = False
        self.shown = Shown({}, (), None, {})

    def start(self) -> None:
        """Begin to listen: say how things stand, then hear the devices."""
        self._publish()
        if self.past.verdicts or self.past.t > 0:
            self._keep_resumed()
        self._said(None, self._referee.advance(self._last_t))
        for read in self.past.cards:
            self._hear(CardRead(self._t(), read.card, read.at), keep=False)
        self._ports.sensors.start(self._on_hardware)
        for reader in self._ports.readers:
            reader.start(self._on_hardware)
        if self._ports.buttons is not None:
            self._ports.buttons.start(self._on_hardware)

    def listen(self, listener: Listener) -> None:
        """Call `listener` with everything that is announced from now on."""
        self._listeners.append(listener)

    def on_change(self, changed: Changed) -> None:
        """Call `changed` whenever anything that the table shows may have changed."""
        self._changed.append(changed)

    @property
    def t(self) -> float:
        """Seconds since the game began."""
        return self._t()

    def rule(
        self, decision: DecisionName, by: str, n: int | None, position: Position | None, why: str = ""
    ) -> None:
        """A human referee decides; `why` is kept with the decision."""
        self._hear(Ruling(self._t(), decision, by, n, position, why))

    def reshuffle(self) -> None:
        """The discards became the draw pile: whoever shuffles says so."""
        self._hear(Reshuffled(self._t()))
        self.log.note("The cards were shuffled.", self._t())
        self._tell_change()

    def trouble(self, what: str, text: str | None) -> None:
        """Something of the machine is in trouble, as the sentence says, or is no longer (None)."""
        if text is not None:
            self.troubles[what] = text
        elif self.troubles.pop(what, None) is None:
            return
        if not self._closed:
            self._publish()
            self._tell_change()

    def name(self, names: Mapping[str, str]) -> None:
        """Who sits where, from now on; letters to names."""
        self.speaker.names = {_seat(at): name for at, name in names.items() if name}
        data = {"t": self._t(), "names": dict(names)}
        self._writer.put([Entry(self.past.number, Kind.NAMES, data)], self._tell_change)

    def abandon(self) -> None:
        """End the game without a winner, and close."""
        data = {"t": self._t(), "at": self._wall()}
        self._writer.put([Entry(self.past.number, Kind.ABANDONED, data)])
        self.close()

    def close(self) -> None:
        """Hear nothing more; release the devices. What was said is kept."""
        if self._closed:
            return
        self._closed = True
        for handle in (self._deadline, self._slow):
            if handle is not None:
                handle.cancel()
        self._lights.close()
        self._ports.close()

    def _on_hardware(self, heard: HardwareEvent) -> None:
        if self._closed:
            return
        match heard:
            case CardSeen(reader=place, tag=tag) if place == SHOE:
                # Dealt, not played: all there is to say is that it is no card of these decks.
                if tag is None or self._wiring.card(tag) is not None:
                    return
            case CardSeen():
                if not self._is_news(heard):
                    return
            case SensorEdge():
                self._levels[heard.channel] = heard.on
            case ButtonPressed(name="ok"):
                for what in [what for what in self.troubles if what not in _LASTING]:
                    self.trouble(what, None)
        self._hear(self._wiring.event(heard, self._t(heard.t)))
        if isinstance(heard, DeviceState) and heard.device == "sensors" and heard.ok:
            self._catch_up()
            # What took the sensors away may have been the supply, and the LEDs hang on it too.
            self._lights.again()

    def _is_news(self, seen: CardSeen) -> bool:
        """A card that lay there before a restart, and lies there still, was heard already."""
        if seen.tag is None:
            return self._lying.pop(seen.reader, None) is not None
        card = self._wiring.card(seen.tag)
        text = seen.tag if card is None else str(card)
        if self._lying.get(seen.reader) == text:
            return False
        self._lying[seen.reader] = text
        return True

    def _catch_up(self) -> None:
        """The sensors were away: what changed in the meantime is heard now."""
        for channel, on in enumerate(self._ports.sensors.snapshot()):
            if on != self._levels[channel]:
                self._levels[channel] = on
                self._hear(Edge(self._t(), self._wiring.holes[channel], on))

    def _hear(self, event: Event, keep: bool = True) -> None:
        """One event to the referee, and what it says to everybody."""
        kept = keep and (self.header.edges or not isinstance(event, Edge))
        line = to_line(event, self.table.board) if kept else None
        self._said(line, self._referee.feed(event))

    def _on_deadline(self, due: float) -> None:
        self._deadline = None
        self._said(None, self._referee.advance(max(self._t(), due)))

    def _said(self, line: Mapping[str, object] | None, verdicts: Sequence[Verdict]) -> None:
        """Announce what may be announced at once, keep everything, announce the rest when it is kept."""
        binding = next((i for i, v in enumerate(verdicts) if isinstance(v, _BINDING)), len(verdicts))
        # A turn is told after the play it follows, which may still be on its way to the disk.
        if self._held and binding and any(isinstance(v, Turn) for v in verdicts[:binding]):
            binding = 0
        at_once, waiting = verdicts[:binding], verdicts[binding:]
        self._announce(at_once)
        if waiting:
            self._held += 1
        if at_once or not verdicts:
            self._publish()
        entries = [] if line is None else [self._entry(Kind.EVENT, line)]
        entries += [self._entry(Kind.VERDICT, to_json(v, self.table.board)) for v in verdicts]
        if waiting:
            self._writer.put(entries, lambda: self._kept(waiting))
        elif entries:
            self._writer.put(entries)
        if self._held and self._slow is None:
            self._slow = self._clock.call_at(self._clock.now() + SLOW_AFTER, self._waits)
        self._set_deadline()

    def _waits(self) -> None:
        """A play has been on its way to the disk for a while: people see that it was seen."""
        if DISK not in self.troubles:
            self.trouble(SLOW, "the disk is slow: the last play is announced as soon as it is kept")

    def _kept(self, verdicts: Sequence[Verdict]) -> None:
        self._held -= 1
        if not self._held and self._slow is not None:
            self._slow.cancel()
            self._slow = None
            self.trouble(SLOW, None)
        if not self._closed:
            self._announce(verdicts)
            self._publish()

    def _announce(self, verdicts: Sequence[Verdict]) -> None:
        for verdict in verdicts:
            announced = Announced(verdict, self.log.take(verdict))
            for listener in self._listeners:
                listener(announced)
        if verdicts:
            self._tell_change()

    def _publish(self) -> None:
        """Show what the referee has now; of a play that is not kept yet only what mirrors the board."""
        referee, lights = self._referee, dict(self._referee.lights)
        if self._held:
            mirror = {hole: light for hole, light in lights.items() if light.role in _MIRROR}
            rest = {h: light for h, light in self.shown.lights.items() if light.role not in _MIRROR}
            lights = rest | mirror
            shown = Shown(self.shown.marbles, self.shown.owing, self.shown.card, lights)
        else:
            card = None if referee.card is None else str(referee.card)
            shown = Shown(dict(referee.marbles), tuple(referee.owing), card, lights)
        if self.troubles:
            shown = replace(shown, lights={**self._corners(), **shown.lights})
        if shown != self.shown:
            self.shown = shown
            self._lights.show(shown.lights)
            self._tell_change()

    def _corners(self) -> dict[Hole, Light]:
        """How the LEDs say that the machine is in trouble: the board's corners."""
        side = self.table.board.ring // self.table.sides
        return {corner: Light("fault") for corner in range(0, self.table.board.ring, side)}

    def _tell_change(self) -> None:
        for changed in self._changed:
            changed()

    def _set_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        due = self._referee.deadline
        if due is not None and not self._closed:
            self._deadline = self._clock.call_at(due + self._zero, lambda: self._on_deadline(due))

    def _keep_resumed(self) -> None:
        holes = sorted(self._wiring.occupied(tuple(self._levels)))
        occupied = [self.table.board.name(hole) for hole in holes]
        data = {"t": self._t(), "program": VERSION, "at": self._wall(), "occupied": occupied}
        self._writer.put([self._entry(Kind.RESUMED, data)])

    def _entry(self, kind: Kind, data: Mapping[str, object]) -> Entry:
        return Entry(self.past.number, kind, data)

    def _t(self, now: float | None = None) -> float:
        """The game's time at the clock's `now`: to the microsecond, never running backwards."""
        t = round((self._clock.now() if now is None else now) - self._zero, 6)
        self._last_t = max(t, self._last_t)
        return self._last_t


def _seat(letter: str) -> Seat:
    return ord(letter) - ord("A")
