"""A board on a serial line, for drivers: `BoardLink` opens the line, delivers events and sends lights.

It can be used in two ways:

    link.start(sink)            # a thread of the link calls sink(event)
    events = link.pump(0.01)    # without a thread: wait at most 0.01 s for events

Neither raises an error about the line: an unplugged board is a Trouble event, and the link opens the line
again when it can, until `close`. A driver turns Edge and Snapshot events into edges of sensors, and calls
`show(rgb)` for lights. Times in events are times of `link.clock`.
"""

from __future__ import annotations

import os
import select
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from firmware_bridge.errors import LinkError
from firmware_bridge.events import Answer, Edge, LinkEvent, Problem, Snapshot, Trouble
from firmware_bridge.facts import BoardInfo
from firmware_bridge.lightplan import Style, steady
from firmware_bridge.session import HostSession, State
from firmware_bridge.transport import Line, SerialLine

REOPEN = 0.1
"""Seconds between attempts to open a missing line."""

UNSENT = 4096
"""The most bytes that wait while the line is full.

Further bytes are dropped; the protocol sends their frames again.
"""


def _nonce() -> int:
    return int.from_bytes(os.urandom(4), "little")


class BoardLink:
    """The link to the board at the serial port `path`.

    `clock` returns seconds; `traffic`, if given, is called with "in" or "out" and the bytes of that
    direction.
    """

    def __init__(
        self,
        path: str,
        *,
        clock: Callable[[], float] = time.monotonic,
        open_line: Callable[[str], Line] = SerialLine,
        traffic: Callable[[str, bytes], None] | None = None,
    ) -> None:
        self.path = path
        self.clock = clock
        self.session = HostSession(nonce=_nonce)
        self._open_line = open_line
        self._traffic = traffic
        self._line: Line | None = None
        self.openings = 0
        """How often the line has been opened."""
        self._reopen_at = float("-inf")
        self._reported_gone = False
        self._unsent = bytearray()
        self._levels: dict[int, bool] = {}
        self._lock = threading.RLock()
        self._wake_out, self._wake_in = os.pipe()
        os.set_blocking(self._wake_in, False)
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()

    # State --------------------------------------------------------------------------------------

    @property
    def linked(self) -> bool:
        """Whether a link with the board is open."""
        return self.session.state is State.LINKED

    @property
    def deadline(self) -> float:
        """The time, by `clock`, at which `pump` must be called even if nothing arrives; infinite if never."""
        due = self._reopen_at if self._line is None else self.session.deadline()
        return float("inf") if due is None else due

    @property
    def whole_until(self) -> float:
        """The time, by `clock`, before which every edge has been delivered; minus infinity if unknown."""
        return self.session.whole_until

    def confirm(self, t: float) -> None:
        """Ask the board soon after `t` for its next edge number; the answer moves `whole_until` to `t` or
        later.
        """
        with self._lock:
            self.session.confirm(t)
        self._wake()

    @property
    def waits_to_write(self) -> bool:
        """Whether bytes wait because the line is full."""
        return bool(self._unsent)

    def fileno(self) -> int | None:
        """The file descriptor to watch for reading; None while the line is closed."""
        return None if self._line is None else self._line.fileno()

    @property
    def facts(self) -> BoardInfo | None:
        """The board's answer to INFO in this link; None until it arrives."""
        return self.session.info

    def levels(self) -> tuple[bool, ...]:
        """The level of each channel after all delivered events; empty before the first snapshot."""
        with self._lock:
            return tuple(self._levels[channel] for channel in sorted(self._levels))

    # Requests -----------------------------------------------------------------------------------

    def show(self, rgb: bytes) -> None:
        """Show steady colours: red, green and blue of each LED in chain order.

        Raise FieldError if the number of bytes is no multiple of three.
        """
        self.show_styles(steady(rgb))

    def show_styles(self, leds: tuple[Style, ...]) -> None:
        """Show a style, which the board animates, on each LED in chain order.

        Raise FieldError for more than 63 different styles, or for a style with a number out of range.
        """
        with self._lock:
            self.session.show(leds)
        self._wake()

    def request(self, op: int, args: bytes = b"") -> int:
        """Send the board a request; return a ticket, with which an Answer event will come.

        Raise QueueFullError if 256 requests wait.
        """
        with self._lock:
            ticket = self.session.request(op, args)
        self._wake()
        return ticket

    def ask(self, op: int, args: bytes = b"", timeout: float = 2.0) -> Answer:
        """Send a request and return its answer; events that come before it are dropped.

        This is for tools that call `pump` themselves.

        Raise LinkError if no answer comes within `timeout` seconds.
        """
        ticket = self.request(op, args)
        end = self.clock() + timeout
        while self.clock() < end:
            for event in self.pump(end - self.clock()):
                if isinstance(event, Answer) and event.ticket == ticket:
                    return event
        raise LinkError(f"the board at {self.path} does not answer within {timeout:g} s")

    # The loop -----------------------------------------------------------------------------------

    def start(self, sink: Callable[[LinkEvent], None]) -> None:
        """Start a thread that calls `sink` with every event until `close`."""

        def loop() -> None:
            while not self._closing.is_set():
                for event in self.pump(1.0):
                    sink(event)

        # A daemon, so that a program that forgets to close the link can still end.
        self._thread = threading.Thread(target=loop, name=f"board link {self.path}", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the thread and close the line."""
        self._closing.set()
        self._wake()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        with self._lock:
            if self._line is not None:
                self._line.close()
                self._line = None
            self.session.closed()
        for end in (self._wake_in, self._wake_out):
            with suppress(OSError):
                os.close(end)

    def pump(self, timeout: float) -> list[LinkEvent]:
        """Read, write and return the events; wait at most `timeout` seconds for something to do."""
        with self._lock:
            events = self._open()
            self._flush(events)
            wait = self._patience(timeout if not events else 0.0)
            reading = [self._wake_out] + ([self._line.fileno()] if self._line else [])
            writing = [self._line.fileno()] if self._line and self._unsent else []
        ready, _, _ = select.select(reading, writing, [], wait)
        with self._lock:
            if self._wake_out in ready:
                # `_wake` may have been called several times; one read takes the bytes of all calls.
                os.read(self._wake_out, 64)
            if self._line is not None and self._line.fileno() in ready:
                self._read(events)
            events += self.session.advance(self.clock())
            self._flush(events)
            self._keep_levels(events)
        return events

    def _patience(self, timeout: float) -> float:
        return max(0.0, min(timeout, self.deadline - self.clock()))

    def _wake(self) -> None:
        with suppress(OSError):
            os.write(self._wake_in, b"\0")

    def _open(self) -> list[LinkEvent]:
        now = self.clock()
        if self._line is not None or now < self._reopen_at:
            return []
        self._reopen_at = now + REOPEN
        try:
            self._line = self._open_line(self.path)
        except LinkError as error:
            if self._reported_gone:
                return []
            self._reported_gone = True
            return [Trouble(now, Problem.UNPLUGGED, f"{error}.")]
        self._reported_gone = False
        self._unsent.clear()
        self.openings += 1
        return self.session.opened(now)

    def _gone(self, error: LinkError, events: list[LinkEvent]) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None
        self.session.closed()
        self._reopen_at = self.clock() + REOPEN
        if not self._reported_gone:
            self._reported_gone = True
            events.append(Trouble(self.clock(), Problem.UNPLUGGED, f"{error}."))

    def _read(self, events: list[LinkEvent]) -> None:
        assert self._line is not None
        try:
            data = self._line.read()
        except LinkError as error:
            self._gone(error, events)
            return
        if self._traffic is not None:
            self._traffic("in", data)
        # The clock is read after the bytes: a busy computer may pause this program between the two. With the
        # earlier time, a PONG could seem to arrive at once, and the device's clock to be ahead.
        events += self.session.receive(data, self.clock())

    def _flush(self, events: list[LinkEvent]) -> None:
        data = self.session.outgoing()
        if self._traffic is not None and data:
            self._traffic("out", data)
        if len(self._unsent) + len(data) <= UNSENT:
            self._unsent += data
        if self._line is None or not self._unsent:
            return
        try:
            # A write to a full line would block the loop, so select checks first whether there is room.
            if select.select([], [self._line.fileno()], [], 0)[1]:
                del self._unsent[: self._line.write(bytes(self._unsent))]
        except LinkError as error:
            self._gone(error, events)

    def _keep_levels(self, events: list[LinkEvent]) -> None:
        for event in events:
            match event:
                case Edge(_, _, channel, on) if channel in self._levels:
                    self._levels[channel] = on
                case Snapshot(_, levels, _):
                    self._levels = dict(enumerate(levels))
                case _:
                    pass
