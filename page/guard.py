"""What every page of ours does before it answers: turns foreign requests away, and keeps answers safe.

`make_page` puts routes behind a doorkeeper. Whatever goes wrong behind it is answered with one sentence,
`{"ok":false,"error":"…"}`, and never with a traceback.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from page.errors import BadRequest
from page.visitors import check_host, check_origin

STATIC: Final = Path(__file__).parent / "static"
"""Scripts and styles that the pages share; every page has them under `/page`."""
LARGEST_BODY: Final = 4096
"""Bytes a command may have; the longest honest one (a correction with names) has a few hundred."""
PATIENCE: Final = 10.0
"""Seconds in which a command's body must have arrived."""

SECURITY: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def make_page(
    routes: Sequence[BaseRoute],
    *,
    local_only: bool,
    names: frozenset[str],
    refused: Mapping[type[Exception], int] | None = None,
    inside: Callable[[ASGIApp], ASGIApp] | None = None,
) -> Starlette:
    """An app with these routes behind the doorkeeper.

    With `local_only` no other name than localhost is answered to; otherwise any number and `names`.
    `refused`: errors that are sentences for the visitor, with the HTTP status each is answered with;
    `inside`: another door, behind this one.
    """
    expected = dict(refused or {})

    async def refuse(_: Request, error: Exception) -> Response:
        status = next((code for kind, code in expected.items() if isinstance(error, kind)), None)
        return refusal(str(error), status) if status is not None else _answer_to(error)

    kinds = (BadRequest, HTTPException, ClientDisconnect, Exception, *expected)
    app = Starlette(
        routes=[*routes, Mount("/page", StaticFiles(directory=STATIC))],
        exception_handlers=dict.fromkeys(kinds, refuse),
    )
    # A page loads in a fraction of its bytes; streams of events are left as they are.
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)
    if inside is not None:
        app.add_middleware(_Inside, inside=inside)
    app.add_middleware(_Doorkeeper, local_only=local_only, names=names)
    return app


class _Inside:
    """The page's own door."""

    def __init__(self, app: ASGIApp, *, inside: Callable[[ASGIApp], ASGIApp]) -> None:
        self._app = inside(app)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)


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
                if headers.get("content-type", "").startswith("text/event-stream"):
                    headers["x-accel-buffering"] = "no"  # nginx would keep the news to itself
            await send(message)

        headers = Headers(scope=scope)
        app = self._app
        try:
            check_host(headers.get("host", ""), local_only=self._local_only, names=self._names)
            if is_api:
                check_origin(headers)
        except BadRequest as foreign:
            app = refusal(str(foreign), foreign.status)
        await app(scope, receive, send_safely)


def cookie_name(request: Request, *, local: bool = False) -> str:
    """The name of this page's cookie: cookies know no ports, and two pages may run on one machine.

    `local`: of the cookie that makes it the machine's own page.
    """
    server = request.scope.get("server")
    return f"jokerboard-{'local-' if local else ''}{server[1] if server else 0}"


def give_cookie(request: Request, answer: Response, value: str, age: int, *, local: bool = False) -> None:
    """Let the browser keep `value` for `age` seconds, out of reach of scripts and of other sites."""
    name = cookie_name(request, local=local)
    answer.set_cookie(name, value, max_age=age, httponly=True, samesite="strict", path="/")


async def read_body(request: Request, largest: int = LARGEST_BODY, kind: str = "application/json") -> bytes:
    """The body of a command, which is of this kind, not too large, and here soon; BadRequest if not."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != kind:
        what = "JSON, with the content type" if kind == "application/json" else "of the content type"
        raise BadRequest(f"A command is {what} {kind}.", 415)
    body = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for chunk in request.stream():
                body += chunk
                if len(body) > largest:
                    raise BadRequest(f"A command has at most {largest} bytes.", 413)
    except TimeoutError:
        raise BadRequest("The rest of the command did not arrive.", 408) from None
    return bytes(body)


def refusal(sentence: str, status: int) -> JSONResponse:
    """The answer to what is not done."""
    return JSONResponse({"ok": False, "error": sentence}, status)


def _answer_to(error: Exception) -> Response:
    """Whatever went wrong, as one sentence. What nobody foresaw is raised on for the log by Starlette."""
    match error:
        case BadRequest():
            return refusal(str(error), error.status)
        case HTTPException(status_code=404):
            return refusal("There is nothing at this address.", 404)
        case HTTPException(status_code=405):
            return refusal("This address is not asked that way.", 405)
        case HTTPException():
            return refusal(f"{error.detail}.", error.status_code)
        case ClientDisconnect():
            return refusal("The command broke off.", 400)
    return refusal("The service stumbled over this; its log says more.", 500)
