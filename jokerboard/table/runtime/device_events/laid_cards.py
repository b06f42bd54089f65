"""The cards on each reader: repeats are no news, and a flood of unknown tags is one fault.

A card that lay on its reader before a restart and is still there was heard already. A phone on a reader
shows a new number at every look; after a few of them the reader itself is reported as faulty.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.cards import Card
from hardware.ports import CardSeen, DeviceTrouble
from jokerboard.journal.games.places import SHOE
from jokerboard.table.english import words

UNKNOWN_AT_MOST, UNKNOWN_WITHIN = 3, 10.0
"""Unknown tags of one reader that are passed on, in so many seconds."""


class LaidCards:
    """The readers of one table."""

    def __init__(self, lying: Mapping[str, str]) -> None:
        """`lying`: by reader, the card that lay there when the program stopped."""
        self._lying = dict(lying)
        self._unknown: dict[str, list[float]] = {}
        self._flooded: set[str] = set()

    def heard(self, seen: CardSeen, card: Card | None) -> CardSeen | DeviceTrouble | None:
        """The news in `seen`, whose tag is `card`; None if there is none."""
        if seen.tag is not None and card is None:
            return self._unknown_tag(seen)
        self._unknown.pop(seen.reader, None)
        if seen.tag is not None:
            self._flooded.discard(seen.reader)
        if seen.reader == SHOE:
            return None  # Dealt, not played: nothing is known of whose hand it went to.
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
