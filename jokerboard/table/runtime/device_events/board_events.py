"""The events of one board's devices, sorted: what the referee judges, what the table itself answers.

While the game is stopped nothing is judged. Cards are kept until it goes on, buttons answer the menu, and the
marbles are looked at afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.cards import Card
from engine.geometry import Hole
from engine.referee.events import Edge, Event
from hardware.ports import ButtonPressed, CardSeen, DeviceState, DeviceTrouble, HardwareEvent, SensorEdge
from jokerboard.table.runtime.device_events.board_devices import BoardDevices
from jokerboard.table.runtime.device_events.device_map import DeviceMap
from jokerboard.table.runtime.device_events.event_order import EventOrder
from jokerboard.table.runtime.device_events.game_clock import GameClock
from jokerboard.table.runtime.device_events.laid_cards import LaidCards


@dataclass(frozen=True, slots=True)
class Receivers:
    """Where sorted events go."""

    judge: Callable[[Event], None]
    """An event for the referee."""
    menu: Callable[[ButtonPressed], bool]
    """A button, first; whether the table's menu took it."""
    trouble: Callable[[DeviceTrouble], None]
    moved: Callable[[], None]
    """A marble has come or gone."""
    card_read: Callable[[], None]
    """A card of the deck has been read."""
    aside: Callable[[CardSeen, Card | None], bool]
    """A card on a reader, or off it; whether it is dealt to a machine or asked to be turned down again."""
    sensors_back: Callable[[], None]
    """The sensors were lost and answer again."""


class BoardEvents:
    """The devices of one game; `occupied` is what the sensors see."""

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
        self._levels = list(devices.sensors.snapshot())
        self._meanwhile: dict[str, CardSeen] = {}

    @property
    def occupied(self) -> frozenset[Hole]:
        """The holes in which the sensors see a marble now."""
        return self._map.occupied(tuple(self._levels))

    def start(self, sink: Callable[[HardwareEvent], None]) -> None:
        """Let every device report to `sink`."""
        self._devices.sensors.start(sink)
        for reader in self._devices.readers:
            reader.start(sink)
        if self._devices.buttons is not None:
            self._devices.buttons.start(sink)

    def take(self, heard: HardwareEvent) -> None:
        """Take one event of a device."""
        if self._time.stopped and self._passes_by(heard):
            return
        if isinstance(heard, CardSeen):
            card = None if heard.tag is None else self._map.card(heard.tag)
            news = self._laid.heard(heard, card)
            if news is None:
                return
            heard = news
            if card is not None:
                self._to.card_read()
            if isinstance(heard, CardSeen) and self._to.aside(heard, card):
                return
        if not self._is_judged(heard):
            return
        if isinstance(heard, SensorEdge) or (isinstance(heard, DeviceState) and heard.device == "sensors"):
            self._order.before(heard.t)
            self._judge(heard)
        else:
            self._order.at(heard.t, lambda: self._judge(heard))

    def go_on(self) -> None:
        """Take the events of the stoppage, as the board shows them now."""
        meanwhile, self._meanwhile = self._meanwhile, {}
        self._catch_up()
        for seen in meanwhile.values():
            self.take(seen)

    def _is_judged(self, heard: HardwareEvent) -> bool:
        """Whether the referee judges it; what it means to the table itself is done."""
        match heard:
            case SensorEdge():
                self._levels[heard.channel] = heard.on
                self._to.moved()  # the page prompts by what stands there, whatever is said
            case ButtonPressed():
                return not self._to.menu(heard)
            case DeviceTrouble():
                self._to.trouble(heard)
                return False
        return True

    def _judge(self, heard: HardwareEvent) -> None:
        at = self._time.of_edge if isinstance(heard, SensorEdge) else self._time.of
        self._to.judge(self._map.event(heard, at(heard.t)))
        if isinstance(heard, DeviceState) and heard.device == "sensors" and heard.ok:
            self._catch_up()
            self._to.sensors_back()

    def _passes_by(self, heard: HardwareEvent) -> bool:
        """Whether an event during a stoppage is ignored, or postponed until the game continues."""
        match heard:
            case CardSeen():
                self._meanwhile[heard.reader] = heard
            case ButtonPressed():
                self._to.menu(heard)
        return not isinstance(heard, DeviceState | DeviceTrouble)

    def _catch_up(self) -> None:
        """Take the changes that no event told."""
        if self._time.stopped:
            return
        for channel, on in enumerate(self._devices.sensors.snapshot()):
            if on != self._levels[channel]:
                self._levels[channel] = on
                self._to.judge(Edge(self._time.now(), self._map.holes[channel], on))
