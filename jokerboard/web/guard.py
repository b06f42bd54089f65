"""The guard of every page: it refuses foreign requests and adds safety headers to answers.

`make_page` puts routes behind the guard. Every error inside the guard becomes an answer with one sentence,
`{"ok":false,"error":"…"}`, never a traceback. `Tries` limits the guessing of codes and passwords.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from jokerboard.web.errors import BadRequest
from jokerboard.web.language import answer_script, catalogue_script, language_of, rules_script
from jokerboard.web.news import as_json
from jokerboard.web.visitors import check_host, check_origin
from jokerboard.words.catalogue import ENGLISH, coded, words

STATIC: Final = Path(__file__).parent / "static"
"""Scripts and styles that the pages share; each page serves them under `/page`."""
LARGEST_BODY: Final = 4096
"""The largest body of a command in bytes; real ones have a few hundred at most."""
PATIENCE: Final = 10.0
"""Seconds within which a command's body must arrive."""

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
    languages: Sequence[str] = (ENGLISH,),
    language: str | None = None,
) -> Starlette:
    """A web application with the given routes behind the guard.

    With `local_only` the app answers only to localhost, otherwise to any IP address and to `names`.
    `refused`: errors whose messages visitors may see, with the HTTP status of each. `inside`: a second guard,
    which gets the requests that this one accepts. `languages`: the languages of the page;
    `language`: the service's own.
    """
    expected = dict(refused or {})

    async def refuse(_: Request, error: Exception) -> Response:
        status = next((code for kind, code in expected.items() if isinstance(error, kind)), None)
        return refusal(str(error), status) if status is not None else _answer_to(error)

    async def catalogue(request: Request) -> Response:
        return answer_script(request, catalogue_script(language_of(request, language, languages)))

    async def rules(request: Request) -> Response:
        return answer_script(request, rules_script(language_of(request, language, languages)))

    kinds = (BadRequest, HTTPException, ClientDisconnect, Exception, *expected)
    app = Starlette(
        routes=[
            *routes,
            Route("/page/js/catalogue.js", catalogue),
            Route("/page/js/catalogue_rules.js", rules),
            Mount("/page", PageFiles(directory=STATIC)),
        ],
        exception_handlers=dict.fromkeys(kinds, refuse),
    )
    # Starlette compresses no event streams, so this middleware leaves them alone.
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)
    if inside is not None:
        app.add_middleware(inside)
    app.add_middleware(_Guard, local_only=local_only, names=names)
    return app


class PageFiles(StaticFiles):
    """The files of a folder, answered from memory once they have been read, which takes half the time.

    A page consists of some sixty files. A file that changes is read again.
    """

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory)
        self._kept: dict[str, tuple[int, bytes]] = {}

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """The answer with a file, or "not modified" if the visitor has the same file."""
        found = super().file_response(full_path, stat_result, scope, status_code)
        if not isinstance(found, FileResponse):
            return found
        path, changed = os.fspath(full_path), stat_result.st_mtime_ns
        if path not in self._kept or self._kept[path][0] != changed:
            self._kept[path] = changed, Path(path).read_bytes()
        version = {name: found.headers[name] for name in ("etag", "last-modified")}
        return Response(self._kept[path][1], status_code, version, found.media_type)


class _Guard:
    """Refuses foreign requests before any other code sees them, and adds the safety headers to answers."""

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
                    headers["x-accel-buffering"] = "no"  # nginx would otherwise buffer the events.
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
    """The name of the cookie that proves a visitor's rights on this page.

    It contains the port: cookies ignore ports, and one machine may run two pages. `local`: the cookie of the
    machine's own page.
    """
    server = request.scope.get("server")
    return f"jokerboard-{'local-' if local else ''}{server[1] if server else 0}"


def give_cookie(request: Request, answer: Response, value: str, age: int, *, local: bool = False) -> None:
    """Set the cookie `cookie_name` for `age` seconds; scripts cannot read it, other sites cannot send it."""
    name = cookie_name(request, local=local)
    answer.set_cookie(name, value, max_age=age, httponly=True, samesite="strict", path="/")


async def read_body(request: Request, largest: int = LARGEST_BODY) -> bytes:
    """Read a command's body; raise BadRequest if it has a wrong type, or is too large or too slow."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise BadRequest(words("body.no-json"), 415)
    body = bytearray()
    try:
        # A client that sends byte by byte would otherwise keep its connection without end.
        async with asyncio.timeout(PATIENCE):
            async for chunk in request.stream():
                body += chunk
                if len(body) > largest:
                    raise BadRequest(words("body.too-long", largest=largest), 413)
    except TimeoutError:
        raise BadRequest(words("body.too-slow"), 408) from None
    return bytes(body)


def answer(value: object, status: int = 200) -> Response:
    """An answer with this value as JSON, in which each text of the catalogue has its code beside it."""
    return Response(as_json(coded(value)), status, media_type="application/json")


def refusal(sentence: str, status: int) -> Response:
    """The answer to a refused request."""
    return answer({"ok": False, "error": sentence}, status)


def _answer_to(error: Exception) -> Response:
    """The answer to an error, as one sentence; Starlette raises unexpected errors again, for the log."""
    match error:
        case BadRequest():
            return refusal(str(error), error.status)
        case HTTPException(status_code=404):
            return refusal(words("address.nothing"), 404)
        case HTTPException(status_code=405):
            return refusal(words("address.wrong-kind"), 405)
        case HTTPException():
            return refusal(f"{error.detail}.", error.status_code)
        case ClientDisconnect():
            return refusal(words("body.broken-off"), 400)
    return refusal(words("failed"), 500)


WINDOW: Final = 60.0
"""Seconds for which a wrong guess is counted."""
TRIES_OF_ONE: Final = 5
TRIES_OF_ALL: Final = 20
"""Wrong guesses in one window: at 20 a minute, half of a million codes take more than two weeks."""


class Tries:
    """The wrong guesses of codes and passwords in the last `WINDOW` seconds, of one service."""

    __slots__ = ("_now", "_wrong")

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._wrong: deque[tuple[float, str]] = deque(maxlen=TRIES_OF_ALL)

    def check(self, address: str) -> None:
        """Raise BadRequest if `address`, or all addresses together, have guessed wrong too often."""
        while self._wrong and self._now() - self._wrong[0][0] >= WINDOW:
            self._wrong.popleft()
        mine = sum(1 for _, whose in self._wrong if whose == address)
        if mine >= TRIES_OF_ONE or len(self._wrong) >= TRIES_OF_ALL:
            raise BadRequest(words("codes.too-many"), 429)

    def wrong(self, address: str) -> None:
        """Count a wrong guess from `address`."""
        self._wrong.append((self._now(), address))
