"""The limit of simultaneous connections to a page, and the choice of one to close when room is needed.

Every connection costs a file descriptor and some memory, even without a request. So each page has a number of
places:

- The local machine and the network have `most` places each: a crowd outside never takes the local page's.
- One address of the network has at most a quarter of them, but `LEAST_OF_ONE` at least.
- If no place is left, the connection that has waited longest without a request is closed to make room. If
  every connection has a request under way, the new one is refused.

A connection that waits is also closed after a deadline (`jokerboard/web/http_protocol.py`).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from jokerboard.host.system import allow_open_files
from jokerboard.web.visitors import is_loopback

LEAST_OF_ONE: Final = 16
OWN_FILES: Final = 64
"""File descriptors that a service needs besides its page's connections: disk, devices, Redis."""
WANTED_FILES: Final = 8192


class Connection(Protocol):
    """One connection: the time since when it has had no request (None: it has one), and how to close it."""

    address: str
    idle_since: float | None

    def drop(self) -> None:
        """Close the connection at once."""
        ...


@dataclass(slots=True)
class Connections:
    """The connections of one page."""

    most: int
    now: Callable[[], float] = time.monotonic
    _open: dict[bool, set[Connection]] = field(default_factory=lambda: {True: set(), False: set()})
    _of: Counter[str] = field(default_factory=Counter)

    def __len__(self) -> int:
        return sum(map(len, self._open.values()))

    def admit(self, new: Connection) -> bool:
        """Give the new connection a place, closing an idle one if needed; return False if none is found."""
        local = is_loopback(new.address)
        there = self._open[local]
        # One address must not take all places, so beyond its share it replaces its own idle connections.
        if not local and self._of[new.address] >= max(LEAST_OF_ONE, self.most // 4):
            there = {one for one in there if one.address == new.address}
            if not _drop_idle(there):
                return False
        elif len(there) >= self.most and not _drop_idle(there):
            return False
        self._open[local].add(new)
        self._of[new.address] += 1
        return True

    def make_room(self) -> None:
        """Close the connection that has waited longest without a request, local or not."""
        _drop_idle(self._open[True] | self._open[False])

    def left(self, gone: Connection) -> None:
        """Free the place of a closed connection; a connection without a place changes nothing."""
        there = self._open[is_loopback(gone.address)]
        if gone in there:
            there.remove(gone)
            self._of[gone.address] -= 1
            if self._of[gone.address] <= 0:
                del self._of[gone.address]


def _drop_idle(among: set[Connection]) -> bool:
    idle = [one for one in among if one.idle_since is not None]
    if not idle:
        return False
    # The connection that has been idle the longest is the least likely to be missed.
    min(idle, key=lambda one: one.idle_since or 0.0).drop()
    return True


def places(wanted: int) -> int:
    """The number of places that this process can afford, at most `wanted`; raise the limit of open files."""
    return max(LEAST_OF_ONE, min(wanted, (allow_open_files(WANTED_FILES) - OWN_FILES) // 2))
