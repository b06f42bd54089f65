"""A queue of requests to the device: they go out one at a time, each repeated until it is answered.

Within a link, commands are numbered. The device carries out each number once and keeps the answer, so it
answers a repeated command without carrying it out twice. In a new link the numbers restart and an unanswered
request is sent again; then the device may carry it out twice, which must do no harm.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container
from dataclasses import dataclass

from firmware_bridge.errors import BridgeError
from firmware_bridge.messages import Command, Op, Result
from firmware_bridge.pings import RoundTrip

QUEUE = 256
"""The most requests that may wait in the queue."""


class QueueFullError(BridgeError, OverflowError):
    """Too many requests wait for a device that does not answer."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request to the device: operation and arguments, with the ticket that identifies the answer."""

    ticket: int
    op: int
    args: bytes


class CommandQueue:
    """Numbers and repeats requests, and finds the request that an answer belongs to. No I/O, no clock."""

    def __init__(self, trip: RoundTrip) -> None:
        self._trip = trip
        self._waiting: deque[Request] = deque()
        self._flying: Request | None = None
        self._n = 0
        self._tickets = 0
        self._again_at = self._first_at = 0.0
        self.tries = 0
        """How often the command under way has been repeated."""
        self.repeats = 0
        """The number of repetitions of all commands."""

    def __len__(self) -> int:
        return len(self._waiting) + (self._flying is not None)

    def ask(self, op: int, args: bytes = b"") -> int:
        """Queue a request and return its ticket; raise QueueFullError if too many wait."""
        if len(self._waiting) >= QUEUE:
            raise QueueFullError(f"{QUEUE} requests wait for the board; it does not answer")
        return self.insert(op, args)

    def insert(self, op: int, args: bytes = b"", *, first: bool = False) -> int:
        """Queue a request without a limit and return its ticket; `first` puts it at the head of the queue."""
        self._tickets += 1
        request = Request(self._tickets, op, args)
        if first:
            self._waiting.appendleft(request)
        else:
            self._waiting.append(request)
        return request.ticket

    def relink(self) -> None:
        """Start a new link: command numbers restart, and the unanswered request is queued again.

        An unanswered RESTART is dropped, because it most likely caused the new link.
        """
        self._n = 0
        if self._flying is not None and self._flying.op != Op.RESTART:
            self._waiting.appendleft(self._flying)
        self._flying = None

    def forget(self, tickets: Container[int]) -> None:
        """Drop the waiting requests with these tickets."""
        self._waiting = deque(r for r in self._waiting if r.ticket not in tickets)

    def due(self, link: int, now: float) -> Command | None:
        """The command to send at time `now`, a new one or a repetition; None if none is due."""
        if self._flying is None:
            if not self._waiting:
                return None
            self._flying = self._waiting.popleft()
            # The numbers run from 1 to 65535; no command has the number 0.
            self._n = self._n % 0xFFFF + 1
            self._first_at, self.tries = now, 0
        elif now < self._again_at:
            return None
        else:
            self.repeats += 1
            self.tries += 1
        self._again_at = now + self._trip.patience(self.tries)
        return Command(link, self._n, self._flying.op, self._flying.args)

    def unanswered(self, now: float) -> tuple[int, float] | None:
        """The op of the command under way and the seconds since it was first sent; None without a command."""
        return None if self._flying is None else (self._flying.op, now - self._first_at)

    @property
    def deadline(self) -> float | None:
        """The time from which `due` returns a command (0: at once); None if there is no request."""
        if self._flying is not None:
            return self._again_at
        return 0.0 if self._waiting else None

    def answered(self, result: Result) -> Request | None:
        """Take a result; return the request that it answers, or None if it answers an earlier command."""
        if self._flying is None or result.n != self._n:
            return None
        request, self._flying = self._flying, None
        return request
