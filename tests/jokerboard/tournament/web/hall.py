"""A desk with tables in its store, and its page; no Redis is used."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

from starlette.applications import Starlette

from jokerboard.journal.records import Kind
from jokerboard.tournament.collect.desk import TOPICS, Desk
from jokerboard.tournament.collect.intake import Batch, Intake
from jokerboard.tournament.collect.presence import Roll
from jokerboard.tournament.collect.registry import Announced
from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.collect.stream_reader import Condition
from jokerboard.tournament.web.access import Access
from jokerboard.tournament.web.app import make_app
from jokerboard.tournament.web.hall import section
from jokerboard.web.news import News
from tests.jokerboard.table.web.web_client import ask
from tests.jokerboard.tournament.desk_tables import FakeTable

TOKEN = "correct-horse-battery"
NOW = "2026-11-21T10:05:00+00:00"
HOSTILE = '<img src=x onerror="alert(1)">'
FORMULA = '=HYPERLINK("http://evil.example","win")'


class Hall:
    """A desk to which the test gives tables and their records."""

    def __init__(self, path: Path) -> None:
        self.store = Store(path / FILE)
        self.roll = Roll()
        self.news = News(TOPICS)
        self.desk = Desk(self.store, self.roll, self.news, lambda: NOW)
        self.desk.goes(Condition(True))
        self._intake = Intake(self.store)
        self._given: dict[str, int] = {}

    @property
    def app(self) -> Starlette:
        return make_app((section(self.desk),), Access(TOKEN), self.news)

    def take(self, table: FakeTable) -> int:
        """Store the table's new records, as if they had come through a Redis; return the table's number."""
        announced = Announced(table.name, table.journal, table.generation, table.stream, table.title)
        owner = self._intake.announced([announced], NOW)[0]
        self._intake.take(
            [Batch(owner, table.generation, table.lines[self._given.get(table.name, 0) :])], NOW
        )
        self._given[table.name] = len(table.lines)
        self.desk.changed_here()
        return owner

    def close(self) -> None:
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def played(name: str = "t1", title: str = "Table 1", **other: object) -> FakeTable:
    """A table in mid-game, with three plays, and an illegal board that was restored."""
    table = FakeTable(name, title)
    table.begin(**other)
    table.write_record(Kind.EVENT, card="KS", at="A")
    table.play(1, "A", "KS As-A8", "A8/-/-/- B")
    table.verdict("discard", n=2, seat="B", card="5H", position="A8/-/-/- C")
    table.verdict("turn", 0, seat="C")
    table.verdict(
        "illegal", 5, seat="C", code="wrong-count", text="A 5 moves five holes.", holes=["C9"], put_back=[]
    )
    table.verdict("restored", 4)
    table.play(3, "C", "AC Cs-C8", "A8/-/C8/- D")
    return table


def summary(desk: Hall, name: str = "t1") -> dict[str, Any]:
    found = {table["name"]: table for table in ask(desk.app, "GET", "/api/tables").json()["tables"]}
    return dict(found[name])
