"""Serve web apps to the browser, each from an event loop in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.datastructures import MutableHeaders

from jokerboard.web.server import serve

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Unchanging:
    """Middleware that lets the browser cache all served files, which do not change during tests."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_kept(message: Message) -> None:
            if message["type"] == "http.response.start" and scope["path"].startswith(("/page/", "/static/")):
                MutableHeaders(scope=message)["cache-control"] = "max-age=86400"
            await send(message)

        await self._app(scope, receive, send_kept)


class Served:
    """A web app that is served from an event loop in a thread of its own.

    Without `port`, it uses the port of the previous served app if that is free, so that the browser's cache
    can be used.
    """

    _usual = 0
    """The port of the previous served app; 0 before the first."""

    def __init__(self, app: Starlette, port: int | None = None) -> None:
        self.app = app
        app.add_middleware(Unchanging)
        self.address = ""
        try:
            self._start(Served._usual if port is None else port)
        except OSError:
            if port is not None:
                raise
            self._start(0)
        if port is None:
            Served._usual = int(self.address.rstrip("/").rsplit(":", 1)[1])

    def _start(self, port: int) -> None:
        self._up = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._port = port
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="page")
        self._thread.start()
        assert self._up.wait(20)
        if self._failure is not None:
            raise self._failure

    def _run(self) -> None:
        def ready(address: str) -> None:
            self.address = address
            self._up.set()

        try:
            self._task = self._loop.create_task(serve(self.app, "127.0.0.1", self._port, ready=ready))
            self._loop.run_until_complete(self._task)
        except asyncio.CancelledError:
            pass
        except OSError as failure:
            self._failure = failure
        finally:
            self._up.set()
            self._loop.close()

    def do(self, what: Callable[[], None]) -> None:
        """Run `what` in the serving event loop, and wait until it has ended."""
        done = threading.Event()

        def do_it() -> None:
            what()
            done.set()

        self._loop.call_soon_threadsafe(do_it)
        assert done.wait(10)

    def close(self) -> None:
        """Stop serving, and wait until the thread has ended."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._task.cancel)
            self._thread.join(20)
