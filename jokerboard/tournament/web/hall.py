"""The hall's section of the director's page: tables, incidents, results, and orders to tables."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from engine.text import sentence
from jokerboard.journal.errors import OrderError
from jokerboard.journal.orders import LONGEST_TEXT, What
from jokerboard.journal.records import Json
from jokerboard.tournament import reading
from jokerboard.tournament.collect.desk import Desk
from jokerboard.tournament.errors import Refused
from jokerboard.tournament.web.exports import export, log_export
from jokerboard.tournament.web.sections import SPECTATOR, Command, Section, Tab, asked_number
from jokerboard.web.fields import Shape, line, list_of, number, one_of, text
from jokerboard.web.news import as_json
from jokerboard.words.catalogue import words

STATIC: Final = Path(__file__).parent / "static" / "hall"
MOST: Final = 1000
"""The most incidents that one command can acknowledge."""


WHY: Final = line(LONGEST_TEXT, words("desk.wanted.why", longest=LONGEST_TEXT), least=0, required=False)
TABLE: Final = line(60, words("desk.wanted.table"))
SEEN: Final[Shape] = {
    "ids": list_of(
        lambda one: type(one) is int and 0 < one < 1 << 53,
        MOST,
        words("desk.wanted.incidents", most=MOST),
        least=1,
    )
}
NOTE: Final[Shape] = {
    "id": number(1, 1 << 53, whole=True),
    "text": line(LONGEST_TEXT, words("desk.wanted.note", longest=LONGEST_TEXT)),
}
ORDER: Final[Shape] = {
    "table": TABLE,
    "order": one_of("let-stand", "take-back", "correct", "penalty", "result", "pause", "go-on"),
    "text": WHY,
    "n": number(1, 1_000_000, whole=True, required=False),
    "position": text(r"[ -~]{3,400}", words("desk.wanted.position"), required=False),
    "team": list_of(lambda one: reading.seat(one) is not None, 8, words("desk.wanted.seats"), required=False),
    "points": number(-1000, 1000, whole=True, required=False),
}


def section(desk: Desk) -> Section:
    """The section for the hall of a desk."""
    hall = _Hall(desk)
    return Section(
        name="hall",
        tabs=(
            Tab("/", "hall.js", ("hall.css",)),
            Tab("/incidents", "incidents.js", ("lists.css",)),
            Tab("/results", "results.js", ("lists.css",)),
            Tab("/table/{name}", "table.js", ("/page/css/board.css", "table.css"), shown=False),
            Tab("/wall", "hall.js", ("hall.css", "wall.css"), shown=False),
        ),
        static=STATIC,
        routes=(
            Route("/api/tables", hall.tables),
            Route("/api/table/{name}", hall.table),
            Route("/api/table/{name}/analysis", hall.analysis),
            Route("/api/export/{what}.{form}", hall.export),
            Route("/api/export/log/{name}.jsonl", hall.log),
        ),
        commands=(
            Command("incidents/seen", SEEN, hall.seen, largest=20_000),
            Command("incidents/note", NOTE, hall.note),
            Command("order", ORDER, hall.order),
        ),
        news={"status": desk.status},
        keyed={
            "tables": desk.tables,
            "incidents": desk.incidents,
            "orders": desk.orders,
            "results": lambda _: desk.lists.results,
        },
    )


def _encoded(table_json: Json) -> bytes:
    """A table as JSON, encoded play by play: encoding it at once would block other threads for too long."""
    plays = b",".join(as_json(play) for play in table_json["plays"])
    rest = {name: value for name, value in table_json.items() if name != "plays"}
    return as_json(rest)[:-1] + b',"plays":[' + plays + b"]}"


def _is_spectator(request: Request) -> bool:
    return request.scope.get(SPECTATOR) is not False


class _Hall:
    """The handlers of the hall's addresses."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def tables(self, request: Request) -> Response:
        tables = self.desk.tables(_is_spectator(request))
        return JSONResponse({"status": self.desk.status(), "tables": list(tables.values())})

    async def table(self, request: Request) -> Response:
        game, record = asked_number(request, "game"), asked_number(request, "record")
        record = None if game is None else record
        make = self.desk.table(request.path_params["name"], game, record, _is_spectator(request))
        body = await asyncio.to_thread(lambda: _encoded(make()))
        return Response(body, media_type="application/json")

    async def analysis(self, request: Request) -> Response:
        self._not_late(request)
        make = self.desk.analysis(request.path_params["name"], asked_number(request, "game") or 0)
        return JSONResponse(await asyncio.to_thread(make))

    async def export(self, request: Request) -> Response:
        asked = request.path_params
        if asked["what"] == "incidents":
            self._not_late(request)
        return export(self.desk.store.reader, asked["what"], asked["form"], self.desk.lists.rulings)

    async def log(self, request: Request) -> Response:
        seat = self.desk.seat(request.path_params["name"])
        self._not_late(request)
        return log_export(self.desk.store.reader, seat.id)

    def _not_late(self, request: Request) -> None:
        """Raise Refused if the visitor is a spectator who sees the boards with a delay."""
        if self.desk.delay and _is_spectator(request):
            raise Refused(words("spectator.file"))

    async def seen(self, body: Json, who: str) -> Json:
        return {"seen": self.desk.seen(body["ids"], who)}

    async def note(self, body: Json, who: str) -> None:
        self.desk.annotate(body["id"], who, body["text"])

    async def order(self, body: Json, who: str) -> Json:
        team = body.get("team")
        try:
            done = self.desk.order(
                body["table"],
                What(body["order"]),
                who,
                text=body.get("text", ""),
                n=body.get("n"),
                position=body.get("position"),
                team=None if team is None else tuple(team),
                points=body.get("points"),
            )
        except OrderError as error:
            raise Refused(sentence(str(error))) from error
        return {"id": done}
