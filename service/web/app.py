"""The page of a table as an ASGI application: its files, its state, its events, its commands.

Watching is free to whoever can reach the address. Commands are obeyed when they come from the machine
itself, or from a device that paired (`service/web/pairing.py`). Every refusal is one sentence.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.web.commands import LARGEST_BODY, parse_command
from service.web.desk import COMMANDS, Desk
from service.web.errors import BadRequest, CommandRefused
from service.web.hub import Hub
from service.web.pairing import Pairing
from service.web.visitors import Visitor, check_host, check_origin, is_local, own_names

STATIC: Final = Path(__file__).parent / "static"
PATIENCE: Final = 10.0
"""Seconds in which a command's body must have arrived."""
COOKIE_AGE: Final = 30 * 24 * 3600

SECURITY: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def make_app(
    desk: Desk,
    *,
    local_only: bool = True,
    names: frozenset[str] | None = None,
    pairing: Pairing | None = None,
) -> Starlette:
    """The page of `desk`.

    With `local_only` the table is bound to this machine alone: nobody pairs, and no other name than
    localhost is answered to. Otherwise it answers to any number and to `names` (by default this
    machine's own), and `pairing` keeps who may command.
    """
    if not local_only and pairing is None:
        pairing = Pairing()
    page = _Page(desk, Hub(desk, None if local_only else pairing), None if local_only else pairing)
    routes = [
        Route("/", page.index),
        Route("/favicon.ico", page.favicon),
        Route("/api/state", page.state),
        Route("/api/events", page.events),
        Route("/api/layout", page.layout),
        Route("/api/rules", page.rules),
        Route("/api/pair", page.pair, methods=["POST"]),
        *(Route(f"/api/{name}", page.command, methods=["POST"]) for name in COMMANDS),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    app = Starlette(
        routes=routes,
        exception_handlers={
            BadRequest: _refuse,
            CommandRefused: _refuse,
            HTTPException: _refuse,
            ClientDisconnect: _refuse,
            Exception: _refuse,
        },
    )
    app.add_middleware(_Doorkeeper, local_only=local_only, names=own_names() if names is None else names)
    app.state.hub = page.hub
    return app


class _Page:
    """The answers to each address."""

    def __init__(self, desk: Desk, hub: Hub, pairing: Pairing | None) -> None:
        self.desk = desk
        self.hub = hub
        self.pairing = pairing

    async def index(self, _: Request) -> Response:
        return FileResponse(STATIC / "index.html", media_type="text/html")

    async def favicon(self, _: Request) -> Response:
        return FileResponse(STATIC / "favicon.svg", media_type="image/svg+xml")

    async def state(self, request: Request) -> Response:
        return Response(self.hub.state(self._visitor(request)), media_type="application/json")

    async def layout(self, _: Request) -> Response:
        return JSONResponse(self.desk.layout())

    async def rules(self, _: Request) -> Response:
        return JSONResponse(self.desk.rules())

    async def events(self, request: Request) -> Response:
        stream = self.hub.watch(self._visitor(request))
        return StreamingResponse(stream, media_type="text/event-stream")

    async def command(self, request: Request) -> Response:
        name = request.url.path.removeprefix("/api/")
        if not self._visitor(request).may_command:
            raise BadRequest(
                "You are watching. To command this table, pair with the code its own page shows.", 401
            )
        await self.desk.command(name, parse_command(name, await _body(request)))
        return JSONResponse({"ok": True})

    async def pair(self, request: Request) -> Response:
        code = parse_command("pair", await _body(request))["code"]
        visitor = self._visitor(request)
        if self.pairing is None or visitor.local:
            raise BadRequest("A page on the table's own machine need not pair.", 409)
        token = self.pairing.pair(code, visitor.address)
        self.hub.changed("state")  # the code on the local page is another one now
        answer = JSONResponse({"ok": True})
        answer.set_cookie(
            _cookie(request), token, max_age=COOKIE_AGE, httponly=True, samesite="strict", path="/"
        )
        return answer

    def _visitor(self, request: Request) -> Visitor:
        address = request.client.host if request.client is not None else ""
        paired = self.pairing is not None and self.pairing.knows(request.cookies.get(_cookie(request)))
        return Visitor(address, is_local(address, request.headers), paired)


class _Doorkeeper:
    """Turns foreign requests away before anything else sees them, and hangs the safety headers on answers."""

    def __init__(self, app: ASGIApp, *, local_only: bool, names: frozenset[str]) -> None:
        self._app = app
        self._local_only = local_only
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        is_api = scope["path"].startswith("/api/")

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(SECURITY)
                headers["cache-control"] = "no-store" if is_api else "no-cache"
            await send(message)

        headers = Headers(scope=scope)
        app = self._app
        try:
            check_host(headers.get("host", ""), local_only=self._local_only, names=self._names)
            if is_api:
                check_origin(headers)
        except BadRequest as refusal:
            app = _refusal(str(refusal), refusal.status)
        await app(scope, receive, send_safely)


def _cookie(request: Request) -> str:
    """The cookie's name: cookies know no ports, and two tables may run on one machine."""
    server = request.scope.get("server")
    return f"jokerboard-{server[1] if server else 0}"


async def _body(request: Request) -> bytes:
    """The body of a command, which is JSON, small, and here soon."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise BadRequest("A command is JSON, with the content type application/json.", 415)
    body = b""
    try:
        async with asyncio.timeout(PATIENCE):
            async for chunk in request.stream():
                body += chunk
                if len(body) > LARGEST_BODY:
                    raise BadRequest(f"A command has at most {LARGEST_BODY} bytes.", 413)
    except TimeoutError:
        raise BadRequest("The rest of the command did not arrive.", 408) from None
    return body


def _refusal(sentence: str, status: int) -> JSONResponse:
    return JSONResponse({"ok": False, "error": sentence}, status)


async def _refuse(_: Request, error: Exception) -> Response:
    """Whatever went wrong, as one sentence. What nobody foresaw is raised on for the log by Starlette."""
    match error:
        case BadRequest():
            return _refusal(str(error), error.status)
        case CommandRefused():
            return _refusal(str(error), 409)
        case HTTPException(status_code=404):
            return _refusal("There is nothing at this address.", 404)
        case HTTPException(status_code=405):
            return _refusal("This address is not asked that way.", 405)
        case HTTPException():
            return _refusal(f"{error.detail}.", error.status_code)
        case ClientDisconnect():
            return _refusal("The command broke off.", 400)
    return _refusal("The table stumbled over this; its log says more.", 500)
