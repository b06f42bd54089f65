"""uvicorn's server without its signal handlers, accepting connections by the page's own rules."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from typing import TYPE_CHECKING

import uvicorn

from jokerboard.web.connections import Connections
from jokerboard.web.http_protocol import PageProtocol

if TYPE_CHECKING:
    from starlette.applications import Starlette


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
