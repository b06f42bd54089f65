"""Events of one board's devices: what they mean, and who gets them, the referee or the table itself.

Devices know numbers and names; the referee knows holes, cards and seats. Only the device map stands between
the two: channels to holes, tags to cards, readers to seats. A simulated board has one channel per hole, in
the engine's order, and its tags are the cards' own texts.

While the game is stopped, nothing is judged: cards are kept until it continues, buttons go to the menu, and
the marbles are compared when it continues.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from engine.cards import Card
from engine.errors import NotationError
from engine.geometry import Hole
from engine.referee.events import Button, CardRead, Device, Edge, Event
from hardware.ports import (
    ButtonPressed,
    Buttons,
    CardReader,
    CardSeen,
    DeviceState,
    DeviceTrouble,
    HardwareEvent,
    LightStrip,
    SensorBank,
    SensorEdge,
    Sounder,
)
from hardware.tags import known_tag
from jokerboard.journal.games.game_lines import SHOE, seat_at
from jokerboard.players.game_ports import Assistant
from jokerboard.table.runtime.game_clock import EventOrder, GameClock
from jokerboard.words.catalogue import words


@dataclass(frozen=True, slots=True)
class DeviceMap:
    """The wires of one board: `holes[channel]` is the channel's hole, `tags` maps tags to cards.

    A tag that is not in `tags` counts as a card's own text. The LED of a hole has the hole's number.
    """

    holes: tuple[Hole, ...]
    tags: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def straight(cls, holes: int) -> DeviceMap:
        """A map in which channel k is hole k, and tags are cards' texts."""
        return cls(tuple(range(holes)))

    def occupied(self, levels: tuple[bool, ...]) -> frozenset[Hole]:
        """The holes with a marble, from a snapshot of the sensors."""
        return frozenset(hole for hole, on in zip(self.holes, levels, strict=True) if on)

    def card(self, tag: str) -> Card | None:
        """The card of a tag, also if another kind of reader writes it differently; None if it is unknown."""
        # With Caps Lock on, a scanner swaps upper and lower case.
        for text in (tag, tag.upper(), tag.lower()):
            with suppress(NotationError):
                return Card.parse(self.tags.get(text, text))
        taught = known_tag(tag, self.tags)
        return None if taught is None else Card.parse(self.tags[taught])

    def event(self, event: HardwareEvent, t: float) -> Event:
        """The referee's event for a device event, at the game's time `t`."""
        match event:
            case SensorEdge():
                return Edge(t, self.holes[event.channel], event.on)
            case CardSeen():
                card = None if event.tag is None else self.card(event.tag)
                return CardRead(t, card, seat_at(event.reader), event.tag if card is None else None)
            case ButtonPressed():
                return Button(t, event.name, seat_at(event.place))
            case DeviceState():
                return Device(t, event.device, event.ok)
            case DeviceTrouble():
                raise ValueError(f"{event} is not an event for the referee")


UNKNOWN_AT_MOST, UNKNOWN_WITHIN = 3, 10.0
"""A reader counts as faulty after more than this many unknown tags within this many seconds."""


class LaidCards:
    """Remembers the card on each reader: drops repeated reads, and reports a flood of unknown tags once.

    A card that lay on its reader before a restart and is still there was reported already. A phone on a
    reader shows a new number at every read; after a few of them the reader itself is reported as faulty.
    """

    def __init__(self, lying: Mapping[str, str]) -> None:
        """`lying`: the card on each reader when the program stopped."""
        self._lying = dict(lying)
        self._unknown: dict[str, list[float]] = {}
        self._flooded: set[str] = set()

    def news(self, seen: CardSeen, card: Card | None) -> CardSeen | DeviceTrouble | None:
        """The event to pass on for `seen`, whose tag is `card` (None: unknown or none); None if not new."""
        if seen.tag is not None and card is None:
            return self._unknown_tag(seen)
        self._unknown.pop(seen.reader, None)
        if seen.tag is not None:
            self._flooded.discard(seen.reader)
        if seen.reader == SHOE:
            return None  # A card that the shoe's reader sees is being dealt, not played.
        if seen.tag is None:
            return None if self._lying.pop(seen.reader, None) is None else seen
        return self._new(seen, str(card))

    def _unknown_tag(self, seen: CardSeen) -> CardSeen | DeviceTrouble | None:
        assert seen.tag is not None
        times = self._unknown.setdefault(seen.reader, [])
        while times and times[0] <= seen.t - UNKNOWN_WITHIN:
            times.pop(0)
        times.append(seen.t)
        if len(times) <= UNKNOWN_AT_MOST:
            self._flooded.discard(seen.reader)
            return seen if seen.reader == SHOE else self._new(seen, seen.tag)
        del times[0]
        if seen.reader in self._flooded:
            return None
        self._flooded.add(seen.reader)
        device = words("device.reader", reader=seen.reader)
        return DeviceTrouble(seen.t, device, words("device.unknown-tags", reader=seen.reader))

    def _new(self, seen: CardSeen, text: str) -> CardSeen | None:
        if self._lying.get(seen.reader) == text:
            return None
        self._lying[seen.reader] = text
        return seen


@dataclass(frozen=True, slots=True)
class BoardDevices:
    """The devices of one board."""

    sensors: SensorBank
    strip: LightStrip
    readers: tuple[CardReader, ...] = ()
    buttons: Buttons | None = None
    sounder: Sounder | None = None

    def close(self) -> None:
        """Release all devices."""
        for device in (self.sensors, *self.readers, self.buttons, self.sounder, self.strip):
            if device is not None:
                device.close()


@dataclass(frozen=True, slots=True)
class Receivers:
    """The functions to which `BoardEvents` passes the sorted events."""

    judge: Callable[[Event], None]
    """Takes an event for the referee."""
    menu: Callable[[ButtonPressed], bool]
    """Takes each button first; returns whether the table's menu used the press."""
    trouble: Callable[[DeviceTrouble], None]
    moved: Callable[[], None]
    """Called when a marble was lifted or placed, and when a device was lost or found again."""
    card_read: Callable[[], None]
    """Called when a card of the deck has been read."""
    device_back: Callable[[str], None]
    """Takes the sentence about a lost device that answers again."""
    sensors_back: Callable[[], None]
    """Called when lost sensors answer again."""


class BoardEvents:
    """Sorts the events of one game's devices; `occupied` is the present state of the sensors."""

    def __init__(
        self,
        devices: BoardDevices,
        device_map: DeviceMap,
        time: GameClock,
        order: EventOrder,
        laid: LaidCards,
        receivers: Receivers,
    ) -> None:
        self._devices, self._map, self._laid, self._to = devices, device_map, laid, receivers
        self._time, self._order = time, order
        self.assistant: Assistant | None = None
        """Takes cards on the readers first; cards that it keeps do not reach the referee."""
        self._levels = list(devices.sensors.snapshot())
        self._meanwhile: dict[str, CardSeen] = {}
        self.lost: dict[str, str] = {}
        """The devices that do not answer now, each with its reason as a sentence."""

    @property
    def occupied(self) -> frozenset[Hole]:
        """The holes in which the sensors see a marble now."""
        return self._map.occupied(tuple(self._levels))

    def start(self, sink: Callable[[HardwareEvent], None]) -> None:
        """Start every device, with `sink` as the receiver of its events."""
        self._devices.sensors.start(sink)
        for reader in self._devices.readers:
            reader.start(sink)
        if self._devices.buttons is not None:
            self._devices.buttons.start(sink)

    def take(self, event: HardwareEvent) -> None:
        """Take one event of a device."""
        if self._time.stopped and self._passes_by(event):
            return
        if isinstance(event, CardSeen):
            card = None if event.tag is None else self._map.card(event.tag)
            news = self._laid.news(event, card)
            if news is None:
                return
            event = news
            if card is not None:
                self._to.card_read()
            if (
                self.assistant is not None
                and isinstance(event, CardSeen)
                and self.assistant.takes(event, card)
            ):
                return
        if not self._is_judged(event):
            return
        if isinstance(event, SensorEdge) or (isinstance(event, DeviceState) and event.device == "sensors"):
            self._order.before(event.t)
            self._judge(event)
        else:
            self._order.at(event.t, lambda: self._judge(event))

    def go_on(self) -> None:
        """After a stoppage, pass on the changed holes and then the cards that were kept meanwhile."""
        meanwhile, self._meanwhile = self._meanwhile, {}
        self._catch_up()
        for seen in meanwhile.values():
            self.take(seen)

    def _is_judged(self, event: HardwareEvent) -> bool:
        """Handle the event's effect on the table itself; return whether the referee gets the event too."""
        match event:
            case SensorEdge():
                self._levels[event.channel] = event.on
                self._to.moved()  # The page's prompt depends on the marbles, even if nothing is announced.
            case ButtonPressed():
                return not self._to.menu(event)
            case DeviceState():
                self._found_or_lost(event)
            case DeviceTrouble():
                self._to.trouble(event)
                return False
        return True

    def _found_or_lost(self, event: DeviceState) -> None:
        if not event.ok:
            self.lost[event.device] = event.text
        elif self.lost.pop(event.device, None) is not None:
            self._to.device_back(event.text)
        self._to.moved()

    def _judge(self, event: HardwareEvent) -> None:
        at = self._time.of_edge if isinstance(event, SensorEdge) else self._time.of
        self._to.judge(self._map.event(event, at(event.t)))
        if isinstance(event, DeviceState) and event.device == "sensors" and event.ok:
            self._catch_up()
            self._to.sensors_back()

    def _passes_by(self, event: HardwareEvent) -> bool:
        """Whether a stopped game ignores the event now; the newest card of each reader is kept for later."""
        match event:
            case CardSeen():
                self._meanwhile[event.reader] = event
            case ButtonPressed():
                self._to.menu(event)
        return not isinstance(event, DeviceState | DeviceTrouble)

    def _catch_up(self) -> None:
        """Give the referee the changes of the board that no event has reported."""
        if self._time.stopped:
            return
        for channel, on in enumerate(self._devices.sensors.snapshot()):
            if on != self._levels[channel]:
                self._levels[channel] = on
                self._to.judge(Edge(self._time.now(), self._map.holes[channel], on))
