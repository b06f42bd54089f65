"""Requests to a page's app without a network, as if from this machine or from another one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from json import dumps
from typing import TypeVar

import httpx
from starlette.applications import Starlette

T = TypeVar("T")
HERE, AFAR = "127.0.0.1", "192.168.1.44"


def client(app: Starlette, address: str = HERE, host: str = "127.0.0.1:8080") -> httpx.AsyncClient:
    """A client with this address that requests pages from `host`."""
    transport = httpx.ASGITransport(app, client=(address, 50000), raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url=f"http://{host}")


def asking(app: Starlette, talk: Callable[[httpx.AsyncClient], Awaitable[T]], **where: str) -> T:
    """Run `talk` with a client of the app; return the result of `talk`."""

    async def run() -> T:
        async with client(app, **where) as http:
            return await talk(http)

    return asyncio.run(run())


def ask(
    app: Starlette,
    method: str,
    path: str,
    *,
    json: object = ...,
    content: bytes | None = None,
    headers: dict[str, str] | None = None,
    address: str = HERE,
    host: str = "127.0.0.1:8080",
) -> httpx.Response:
    """Send one request; return its answer. `json`: a body in JSON, in which lone surrogates are allowed."""
    if json is not ...:
        content = dumps(json).encode()
        headers = {"content-type": "application/json"} | (headers or {})

    async def talk(http: httpx.AsyncClient) -> httpx.Response:
        return await http.request(method, path, content=content, headers=headers)

    return asking(app, talk, address=address, host=host)
