"""A hall with a tournament for tests: tables that write logs, and a director who commands the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
from starlette.applications import Starlette

from jokerboard.journal.orders import Order
from jokerboard.journal.records import Kind
from jokerboard.tournament.collect.desk import TOPICS
from jokerboard.tournament.collect.presence import Presence
from jokerboard.tournament.event.model import Tournament
from jokerboard.tournament.web.access import Access
from jokerboard.tournament.web.app import make_app
from jokerboard.tournament.web.event_desk import EventDesk
from jokerboard.tournament.web.event_section import section as event_section
from jokerboard.tournament.web.event_view import view
from jokerboard.tournament.web.hall import section as hall_section
from jokerboard.web.news import News
from tests.jokerboard.table.web.web_client import ask, asking
from tests.jokerboard.tournament.desk_tables import FakeTable
from tests.jokerboard.tournament.web.hall import NOW, TOKEN, Hall

TEAMS = "team,player1,player2\nFoxes,Ann,Bo\nOwls,Cy,Di\nHens,Ed,Flo\nLarks,Gus,Hal\n"
WON_BY_AC = "h1,h2,h3,h4,h5/A8,h5/h1,h2,h3,h4,h5/B8 B"
OPEN = "h4,h5/A8,h5/C8,h5/B8 B"


class EventHall(Hall):
    """A hall with the hall's section and the tournament's section."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.news = self.desk.news = News((*TOPICS, "event"))
        self.event = EventDesk(self.desk)
        self.section = event_section(self.event)
        self._app = make_app((hall_section(self.desk), self.section), Access(TOKEN), self.news)
        self.tables: dict[str, FakeTable] = {}
        self._taken = 0
        self._heartbeats: dict[int, Presence | None] = {}

    @property
    def app(self) -> Starlette:
        return self._app

    @property
    def now(self) -> Tournament:
        assert self.event.now is not None
        return self.event.now

    def do(self, *commands: tuple[str, dict[str, Any]]) -> list[httpx.Response]:
        """Send commands of the director Ann; return the responses."""

        async def talk(http: httpx.AsyncClient) -> list[httpx.Response]:
            await http.post("/api/login", json={"token": TOKEN, "who": "Ann"})
            kind = {"content-type": "application/json"}
            return [
                await http.post(f"/api/event/{name}", content=json.dumps(body), headers=kind)
                for name, body in commands
            ]

        return asking(self.app, talk)

    def done(self, name: str, /, **body: Any) -> dict[str, Any]:
        """Send a command that must succeed."""
        (answer,) = self.do((name, body))
        assert answer.status_code == 200, answer.text
        decoded: dict[str, Any] = answer.json()
        return decoded

    def refused(self, name: str, /, **body: Any) -> str:
        """Send a command that must be refused; return its message."""
        (answer,) = self.do((name, body))
        assert answer.status_code in (400, 409), answer.text
        return str(answer.json()["error"])

    def read(self, path: str) -> httpx.Response:
        """Read an address without a login."""
        return ask(self.app, "GET", path)

    def places(self, table: int) -> list[list[str]]:
        """The names of the teams by place at a table of the newest round."""
        result = self.now.rounds[-1].match(table).result
        assert result is not None
        return [[self.now.team(number).name for number in place] for place in result.places]

    def entries(self) -> dict[str, Any]:
        """The entries of the tournament for the page, by key."""
        made = view(self.event.now, self.event.trouble, self.event.remarks, self.event.at(), self.event.past)
        shown: dict[str, Any] = json.loads(json.dumps(made))
        return shown

    # ---- tables -----------------------------------------------------------------------------------

    def table(self, name: str, *, here: bool = True) -> FakeTable:
        """Add a table that has already played a game, and is in contact if `here`; return it."""
        table = self.tables[name] = FakeTable(name, f"Board {name}")
        table.begin()
        self.read_log(name, here=here)
        return table

    def read_log(self, name: str, *, here: bool = True) -> None:
        """Store the records of a table, which is in contact if `here`."""
        table = self.tables[name]
        owner = self.take(table)
        presence = Presence(
            t="", program="0", journal=table.journal, generation=1, last=len(table.lines),
            sent=len(table.lines), address=None, health={"ok": True, "faults": []},
        )  # fmt: skip
        self._heartbeats[owner] = presence if here else None
        self.roll.replace(self._heartbeats, self.store, NOW)
        self.desk.goes(self.desk.condition)
        self.event.follow()

    def orders(self) -> list[Order]:
        """The orders that were given since the last call."""
        rows = self.store.rows("SELECT rowid, body FROM orders WHERE rowid > ? ORDER BY rowid", self._taken)
        self._taken = rows[-1]["rowid"] if rows else self._taken
        return [Order.parse(row["body"]) for row in rows]

    def begin(self, name: str, position: str = OPEN) -> FakeTable:
        """Let the table begin the game of the round and reach `position`."""
        table = self.tables[name]
        table.begin()
        table.play(1, "A", "KH As-A8", position)
        self.read_log(name)
        return table

    def win(self, name: str, *seats: str) -> None:
        """Let the game at the table `name` end with a win of the given seats."""
        self.tables[name].verdict("over", team=list(seats), position=WON_BY_AC)
        self.read_log(name)

    def decide(self, name: str, *seats: str, text: str = "") -> None:
        """Let a decision at the table end the game."""
        self.tables[name].write_record(
            Kind.ORDER, id="0" * 32, by="Zoe", order="result", team=list(seats), taken=True, text=text
        )
        self.read_log(name)


def registered(one: EventHall, *, rounds: int = 3) -> EventHall:
    """The hall with four registered teams and two linked tables."""
    one.table("oak")
    one.table("elm")
    one.done("new", name="Spring Cup", rounds=rounds, order="list", minutes=30)
    one.done("teams", list=TEAMS, file="teams.csv")
    one.done("links", links=[[1, "oak"], [2, "elm"]])
    return one


def begun(one: EventHall, *, rounds: int = 3) -> EventHall:
    """The hall with the first round paired."""
    registered(one, rounds=rounds).done("pair")
    return one
