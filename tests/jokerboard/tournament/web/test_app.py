"""The director's page: its frame, its news, and the login."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from jokerboard.tournament.errors import Refused
from jokerboard.tournament.web.access import Access
from jokerboard.tournament.web.app import make_app
from jokerboard.tournament.web.sections import Command, Section, Tab
from jokerboard.web.fields import number
from jokerboard.web.news import News
from tests.jokerboard.table.web.web_client import AFAR, ask, asking
from tests.jokerboard.tournament.web.hall import TOKEN

JSON = {"content-type": "application/json"}


class Pieces:
    """A section of the page made for the test, and an application with it."""

    def __init__(self, **where: Any) -> None:
        self.done: list[tuple[dict[str, Any], str]] = []
        self.value: Any = 1
        self.parts: dict[str, object] = {"a": (1,), "b": (2,)}
        self.news = News(("value", "parts", "tables"))
        section = Section(
            name="trial",
            tabs=(
                Tab("/", "trial.js", ("a.css",)),
                Tab("/hidden", "n.js", shown=False),
            ),
            routes=(Route("/api/trial", self.read),),
            commands=(Command("trial/do", {"n": number(1, 9, whole=True)}, self.do),),
            news={"value": lambda: self.value},
            keyed={"parts": lambda _: self.parts, "tables": lambda _: self.parts},
        )
        self.app: Starlette = make_app((section,), Access(TOKEN), self.news, **where)

    async def read(self, _: Request) -> Response:
        return JSONResponse({"read": True})

    async def do(self, body: dict[str, Any], who: str) -> dict[str, Any]:
        if body["n"] == 9:
            raise Refused("Nine is not done.")
        self.done.append((body, who))
        return {"twice": 2 * body["n"]}


def test_each_tab_of_the_directors_page_links_to_the_visible_tabs() -> None:
    page = ask(Pieces().app, "GET", "/")
    assert page.headers["content-type"].startswith("text/html")
    assert '<a href="/" aria-current="page" data-words="desk.tab.hall"></a>' in page.text
    assert "/static/trial/trial.js" in page.text
    assert "/hidden" not in page.text
    assert ask(Pieces().app, "GET", "/hidden").status_code == 200


def test_every_response_has_security_headers_and_no_inline_script_or_style() -> None:
    app = Pieces().app
    for path in (
        "/",
        "/api/trial",
        "/static/desk/shell.js",
        "/page/css/base.css",
        "/favicon.ico",
        "/nothing",
    ):
        headers = ask(app, "GET", path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
    text = ask(app, "GET", "/").text
    assert "<script>" not in text
    assert " style=" not in text
    assert " on" not in text.partition("<body")[2].replace(" once", "")


def test_without_a_login_the_directors_page_can_be_read_and_commands_are_refused() -> None:
    pieces = Pieces()
    assert ask(pieces.app, "GET", "/api/trial").json() == {"read": True}
    for path in ("/api/trial/do", "/api/logout", "/nothing"):
        refused = ask(pieces.app, "POST", path, json={"n": 1})
        assert refused.status_code == 401
        assert "log in" in refused.json()["error"]
    assert pieces.done == []


def test_after_a_login_with_the_token_commands_need_only_the_cookie() -> None:
    pieces = Pieces()

    async def talk(http: httpx.AsyncClient) -> None:
        assert (await http.get("/api/who")).json() == {"who": None}
        wrong = await http.post("/api/login", json={"token": "guess", "who": "Eve"})
        assert (wrong.status_code, "set-cookie" in wrong.headers) == (401, False)
        right = await http.post("/api/login", json={"token": TOKEN, "who": " Ann "})
        assert right.json() == {"ok": True, "who": "Ann"}
        cookie = right.headers["set-cookie"]
        assert all(word in cookie for word in ("HttpOnly", "SameSite=strict", "Path=/", "jokerboard-"))
        assert TOKEN not in cookie
        assert (await http.get("/api/who")).json() == {"who": "Ann"}
        assert (await http.post("/api/trial/do", json={"n": 3})).json() == {"ok": True, "twice": 6}
        done = await http.post("/api/trial/do", json={"n": 9})
        assert (done.status_code, done.json()["error"]) == (409, "Nine is not done.")
        assert (await http.post("/api/logout", json={})).json() == {"ok": True}
        assert (await http.get("/api/who")).json() == {"who": None}

    asking(pieces.app, talk)
    assert pieces.done == [({"n": 3}, "Ann")]


@pytest.mark.parametrize(
    ("headers", "content", "status"),
    [
        ({"content-type": "text/plain"}, b'{"n":1}', 415),
        (JSON, b"[]", 400),
        (JSON, b'{"n":10}', 400),
        (JSON, b'{"n":1,"m":1}', 400),
        (JSON, b" " * 5000, 413),
        (JSON | {"origin": "http://evil.example"}, b'{"n":1}', 403),
        (JSON | {"sec-fetch-site": "cross-site"}, b'{"n":1}', 403),
        (JSON | {"sec-fetch-site": "same-site"}, b'{"n":1}', 403),
        (JSON | {"host": "evil.example"}, b'{"n":1}', 421),
    ],
)
def test_a_foreign_or_malformed_request_is_refused_even_with_the_login_cookie(
    headers: dict[str, str], content: bytes, status: int
) -> None:
    pieces = Pieces()

    async def talk(http: httpx.AsyncClient) -> None:
        await http.post("/api/login", json={"token": TOKEN, "who": "Ann"})
        answer = await http.post("/api/trial/do", content=content, headers=headers)
        assert answer.status_code == status
        assert answer.json()["error"].endswith(".")

    asking(pieces.app, talk)
    assert pieces.done == []


def test_a_desk_on_the_network_answers_to_its_host_names_and_to_ip_addresses() -> None:
    app = Pieces(local_only=False, names=frozenset({"desk"})).app
    assert ask(app, "GET", "/api/who", host="desk:8090", address=AFAR).status_code == 200
    assert ask(app, "GET", "/api/who", host="192.168.1.2:8090", address=AFAR).status_code == 200
    assert ask(app, "GET", "/api/who", host="evil.example", address=AFAR).status_code == 421
    assert ask(Pieces().app, "GET", "/api/who", host="192.168.1.2").status_code == 421


def test_the_event_stream_begins_with_the_whole_state_and_continues_with_changes() -> None:
    pieces = Pieces()

    async def talk() -> None:
        events = _events(pieces.app, "/api/events?of=value,parts,nothing")
        first = [await anext(events), await anext(events)]
        assert first == [("parts", {"changed": {"a": [1], "b": [2]}, "gone": []}), ("value", 1)]
        pieces.news.changed("value")  # The state has not changed, so no event is sent.
        pieces.parts = {"a": pieces.parts["a"], "c": (3,)}
        pieces.news.changed("parts")
        assert await anext(events) == ("parts", {"changed": {"c": [3]}, "gone": ["b"]})
        pieces.value = 2
        pieces.news.changed("value")
        assert await anext(events) == ("value", 2)
        await events.aclose()

    asyncio.run(asyncio.wait_for(talk(), 20))


def test_an_event_stream_of_one_table_contains_no_other_table() -> None:
    pieces = Pieces()

    async def talk() -> None:
        events = _events(pieces.app, "/api/events?of=tables&only=b")
        assert await anext(events) == ("tables", {"changed": {"b": [2]}, "gone": []})
        pieces.parts = {"a": (9,), "b": pieces.parts["b"]}
        pieces.news.changed("tables")
        pieces.parts = {"a": (9,)}
        pieces.news.changed("tables")
        assert await anext(events) == ("tables", {"changed": {}, "gone": ["b"]})
        await events.aclose()

    asyncio.run(asyncio.wait_for(talk(), 20))


async def _events(app: Starlette, path: str) -> AsyncGenerator[tuple[str, Any], None]:
    """The server-sent events of an address, read without a network."""
    scope = {
        "type": "http", "method": "GET", "path": path.partition("?")[0], "raw_path": path.encode(),
        "query_string": path.partition("?")[2].encode(), "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8090), "scheme": "http",
        "http_version": "1.1", "root_path": "", "asgi": {"version": "3.0"},
    }  # fmt: skip
    sent: asyncio.Queue[Any] = asyncio.Queue()
    gone = asyncio.Event()

    async def receive() -> Any:
        await gone.wait()
        return {"type": "http.disconnect"}

    task = asyncio.create_task(app(scope, receive, sent.put))
    try:
        while True:
            body = (await sent.get()).get("body", b"").decode()
            if body.startswith("event: "):
                name, _, data = body.removeprefix("event: ").partition("\ndata: ")
                yield name, json.loads(data)
    finally:
        gone.set()
        await task
