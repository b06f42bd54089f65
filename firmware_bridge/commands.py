"""Requests to the device, one at a time, each sent again until it is answered.

A device carries out command n once and keeps its answer, so a repeated command is answered without being
carried out twice. In a new link the numbers restart and an unanswered request is sent again, so repeating a
request must do no harm.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container
from dataclasses import dataclass

from firmware_bridge.errors import BridgeError
from firmware_bridge.messages import Command, Op, Result
from firmware_bridge.round_trip import RoundTrip

QUEUE = 256
"""The most requests that may wait."""


class QueueFullError(BridgeError, OverflowError):
    """Too many requests wait for a device that does not answer."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request to the device, as it waits in the queue."""

    ticket: int
    op: int
    args: bytes


class CommandQueue:
    """Numbers, sends, repeats and matches requests; sans-I/O, with the time as an argument."""

    def __init__(self, trip: RoundTrip) -> None:
        self._trip = trip
        self._waiting: deque[Request] = deque()
        self._flying: Request | None = None
        self._n = 0
        self._tickets = 0
        self._again_at = self._first_at = 0.0
        self.tries = 0
        """How often the present command was sent again."""
        self.repeats = 0
        """How often any command was sent again."""

    def __len__(self) -> int:
        return len(self._waiting) + (self._flying is not None)

    def ask(self, op: int, args: bytes = b"") -> int:
        """Queue a request and return its ticket; raise QueueFullError if too many wait."""
        if len(self._waiting) >= QUEUE:
            raise QueueFullError(f"{QUEUE} requests wait for the board; it does not answer")
        return self.insert(op, args)

    def insert(self, op: int, args: bytes = b"", *, first: bool = False) -> int:
        """Queue a request, however many wait, and return its ticket; `first` puts it before the others."""
        self._tickets += 1
        request = Request(self._tickets, op, args)
        if first:
            self._waiting.appendleft(request)
        else:
            self._waiting.append(request)
        return request.ticket

    def relink(self) -> None:
        """Start a new link: numbers restart, and an unanswered request is sent again.

        A request to restart is not repeated: the new link is most likely its effect.
        """
        self._n = 0
        if self._flying is not None and self._flying.op != Op.RESTART:
            self._waiting.appendleft(self._flying)
        self._flying = None

    def forget(self, tickets: Container[int]) -> None:
        """Drop the waiting requests with these tickets."""
        self._waiting = deque(r for r in self._waiting if r.ticket not in tickets)

    def due(self, link: int, now: float) -> Command | None:
        """The command to send at time `now`; None if none is due."""
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
        """The op of the command under way and its seconds without an answer; None if there is none."""
        return None if self._flying is None else (self._flying.op, now - self._first_at)

    @property
    def deadline(self) -> float | None:
        """The time at which `due` has a command to repeat; None if no request waits."""
        if self._flying is not None:
            return self._again_at
        return 0.0 if self._waiting else None

    def answered(self, result: Result) -> Request | None:
        """The request that this result answers; None for an answer to an earlier one."""
        if self._flying is None or result.n != self._n:
            return None
        request, self._flying = self._flying, None
        return request
