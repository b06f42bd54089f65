"""Card readers on a serial port or a USB serial adapter: RDM6300, ID-12LA, barcode scanners, PN532.

The port is polled every few milliseconds and never waited for. If a port fails, it is closed, reported as
lost, and tried again under the same name until it is back: use the names of /dev/serial/by-id, which stay
with the device, not "the first ttyACM".

An RDM6300 repeats its tag while the card lies there, so silence is removal. An ID-12LA or a scanner sends a
card once and cannot notice a removal; `removed_after` is then the time after which the same card counts as
laid again. A PN532 sends nothing unless it is asked: it is a `Conversation`, and counts as present only when
it answers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from hardware.clock import Clock
from hardware.errors import DeviceLost, not_opened
from hardware.outlet import Outlet
from hardware.ports import CardSeen, DeviceTrouble, Sink
from hardware.tags import (
    QUIET,
    REMOVED_AFTER,
    Garbled,
    Presence,
    Read,
    TagParser,
    Unusable,
    WrongSetting,
)

POLL = 0.010
"""Seconds between two polls of the port."""

RETRY = 0.5
"""Seconds between two attempts to open a port that is lost."""

AT_ONCE = 256
"""The most bytes read in one poll: half a second of 9600 baud."""

UNPLUGGED = "it was unplugged; plug it in again"

USELESS = 3
"""Garbled reads in a row after which the reader reports trouble."""

REPORTED_AGAIN_AFTER = 2.0
"""Seconds without an `Unusable` read after which the next one is reported again."""


class SerialPort(Protocol):
    """The methods of pyserial's Serial that the readers use; the port is opened with timeout 0."""

    def read(self, size: int = 1, /) -> bytes:
        """The bytes that have arrived, at most `size`; raise OSError if the port is gone."""
        ...

    def close(self) -> None:
        """Release the port."""
        ...


def open_serial(path: str, baud: int = 9600) -> TwoWayPort:
    """Open the serial port at `path`, 8N1, for this program alone; raise DeviceMissing with the remedy."""
    import serial

    try:
        # With timeout 0 a read never waits; exclusive keeps a second program from taking half of the bytes.
        return serial.Serial(path, baud, timeout=0, exclusive=True)
    except OSError as error:
        absent = "plug the reader in, or look for its name in /dev/serial/by-id"
        raise not_opened(path, error, absent=absent, group="dialout") from error


class TwoWayPort(SerialPort, Protocol):
    """A serial port that can be read and written."""

    def write(self, data: bytes, /) -> int | None:
        """Send `data`; raise OSError if the port is gone."""
        ...


@runtime_checkable
class Conversation(TagParser, Protocol):
    """The protocol of a reader that sends a card only when asked."""

    @property
    def ready(self) -> bool:
        """Whether the reader answers, so that a card missing from its answers is really gone."""
        ...

    def to_send(self, now: float) -> bytes:
        """The bytes to send to the reader at `now`; empty if none are due.

        Raise OSError if the reader does not answer although its port is open.
        """
        ...


class SerialCardReader:
    """A CardReader over any port that `open_port` opens and any parser of its bytes."""

    def __init__(
        self,
        name: str,
        clock: Clock,
        open_port: Callable[[], SerialPort],
        parser: TagParser,
        *,
        removed_after: float = REMOVED_AFTER,
        confirm: int = 1,
        notices_removal: bool = True,
    ) -> None:
        """`name`: a seat's letter, "table" or "shoe"; `removed_after` in seconds; `confirm`: see Presence.

        `notices_removal`: whether the reader repeats a card, so that its silence is a removal. If it sends a
        card once, a removal is reported only when the same card is laid again, which proves it.
        """
        self._notices_removal = notices_removal
        self.name, self._clock = name, clock
        self._open_port, self._parser = open_port, parser
        # Determined once: isinstance with a Protocol takes longer than the rest of a poll.
        self._asked = parser if isinstance(parser, Conversation) else None
        self._presence = Presence(removed_after, confirm=confirm)
        self._byte_at = float("-inf")
        self._useless = 0
        self._unusable_at = float("-inf")
        self._misset = False  # Whether a wrong setting was reported since the last card that was read.
        self._outlet = Outlet(f"reader {name}", clock)
        self._port: SerialPort | None = None
        self.garbled = 0
        """The number of garbled reads, and of reads that show a wrong setting, since the start."""

    def start(self, sink: Sink) -> None:
        """Open the port soon and begin to report; a missing port is reported as lost."""
        self._outlet.start(sink)
        self._outlet.look_at(self._clock.now(), self._work)

    def close(self) -> None:
        """Close the port; no events follow."""
        self._outlet.close()
        self._shut()

    def _work(self) -> None:
        """Poll the port, opening it first if needed, and schedule the next poll."""
        now = self._clock.now()
        try:
            if self._port is None:
                self._port = self._open_port()
                # Otherwise the parser would continue a frame that was cut off when the port was lost.
                self._parser.reset()
            self._converse(now, self._port)
        except OSError as error:
            self._shut()
            self._outlet.lose(f"reader {self.name}: {error}")
        self._outlet.look_at(now + (RETRY if self._port is None else POLL), self._work)

    def _converse(self, now: float, port: SerialPort) -> None:
        """Read the port, and ask a reader that sends only when asked.

        A reader that sends by itself counts as found as soon as its port is open. While a reader
        that must be asked does not answer, nothing shows that the card is gone.
        """
        asked = self._asked
        if asked is None:
            self._found(now)
        data = self._read(port)
        if asked is not None and not asked.ready:
            self._presence.resume(now)
        self._take(now, data)
        if asked is None:
            return
        if asked.ready:
            self._found(now)
        if to_send := asked.to_send(now):
            try:
                port.write(to_send)  # type: ignore[attr-defined]
            except OSError as error:
                raise DeviceLost(UNPLUGGED) from error

    def _found(self, now: float) -> None:
        if self._outlet.find(f"reader {self.name} answers again"):
            self._presence.resume(now)

    def _read(self, port: SerialPort) -> bytes:
        try:
            return port.read(AT_ONCE)
        except OSError as error:
            raise DeviceLost(UNPLUGGED) from error

    def _take(self, now: float, data: bytes) -> None:
        """Handle the reads in `data`, then look for a removal: a card that was just read is still there."""
        for read in self._reads(now, data):
            match read:
                case Garbled(why):
                    self.garbled += 1
                    self._presence.corrupt(now)
                    self._useless += 1
                    # `==`, not `>=`: a long row of garbled reads is reported only once.
                    if self._useless == USELESS:
                        self._report(now, f"sends unusable reads ({why}): see `jokerboard doctor --cards`")
                case Unusable(what):
                    if now > self._unusable_at + REPORTED_AGAIN_AFTER:
                        self._report(now, f"has {what} on it")
                    self._unusable_at = now
                case WrongSetting(what):
                    self.garbled += 1
                    self._presence.corrupt(now)
                    if not self._misset:
                        self._report(now, what)
                    self._misset = True
                case str(tag):
                    self._useless, self._misset = 0, False
                    self._seen(now, tag)
        if self._notices_removal and self._presence.advance(now):
            self._outlet.deliver(CardSeen(now, None, self.name))

    def _seen(self, now: float, tag: str) -> None:
        # Some readers send each card only once and report no removal. If such a reader sends the same card
        # again after a while, the card was removed in between.
        again = not self._notices_removal and tag == self._presence.tag
        if again and self._presence.advance(now):
            self._outlet.deliver(CardSeen(now, None, self.name))
        if self._presence.read(now, tag) is not None:
            self._outlet.deliver(CardSeen(now, tag, self.name))

    def _reads(self, now: float, data: bytes) -> tuple[Read, ...]:
        if data:
            self._byte_at = now
            return self._parser.feed(data)
        if now < self._byte_at + QUIET:
            return ()
        self._byte_at = float("inf")  # The silence is reported once, until the next byte.
        return self._parser.silence()

    def _report(self, now: float, text: str) -> None:
        self._outlet.deliver(DeviceTrouble(now, f"reader {self.name}", f"Reader {self.name} {text}"))

    def _shut(self) -> None:
        port, self._port = self._port, None
        if port is not None:
            port.close()
