"""One link between two houses: packets, greetings, repeats, and whether the other side answers.

A link sends the whole state of its side, from `compose`: when it is woken, every few seconds, and each second
while an answer is missing. It needs no acknowledgements: a newer state replaces a lost one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hardware.clock import Clock, Handle
from jokerboard.houses.changes import Json
from jokerboard.houses.channel import Channel
from jokerboard.houses.errors import MessageError
from jokerboard.houses.transports.port import Receiver, Wire
from jokerboard.words.catalogue import words

BEAT = 5.0
"""Seconds between two messages while nothing happens."""
AGAIN = 1.0
"""Seconds after which a message is repeated if its answer is missing."""
SILENT = 12.0
"""Seconds without a message after which the other side counts as lost."""


@dataclass(frozen=True, slots=True)
class Owner:
    """The functions of one house that its link calls."""

    compose: Callable[[], Json]
    """Returns the whole state of this side as a message."""
    receive: Callable[[Json], None]
    """Takes a message of the other side; raises MessageError if the message is malformed."""
    waits: Callable[[], bool]
    """Returns whether this side still waits for an answer of the other side."""
    changed: Callable[[], None]
    """Called when the state of the link has changed."""


class Link:
    """The link of one house to another house, until `close`."""

    def __init__(self, clock: Clock, wire: Wire, channel: Channel, owner: Owner) -> None:
        self._clock, self._wire, self._channel, self._owner = clock, wire, channel, owner
        self._timer: Handle | None = None
        self._due = 0.0
        self._received: float | None = None
        self._began = clock.now()
        self._obstacle: str | None = None
        self.trouble: str | None = None
        """The reason, as a sentence, for which the other side's messages cannot be used; None if they can."""
        self._was_linked = self._closed = False

    def start(self) -> None:
        """Connect and greet the other side."""
        self._wire.start(Receiver(self._packet, self._on_obstacle))
        self.wake()

    def close(self) -> None:
        """Stop sending, and disconnect."""
        self._closed = True
        self._wire.close()
        if self._timer is not None:
            self._timer.cancel()

    def dismiss(self, last: Json) -> None:
        """Send only the message `last` from now on, and ignore incoming messages."""
        self._owner = Owner(lambda: last, lambda _: None, lambda: False, lambda: None)
        self.wake()

    def wake(self) -> None:
        """Send the state, after everything that the loop has to do now."""
        self._send_at(self._clock.now())

    @property
    def linked(self) -> bool:
        """Whether a message of the other side came within the last `SILENT` seconds."""
        return self._received is not None and self._clock.now() - self._received < SILENT

    def sentence(self) -> str | None:
        """The reason why the other side does not answer, with the time since then; None while it answers."""
        if self.trouble is not None:
            return self.trouble
        if self.linked:
            return None
        time = lasting(self._clock.now() - (self._began if self._received is None else self._received))
        if self._obstacle is not None:
            return words("link.obstacle", time=time, why=self._obstacle)
        return words("link.none") if self._received is None else words("link.lost", time=time)

    def _send_at(self, at: float) -> None:
        if self._closed or (self._timer is not None and self._due <= at):
            return
        if self._timer is not None:
            self._timer.cancel()
        self._due = at
        self._timer = self._clock.call_at(at, self._send)

    def _send(self) -> None:
        self._timer = None
        if self._closed:
            return
        self._wire.send(self._channel.seal(self._owner.compose()))
        self._send_at(self._clock.now() + (AGAIN if self._owner.waits() else BEAT))
        self._notice()

    def _notice(self) -> None:
        if self.linked != self._was_linked:
            self._was_linked = self.linked
            self._owner.changed()

    def _packet(self, packet: bytes) -> None:
        if self._closed:
            return
        try:
            received = self._channel.open(packet, self._clock.now())
            if received is None:
                return
            if received.fresh:
                self._received = self._clock.now()
                self._owner.receive(received.message)
                self._set_trouble(None)
            else:
                self.wake()
        except MessageError as error:
            self._set_trouble(f"{error}.")
        self._notice()

    def _set_trouble(self, text: str | None) -> None:
        if text != self.trouble:
            self.trouble = text
            self._owner.changed()

    def _on_obstacle(self, text: str | None) -> None:
        if self._closed:
            return
        self._obstacle = text
        if text is None:
            self.wake()
        self._owner.changed()


def lasting(seconds: float) -> str:
    """A duration in words."""
    for size, name in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= size:
            return words(f"span-{name}", n=int(seconds // size))
    return words("span-seconds", n=max(1, int(seconds)))
