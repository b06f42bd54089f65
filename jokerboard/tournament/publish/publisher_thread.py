"""Run a publisher in a thread of its own, so that the table never waits for Redis."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from jokerboard.tournament.publish.publisher import Next, Publisher

LAST_WORDS = 2.0
"""Seconds in which the publisher of a closing table may send unsent records and the last heartbeat."""


class PublisherThread:
    """Calls a publisher's steps in a thread until `close`; `make` creates the publisher in that thread."""

    def __init__(self, make: Callable[[], Publisher]) -> None:
        self._make = make
        self._changed = threading.Condition()
        self._news, self._closing, self._patience = False, False, 0.0
        self._thread = threading.Thread(target=self._run, name="publisher", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def wake(self) -> None:
        """Report a new record to the publisher. Any thread may call this, and it returns at once."""
        with self._changed:
            self._news = True
            self._changed.notify()

    def close(self, within: float = LAST_WORDS) -> None:
        """Let the publisher send what it can in `within` seconds, then stop even if its connection hangs."""
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
            # Records that are still unsent then are sent after the table's next start.
            if closing and (due.within > 0 or time.monotonic() > self._patience):
                return
            self._wait(due)

    def _wait(self, due: Next) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._closing or (due.early and self._news), due.within)
