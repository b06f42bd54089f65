"""The tournament's section of the director's page: state for everybody, commands for directors."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from engine.rules.rule_sets import RULES, SWITCHES
from engine.text import sentence
from jokerboard.tournament.collect.lists import unless_same
from jokerboard.tournament.errors import Refused
from jokerboard.tournament.event.history import History, Past
from jokerboard.tournament.event.model import Tournament
from jokerboard.tournament.pairing import by_hand
from jokerboard.tournament.paper.export import EXPORTS
from jokerboard.tournament.paper.sheets import SHEETS, sheet
from jokerboard.tournament.web.event_commands import commands, refusing
from jokerboard.tournament.web.event_desk import EventDesk
from jokerboard.tournament.web.event_view import round_of, view
from jokerboard.tournament.web.sections import Section, Tab, asked_number
from jokerboard.words.card_sheet import switch_meaning
from jokerboard.words.catalogue import words

STATIC: Final = Path(__file__).parent / "static" / "event"
MOST_REASONS: Final = 500
"""The most answers to "why this pairing?" that are kept in memory."""


def section(event: EventDesk) -> Section:
    """The section for one tournament's desk."""
    pages = _Pages(event)
    event.changed = pages.changed
    return Section(
        name="event",
        tabs=(Tab("/event", "event.js", ("event.css",)),),
        static=STATIC,
        routes=(
            Route("/follow", pages.follow),
            Route("/event/sheet/{kind}", pages.sheet),
            Route("/api/event/round/{number:int}", pages.round),
            Route("/api/event/why/{number:int}/{table:int}", pages.why),
            Route("/api/event/exchange/{one:int}/{other:int}", pages.exchange_cost),
            Route("/api/event/export/{what}", pages.export),
            Route("/api/event/rules", pages.rules),
        ),
        commands=commands(event),
        keyed={"event": pages.entries},
        follow=event.follow,
    )


class _Pages:
    """The handlers of the tournament's addresses that everybody may read."""

    def __init__(self, event: EventDesk) -> None:
        self.event = event
        self._entries: dict[str, Any] = {}
        self._stale = True
        self._reasons: dict[tuple[int, int, int], str] = {}
        self._thinking = asyncio.Lock()

    def changed(self) -> None:
        """Announce a change to the page."""
        self._stale = True
        self.event.desk.news.changed("event")

    def entries(self, _: bool = False) -> Mapping[str, object]:
        """The entries of the page by key; unchanged entries are the same objects as before."""
        if self._stale:
            event = self.event
            self._entries = unless_same(
                self._entries, view(event.now, event.trouble, event.remarks, event.at(), event.past)
            )
            self._stale = False
        return self._entries

    async def follow(self, request: Request) -> Response:
        """Redirect from a QR code's table or team number to the board, or else to the tournament's page."""
        now = self.event.now
        table, team = (asked_number(request, name) for name in ("table", "team"))
        if now is not None and now.round is not None and team is not None:
            table = next((match.table for match in now.round.matches if team in match.teams), None)
        name = now.linked(table) if now is not None and table is not None else None
        if name is not None and name in self.event.desk.current():
            return RedirectResponse(f"/table/{quote(name, safe='')}", 303)
        return RedirectResponse("/event", 303)

    async def sheet(self, request: Request) -> Response:
        """The HTML of a sheet for printing."""
        kind = request.path_params["kind"]
        if kind not in SHEETS:
            raise HTTPException(404)
        now = self._now()
        with refusing():
            made = sheet(now, kind, _asked(request, now), self.event.at(), styles="/static/event/sheets.css")
        return HTMLResponse(made)

    async def round(self, request: Request) -> Response:
        """The JSON of a round."""
        now, asked = self._now(), request.path_params["number"]
        if not 1 <= asked <= len(now.rounds):
            raise Refused(sentence(words("round.not-yet", number=asked)))
        return JSONResponse(round_of(now, asked))

    async def why(self, request: Request) -> Response:
        """The reason why the teams of a table meet, as a sentence.

        Each reason is computed once, and one at a time, because it takes seconds.
        """
        now, history = self._now(), self.event.history
        assert history is not None
        asked = (now.version, request.path_params["number"], request.path_params["table"])
        async with self._thinking:
            if asked not in self._reasons:
                if len(self._reasons) > MOST_REASONS:
                    self._reasons.clear()
                with refusing():
                    self._reasons[asked] = await asyncio.to_thread(
                        by_hand.why, tuple(history.events), asked[1], asked[2]
                    )
        return JSONResponse({"why": sentence(self._reasons[asked])})

    async def exchange_cost(self, request: Request) -> Response:
        """The cost of exchanging two teams of the newest pairing, as a sentence."""
        asked = request.path_params
        with refusing():
            cost = by_hand.exchange_cost(self._now(), asked["one"], asked["other"])
        return JSONResponse({"cost": sentence(cost)})

    async def rules(self, _: Request) -> Response:
        """The rule sets for a tournament, and the switches of house rules."""
        return JSONResponse(
            {
                "rules": [[name, rules.title] for name, rules in RULES.items()],
                "published": {name: rules.switches() for name, rules in RULES.items()},
                "switches": [
                    [one.name, switch_meaning(one.name), list(one.values)] for one in SWITCHES.values()
                ],
            }
        )

    async def export(self, request: Request) -> Response:
        """A file with the whole tournament, in the requested form."""
        what = request.path_params["what"]
        if what not in EXPORTS:
            raise HTTPException(404)
        asked, events = asked_number(request, "past"), self.event.history
        history: History | Past | None = events
        if asked is None or events is None:
            self._now()
        elif asked < len(events.past):
            history = events.past[asked]
        else:
            raise HTTPException(404)
        assert history is not None
        kind = {"json": "application/json", "txt": "text/plain"}.get(what.rpartition(".")[2], "text/csv")
        name = "tournament.json" if what == "json" else what
        return Response(
            EXPORTS[what](history),
            media_type=kind,
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )

    def _now(self) -> Tournament:
        if self.event.now is None:
            raise Refused(sentence(self.event.trouble or words("tournament.none-yet")))
        return self.event.now


def _asked(request: Request, now: Tournament) -> int | None:
    asked = asked_number(request, "round")
    return asked if asked is not None and 1 <= asked <= len(now.rounds) else None
