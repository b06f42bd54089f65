"""Serving over real sockets with watchers, from the first request to the end of the server."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import os
import signal
import socket
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from jokerboard.table.web.app import make_app
from jokerboard.table.web.hub import Visitor
from jokerboard.web import news, server
from jokerboard.web.errors import PageError
from jokerboard.web.server import address_of, bind, is_local_address, parse_listen, serve
from tests.jokerboard.table.web.fake_page import FakeDesk
from tests.jokerboard.table.web.web_client import AFAR, HERE, ask
from tests.programs import tries


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("0.0.0.0:9000", ("0.0.0.0", 9000)), ("0.0.0.0", ("0.0.0.0", 8080)), ("[::]:81", ("::", 81)),
        ("[::1]", ("::1", 8080)), (":8081", ("0.0.0.0", 8081)), ("8082", ("127.0.0.1", 8082)),
        ("pi.local:0", ("pi.local", 0)),
    ],
)  # fmt: skip
def test_listen_addresses_are_parsed_as_host_and_port(text: str, address: tuple[str, int]) -> None:
    assert parse_listen(text) == address


@pytest.mark.parametrize(
    "text", ["", "::1", "a:b", "host:70000", "host:-1", "a b:80", "99999", "host:", "host:²"]
)
def test_an_invalid_listen_address_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(PageError, match="is no address"):
        parse_listen(text)


def test_a_taken_port_an_unknown_name_and_a_foreign_address_are_each_refused_in_a_sentence() -> None:
    (first,) = bind("127.0.0.1", 0)
    first.listen()
    port = first.getsockname()[1]
    with pytest.raises(PageError, match=f"port {port} of 127.0.0.1 is in use"):
        bind("127.0.0.1", port)
    first.close()
    with pytest.raises(PageError, match="no such address"):
        bind("no-such-host.invalid", 8080)
    with pytest.raises(PageError, match="no address of this machine"):
        bind("192.0.2.1", 8080)


def test_an_unexpected_failure_to_listen_is_reported_with_its_cause(monkeypatch: pytest.MonkeyPatch) -> None:
    failures = [OSError(errno.EACCES, "?"), OSError(errno.ENOTCONN, "?"), OSError("no number")]

    def fail(_: socket.socket) -> None:
        raise failures.pop(0)

    monkeypatch.setattr(server, "take_port_alone", fail)
    for why in (
        "port 80 of 127.0.0.1 is not for ordinary users; choose one from 1024 on",
        f"cannot listen on 127.0.0.1 port 80: {os.strerror(errno.ENOTCONN)}",
        "cannot listen on 127.0.0.1 port 80: no number",
    ):
        with pytest.raises(PageError) as refused:
            bind("127.0.0.1", 80)
        assert str(refused.value) == why


def test_the_page_of_a_table_on_all_addresses_is_shown_with_the_local_address() -> None:
    assert address_of("0.0.0.0", 8080) == "http://127.0.0.1:8080/"
    assert address_of("::1", 80) == "http://[::1]:80/"
    assert [is_local_address(a) for a in ("127.0.0.1", "localhost", "::1", "0.0.0.0", "::")] == [True] * 3 + [
        False
    ] * 2


class Table:
    """A FakeDesk that is served, and the address of its page."""

    def __init__(self, desk: FakeDesk, app: Starlette, address: str, task: asyncio.Task[None]) -> None:
        self.desk = desk
        self.app = app
        self.address = address
        self.task = task


@contextlib.asynccontextmanager
async def serving(desk: FakeDesk) -> AsyncIterator[Table]:
    app = make_app(desk)
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(serve(app, "127.0.0.1", 0, ready=address.set_result))
    try:
        yield Table(desk, app, await address, task)
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


@contextlib.asynccontextmanager
async def watching(desk: FakeDesk) -> AsyncIterator[tuple[Table, httpx.AsyncClient, httpx.Response]]:
    """A served FakeDesk, a client, and the client's open stream of events."""
    async with (
        serving(desk) as table,
        httpx.AsyncClient() as http,
        http.stream("GET", f"{table.address}api/events") as stream,
    ):
        yield table, http, stream


async def next_event(lines: AsyncIterator[str], kind: str) -> Any:
    """The data of the next event of that kind."""
    found = False
    async for line in lines:
        found = found or line == f"event: {kind}"
        if found and line.startswith("data: "):
            return json.loads(line[6:])
    raise AssertionError("the stream ended")


def test_the_event_stream_of_a_table_begins_with_the_whole_state_and_continues_with_changes() -> None:
    async def talk() -> None:
        async with watching(FakeDesk()) as (table, http, stream):
            assert stream.headers["content-type"].startswith("text/event-stream")
            lines = stream.aiter_lines()
            first = await next_event(lines, "state")
            assert first["may_command"] is True
            assert first["leds"] == {}
            await http.post(f"{table.address}api/sim/move", json={"from": "As1", "to": "A9"})
            change = await next_event(lines, "change")
            assert change["sim"] == {"wood": {"As1": None, "A9": "A"}}
            assert change["leds"] == {"A9": "400000", "As1": "202020"}
            assert "marbles" not in change

    asyncio.run(asyncio.wait_for(talk(), 20))


def test_five_hundred_changes_at_once_are_sent_to_a_watcher_as_at_most_two_events() -> None:
    async def talk() -> None:
        async with watching(FakeDesk()) as (table, _, stream):
            lines = stream.aiter_lines()
            await next_event(lines, "state")
            for _ in range(500):
                table.desk.changed("state")
            seen = [await next_event(lines, "change")]
            while seen[-1]["seq"] < 500:
                seen.append(await next_event(lines, "change"))
            assert len(seen) <= 2

    asyncio.run(asyncio.wait_for(talk(), 20))


def test_watchers_of_a_page_are_pinged_and_removed_when_they_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news, "PING", 0.01)

    async def talk() -> None:
        async with serving(FakeDesk()) as table, httpx.AsyncClient() as http:
            hub = table.app.state.hub
            async with http.stream("GET", f"{table.address}api/events") as stream:
                lines = stream.aiter_lines()
                assert [await next_event(lines, "ping") for _ in range(3)] == [0.01] * 3
                assert hub.watchers == 1
            await until(lambda: hub.watchers == 0)

    asyncio.run(asyncio.wait_for(talk(), 20))


def test_watchers_beyond_the_limit_are_refused_but_never_the_tables_own_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(news, "WATCHERS", 0)
    app = make_app(FakeDesk(), local_only=False)
    answer = ask(app, "GET", "/api/events", address=AFAR)
    assert (answer.status_code, answer.json()["ok"]) == (503, False)
    app.state.hub.watch(Visitor(HERE, local=True, paired=False))
    assert app.state.hub.watchers == 1


def test_a_cancelled_server_ends_its_streams_frees_the_port_and_changes_no_signal_handler() -> None:
    async def talk() -> None:
        before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
        desk = FakeDesk()
        async with httpx.AsyncClient() as http:
            async with serving(desk) as table:
                assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before
                watcher = http.stream("GET", f"{table.address}api/events")
                stream = await watcher.__aenter__()
                lines = stream.aiter_lines()
                await next_event(lines, "state")
                table.task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await table.task
                with pytest.raises(AssertionError, match="the stream ended"):
                    await next_event(lines, "never")
                await watcher.__aexit__(None, None, None)
            assert desk.listeners == []
            port = int(table.address.rsplit(":", 1)[1].rstrip("/"))
            for sock in bind("127.0.0.1", port):
                sock.close()

    asyncio.run(asyncio.wait_for(talk(), 20))


def test_a_watcher_that_never_reads_is_sent_one_state_and_does_not_keep_the_page_from_closing() -> None:
    class Heavy(FakeDesk):
        asked = 0

        def state(self) -> dict[str, Any]:
            self.asked += 1
            return {"padding": "x" * 20_000_000}  # The answer is larger than the buffers of the sockets.

    async def talk() -> None:
        desk = Heavy()
        deaf = socket.socket()
        async with serving(desk) as table:
            host, port = "127.0.0.1", int(table.address.rsplit(":", 1)[1].rstrip("/"))
            deaf.connect((host, port))
            deaf.sendall(f"GET /api/events HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
            await until(lambda: desk.asked == 1)
            for _ in range(100):
                desk.changed("state")
        assert desk.asked == 1, "nothing more is made for somebody who does not take it"
        deaf.close()

    asyncio.run(asyncio.wait_for(talk(), 20))


async def until(holds: Callable[[], bool]) -> None:
    for _ in tries("the condition of this test holds", 10):
        if holds():
            return
        await asyncio.sleep(0.005)
