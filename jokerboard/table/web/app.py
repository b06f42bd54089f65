"""The page of a table as an ASGI application: its files, its state, its events, its commands.

Watching is free to whoever can reach the address. Commands are accepted from the machine itself, and from
paired devices (`jokerboard/table/web/access.py`). Every refused request is answered with one
sentence.
"""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route

from jokerboard.table.web.access import (
    KEY_AGE,
    DevicePairing,
    LocalKey,
    SeatClaims,
    page_link,
    pairing_link,
    picture_of,
)
from jokerboard.table.web.commands import CARD, COMMANDS, parse_command
from jokerboard.table.web.hub import Hub, Visitor
from jokerboard.table.web.kept_routes import kept_routes
from jokerboard.table.web.page_port import CommandRefused, TablePage
from jokerboard.web import guard
from jokerboard.web.errors import BadRequest
from jokerboard.web.guard import LARGEST_BODY, answer, cookie_name, give_cookie, make_page, read_body
from jokerboard.web.language import ALL, language_of
from jokerboard.web.visitors import is_local, own_names
from jokerboard.words.catalogue import words

STATIC: Final = Path(__file__).parent / "static"
COOKIE_AGE: Final = 30 * 24 * 3600
_AT: Final = ("card", "button", "play", "undo")
"""Commands for a seat, which no device may send for another device's seat."""
LARGEST_GAME: Final = 8192
"""The largest body of a request for a game in bytes: enough for all names and rule switches."""


def make_app(
    table: TablePage,
    *,
    local_only: bool = True,
    names: frozenset[str] | None = None,
    pairing: DevicePairing | None = None,
    local_key: LocalKey | None = None,
    seats: SeatClaims | None = None,
    language: str | None = None,
) -> Starlette:
    """The app of `table`.

    With `local_only` only this machine reaches the table: nobody pairs, and the app answers to no other name
    than localhost. Otherwise it answers to any IP address and to `names` (by default this machine's own), and
    `pairing` has the devices that may command. A page is the table's own if it has `local_key`;
        without one, if it is asked from this machine with no proxy between. `seats`: the seats of devices.
        `language`: that of the table's own screen, and of browsers whose languages it does not have.
    """
    if not local_only and pairing is None:
        pairing = DevicePairing()
    pairing = None if local_only else pairing
    page = _Page(table, Hub(table, pairing, seats), pairing, local_key)
    routes = [
        Route("/", page.index),
        Route("/favicon.ico", page.favicon),
        Route("/api/state", page.state),
        Route("/api/events", page.events),
        Route("/api/rules", page.rules),
        Route("/api/rules/card", page.rule_card),
        Route("/api/plays", page.plays),
        Route("/api/choices", page.choices),
        Route("/api/explain", page.explain),
        Route("/api/pair", page.pair, methods=["POST"]),
        Route("/api/seat", page.seat, methods=["POST"]),
        Route("/api/pair.svg", page.pairing_picture),
        Route("/api/codes", page.codes),
        Route("/api/codes.svg", page.code_picture),
        *(Route(f"/api/{name}", page.command, methods=["POST"]) for name in COMMANDS),
        *kept_routes(table, lambda request: language_of(request, language)),
        Mount("/static", guard.PageFiles(directory=STATIC)),
    ]
    app = make_page(
        routes,
        local_only=local_only,
        names=own_names() if names is None else names,
        refused={CommandRefused: 409},
        languages=ALL,
        language=language,
    )
    app.state.hub = page.hub
    return app


class _Page:
    """Answers the requests to the page; each address has a method."""

    def __init__(
        self, table: TablePage, hub: Hub, pairing: DevicePairing | None, local_key: LocalKey | None
    ) -> None:
        self.table = table
        self.local_key = local_key
        self.hub = hub
        self.pairing = pairing

    async def index(self, request: Request) -> Response:
        """The page. If the address has the key, set a cookie and redirect to the address without it."""
        given = request.query_params.get("key")
        if self.local_key is not None and self.local_key.is_given(given):
            answer = RedirectResponse("/", 303)
            give_cookie(request, answer, given or "", KEY_AGE, local=True)
            return answer
        page = FileResponse(STATIC / "index.html", media_type="text/html")
        if not request.cookies.get(self._browser_cookie(request)):
            name = self._browser_cookie(request)
            page.set_cookie(
                name, secrets.token_urlsafe(18), KEY_AGE, httponly=True, samesite="strict", path="/"
            )
        return page

    async def favicon(self, _: Request) -> Response:
        return FileResponse(guard.STATIC / "favicon.svg", media_type="image/svg+xml")

    async def state(self, request: Request) -> Response:
        return Response(self.hub.state(self._visitor(request)), media_type="application/json")

    async def rules(self, _: Request) -> Response:
        # The first use parses dozens of messages, for which the table's loop should not wait.
        return answer(await asyncio.to_thread(self.table.rules))

    async def rule_card(self, _: Request) -> Response:
        return answer(await asyncio.to_thread(self.table.rule_card))

    async def plays(self, request: Request) -> Response:
        since = request.query_params.get("since", "0")
        if not (since.isascii() and since.isdecimal() and len(since) < 10):
            raise BadRequest(words("request.since"))
        return answer(self.table.plays(int(since)))

    async def choices(self, request: Request) -> Response:
        card = request.query_params.get("card", "")
        if not CARD.ok(card):
            raise BadRequest(words("request.card"))
        return answer(self.table.choices(card))

    async def explain(self, _: Request) -> Response:
        explanation = self.table.explain()
        if explanation is None:
            raise BadRequest(words("explain.not"), 404)
        return answer(explanation)

    async def events(self, request: Request) -> Response:
        stream = self.hub.watch(self._visitor(request))
        return StreamingResponse(stream, media_type="text/event-stream")

    async def command(self, request: Request) -> Response:
        name = request.url.path.removeprefix("/api/")
        self._check_command(request)
        visitor = self._visitor(request)
        body = parse_command(name, await read_body(request, LARGEST_GAME if name == "game" else LARGEST_BODY))
        seat = body.get("at", "table") if name in _AT else body.get("seat", "table")
        if seat != "table":
            self.hub.seats.check(visitor.device, seat, self.hub.player(seat))
        try:
            await self.table.command(name, body)
        except CommandRefused as refused:
            if refused.why is None:
                return answer({"ok": False, "error": str(refused)}, 409)
            # A question whether people are sure is an ordinary answer, so that browsers report no error.
            return answer({"ok": False, "error": str(refused), "why": refused.why})
        if name == "game":
            self._seats_of(body["action"])
        return JSONResponse({"ok": True}, headers={"x-seq": str(self.hub.seq)})

    def _seats_of(self, action: str) -> None:
        """Update the devices' seats after a command `game`: a rematch moves them, a new game frees them."""
        if action == "rematch":
            self.hub.seats.move_on(self.table.state()["game"]["seats"])
        elif action == "new":
            self.hub.seats.clear()
        self.hub.changed("state")

    async def pair(self, request: Request) -> Response:
        code = parse_command("pair", await read_body(request))["code"]
        visitor = self._visitor(request)
        if self.pairing is None or visitor.local:
            raise BadRequest(words("pair.no-need"), 409)
        token = self.pairing.pair(code, visitor.address)
        self.hub.changed("state")  # Pairing has changed the code that the local page shows.
        answer = JSONResponse({"ok": True})
        give_cookie(request, answer, token, COOKIE_AGE)
        return answer

    async def seat(self, request: Request) -> Response:
        """Give a seat to this device, which then gets the seat's dealt hand."""
        visitor = self._visitor(request)
        if not visitor.may_command:
            raise BadRequest(words("watching.seat"), 401)
        seat = parse_command("seat", await read_body(request))["seat"]
        return JSONResponse({"ok": True, "seat": self.hub.claim(visitor, seat)})

    async def codes(self, request: Request) -> Response:
        """The invitation codes for other boards, for visitors who may send commands."""
        self._check_command(request)
        return JSONResponse(self.table.codes())

    async def code_picture(self, request: Request) -> Response:
        """The QR code of an invitation; with `page`, it opens the other board's page at that address."""
        self._check_command(request)
        house = request.query_params.get("house")
        found = next((one for one in self.table.codes() if one["house"] == house), None)
        if found is None:
            raise BadRequest(words("houses.no-code"), 404)
        text, page = found["link"], request.query_params.get("page", "")
        if page:
            text = page_link(page, text)
        return Response(picture_of(text), media_type="image/svg+xml")

    def _check_command(self, request: Request) -> None:
        """Raise BadRequest if the visitor may only watch."""
        if not self._visitor(request).may_command:
            by_code = self.local_key is None or self.pairing is not None
            raise BadRequest(words("watching.pair" if by_code else "watching.key"), 401)

    async def pairing_picture(self, request: Request) -> Response:
        if self.pairing is None or not self._visitor(request).local:
            raise BadRequest(words("pair.own-page"), 403)
        server = request.scope.get("server")
        local = f"http://127.0.0.1:{server[1] if server else 80}/"
        return Response(picture_of(pairing_link(local, self.pairing.code)), media_type="image/svg+xml")

    def _visitor(self, request: Request) -> Visitor:
        address = request.client.host if request.client is not None else ""
        token = request.cookies.get(cookie_name(request))
        paired = self.pairing is not None and self.pairing.knows(token)
        if self.local_key is None:
            local = is_local(address, request.headers)
        else:
            local = self.local_key.is_given(request.cookies.get(cookie_name(request, local=True)))
        browser = request.cookies.get(self._browser_cookie(request), "")[:64]
        return Visitor(address, local, paired, f"browser {browser}" if local or token is None else token)

    def _browser_cookie(self, request: Request) -> str:
        """The name of the cookie that distinguishes the browsers of the table's own machine."""
        return f"{cookie_name(request)}-browser"
