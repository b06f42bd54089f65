"""Named timers of which each has at most one deadline."""

from __future__ import annotations

from collections.abc import Callable

from hardware.clock import Clock, Handle


class Timers:
    """The timers of one game, until `close`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._set: dict[str, Handle] = {}
        self._closed = False

    def wake(self, name: str, at: float | None, then: Callable[[], None]) -> None:
        """Call `then` at clock time `at`, or never (None), in place of the timer's deadline before."""
        before = self._set.pop(name, None)
        if before is not None:
            before.cancel()
        if at is not None and not self._closed:
            self._set[name] = self._clock.call_at(at, then)

    def close(self) -> None:
        """Cancel every deadline, and set no more."""
        self._closed = True
        for handle in self._set.values():
            handle.cancel()
