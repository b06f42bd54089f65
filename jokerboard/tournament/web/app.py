"""The director's page as an ASGI application: tabs and news for everybody, commands for directors.

Every request other than GET and HEAD needs a login, except the login itself. This is checked before a section
gets the request, so no section can forget it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from jokerboard.tournament.errors import Refused, StoreError
from jokerboard.tournament.web.access import LASTS, Access
from jokerboard.tournament.web.sections import SPECTATOR, Command, Section, Tab
from jokerboard.web import guard
from jokerboard.web.errors import BadRequest
from jokerboard.web.fields import checked, line, parse_object, text
from jokerboard.web.guard import cookie_name, give_cookie, make_page, read_body, refusal
from jokerboard.web.language import answer_script, own_script
from jokerboard.web.news import News, as_json, event
from jokerboard.web.templating import template
from jokerboard.web.visitors import own_names
from jokerboard.words.catalogue import words

AT_ONCE: Final = 100
"""The most entries of a list in one server-sent event."""
STATIC: Final = Path(__file__).parent / "static" / "desk"
TEMPLATES: Final = Path(__file__).parent / "templates"
LOGIN: Final = {
    "token": text(r"[\x21-\x7e]{1,200}", words("desk.wanted.token")),
    "who": line(40, words("desk.wanted.who")),
}


def make_app(
    sections: Sequence[Section],
    access: Access,
    news: News,
    *,
    local_only: bool = True,
    names: frozenset[str] | None = None,
) -> Starlette:
    """The application with these sections; `news` announces changes, `access` decides who may command."""
    desk = _Page(sections, access, news)
    tabs = tuple(tab for section in sections for tab in section.tabs if tab.shown)
    routes: list[BaseRoute] = [
        Route("/favicon.ico", desk.favicon),
        Route("/api/who", desk.who),
        Route("/api/events", desk.events),
        Route("/api/login", desk.login, methods=["POST"]),
        Route("/api/logout", desk.logout, methods=["POST"]),
        Route("/static/desk/messages.js", desk.messages),
        Mount("/static/desk", guard.PageFiles(directory=STATIC)),
    ]
    for section in sections:
        for tab in section.tabs:
            routes.append(Route(tab.path, _shows(page_of(tab, section, tabs))))
        routes += section.routes
        routes += [Route(f"/api/{one.name}", desk.command(one), methods=["POST"]) for one in section.commands]
        if section.static is not None:
            routes.append(Mount(f"/static/{section.name}", guard.PageFiles(directory=section.static)))
    app = make_page(
        routes,
        local_only=local_only,
        names=own_names() if names is None else names,
        refused={Refused: 409, StoreError: 503},
        inside=lambda inner: _Gate(inner, access),
    )
    app.state.hub = news
    return app


class _Page:
    """The handlers that all sections share."""

    def __init__(self, sections: Sequence[Section], access: Access, news: News) -> None:
        self._access = access
        self._news = news
        self._news_of = {topic: make for section in sections for topic, make in section.news.items()}
        self._made: dict[tuple[str, bool], dict[str, tuple[object, bytes]]] = {}
        self._keyed = {topic: make for section in sections for topic, make in section.keyed.items()}

    async def favicon(self, _: Request) -> Response:
        return FileResponse(guard.STATIC / "favicon.svg", media_type="image/svg+xml")

    async def messages(self, request: Request) -> Response:
        return answer_script(request, own_script("desk-page.ftl"))

    async def who(self, request: Request) -> Response:
        return JSONResponse({"who": who_asks(request, self._access)})

    async def login(self, request: Request) -> Response:
        body = checked("login", parse_object(await read_body(request)), LOGIN)
        address = request.client.host if request.client is not None else ""
        cookie = self._access.login(body["token"], body["who"], address)
        answer = JSONResponse({"ok": True, "who": self._access.who(cookie)})
        give_cookie(request, answer, cookie, LASTS)
        return answer

    async def logout(self, request: Request) -> Response:
        await read_body(request)
        answer = JSONResponse({"ok": True})
        give_cookie(request, answer, "", 0)
        return answer

    async def events(self, request: Request) -> Response:
        """Send events for the topics in the query field `of`; the field `only` limits the tables to one."""
        wanted = frozenset(request.query_params.get("of", "").split(","))
        only = request.query_params.get("only")
        spectator = who_asks(request, self._access) is None
        whole: dict[str, bytes] = {}
        parts: dict[str, Mapping[str, object]] = {}

        def missing_events(new: frozenset[str]) -> Iterator[bytes]:
            """The server-sent events with everything that this visitor does not have yet."""
            for topic in sorted(wanted & new):
                if topic in self._news_of:
                    data = as_json(self._news_of[topic]())
                    if whole.get(topic) != data:
                        whole[topic] = data
                        yield event(topic, data)
                elif topic in self._keyed:
                    now, first = self._keyed[topic](spectator), topic not in parts
                    if topic == "tables" and only is not None:
                        now = {only: now[only]} if only in now else {}
                    had = parts.get(topic, {})
                    parts[topic] = dict(now)
                    changed = {key: value for key, value in now.items() if had.get(key) is not value}
                    gone = [key for key in had if key not in now]
                    if changed or gone or first:
                        of = (topic, spectator)
                        yield from (event(topic, part) for part in self._parts(of, changed, gone))

        return StreamingResponse(self._news.watch(missing_events), media_type="text/event-stream")

    def _parts(self, of: tuple[str, bool], changed: Mapping[str, object], gone: list[str]) -> Iterator[bytes]:
        """Split large changes into several events, so that a long list never blocks the loop."""
        entries = list(changed.items())
        for at in range(0, max(1, len(entries)), AT_ONCE):
            yield self._difference(of, dict(entries[at : at + AT_ONCE]), gone if at == 0 else [])

    def _difference(self, of: tuple[str, bool], changed: Mapping[str, object], gone: list[str]) -> bytes:
        """An event with changes as JSON; each entry is encoded once for all visitors."""
        made = self._made.setdefault(of, {})
        parts = []
        for key, value in changed.items():
            if key not in made or made[key][0] is not value:
                made[key] = (value, as_json(value))
            parts.append(as_json(key) + b":" + made[key][1])
        for key in gone:
            made.pop(key, None)
        return b'{"changed":{' + b",".join(parts) + b'},"gone":' + as_json(gone) + b"}"

    def command(self, command: Command) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            who = who_asks(request, self._access)
            if who is None:
                raise BadRequest(words("director.only"), 401)
            body = parse_object(await read_body(request, command.largest))
            done = await command.do(checked(command.name, body, command.shape), who)
            return JSONResponse({"ok": True} | (done or {}))

        return answer


class _Gate:
    """Rejects every request of a visitor without a login, except reading and the login itself."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app = app
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        open_to_all = scope["method"] in ("GET", "HEAD") or scope["path"] == "/api/login"
        app = self._app
        scope[SPECTATOR] = who_asks(Request(scope), self._access) is None
        if not open_to_all and scope[SPECTATOR]:
            app = refusal(words("director.login"), 401)
        await app(scope, receive, send)


def who_asks(request: Request, access: Access) -> str | None:
    """The name of the director who sent the request; None if the visitor is not logged in."""
    return access.who(request.cookies.get(cookie_name(request)))


def _shows(page: str) -> Callable[[Request], Awaitable[Response]]:
    async def show(_: Request) -> Response:
        return HTMLResponse(page)

    return show


def page_of(tab: Tab, section: Section, tabs: tuple[Tab, ...]) -> str:
    """The HTML frame of one tab, with links to the shown `tabs`; it contains no text of a visitor."""
    files = f"/static/{section.name}/"
    return template(TEMPLATES, "frame.html").render(
        tab=tab,
        tabs=tabs,
        styles=[name if name.startswith("/") else files + name for name in tab.styles],
        script=files + tab.script,
    )
