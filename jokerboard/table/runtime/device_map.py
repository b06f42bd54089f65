"""The map from devices to the referee: channels to holes, tags to cards, readers to seats.

Devices know numbers and names; the referee knows holes, cards and seats. No other module maps between the
two. A simulated board has one channel per hole, in the engine's order, and its tags are the cards' own texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from engine.cards import Card
from engine.errors import NotationError
from engine.geometry import Hole
from engine.referee.events import Button, CardRead, Device, Edge, Event
from hardware.ports import ButtonPressed, CardSeen, DeviceState, DeviceTrouble, HardwareEvent, SensorEdge
from hardware.tags import known_tag
from jokerboard.journal.games.game_lines import seat_at


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

    def event(self, heard: HardwareEvent, t: float) -> Event:
        """The referee's event for a device event, at the game's time `t`."""
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
            case DeviceTrouble():
                raise ValueError(f"{heard} is not an event for the referee")
