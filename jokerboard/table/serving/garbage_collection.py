"""Garbage collection while nobody moves a marble.

By default Python collects after a number of new objects, which happens in the middle of a play and takes
several milliseconds: longer than the referee needs between a marble and its light (`make bench` measures
both). Objects that exist when a table opens are never examined again.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hardware.clock import Clock

REST = 1.0
"""Seconds without movement before a collection, and the least between two collections."""
RARE = (50_000, 20, 100)
"""Thresholds of gc.set_threshold for people who play without a pause."""


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """Inside the block, collect rarely, and only objects made from now on."""
    before = gc.get_threshold()
    gc.collect()
    # Frozen objects are not visited again, which keeps later collections short.
    gc.freeze()
    gc.set_threshold(*RARE)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


class CollectsAtRest:
    """Collects while nothing moves, until `close`; `heard` returns the clock time of the last movement."""

    def __init__(self, clock: Clock, heard: Callable[[], float]) -> None:
        self._clock, self._heard = clock, heard
        self._looked = clock.now()
        self._next = clock.call_at(self._looked + REST, self._look)

    def _look(self) -> None:
        now, heard = self._clock.now(), self._heard()
        if self._looked <= heard <= now - REST:
            gc.collect()
            self._looked = now
        self._next = self._clock.call_at(now + REST, self._look)

    def close(self) -> None:
        """Stop collecting."""
        self._next.cancel()


@contextmanager
def collecting_at_rest(clock: Clock, heard: Callable[[], float]) -> Iterator[None]:
    """Inside the block, collect while the board is at rest, else rarely."""
    with collecting_rarely():
        collector = CollectsAtRest(clock, heard)
        try:
            yield
        finally:
            collector.close()
