"""Serve a page in the service's own event loop until it is cancelled.

uvicorn would end the process if it cannot bind, take over the signals, and wait for watchers that never
leave. So this module binds the sockets, leaves the signals alone, and ends the watchers' streams first.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from jokerboard.host.system import take_port_alone
from jokerboard.web.errors import PageError
from jokerboard.web.visitors import is_loopback
from jokerboard.words.catalogue import words

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from jokerboard.web.http_protocol import Connections

DEFAULT_HOST: Final = "127.0.0.1"
DEFAULT_PORT: Final = 8080
GRACE: Final = 2
"""Seconds that unfinished answers get when the page closes."""
CONNECTIONS: Final = 128
"""Places for connections from the network, and as many for those from the machine itself."""
BACKLOG: Final = 128
PAUSE: Final = 0.1
"""Seconds until the server accepts connections again after the machine had no file or memory left for one."""
_OUT_OF: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_log = logging.getLogger("uvicorn.error")


def parse_listen(text: str, port: int = DEFAULT_PORT) -> tuple[str, int]:
    """Parse a host and a port: `0.0.0.0`, `[::]:8080`, `:8080` (all networks), `8080` (this machine only).

    Raise PageError for any other text. Port 0 lets the machine choose one.
    """
    host, colon, number = text.rpartition(":")
    if text.startswith("[") and text.endswith("]"):
        host, number = text, str(port)
    elif not colon:
        host, number = (DEFAULT_HOST, text) if text.isdecimal() else (text, str(port))
    elif not host:
        host = "0.0.0.0"
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    elif ":" in host:
        raise PageError(words("listen.brackets", text=text))
    if (
        not (number.isascii() and number.isdecimal() and len(number) < 6 and int(number) < 65536)
        or not host
        or " " in host
    ):
        raise PageError(words("listen.malformed", text=text))
    return host, int(number)


def is_local_address(host: str) -> bool:
    """Whether only this machine can reach a page bound to `host`."""
    return host == "localhost" or is_loopback(host)


async def serve(
    app: Starlette,
    host: str,
    port: int,
    *,
    ready: Callable[[str], None] | None = None,
    connections: int = CONNECTIONS,
) -> None:
    """Serve `app` (from `make_app`) on `host` and `port` until this is cancelled.

    `ready` is called once with the page's address when it can be visited. Raise PageError at once if the
    address is unknown or in use. Cancelling ends the watchers' streams, lets commands under way finish for up
    to `GRACE` seconds, and then raises CancelledError as usual.
    """
    # Only a program that serves a page needs uvicorn, so the others start quickly.
    from jokerboard.web.http_protocol import Connections, PageServer, places

    sockets = bind(host, port)
    log_seldom()
    server = PageServer(app, Connections(places(connections)), GRACE)
    serving = asyncio.ensure_future(server.serve([]))
    # Connections are accepted only when the server is ready, so that no early visitor fails.
    while not (server.started or serving.done()):
        await asyncio.sleep(0)
    for sock in sockets:
        sock.setblocking(False)
        sock.listen(BACKLOG)
    accepting = [asyncio.ensure_future(accept(sock, server.protocol, server.there)) for sock in sockets]
    try:
        if ready is not None:
            ready(address_of(host, sockets[0].getsockname()[1]))
        await asyncio.wait((serving, *accepting), return_when=asyncio.FIRST_COMPLETED)
        for task in (serving, *accepting):
            if task.done():
                task.result()
    finally:
        for task in accepting:
            task.cancel()
        app.state.hub.close()
        server.should_exit = True
        try:
            await serving
        finally:
            for sock in sockets:
                sock.close()


async def accept(
    sock: socket.socket, protocol: Callable[[], asyncio.BaseProtocol], there: Connections
) -> None:
    """Accept connections until this is cancelled; without file descriptors, close idle connections.

    asyncio's own server would log every failed try, and schedule more tries than it made; its `sock_accept`
    raises in the loop when a connection arrives just as it is cancelled.
    """
    loop = asyncio.get_running_loop()
    while True:
        try:
            connected, _ = sock.accept()
            connected.setblocking(False)
            await loop.connect_accepted_socket(protocol, connected)
        # No connection is waiting, so the loop sleeps until one arrives.
        except BlockingIOError:
            await _readable(sock)
        except OSError as error:
            if error.errno in _OUT_OF:
                _log.warning(
                    "No file descriptor is left for a new connection: the oldest idle one is closed."
                )
                there.make_room()
                # Without the pause the loop would spin while no descriptor is free.
                await asyncio.sleep(PAUSE)
            else:
                # The error concerns only that connection; the others must still be served.
                await asyncio.sleep(0)


async def _readable(sock: socket.socket) -> None:
    loop, arrived = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(sock, arrived.set)
    try:
        await arrived.wait()
    finally:
        loop.remove_reader(sock)


def bind(host: str, port: int) -> list[socket.socket]:
    """Open sockets at every address of `host`; raise PageError with a sentence if that fails."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise PageError(words("listen.unknown", host=host)) from error
    sockets: list[socket.socket] = []
    try:
        for family, kind, protocol, _, address in dict.fromkeys(found):
            sock = socket.socket(family, kind, protocol)
            sockets.append(sock)
            take_port_alone(sock)
            if family == socket.AF_INET6:
                sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(len(found) > 1))
            # If the machine has chosen the port, the other addresses use the same one.
            chosen = sockets[0].getsockname()[1] if len(sockets) > 1 else port
            sock.bind((address[0], chosen, *address[2:]))
    except OSError as error:
        for sock in sockets:
            sock.close()
        raise PageError(_why_not(host, port, error)) from error
    return sockets


def _why_not(host: str, port: int, error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return words("listen.in-use", port=port, host=host)
        case errno.EACCES:
            return words("listen.privileged", port=port, host=host)
        case errno.EADDRNOTAVAIL:
            return words("listen.not-here", host=host)
    return words(
        "listen.failed", host=host, port=port, why=os.strerror(error.errno) if error.errno else error
    )


def address_of(host: str, port: int) -> str:
    """The page's address as people type it; for all networks, the address on this machine."""
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


OF_ONE: Final = 5
"""The number of times that one message is logged in a minute; further repetitions are left out."""
_MINUTE: Final = 60.0
_MOST: Final = 1000


class Seldom(logging.Filter):
    """A filter for a log: it passes a message, with any arguments, `OF_ONE` times a minute."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._seen: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the message is logged."""
        key, now = f"{record.name} {record.msg}", self._now()
        since, count = self._seen.get(key, (now, 0))
        if now - since >= _MINUTE:
            if count > OF_ONE:
                record.msg = f"{record.msg} ({count - OF_ONE} more of these were left out.)"
            since, count = now, 0
        if len(self._seen) >= _MOST:
            self._seen.clear()
        self._seen[key] = (since, count + 1)
        return count < OF_ONE


def log_seldom() -> None:
    """Limit how often the logs of uvicorn and asyncio repeat one message."""
    for name in ("uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        if not any(isinstance(one, Seldom) for one in logger.filters):
            logger.addFilter(Seldom())
