"""uvicorn's server and its HTTP protocol with deadlines and a limited number of connections.

| deadline | what is closed |
|---|---|
| `HEAD_WITHIN` | a connection whose request's head is incomplete, counted from its opening or first byte |
| `READ_WITHIN` | a connection that reads nothing of its answer for so long |

The deadline of a body is in `jokerboard/web/guard.py`. If uvicorn fails at a request, only that connection
ends, with one line in the log.

Every connection costs a file descriptor and some memory, even without a request. So each page has a number of
places:

- The local machine and the network have `most` places each: a crowd outside never takes the local page's.
- One address of the network has at most a quarter of them, but `LEAST_OF_ONE` at least.
- If no place is left, the connection that has waited longest without a request is closed to make room. If
  every connection has a request under way, the new one is refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol

import uvicorn
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from jokerboard.host.system import allow_open_files
from jokerboard.web.visitors import is_loopback

if TYPE_CHECKING:
    from starlette.applications import Starlette

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


HEAD_WITHIN: Final = 10.0
READ_WITHIN: Final = 30.0
_BUSY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\n"
    b"content-type: text/plain; charset=utf-8\r\ncontent-length: 42\r\n\r\n"
    b"Too many are connected; try again shortly."
)
_log = logging.getLogger("uvicorn.error")


class PageProtocol(H11Protocol):
    """The HTTP protocol of one connection; `connections` has its place."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        connections: Connections,
    ) -> None:
        super().__init__(config, server_state, app_state, asyncio.get_running_loop())
        self._places = connections
        self._head: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self.address = ""
        self.idle_since: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Give the new connection a place, or refuse it if all places are taken."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.idle_since = self.loop.time()
        if not self._places.admit(self):
            transport.write(_BUSY)
            transport.close()
            return
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the connection's place."""
        self._places.left(self)
        self._cancel_head()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse the next received bytes of a request."""
        if self.transport.is_closing():
            return
        if self.idle_since is not None and self._head is None:
            self._await_head()
        try:
            super().data_received(data)
        except Exception as error:  # noqa: BLE001 - any error ends this connection alone
            _log.warning("A request was not understood (%s).", type(error).__name__)
            self.transport.abort()
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self.idle_since = None
            self._cancel_head()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request, which may have arrived already."""
        self.idle_since = self.loop.time()
        super().on_response_complete()
        if not self.cycle.response_complete:
            self.idle_since = None

    def pause_writing(self) -> None:
        """Start the deadline for a visitor who does not read."""
        super().pause_writing()  # type: ignore[no-untyped-call,unused-ignore]
        if self._unread is None:
            self._unread = self.loop.call_later(READ_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        """End the deadline, because the visitor reads again."""
        super().resume_writing()  # type: ignore[no-untyped-call,unused-ignore]
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def drop(self) -> None:
        """Close the connection to make room."""
        self._places.left(self)
        self.transport.abort()

    def _await_head(self) -> None:
        self._head = self.loop.call_later(HEAD_WITHIN, self.transport.abort)

    def _cancel_head(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None


class PageServer(uvicorn.Server):
    """The server of one page; `there` has the page's open connections."""

    def __init__(self, app: Starlette, there: Connections, grace: int) -> None:
        """`grace`: seconds that unfinished answers get when the page closes."""
        super().__init__(
            uvicorn.Config(
                app,
                http="h11",
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                # Proxy headers are ignored: local addresses have privileges, so they must be real.
                proxy_headers=False,
                timeout_graceful_shutdown=grace,
            )
        )
        self.there = there

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Do nothing, because the service handles the signals."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start without opening sockets, because the page has opened its own."""
        await super().startup(sockets or [])

    def protocol(self) -> PageProtocol:
        """The protocol object for a new connection."""
        return PageProtocol(self.config, self.server_state, self.lifespan.state, self.there)
