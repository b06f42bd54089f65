"""The clock as an interface, with two implementations: virtual time for tests and fast games, and the
time of the event loop.

Every twin and every driver reads the time from `Clock.now` and schedules by `Clock.call_at`, so a whole table
can run on virtual time, where the same seed gives the same microseconds.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop


class Handle(Protocol):
    """A scheduled call that can be cancelled."""

    def cancel(self) -> None:
        """Cancel the call; does nothing if the call was made already."""


class Clock(Protocol):
    """A clock that never runs backwards, and its timer."""

    def now(self) -> float:
        """Seconds since the clock's zero."""
        ...

    def call_at(self, when: float, callback: Callable[[], None]) -> Handle:
        """Call `callback` once at `when`, or as soon as possible if that is past."""
        ...

    def watch(self, file: int, callback: Callable[[], None]) -> Handle:
        """Call `callback` repeatedly while the open `file` has something to read."""
        ...


class _Call:
    """An entry in the virtual clock's heap."""

    __slots__ = ("callback",)

    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        self.callback = None


class _Watch:
    """The Handle of a virtual clock's watch over a file."""

    __slots__ = ("next",)

    def __init__(self) -> None:
        self.next: Handle | None = None

    def cancel(self) -> None:
        if self.next is not None:
            self.next.cancel()


class _Reader:
    """The Handle of an event loop's watch over a file."""

    __slots__ = ("_file", "_loop")

    def __init__(self, loop: AbstractEventLoop, file: int) -> None:
        self._loop, self._file = loop, file

    def cancel(self) -> None:
        if not self._loop.is_closed():
            self._loop.remove_reader(self._file)


LOOK = 0.002
"""Seconds of virtual time between two calls of a watched file's callback."""


class VirtualClock:
    """Time that passes only on request. Calls for the same moment are made in the order of scheduling."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start
        self._heap: list[tuple[float, int, _Call]] = []
        self._order = count()

    def now(self) -> float:
        """The virtual time in seconds."""
        return self._now

    def call_at(self, when: float, callback: Callable[[], None]) -> Handle:
        """Call `callback` when the time reaches `when`; a past `when` counts as now."""
        call = _Call(callback)
        # The running number keeps calls for one moment in the order of scheduling; calls themselves cannot be
        # compared.
        heapq.heappush(self._heap, (max(when, self._now), next(self._order), call))
        return call

    def watch(self, file: int, callback: Callable[[], None]) -> Handle:  # noqa: ARG002
        """Call `callback` every `LOOK` seconds, because a file does not follow virtual time."""
        watching = _Watch()

        def look() -> None:
            watching.next = self.call_at(self._now + LOOK, look)
            callback()

        watching.next = self.call_at(self._now + LOOK, look)
        return watching

    @property
    def next_at(self) -> float | None:
        """The time of the next call; None if nothing is scheduled."""
        while self._heap and self._heap[0][2].callback is None:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def run_next(self) -> bool:
        """Advance to the next call and make it.

        If nothing is scheduled, return False and leave the time unchanged.
        """
        when = self.next_at
        if when is None:
            return False
        call = heapq.heappop(self._heap)[2]
        callback, call.callback = call.callback, None
        self._now = when
        assert callback is not None
        callback()
        return True

    def run_until(self, t: float) -> None:
        """Make every call due up to and including `t`, also calls scheduled meanwhile; then the time is
        `t`.
        """
        while (when := self.next_at) is not None and when <= t:
            self.run_next()
        self._now = max(self._now, t)


class LoopClock:
    """The event loop's time, counted from the creation of this clock."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop
        self._zero = loop.time()

    def now(self) -> float:
        """Seconds since this clock was made."""
        return self._loop.time() - self._zero

    def call_at(self, when: float, callback: Callable[[], None]) -> Handle:
        """Call `callback` from the loop at `when`."""
        return self._loop.call_at(self._zero + when, callback)

    def watch(self, file: int, callback: Callable[[], None]) -> Handle:
        """Call `callback` from the loop whenever `file` can be read."""
        self._loop.add_reader(file, callback)
        return _Reader(self._loop, file)
