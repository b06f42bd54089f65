"""From what devices say to what the referee hears: channels to holes, tags to cards, readers to seats.

Devices know numbers and names, the referee knows holes, cards and seats; this is where they meet, and the
only place that knows both. A simulated board has one channel a hole, numbered as the engine numbers its
holes, and tags that are the cards' own texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.cards import Card
from engine.errors import NotationError
from engine.geometry import Hole
from hardware.ports import ButtonPressed, CardSeen, DeviceState, HardwareEvent, SensorEdge
from journal.games.places import seat_at
from referee.events import Button, CardRead, Device, Edge, Event


@dataclass(frozen=True, slots=True)
class DeviceMap:
    """How one board is wired: `holes[channel]` is the channel's hole, `tags` what each tag is.

    A tag that is not in `tags` is taken as a card's own text. The LED of a hole has the hole's number.
    """

    holes: tuple[Hole, ...]
    tags: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def straight(cls, holes: int) -> DeviceMap:
        """Channel k is hole k, and tags are cards' texts."""
        return cls(tuple(range(holes)))

    def occupied(self, levels: tuple[bool, ...]) -> frozenset[Hole]:
        """The holes with a marble, from a snapshot of the sensors."""
        return frozenset(hole for hole, on in zip(self.holes, levels, strict=True) if on)

    def card(self, tag: str) -> Card | None:
        """The card that a tag is; None for a tag of no card."""
        try:
            return Card.parse(self.tags.get(tag, tag))
        except NotationError:
            return None

    def event(self, heard: HardwareEvent, t: float) -> Event:
        """The referee's event for what a device said, at the game's time `t`."""
        match heard:
            case SensorEdge():
                return Edge(t, self.holes[heard.channel], heard.on)
            case CardSeen():
                card = None if heard.tag is None else self.card(heard.tag)
                return CardRead(t, card, seat_at(heard.reader), heard.tag if card is None else None)
            case ButtonPressed():
                return Button(t, heard.name, seat_at(heard.place))
            case DeviceState():
                return Device(t, heard.device, heard.ok)
