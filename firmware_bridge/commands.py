"""Requests to the device, one at a time: sent again until answered.

A device carries out command n once and keeps its answer, so a repeated command is answered without
being done twice. Across links the numbering starts anew and an unanswered request is sent again, so
every request is one that may be done twice without harm.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container
from dataclasses import dataclass

from firmware_bridge.errors import BridgeError
from firmware_bridge.frames import Command, Op, Result

QUEUE = 256
"""Requests that may wait. More than this means that nobody is listening."""

RETRY = 0.020
"""Seconds until an unanswered command is sent again; a round trip over USB takes about two ms. It does
not grow: one short frame in 20 ms burdens no line, and on a bad one every try counts."""


class QueueFullError(BridgeError, OverflowError):
    """Too many requests wait for a device that does not answer."""


@dataclass(frozen=True, slots=True)
class Request:
    """One question to the device."""

    ticket: int
    op: int
    args: bytes


class CommandQueue:
    """Numbers, sends, repeats and matches requests. Told the time, it does no I/O."""

    def __init__(self) -> None:
        self._waiting: deque[Request] = deque()
        self._flying: Request | None = None
        self._n = 0
        self._tickets = 0
        self._again_at = 0.0
        self.repeats = 0

    def __len__(self) -> int:
        return len(self._waiting) + (self._flying is not None)

    def ask(self, op: int, args: bytes = b"", *, first: bool = False) -> int:
        """Queues a request and returns its ticket. `first` puts it before all that wait."""
        if len(self._waiting) >= QUEUE:
            raise QueueFullError(f"{QUEUE} requests wait for the board; it does not answer")
        self._tickets += 1
        request = Request(self._tickets, op, args)
        if first:
            self._waiting.appendleft(request)
        else:
            self._waiting.append(request)
        return request.ticket

    def relink(self) -> None:
        """A new link: numbers begin anew, and what was in the air is sent again. A restart is not:
        the new link is most likely its effect.
        """
        self._n = 0
        if self._flying is not None and self._flying.op != Op.RESTART:
            self._waiting.appendleft(self._flying)
        self._flying = None

    def forget(self, tickets: Container[int]) -> None:
        """Takes back waiting requests."""
        self._waiting = deque(r for r in self._waiting if r.ticket not in tickets)

    def due(self, link: int, now: float) -> Command | None:
        """The command to send now, if any."""
        if self._flying is None:
            if not self._waiting:
                return None
            self._flying = self._waiting.popleft()
            self._n = self._n % 0xFFFF + 1
        elif now < self._again_at:
            return None
        else:
            self.repeats += 1
        self._again_at = now + RETRY
        return Command(link, self._n, self._flying.op, self._flying.args)

    @property
    def deadline(self) -> float | None:
        """When `due` has something to say again; None while nothing waits."""
        if self._flying is not None:
            return self._again_at
        return 0.0 if self._waiting else None

    def answered(self, result: Result) -> Request | None:
        """The request that this result answers; None for an answer to an earlier one."""
        if self._flying is None or result.n != self._n:
            return None
        request, self._flying = self._flying, None
        return request
