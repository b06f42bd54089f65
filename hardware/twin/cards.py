"""A card reader of the simulated table: repeats its tag while the card lies, as an RDM6300 does."""

from __future__ import annotations

from hardware.clock import Clock, Handle
from hardware.errors import DeviceClosed
from hardware.ports import CardSeen, DeviceState, Sink
from hardware.presence import REMOVED_AFTER, Presence

REPEAT = 0.050
"""Seconds between two reads of a card that lies on an RDM6300."""


class TwinCardReader:
    """A CardReader on which simulated hands lay cards; tags are card texts such as "7H" or "7H#2"."""

    def __init__(
        self, name: str, clock: Clock, *, repeat: float = REPEAT, removed_after: float = REMOVED_AFTER
    ) -> None:
        """`name`: a seat's letter or "table"; times in seconds."""
        self._name, self._clock, self._repeat = name, clock, repeat
        self._presence = Presence(removed_after)
        self._laid: str | None = None
        self._corrupt = 0
        self._sink: Sink | None = None
        self._lost = self._closed = False
        self._next_read: Handle | None = None
        self._watch: Handle | None = None

    @property
    def name(self) -> str:
        """A seat's letter or "table"."""
        return self._name

    @property
    def laid(self) -> str | None:
        """What lies on the reader, seen or not."""
        return self._laid

    def start(self, sink: Sink) -> None:
        """Begin to report, a card that lies there already included."""
        if self._closed or self._sink is not None:
            state = "closed" if self._closed else "started already"
            raise DeviceClosed(f"reader {self._name} is {state}")
        self._sink = sink
        self._poll()

    def close(self) -> None:
        """No more events."""
        self._closed, self._sink = True, None
        for handle in (self._next_read, self._watch):
            if handle is not None:
                handle.cancel()
        self._next_read = self._watch = None

    def lay(self, tag: str) -> None:
        """Lay a card on the reader, over any that lies there."""
        self._laid = tag
        self._poll()

    def take_off(self) -> None:
        """Take the card away; the reader just falls silent, the removal is found by that."""
        self._laid = None

    def corrupt(self, reads: int = 1) -> None:
        """The next `reads` reads come garbled."""
        self._corrupt += reads

    def unplug(self, text: str | None = None) -> None:
        """Pull the reader's cable; said once as DeviceState."""
        if not self._lost:
            self._lost = True
            self._say_state(False, text or f"reader {self._name} does not answer; check its cable")

    def replug(self, text: str | None = None) -> None:
        """Plug it in again: the same card still there is no news, another or none is."""
        if self._lost:
            self._lost = False
            self._presence.resume(self._clock.now())
            self._say_state(True, text or f"reader {self._name} answers again")
            self._poll()
            self._keep_watch()

    def _poll(self) -> None:
        """Read at once, and then at every repeat, as long as a card lies there."""
        if self._next_read is None and self._laid is not None and not (self._lost or self._sink is None):
            self._next_read = self._clock.call_at(self._clock.now(), self._read)

    def _read(self) -> None:
        self._next_read = None
        if self._laid is None or self._lost or self._sink is None:
            return
        now = self._clock.now()
        self._next_read = self._clock.call_at(now + self._repeat, self._read)
        if self._corrupt:
            self._corrupt -= 1
            self._presence.corrupt(now)
        elif (tag := self._presence.read(now, self._laid)) is not None:
            self._sink(CardSeen(now, tag, self._name))
            self._keep_watch()

    def _keep_watch(self) -> None:
        """One call is enough: when it comes and the card was read since, it asks for the next."""
        deadline = self._presence.deadline
        if self._watch is None and deadline is not None and not self._lost:
            self._watch = self._clock.call_at(deadline, self._look)

    def _look(self) -> None:
        self._watch = None
        if self._lost or self._sink is None:
            return
        now = self._clock.now()
        if self._presence.advance(now):
            self._sink(CardSeen(now, None, self._name))
        self._keep_watch()

    def _say_state(self, ok: bool, text: str) -> None:
        def say() -> None:
            if self._sink is not None:
                self._sink(DeviceState(self._clock.now(), f"reader {self._name}", ok, text))

        self._clock.call_at(self._clock.now(), say)
