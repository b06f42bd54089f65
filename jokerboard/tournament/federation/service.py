"""The desk of a federation while it runs: one follower for each Redis, and pages that only show.

A federation gives no orders and has no login; its server accepts only GET.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

from jokerboard.tournament.address import Address
from jokerboard.tournament.errors import StoreError
from jokerboard.tournament.federation.follower import Follower
from jokerboard.tournament.federation.mirror import Mirror, open_mirrors
from jokerboard.tournament.federation.pages import hall_pages, index
from jokerboard.tournament.paper.sheets import STYLES
from jokerboard.tournament.paper.site import Pages
from jokerboard.web.guard import make_page
from jokerboard.web.news import News
from jokerboard.web.server import serve
from jokerboard.web.visitors import own_names

CONNECTIONS: Final = 600


class Federation:
    """The halls in a state directory; each hall is followed in the Redis where it was found first."""

    def __init__(self, state: Path, addresses: Sequence[Address]) -> None:
        """Open the halls that were followed before; raise StoreError if one cannot be opened."""
        self.state = state
        self._lock = threading.Lock()
        self._mirrors = {one.name: one for one in open_mirrors(state)}
        self._of: dict[str, Address] = {}
        self.changes = 0
        self.followers = [Follower(address, self._find, self._changed) for address in addresses]
        self._pages: dict[str, tuple[int, int, Pages]] = {}

    @property
    def halls(self) -> list[Mirror]:
        """The mirrors of all halls, by name."""
        with self._lock:
            return [self._mirrors[name] for name in sorted(self._mirrors)]

    @property
    def troubles(self) -> list[str]:
        """The troubles of the Redis servers, as sentences."""
        return [one.trouble for one in self.followers if one.trouble is not None]

    def _find(self, name: str, address: Address) -> Mirror | None:
        with self._lock:
            if self._of.setdefault(name, address) != address:
                return None
            if name not in self._mirrors:
                self._mirrors[name] = Mirror(self.state, name)
            return self._mirrors[name]

    def _changed(self) -> None:
        self.changes += 1

    def page_of(self, name: str, page: str) -> str | None:
        """The HTML of a page of a hall; None if the hall or the page is unknown."""
        hall = self._mirrors.get(name)
        if hall is None:
            return None
        newest = (hall.last, hall.replays.last)
        if name not in self._pages or self._pages[name][:2] != newest:
            self._pages[name] = (*newest, hall_pages(hall, time.time()))
        make = self._pages[name][2].get(page)
        return None if make is None else make()

    def close(self) -> None:
        """Stop following, and close the stores."""
        for follower in self.followers:
            follower.stop()
        for hall in self.halls:
            hall.close()


class _Pages:
    """The handlers of the federation's pages."""

    def __init__(self, federation: Federation) -> None:
        self.federation = federation
        self._making = asyncio.Lock()

    async def index(self, _: Request) -> Response:
        one = self.federation
        return HTMLResponse(index(one.halls, one.troubles, time.time(), served=True))

    async def hall(self, request: Request) -> Response:
        asked = (request.path_params["hall"], request.path_params["page"])
        async with self._making:
            page = await asyncio.to_thread(self.federation.page_of, *asked)
        if page is None:
            raise HTTPException(404)
        return HTMLResponse(page)

    async def styles(self, _: Request) -> Response:
        return FileResponse(STYLES)


def app_of(federation: Federation, *, local_only: bool) -> Starlette:
    """The web application: the halls, the list of all teams, and the pages of each hall."""
    pages = _Pages(federation)
    routes = (
        Route("/", pages.index),
        Route("/index.html", pages.index),
        Route("/sheets.css", pages.styles),
        Route("/{hall}/{page}", pages.hall),
    )
    app = make_page(routes, local_only=local_only, names=own_names(), refused={StoreError: 503})
    app.state.hub = News(())  # Browsers get no server-sent events: the first page reloads itself.
    return app


async def federate(
    federation: Federation, host: str, port: int, *, local_only: bool, ready: Callable[[str], None]
) -> None:
    """Follow the halls and serve the pages until cancelled; `ready` gets the address of the first page."""
    app = app_of(federation, local_only=local_only)
    for follower in federation.followers:
        follower.start()
    try:
        await serve(app, host, port, ready=ready, connections=CONNECTIONS)
    finally:
        await asyncio.to_thread(federation.close)
