"""Random requests to every address of the director's page: no error, and no command without the token."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from starlette.routing import BaseRoute, Mount, Route

from tests.examples import examples
from tests.jokerboard.table.web.web_client import ask, asking
from tests.jokerboard.tournament.web.hall import TOKEN, Hall, played

TEXT = st.text(st.characters(), max_size=40)
"""Any text, including unpaired surrogates and direction overrides."""
JUNK: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
FIELDS = (
    "token", "who", "ids", "id", "text", "table", "order", "n", "position", "team", "points", "name",
    "players", "reason", "club", "list", "file", "prizes", "links", "minutes", "winner",
)  # fmt: skip
BODIES = st.one_of(
    st.dictionaries(st.sampled_from(FIELDS), JUNK, max_size=5),
    st.fixed_dictionaries(
        {"table": st.sampled_from(["t1", "t2"]), "order": st.sampled_from(["pause", "result", "correct"])},
        optional={"team": st.lists(st.sampled_from("ABCDZ"), max_size=9), "position": TEXT},
    ),
    st.fixed_dictionaries({"ids": st.lists(st.integers(), max_size=3)}),
    JUNK,
)
SEGMENT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20).map(
    lambda text: quote(text, safe="")
)
HEADERS = st.dictionaries(
    st.sampled_from(["origin", "sec-fetch-site", "cookie", "content-type", "host", "range", "if-none-match"]),
    st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=40),
    max_size=3,
)


@pytest.fixture(scope="module")
def desk() -> Iterator[Hall]:
    with tempfile.TemporaryDirectory() as path, Hall(Path(path)) as one:
        one.take(played())
        yield one


def addresses(routes: list[BaseRoute]) -> list[str]:
    found = []
    for route in routes:
        if isinstance(route, Route):
            found.append(route.path)
        elif isinstance(route, Mount):
            found.append(f"{route.path}/{{rest}}")
    return found


@st.composite
def paths(draw: st.DrawFn, known: list[str]) -> str:
    """An address of the page with random values in its parameters, or a random address."""
    path = draw(st.sampled_from([*known, "/{rest}", "/api/{rest}"]))
    while "{" in path:
        before, _, rest = path.partition("{")
        path = before + draw(SEGMENT) + rest.partition("}")[2]
    query = draw(st.sampled_from(["", "", "?game=1", "?game=x", "?game=99999999", "?of=tables", "?%00=%ff"]))
    return path + query


@examples(150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_random_request_to_the_directors_page_causes_an_internal_error(
    desk: Hall, data: st.DataObject
) -> None:
    app = desk.app
    known = [path for path in addresses(list(app.routes)) if path != "/api/events"]
    path = data.draw(paths(known))
    if path.startswith("/api/events"):
        return
    method = data.draw(st.sampled_from(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]))
    body, headers = data.draw(BODIES), data.draw(HEADERS)

    async def talk(http: httpx.AsyncClient) -> httpx.Response:
        await http.post("/api/login", json={"token": TOKEN, "who": "Ann"})
        sent_headers = {"content-type": "application/json"} | headers
        return await http.request(method, path, content=json.dumps(body).encode(), headers=sent_headers)

    answer = asking(app, talk)
    assert answer.status_code < 500, answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    if answer.status_code >= 400 and method != "HEAD":
        assert "Traceback" not in answer.text
        assert TOKEN not in answer.text


@examples(150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_command_of_the_directors_page_is_carried_out_without_the_token(
    desk: Hall, data: st.DataObject
) -> None:
    before = _everything(desk)
    path = data.draw(paths(addresses(list(desk.app.routes))))
    if path.startswith("/api/login"):
        return
    method = data.draw(st.sampled_from(["POST", "PUT", "DELETE", "PATCH"]))
    body = json.dumps(data.draw(BODIES)).encode()
    headers = {"content-type": "application/json"} | data.draw(HEADERS)
    answer = ask(desk.app, method, path, content=body, headers=headers)
    assert answer.status_code in (401, 403, 421)
    assert _everything(desk) == before


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_no_command_from_another_sites_page_is_carried_out_even_with_the_login_cookie(
    desk: Hall, site: str
) -> None:
    before = _everything(desk)
    commands = [path for path in addresses(list(desk.app.routes)) if path.startswith("/api/")]

    async def talk(http: httpx.AsyncClient) -> None:
        await http.post("/api/login", json={"token": TOKEN, "who": "Ann"})
        for path in commands:
            for headers in ({"sec-fetch-site": site}, {"origin": "http://evil.example"}, {"origin": "null"}):
                answer = await http.post(path, json={"table": "t1", "order": "pause"}, headers=headers)
                assert answer.status_code == 403, path

    asking(desk.app, talk)
    assert _everything(desk) == before


def _everything(desk: Hall) -> list[Any]:
    tables = ("orders", "notes", "incidents", "event_log")
    return [[tuple(row) for row in desk.store.rows(f"SELECT * FROM {name}")] for name in tables]
