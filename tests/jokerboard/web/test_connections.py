"""The limits of connections: no client can take every place, wait without end, or end the service."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from jokerboard.web import http_protocol
from jokerboard.web.guard import make_page, read_body
from jokerboard.web.http_protocol import Connections
from jokerboard.web.news import News
from jokerboard.web.server import OF_ONE, Seldom, accept, serve
from tests.programs import Demo


class Idle:
    """A connection that has waited since `since`."""

    def __init__(self, address: str, since: float | None) -> None:
        self.address, self.idle_since = address, since
        self.dropped = False

    def drop(self) -> None:
        self.dropped = True


async def _closed_as_somebody_comes() -> list[object]:
    """The errors that the loop reports when accepting is cancelled just as a connection arrives."""
    loop, complaints = asyncio.get_running_loop(), list[object]()
    loop.set_exception_handler(lambda _, context: complaints.append(context))
    with socket.create_server(("127.0.0.1", 0)) as door:
        door.setblocking(False)
        accepting = asyncio.ensure_future(accept(door, asyncio.Protocol, Connections(4)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        with socket.create_connection(door.getsockname()):
            loop.call_soon(accepting.cancel)
            with contextlib.suppress(asyncio.CancelledError):
                await accepting
            await asyncio.sleep(0)
    return complaints


def test_a_page_that_is_closed_while_a_client_connects_raises_no_error() -> None:
    assert asyncio.run(_closed_as_somebody_comes()) == []


def test_the_connection_that_has_been_idle_longest_is_closed_to_make_room() -> None:
    there = Connections(3)
    first, busy, last = Idle("10.0.0.1", 1.0), Idle("10.0.0.2", None), Idle("10.0.0.3", 2.0)
    assert all(there.admit(one) for one in (first, busy, last))
    assert there.admit(Idle("10.0.0.4", 3.0))
    assert [one.dropped for one in (first, busy, last)] == [True, False, False]


def test_many_connections_from_the_network_leave_room_for_one_from_this_machine() -> None:
    there = Connections(40)
    crowd = [Idle(f"10.0.{n}.1", None) for n in range(40)]
    assert all(map(there.admit, crowd))
    assert not there.admit(Idle("10.1.0.1", None))
    assert there.admit(Idle("127.0.0.1", None))


def test_one_address_gets_at_most_a_quarter_of_all_connections() -> None:
    there = Connections(100)
    assert all(there.admit(Idle("10.0.0.1", None)) for _ in range(25))
    assert not there.admit(Idle("10.0.0.1", None))
    assert there.admit(Idle("10.0.0.2", None))


def test_a_connection_reported_as_closed_twice_is_counted_once() -> None:
    there = Connections(1)
    one = Idle("10.0.0.1", None)
    assert there.admit(one)
    there.left(one)
    there.left(one)
    assert len(there) == 0
    assert there.admit(Idle("10.0.0.2", None))


async def hello(_: Request) -> Response:
    return PlainTextResponse("hello")


async def received(request: Request) -> Response:
    return PlainTextResponse(str(len(await read_body(request))))


async def much(_: Request) -> Response:
    async def chunks() -> AsyncIterator[bytes]:
        while True:
            yield b"x" * 65536
            await asyncio.sleep(0)

    return StreamingResponse(chunks())


@contextlib.asynccontextmanager
async def served(most: int = 20) -> AsyncIterator[int]:
    routes = [Route("/", hello), Route("/much", much), Route("/told", received, methods=["POST"])]
    app = make_page(routes, local_only=True, names=frozenset())
    app.state.hub = News(())
    ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(serve(app, "127.0.0.1", 0, ready=ready.set_result, connections=most))
    try:
        yield int((await ready).rstrip("/").rsplit(":", 1)[1])
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def get(port: int) -> int:
    async with httpx.AsyncClient() as http:
        return (await http.get(f"http://127.0.0.1:{port}/")).status_code


def test_hundreds_of_idle_connections_do_not_block_new_requests() -> None:
    async def talk() -> None:
        async with served(most=20) as port:
            idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(300)]
            for _, writer in idle[:50]:
                writer.write(b"GET / HT")
            assert [await get(port) for _ in range(5)] == [200] * 5
            for _, writer in idle:
                writer.close()

    asyncio.run(talk())


@pytest.mark.parametrize("sent", [b"", b"GET /", b"POST /told HTTP/1.1\r\nhost: 127.0.0.1\r\n"])
def test_a_connection_without_a_complete_request_head_is_closed_at_its_deadline(
    sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_WITHIN", 0.05)

    async def talk() -> None:
        async with served() as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent)
            with contextlib.suppress(ConnectionError):
                assert await reader.read() == b""
            writer.close()

    asyncio.run(talk())


def test_a_connection_whose_client_reads_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "READ_WITHIN", 0.05)

    async def talk() -> None:
        async with served(most=1) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
            writer.write(b"GET /much HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
            while True:  # The place is free again once the connection is closed.
                if await get(port) == 200:
                    break
                await asyncio.sleep(0.01)
            writer.close()
            assert reader is not None

    asyncio.run(talk())


GARBAGE = [
    b"\x00\xff\xfe",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /\xff HTTP/1.1\r\nhost: a\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: a\r\ncontent-length: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: \xff\r\n\r\n",
    b"GET /%ed%a0%80?x=%ff HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n",
    b"POST /told HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
    b"GET /much HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n\x00\x00garbage\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 20_000,
]


@pytest.mark.parametrize("sent", GARBAGE)
def test_garbage_from_a_client_ends_only_its_own_connection_and_is_logged_in_at_most_two_lines(
    sent: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    failures: list[object] = []

    async def talk() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context))
        async with served() as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent)
            with contextlib.suppress(ConnectionError):
                await reader.read(1000)
            writer.close()
            assert await get(port) == 200

    asyncio.run(talk())
    assert failures == []
    assert len(capfd.readouterr().err.splitlines()) <= 2


def test_a_page_is_served_with_too_few_file_descriptors_for_all_connections(tmp_path: Path) -> None:
    limited = ("sh", "-c", 'ulimit -n 60; exec "$@"', "sh")
    with Demo(tmp_path, under=limited) as table:
        idle = [socket.create_connection(("127.0.0.1", table.port)) for _ in range(100)]
        assert table.state()["seq"] >= 0
        for one in idle:
            one.close()
        assert table.state()["seq"] >= 0
        assert table.process.poll() is None
        assert len(table.lines) < 30, sys.stderr


def test_a_repeated_log_message_is_logged_a_few_times_a_minute_and_then_counted() -> None:
    import logging

    clock = [0.0]
    seldom = Seldom(lambda: clock[0])
    record = logging.LogRecord("a", logging.WARNING, "", 0, "oh", None, None)
    assert [seldom.filter(record) for _ in range(100)].count(True) == OF_ONE
    clock[0] = 61.0
    assert seldom.filter(record)
    assert record.getMessage() == "oh (95 more of these were left out.)"
