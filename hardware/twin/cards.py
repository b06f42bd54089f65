"""A simulated card reader that repeats its tag while a card lies on it, as an RDM6300 does."""

from __future__ import annotations

from hardware.clock import Clock, Handle
from hardware.outlet import Outlet
from hardware.ports import CardSeen, Sink
from hardware.tags import REMOVED_AFTER, Presence

REPEAT = 0.050
"""Seconds between two reads of a card that lies on an RDM6300."""


class TwinCardReader:
    """A CardReader on which simulated hands lay cards; tags are card texts such as "7H" or "7H#2"."""

    def __init__(
        self, name: str, clock: Clock, *, repeat: float = REPEAT, removed_after: float = REMOVED_AFTER
    ) -> None:
        """`name`: a seat's letter or "table"; `repeat` and `removed_after` in seconds."""
        self.name, self._clock, self._repeat = name, clock, repeat
        self._presence = Presence(removed_after)
        self._laid: str | None = None
        self._corrupt = 0
        self._outlet = Outlet(f"reader {name}", clock)
        self._next_read: Handle | None = None
        self._watch: Handle | None = None

    @property
    def laid(self) -> str | None:
        """The tag of the card on the reader, even if it has not been reported yet; None without a card."""
        return self._laid

    def start(self, sink: Sink) -> None:
        """Deliver events to `sink` from now on, also for a card that already lies on the reader."""
        self._outlet.start(sink)
        self._poll()

    def close(self) -> None:
        """Stop delivering events."""
        self._outlet.close()

    def lay(self, tag: str) -> None:
        """Lay a card on the reader, over any card already there."""
        self._laid = tag
        self._poll()

    def take_off(self) -> None:
        """Take the card off the reader. The reader is then silent, and reports the removal after a while."""
        self._laid = None

    def corrupt(self, reads: int = 1) -> None:
        """Make the next `reads` reads corrupt."""
        self._corrupt += reads

    def unplug(self, text: str | None = None) -> None:
        """Pull the reader's cable, which is reported once by DeviceState."""
        self._outlet.lose(text or f"reader {self.name} does not answer; check its cable")

    def replug(self, text: str | None = None) -> None:
        """Plug the cable in again. A changed card or a removal is reported, an unchanged card is not."""
        if self._outlet.find(text or f"reader {self.name} answers again"):
            self._presence.resume(self._clock.now())
            self._poll()
            self._keep_watch()

    @property
    def _works(self) -> bool:
        return self._outlet.open and not self._outlet.lost

    def _poll(self) -> None:
        """Read at once, and then every `repeat` seconds while a card lies on the reader."""
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
            self._outlet.deliver(CardSeen(now, tag, self.name))
            self._keep_watch()

    def _keep_watch(self) -> None:
        """Schedule one check whether the card was removed.

        If the card has been read again by then, the check schedules the next check.
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
            self._outlet.deliver(CardSeen(now, None, self.name))
        self._keep_watch()
