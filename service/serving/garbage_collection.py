"""When Python looks for garbage: while nobody moves a marble.

Left to itself it looks whenever so many objects were made, that is, in the middle of a play, and for several
milliseconds: longer than all that the referee reckons between a marble and its light (`make bench` measures
both). What is there when a table is open is never looked at again.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hardware.clock import Clock

STILL = 1.0
"""So many seconds nothing has moved before it is looked for, and so long from one look to the next."""
SELDOM = (50_000, 20, 100)
"""Who plays without a rest: so many new objects, then so many times that, are looked through after all."""


@contextmanager
def seldom() -> Iterator[None]:
    """Look for garbage seldom, and only among what is made from now on."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


class Still:
    """Looks for garbage when the board has been still, until `close`.

    `heard` tells when by the clock something moved last.
    """

    def __init__(self, clock: Clock, heard: Callable[[], float]) -> None:
        self._clock, self._heard = clock, heard
        self._looked = clock.now()
        self._next = clock.call_at(self._looked + STILL, self._look)

    def _look(self) -> None:
        now, heard = self._clock.now(), self._heard()
        if self._looked <= heard <= now - STILL:
            gc.collect()
            self._looked = now
        self._next = self._clock.call_at(now + STILL, self._look)

    def close(self) -> None:
        """Look no more."""
        self._next.cancel()


@contextmanager
def while_still(clock: Clock, heard: Callable[[], float]) -> Iterator[None]:
    """Look for garbage only while the board is still, or seldom."""
    with seldom():
        still = Still(clock, heard)
        try:
            yield
        finally:
            still.close()
