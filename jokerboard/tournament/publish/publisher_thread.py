"""A publisher in a thread of its own: the table only ever sets a flag."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from jokerboard.tournament.publish.publisher import Next, Publisher

LAST_WORDS = 2.0
"""Seconds in which a closing table's publisher may send the remaining records and the last sign of life."""


class PublisherThread:
    """Steps a publisher until `close`, in a thread of its own; `make` makes the publisher in that thread."""

    def __init__(self, make: Callable[[], Publisher]) -> None:
        self._make = make
        self._changed = threading.Condition()
        self._news, self._closing, self._patience = False, False, 0.0
        self._thread = threading.Thread(target=self._run, name="publisher", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def wake(self) -> None:
        """Announce a new record; callable from any thread, returns at once."""
        with self._changed:
            self._news = True
            self._changed.notify()

    def close(self, within: float = LAST_WORDS) -> None:
        """Send what can be sent in that time, and stop; a connection that hangs is left to the thread."""
        with self._changed:
            self._closing, self._patience = True, time.monotonic() + within
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join(within)

    def _run(self) -> None:
        publisher = self._make()
        try:
            self._until_closed(publisher)
        finally:
            publisher.leave()

    def _until_closed(self, publisher: Publisher) -> None:
        while True:
            with self._changed:
                self._news, closing = False, self._closing
            due = publisher.step()
            # What still waits then, waits for the table's next start.
            if closing and (due.within > 0 or time.monotonic() > self._patience):
                return
            self._wait(due)

    def _wait(self, due: Next) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._closing or (due.early and self._news), due.within)
