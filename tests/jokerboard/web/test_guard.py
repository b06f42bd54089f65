"""The guard of every page: refusals in one sentence with their status, and headers on every answer."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from jokerboard.web import guard
from jokerboard.web.errors import BadRequest
from jokerboard.web.guard import (
    LARGEST_BODY,
    SECURITY,
    PageFiles,
    answer,
    cookie_name,
    give_cookie,
    make_page,
    read_body,
)
from tests.jokerboard.table.web.web_client import AFAR, ask, asking

JSON = {"content-type": "application/json"}


class NotToday(Exception):
    """An error whose message is for visitors."""


async def body(request: Request) -> Response:
    return answer({"bytes": len(await read_body(request))})


async def fails(request: Request) -> Response:
    raise {
        "bad": BadRequest("No."),
        "taken": BadRequest("Taken.", 409),
        "today": NotToday("Not today."),
        "teapot": HTTPException(418, "I am a teapot"),
        "bug": ZeroDivisionError("division by zero"),
    }[request.path_params["how"]]


async def events(_: Request) -> Response:
    return StreamingResponse(iter([b"event: ping\ndata: 1\n\n"]), media_type="text/event-stream")


async def cookie(request: Request) -> Response:
    given = PlainTextResponse(cookie_name(request))
    give_cookie(request, given, "secret", 60, local=True)
    return given


def page(**others: Any) -> Starlette:
    routes = [
        Route("/api/body", body, methods=["POST"]),
        Route("/api/fails/{how}", fails),
        Route("/events", events),
        Route("/cookie", cookie),
    ]
    usual: dict[str, Any] = {"local_only": True, "names": frozenset(), "refused": {NotToday: 503}}
    return make_page(routes, **usual | others)


@pytest.mark.parametrize(
    ("path", "status", "error"),
    [
        ("/api/fails/bad", 400, "No."),
        ("/api/fails/taken", 409, "Taken."),
        ("/api/fails/today", 503, "Not today."),
        ("/api/fails/teapot", 418, "I am a teapot."),
        ("/api/fails/bug", 500, "The service failed to do this; see its log for the reason."),
        ("/api/nothing", 404, "There is nothing at this address."),
        ("/api/body", 405, "This address does not take that kind of request."),
    ],
)
def test_every_error_response_of_a_page_has_one_sentence_and_its_status(
    path: str, status: int, error: str
) -> None:
    refused = ask(page(), "GET", path)
    assert (refused.status_code, refused.json()["ok"], refused.json()["error"]) == (status, False, error)


def test_requests_for_foreign_host_names_and_commands_from_foreign_pages_are_refused() -> None:
    assert ask(page(), "GET", "/cookie", host="evil.example").status_code == 421
    foreign = {"origin": "http://evil.example"} | JSON
    assert ask(page(), "POST", "/api/body", content=b"{}", headers=foreign).status_code == 403
    # A page may be linked from anywhere if the request only reads.
    assert ask(page(), "GET", "/cookie", headers={"origin": "http://evil.example"}).status_code == 200


def test_a_page_for_the_network_answers_only_to_this_machines_names() -> None:
    open_page = page(local_only=False, names=frozenset({"pi"}))
    assert ask(open_page, "GET", "/cookie", host="pi:8080", address=AFAR).status_code == 200
    assert ask(open_page, "GET", "/cookie", host="po:8080", address=AFAR).status_code == 421


def test_every_response_has_security_headers_and_only_pages_and_files_may_be_cached() -> None:
    for path, kept in (("/cookie", "no-cache"), ("/api/nothing", "no-store"), ("/page/nothing", "no-cache")):
        headers = ask(page(), "GET", path).headers
        assert SECURITY.items() <= dict(headers).items()
        assert headers["cache-control"] == kept
        assert "x-accel-buffering" not in headers
    assert ask(page(), "GET", "/events").headers["x-accel-buffering"] == "no"


@pytest.mark.parametrize("kind", ["application/json", "Application/JSON; charset=utf-8"])
def test_a_request_body_above_the_size_limit_is_refused(kind: str) -> None:
    def post(content: bytes) -> tuple[int, object]:
        given = ask(page(), "POST", "/api/body", content=content, headers={"content-type": kind})
        return given.status_code, given.json().get("bytes")

    assert post(b"x" * LARGEST_BODY) == (200, LARGEST_BODY)
    assert post(b"x" * (LARGEST_BODY + 1)) == (413, None)


def test_a_request_body_of_another_content_type_is_refused() -> None:
    for headers in ({}, {"content-type": "text/plain"}):
        assert ask(page(), "POST", "/api/body", content=b"{}", headers=headers).status_code == 415


def test_a_request_body_that_does_not_arrive_in_time_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def endless() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.Event().wait()

    monkeypatch.setattr(guard, "PATIENCE", 0.0)
    refused = asking(page(), lambda http: http.post("/api/body", content=endless(), headers=JSON))
    error = "The rest of the command did not arrive in time."
    assert (refused.status_code, refused.json()["error"]) == (408, error)


def test_a_cookie_is_named_after_the_port_and_hidden_from_scripts_and_other_sites() -> None:
    given = ask(page(), "GET", "/cookie")
    assert given.text == "jokerboard-8080"
    name, *rules = given.headers["set-cookie"].split("; ")
    assert name == "jokerboard-local-8080=secret"
    assert {each.lower() for each in rules} == {"httponly", "max-age=60", "path=/", "samesite=strict"}


def test_a_pages_own_guard_gets_no_request_that_the_common_guard_has_refused() -> None:
    seen: list[str] = []

    def inside(app: ASGIApp) -> ASGIApp:
        async def passing(scope: Scope, receive: Receive, send: Send) -> None:
            seen.append(scope["path"])
            await app(scope, receive, send)

        return passing

    guarded = page(inside=inside)
    assert ask(guarded, "GET", "/cookie").status_code == 200
    assert ask(guarded, "GET", "/cookie", host="evil.example").status_code == 421
    assert seen == ["/cookie"]


def test_a_script_of_messages_that_the_browser_has_is_not_sent_again() -> None:
    for name in ("catalogue", "catalogue_rules"):
        script = ask(page(), "GET", f"/page/js/{name}.js")
        value = script.text.partition("export const messages = ")[2].splitlines()[0].removesuffix(";")
        assert len(json.loads(value)) > 1000
        again = ask(page(), "GET", f"/page/js/{name}.js", headers={"if-none-match": script.headers["etag"]})
        assert (again.status_code, again.text) == (304, "")


def test_files_are_served_as_they_are_now_and_not_again_to_a_visitor_who_has_them(tmp_path: Path) -> None:
    file = tmp_path / "page.js"
    file.write_text("let one;")
    os.utime(file, (1, 1))
    app = make_page([Mount("/files", PageFiles(tmp_path))], local_only=True, names=frozenset())
    first = ask(app, "GET", "/files/page.js")
    assert (first.text, ask(app, "GET", "/files/page.js").text) == ("let one;", "let one;")
    assert first.headers["content-type"] == "text/javascript; charset=utf-8"
    known = ask(app, "GET", "/files/page.js", headers={"if-none-match": first.headers["etag"]})
    assert (known.status_code, known.text) == (304, "")
    file.write_text("let two;")
    os.utime(file, (2, 2))
    assert ask(app, "GET", "/files/page.js").text == "let two;"
    assert ask(app, "GET", "/files/other.js").status_code == 404
