"""Telling systemd how the service is: ready, alive, stopping (sd_notify(3)), without a library.

Where there is no systemd there is nobody to tell, and nothing happens. The watchdog is fed from the loop
that hears the board: a loop that hangs feeds nothing, and systemd starts the service anew.
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Mapping

from hardware.clock import Clock, Handle

READY = "READY=1"
STOPPING = "STOPPING=1"
ALIVE = "WATCHDOG=1"
LONGEST_STATUS = 200


class Systemd:
    """The service manager, if there is one."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        self._every = _period(environment)
        self._next: Handle | None = None

    def ready(self, clock: Clock, status: str) -> None:
        """The page answers and the board is heard; from now on the loop says that it is alive."""
        self.tell(f"{READY}\nSTATUS={status[:LONGEST_STATUS]}")
        if self._every is not None and self._next is None:
            self._feed(clock, self._every)

    def status(self, text: str) -> None:
        """One line that `systemctl status` shows."""
        self.tell(f"STATUS={' '.join(text.split())[:LONGEST_STATUS]}")

    def stopping(self) -> None:
        """No more signs of life; it ends."""
        if self._next is not None:
            self._next.cancel()
            self._next = None
        self.tell(STOPPING)

    def tell(self, text: str) -> None:
        """Send one message; a manager that does not listen is no reason to stop a game."""
        if not self._address:
            return
        # A name in Linux's abstract namespace is written with an @.
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door:
            door.setblocking(False)
            door.sendto(text.encode(), address)

    def _feed(self, clock: Clock, every: float) -> None:
        self.tell(ALIVE)
        self._next = clock.call_at(clock.now() + every, lambda: self._feed(clock, every))


def _period(environment: Mapping[str, str]) -> float | None:
    """Seconds between two signs of life, half of what the unit allows; None where nobody waits for them."""
    try:
        allowed = int(environment.get("WATCHDOG_USEC", "0"))
        meant = int(environment.get("WATCHDOG_PID", str(os.getpid()))) == os.getpid()
    except ValueError:
        return None
    return allowed / 2e6 if allowed > 0 and meant else None
