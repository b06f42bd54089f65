"""A card reader of the simulated table: it repeats its tag while the card is on it, as an RDM6300 does."""

from __future__ import annotations

from hardware.cards.presence import REMOVED_AFTER, Presence
from hardware.clock import Clock, Handle
from hardware.outlet import Outlet
from hardware.ports import CardSeen, Sink

REPEAT = 0.050
"""Seconds between two reads of a card that lies on an RDM6300."""


class TwinCardReader:
    """A CardReader on which simulated hands lay cards; tags are card texts such as "7H" or "7H#2"."""

    def __init__(
        self, name: str, clock: Clock, *, repeat: float = REPEAT, removed_after: float = REMOVED_AFTER
    ) -> None:
        """`name`: a seat's letter or "table"; times in seconds."""
        self.name, self._clock, self._repeat = name, clock, repeat
        self._presence = Presence(removed_after)
        self._laid: str | None = None
        self._corrupt = 0
        self._outlet = Outlet(f"reader {name}", clock)
        self._next_read: Handle | None = None
        self._watch: Handle | None = None

    @property
    def laid(self) -> str | None:
        """The card on the reader, whether or not it has been reported; None if there is none."""
        return self._laid

    def start(self, sink: Sink) -> None:
        """Begin to report; a card that is already on the reader is reported too."""
        self._outlet.start(sink)
        self._poll()

    def close(self) -> None:
        """Stop: no events follow."""
        self._outlet.close()

    def lay(self, tag: str) -> None:
        """Lay a card on the reader, over any card already there."""
        self._laid = tag
        self._poll()

    def take_off(self) -> None:
        """Take the card away; the reader falls silent, which is how the removal is noticed."""
        self._laid = None

    def corrupt(self, reads: int = 1) -> None:
        """Garble the next `reads` reads."""
        self._corrupt += reads

    def unplug(self, text: str | None = None) -> None:
        """Pull the reader's cable; DeviceState reports it once."""
        self._outlet.lose(text or f"reader {self.name} does not answer; check its cable")

    def replug(self, text: str | None = None) -> None:
        """Plug the cable in again: an unchanged card is not reported again, another card or a removal is."""
        if self._outlet.find(text or f"reader {self.name} answers again"):
            self._presence.resume(self._clock.now())
            self._poll()
            self._keep_watch()

    @property
    def _works(self) -> bool:
        return self._outlet.open and not self._outlet.lost

    def _poll(self) -> None:
        """Read at once, and again at every repeat as long as a card is on the reader."""
        if self._next_read is None and self._laid is not None and self._works:
            self._next_read = self._clock.call_at(self._clock.now(), self._read)

    def _read(self) -> None:
        self._next_read = None
        if self._laid is None or not self._works:
            return
        now = self._clock.now()
        self._next_read = self._clock.call_at(now + self._repeat, self._read)
        if self._corrupt:
            self._corrupt -= 1
            self._presence.corrupt(now)
        elif (tag := self._presence.read(now, self._laid)) is not None:
            self._outlet.tell(CardSeen(now, tag, self.name))
            self._keep_watch()

    def _keep_watch(self) -> None:
        """Schedule one check for a removal.

        If the card was read meanwhile, the check schedules the next one.
        """
        deadline = self._presence.deadline
        if self._watch is None and deadline is not None:
            self._watch = self._clock.call_at(deadline, self._look)

    def _look(self) -> None:
        self._watch = None
        if not self._works:
            return
        now = self._clock.now()
        if self._presence.advance(now):
            self._outlet.tell(CardSeen(now, None, self.name))
        self._keep_watch()
