"""Two duties of a running service beside its game: reports to systemd, and garbage collection at rest.

The reports are ready, alive and stopping (sd_notify(3)), without a library; without systemd nothing is sent.
The loop that takes the board's events also feeds the watchdog: if it hangs, systemd restarts the service.

By default Python collects garbage after a number of new objects, which happens in the middle of a play and
takes several milliseconds: longer than the referee needs between a marble and its light (`make bench`
measures both). So it is collected while nobody moves a marble. Objects that exist when a table opens are
never examined again.
"""

from __future__ import annotations

import contextlib
import gc
import os
import socket
from collections.abc import Callable, Iterator, Mapping

from hardware.clock import Clock, Handle

READY = "READY=1"
STOPPING = "STOPPING=1"
ALIVE = "WATCHDOG=1"
LONGEST_STATUS = 200


class Systemd:
    """The connection to systemd; it does nothing without systemd."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        self._every = _period(environment)
        self._next: Handle | None = None

    def ready(self, clock: Clock, status: str) -> None:
        """Report that page and board work; from now on the event loop also reports that it is alive."""
        self.send(f"{READY}\nSTATUS={status[:LONGEST_STATUS]}")
        if self._every is not None and self._next is None:
            self._feed(clock, self._every)

    def status(self, text: str) -> None:
        """Set the line that `systemctl status` shows."""
        self.send(f"STATUS={' '.join(text.split())[:LONGEST_STATUS]}")

    def stopping(self) -> None:
        """Report that the service is stopping, and end the reports."""
        if self._next is not None:
            self._next.cancel()
            self._next = None
        self.send(STOPPING)

    def send(self, text: str) -> None:
        """Send one message; a failure is ignored, because it must not stop a game."""
        if not self._address:
            return
        # systemd writes an @ for the zero byte of Linux's abstract namespace.
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door:
            # A manager that does not read must not hold up the game.
            door.setblocking(False)
            door.sendto(text.encode(), address)

    def _feed(self, clock: Clock, every: float) -> None:
        self.send(ALIVE)
        self._next = clock.call_at(clock.now() + every, lambda: self._feed(clock, every))


def _period(environment: Mapping[str, str]) -> float | None:
    """Seconds between two reports, half of the unit's limit; None without a watchdog."""
    try:
        allowed = int(environment.get("WATCHDOG_USEC", "0"))
        # The variables are inherited, so a child of the service may see them too.
        meant = int(environment.get("WATCHDOG_PID", str(os.getpid()))) == os.getpid()
    except ValueError:
        return None
    # Microseconds become seconds, and half of them is what systemd recommends.
    return allowed / 2e6 if allowed > 0 and meant else None


REST = 1.0
"""Seconds without movement before a collection, and the least between two collections."""
RARE = (50_000, 20, 100)
"""Thresholds of gc.set_threshold for people who play without a pause."""


@contextlib.contextmanager
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


@contextlib.contextmanager
def collecting_at_rest(clock: Clock, last_event: Callable[[], float]) -> Iterator[None]:
    """Inside the block, collect while the board is at rest, else rarely.

    `last_event` returns the clock time of the last movement.
    """
    with collecting_rarely():
        looked = clock.now()
        following: Handle

        def look() -> None:
            nonlocal looked, following
            now = clock.now()
            if looked <= last_event() <= now - REST:
                gc.collect()
                looked = now
            following = clock.call_at(now + REST, look)

        following = clock.call_at(looked + REST, look)
        try:
            yield
        finally:
            following.cancel()
