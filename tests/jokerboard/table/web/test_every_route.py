"""Random requests to every address of a table's page cause no internal error and damage no record."""

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
from starlette.routing import Route

from jokerboard.journal.file import check
from jokerboard.journal.store import FILE
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.web.app import make_app
from jokerboard.table.web.game_page import GamePage
from tests.examples import examples
from tests.jokerboard.table.virtual_table import VirtualTable
from tests.jokerboard.table.web.web_client import asking

TEXT = st.text(st.characters(), max_size=40)
"""Any text, also with lone surrogates and direction overrides."""
JUNK: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=10,
)
NAMES = st.dictionaries(st.sampled_from("ABCDZ"), TEXT | JUNK, max_size=4)
BODIES = st.one_of(
    st.fixed_dictionaries(
        {"decision": st.sampled_from(["let-stand", "take-back", "correct"]), "by": TEXT},
        optional={"why": TEXT, "n": st.integers(), "position": TEXT},
    ),
    st.fixed_dictionaries({"action": st.just("names"), "names": NAMES}),
    st.fixed_dictionaries({"card": TEXT | st.none(), "at": st.sampled_from(["A", "B", "table", "\ud800"])}),
    st.fixed_dictionaries({"hole": TEXT, "colour": TEXT}),
    JUNK,
)
SEGMENT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20).map(
    lambda text: quote(text, safe="")
)


@pytest.fixture(scope="module")
def table() -> Iterator[tuple[VirtualTable, Any]]:
    with tempfile.TemporaryDirectory() as path:
        one = VirtualTable(Path(path), Wanted(), seed="3")
        yield one, make_app(GamePage(one.desk))
        one.close()
        check(Path(path) / FILE)


@examples(200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_random_request_to_a_tables_page_causes_an_internal_error(
    table: tuple[VirtualTable, Any], data: st.DataObject
) -> None:
    one, app = table
    known = [route.path for route in app.routes if isinstance(route, Route) and route.path != "/api/events"]
    path = data.draw(st.sampled_from([*known, *known, "/api/{rest}", "/static/{rest}"]))
    path = path.replace("{rest}", data.draw(SEGMENT))
    if path.startswith("/api/events"):
        return
    method = data.draw(st.sampled_from(["GET", "POST", "POST", "PUT", "DELETE", "OPTIONS"]))
    body = json.dumps(data.draw(BODIES)).encode()
    query = data.draw(st.sampled_from(["", "?since=1", "?since=x", "?since=9999999999", "?key=%ed%a0%80"]))

    async def talk(http: httpx.AsyncClient) -> httpx.Response:
        return await http.request(
            method, path + query, content=body, headers={"content-type": "application/json"}
        )

    answer = asking(app, talk)
    assert answer.status_code < 500, (method, path, answer.text)
    assert "Traceback" not in answer.text
    one.wait(0.1)
    shown = asking(app, lambda http: http.get("/api/state"))
    assert shown.status_code == 200
    shown.content.decode()
