"""The page's addresses: what each answers, who may use it, and which requests are refused."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

from jokerboard.table.web.app import STATIC, make_app
from jokerboard.table.web.commands import COMMANDS
from jokerboard.web.guard import LARGEST_BODY
from tests.jokerboard.table.web.fake_page import FakeDesk
from tests.jokerboard.table.web.web_client import AFAR, ask, asking

LIFT = {"hole": "As1"}


def test_the_table_serves_its_page_and_every_file_that_the_page_names() -> None:
    app = make_app(FakeDesk())
    page = ask(app, "GET", "/")
    assert page.headers["content-type"].startswith("text/html")
    named = re.findall(r'(?:href|src)="(/[^"]+)"', page.text)
    assert "/static/js/main.js" in named
    for path in named:
        assert ask(app, "GET", path).status_code == 200, path


def test_the_page_loads_nothing_from_another_server() -> None:
    files = [path for path in Path(STATIC).rglob("*.*") if path.suffix != ".png"]
    assert files
    for path in files:
        foreign = re.findall(r"//[a-z0-9-]+\.[a-z0-9.-]+", path.read_text("utf-8"))
        assert set(foreign) <= {"//www.w3.org"}, path


def test_every_response_of_the_table_has_security_headers() -> None:
    app = make_app(FakeDesk())
    for path in ("/", "/api/state", "/static/js/main.js", "/nothing"):
        headers = ask(app, "GET", path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    assert ask(app, "GET", "/api/state").headers["cache-control"] == "no-store"
    assert ask(app, "GET", "/", host="evil.example").headers["x-content-type-options"] == "nosniff"


def test_the_state_sent_to_a_visitor_contains_the_visitors_own_permissions() -> None:
    desk = FakeDesk()
    state = ask(make_app(desk), "GET", "/api/state").json()
    own: dict[str, object] = {"may_command": True, "paired": False, "pair_code": None, "taken": []}
    assert state == desk.state() | own | {"leds": {}, "plays": []}


def test_the_page_gets_the_layout_and_the_rule_sets_of_the_table() -> None:
    desk = FakeDesk()
    app = make_app(desk)
    layout = ask(app, "GET", "/api/layout").json()
    assert len(layout["holes"]) == 112
    assert layout["holes"][3] | {"x": 0, "y": 0} == {
        "name": "A3", "kind": "ring", "side": "A", "x": 0, "y": 0, "mark": "in-spot",
    }  # fmt: skip
    assert ask(app, "GET", "/api/rules").json() == desk.rules()


def test_a_command_from_this_machine_is_passed_to_the_table() -> None:
    desk = FakeDesk()
    answer = ask(make_app(desk), "POST", "/api/sim/lift", json=LIFT)
    assert (answer.status_code, answer.json()) == (200, {"ok": True})
    assert desk.commands == [("sim/lift", LIFT)]


def test_a_refused_command_is_answered_with_a_sentence() -> None:
    answer = ask(make_app(FakeDesk()), "POST", "/api/sim/lift", json={"hole": "A8"})
    assert (answer.status_code, answer.json()) == (409, {"ok": False, "error": "There is no marble at A8."})


def test_every_command_of_the_page_has_an_address_of_its_own() -> None:
    app = make_app(FakeDesk())
    for name in COMMANDS:
        answer = ask(app, "POST", f"/api/{name}", content=b"?", headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["error"]) == (400, "The body is not JSON.")


@pytest.mark.parametrize(
    ("headers", "content", "status"),
    [
        ({"content-type": "text/plain"}, b'{"hole":"As1"}', 415),
        ({}, b'{"hole":"As1"}', 415),
        ({"content-type": "application/json"}, b" " * (LARGEST_BODY + 1), 413),
        ({"content-type": "application/json", "origin": "http://evil.example"}, b'{"hole":"As1"}', 403),
        ({"content-type": "application/json", "sec-fetch-site": "cross-site"}, b'{"hole":"As1"}', 403),
        ({"content-type": "application/json", "host": "evil.example"}, b'{"hole":"As1"}', 421),
        ({"content-type": "application/json; charset=utf-8"}, b'{"hole":"As1","x":1}', 400),
    ],
)
def test_a_foreign_or_malformed_command_request_is_refused_and_changes_nothing(
    headers: dict[str, str], content: bytes, status: int
) -> None:
    desk = FakeDesk()
    answer = ask(make_app(desk), "POST", "/api/sim/lift", content=content, headers=headers)
    assert answer.status_code == status
    assert answer.json()["error"].endswith(".")
    assert desk.commands == []


def test_unknown_addresses_and_methods_are_refused_with_a_sentence() -> None:
    app = make_app(FakeDesk())
    assert ask(app, "GET", "/api/nothing").json() == {
        "ok": False,
        "error": "There is nothing at this address.",
        "say": {"error": {"code": "address-nothing", "values": {}}},
    }
    assert ask(app, "GET", "/static/../app.py").status_code == 404
    assert ask(app, "GET", "/static/%2e%2e/app.py").status_code == 404
    wrong = ask(app, "GET", "/api/card")
    assert wrong.status_code == 405
    assert wrong.json()["error"] == "This address does not take that kind of request."


def test_an_unexpected_error_is_answered_with_a_sentence() -> None:
    class Stumbling(FakeDesk):
        async def command(self, name: str, body: Mapping[str, Any]) -> None:
            raise KeyError(name)

    answer = ask(make_app(Stumbling()), "POST", "/api/sim/lift", json=LIFT)
    assert (answer.status_code, answer.json()["error"]) == (
        500,
        "The service failed to do this; see its log for the reason.",
    )


def test_a_remote_visitor_only_watches_until_it_has_paired() -> None:
    desk = FakeDesk()
    app = make_app(desk, local_only=False, names=frozenset({"pi"}))
    code = ask(app, "GET", "/api/state", host="localhost:8080").json()["pair_code"]

    async def talk(http: httpx.AsyncClient) -> None:
        state = (await http.get("/api/state")).json()
        assert (state["may_command"], state["paired"], state["pair_code"]) == (False, False, None)
        refused = await http.post("/api/sim/lift", json=LIFT)
        assert refused.status_code == 401
        assert "pair" in refused.json()["error"]
        wrong = await http.post("/api/pair", json={"code": "0000" if code != "0000" else "1111"})
        assert wrong.status_code == 401
        right = await http.post("/api/pair", json={"code": code})
        assert right.json() == {"ok": True}
        cookie = right.headers["set-cookie"]
        assert all(word in cookie for word in ("HttpOnly", "SameSite=strict", "Path=/"))
        state = (await http.get("/api/state")).json()
        assert (state["may_command"], state["paired"], state["pair_code"]) == (True, True, None)
        assert (await http.post("/api/sim/lift", json=LIFT)).json() == {"ok": True}

    asking(app, talk, address=AFAR, host="pi:8080")
    assert [name for name, _ in desk.commands] == ["sim/lift"]
    assert ask(app, "GET", "/api/state", host="localhost:8080").json()["pair_code"] != code


@pytest.mark.parametrize(("name", "body"), [
    ("card", {"card": "5D", "at": "A"}),
    ("button", {"name": "ok", "at": "A"}),
    ("give-up", {"seat": "A"}),
])  # fmt: skip
def test_a_claimed_seat_is_refused_to_other_devices_but_not_to_the_tables_own_page(
    name: str, body: dict[str, str]
) -> None:
    desk = FakeDesk()
    assert desk.game is not None
    desk.game["names"] = {"A": "Ann"}
    app = make_app(desk, local_only=False, names=frozenset({"pi"}))
    code = ask(app, "GET", "/api/state", host="localhost:8080").json()["pair_code"]

    async def talk(http: httpx.AsyncClient) -> None:
        await http.post("/api/pair", json={"code": code})
        assert (await http.post("/api/seat", json={"seat": "A"})).json() == {"ok": True, "seat": "A"}
        assert (await http.post("/api/button", json={"name": "ok", "at": "A"})).json() == {"ok": True}

    asking(app, talk, address=AFAR, host="pi:8080")
    refused = ask(app, "POST", f"/api/{name}", json=body)
    assert refused.status_code == 409
    refusal = "Ann plays on another device; leave the seat there, "
    assert refused.json()["error"].startswith(refusal)
    # The phone has lost its power, so the table's own page takes its seat.
    assert ask(app, "POST", "/api/seat", json={"seat": "A"}).json()["ok"]
    assert ask(app, "POST", f"/api/{name}", json=body).json() == {"ok": True}


def test_nobody_takes_the_seat_of_a_machine() -> None:
    desk = FakeDesk()
    assert desk.game is not None
    desk.game |= {"names": {"B": "Robby"}, "machines": {"B": "strong"}}
    app = make_app(desk)
    refused = ask(app, "POST", "/api/seat", json={"seat": "B"})
    assert refused.status_code == 409
    assert refused.json()["error"].startswith("A machine plays for Robby; nobody sees its hand.")
    assert ask(app, "POST", "/api/seat", json={"seat": "A"}).json()["ok"]
    assert ask(app, "POST", "/api/seat", json={"seat": None}).json()["ok"]


def test_the_tables_own_page_need_not_pair_and_a_local_table_shows_no_code() -> None:
    app = make_app(FakeDesk())
    assert ask(app, "GET", "/api/state").json()["pair_code"] is None
    assert ask(app, "POST", "/api/pair", json={"code": "1234"}).status_code == 409
    network = make_app(FakeDesk(), local_only=False)
    assert ask(network, "POST", "/api/pair", json={"code": "1234"}).status_code == 409


def test_a_visitor_whose_address_is_unknown_may_only_watch() -> None:
    app = make_app(FakeDesk(), local_only=False)
    assert ask(app, "GET", "/api/state", address="").json()["may_command"] is False


def test_a_command_whose_body_is_cut_short_is_refused() -> None:
    desk = FakeDesk()
    app = make_app(desk)

    async def talk() -> None:
        scope = {
            "type": "http", "method": "POST", "path": "/api/sim/lift", "raw_path": b"/api/sim/lift",
            "query_string": b"", "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8080), "scheme": "http",
            "http_version": "1.1", "root_path": "", "asgi": {"version": "3.0"},
        }  # fmt: skip
        messages = [{"type": "http.request", "body": b'{"ho', "more_body": True}, {"type": "http.disconnect"}]
        sent: list[Any] = []

        async def receive() -> Any:
            return messages.pop(0)

        async def send(message: Any) -> None:
            sent.append(message)

        await app(scope, receive, send)
        assert sent[0]["status"] == 400

    asyncio.run(talk())
    assert desk.commands == []
