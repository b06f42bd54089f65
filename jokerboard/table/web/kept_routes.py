"""The addresses of kept games: their list; plays, analysis, record and file of each game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from jokerboard.table.web.page_port import TablePage
from jokerboard.web.errors import BadRequest
from jokerboard.web.guard import answer
from jokerboard.words.catalogue import words

_MOST = 10**9
"""The largest game number that a request may have."""


def kept_routes(table: TablePage, language: Callable[[Request], str]) -> list[Route]:
    """The routes below /api that serve a table's kept games to everybody who may watch the table.

    `language` returns the language of a request. Games are read in threads: a long one takes a while, and the
    table must not wait.
    """

    async def layout(request: Request) -> Response:
        return JSONResponse(table.layout(_number(request, "sides", 3, 8)))

    async def games(_: Request) -> Response:
        return answer(table.kept.listed())

    async def plays(request: Request) -> Response:
        number = _game(request)
        if number is None:
            raise BadRequest(words("request.number", field="game", least=1, most=_MOST))
        return answer(await asyncio.to_thread(table.kept.game, number))

    async def analysis(request: Request) -> Response:
        number = _game(request)
        found = table.analysis() if number is None else await asyncio.to_thread(table.kept.analysis, number)
        if found is None:
            raise BadRequest(words("analysis.not-over"), 404)
        return answer(found)

    async def record(request: Request) -> Response:
        name, text = await asyncio.to_thread(table.kept.record, _game(request))
        return _file(name, text, "text/plain")

    async def share(request: Request) -> Response:
        name, text = await asyncio.to_thread(table.kept.shared, _game(request), language(request))
        return _file(name, text, "text/html")

    named = (layout, games, plays, analysis, record, share)
    addresses = ("layout", "games", "games/plays", "analysis", "record", "share")
    return [Route(f"/api/{address}", answers) for address, answers in zip(addresses, named, strict=True)]


def _file(name: str, text: str, kind: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=f"{kind}; charset=utf-8", headers=headers)


def _game(request: Request) -> int | None:
    """The number of the requested game; None for the game on the board."""
    return _number(request, "game", 1, _MOST)


def _number(request: Request, field: str, least: int, most: int) -> int | None:
    text = request.query_params.get(field)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 11 and least <= int(text) <= most):
        raise BadRequest(words("request.number", field=field, least=least, most=most))
    return int(text)
