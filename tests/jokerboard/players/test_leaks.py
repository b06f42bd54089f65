"""Ten whole games with machines: no output of the table shows a machine's card before it is laid.

`Leaks` reads everything that leaves the table: every record that is committed (Redis gets these and nothing
else), every address of the page and the first event of its stream, from the table's own page and from afar,
the exports in each form, and a backup of the journal.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.routing import Route

from jokerboard.cli.main import main
from jokerboard.journal.store import FILE as JOURNAL
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.web.app import make_app
from jokerboard.table.web.game_page import GamePage
from jokerboard.table.web.hub import Hub, Visitor
from tests.examples import some, whole
from tests.jokerboard.players.test_whole_games import A_GAME, STRONG, WANTED, hidden_cards, people
from tests.jokerboard.table.virtual_table import VirtualTable
from tests.jokerboard.table.web.web_client import AFAR, HERE, ask

GAMES = [
    (seed, replace(WANTED, dealt=True, machines=machines))
    for seed in range(5)
    for machines in ({"B": STRONG, "D": "steady"}, {"A": "easy", "B": STRONG, "C": "steady"})
]
OWN, PAIRED, STRANGER = (
    Visitor(HERE, local=True, paired=False),
    Visitor(AFAR, local=False, paired=True, device="phone"),
    Visitor(AFAR, local=False, paired=False),
)


ANSWERS, FILES = (15, 80) if whole() else (60, 150)
"""The page's addresses are read once in ANSWERS announcements, exports and backup once in FILES."""


class Leaks:
    """Machines' unplayed cards that were found in the table's output, each with the output's name."""

    def __init__(self, table: VirtualTable) -> None:
        self.table, self.found = table, set[str]()
        self.texts = 0
        self._page = GamePage(table.desk)
        self._app, self._hub = make_app(self._page), Hub(self._page, None)
        self._hub.seats.claim(PAIRED.device, "A" if "A" not in table.game.header.machines else "D")
        self._journal, self._read, self._announcements = sqlite3.connect(table.directory / JOURNAL), 0, 0
        table.game.listen(lambda _: self._look())

    def close(self) -> None:
        self._journal.close()
        self._hub.close()

    def _look(self) -> None:
        if self.table.game.log.over is not None:
            return
        self._announcements += 1
        self._search(self._records(), "a record")
        if self._announcements % ANSWERS == 0:
            for where, text in self._answers():
                self._search([text], where)
        if self._announcements % FILES == 0:
            for where, text in self._files():
                self._search([text], where)

    def _search(self, texts: list[str], where: str) -> None:
        self.texts += len(texts)
        for card in hidden_cards(self.table):
            # The deck has two packs and the card no number, so the text may be the other copy's.
            assert "#" in card
            self.found |= {f"{card} in {where}" for text in texts if card in text}

    def _records(self) -> list[str]:
        rows = self._journal.execute("SELECT text FROM records WHERE n > ?", (self._read,))
        new = [text for (text,) in rows]
        self._read += len(new)
        return new

    def _answers(self) -> Iterator[tuple[str, str]]:
        for route in self._app.routes:
            if isinstance(route, Route) and "GET" in (route.methods or ()) and route.path != "/api/events":
                for address in (HERE, AFAR):
                    yield (
                        f"{route.path} from {address}",
                        ask(self._app, "GET", route.path, address=address).text,
                    )
        for visitor in (OWN, PAIRED, STRANGER):
            yield f"the stream of {visitor}", asyncio.run(self._first(visitor))
            yield f"the state of {visitor}", self._hub.state(visitor).decode()

    async def _first(self, visitor: Visitor) -> str:
        self._hub.changed("state")
        stream = self._hub.watch(visitor)
        async for event in stream:
            return event.decode()
        return ""

    def _files(self) -> Iterator[tuple[str, str]]:
        path = str(self.table.directory)
        for form in ("record", "jsonl", "csv", "trace"):
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                assert main(["journal", "export", "1", "--format", form, "--state", path]) == 0
            yield f"the export as {form}", printed.getvalue()
        copy = self.table.directory / f"backup-{self._announcements}"
        with contextlib.redirect_stdout(io.StringIO()):
            assert main(["journal", "backup", str(copy), "--state", path]) == 0
        yield "a backup", copy.read_bytes().decode("latin-1")


@pytest.mark.parametrize(("seed", "wanted"), some(GAMES, 1))
def test_in_a_game_with_machines_no_card_is_published_before_it_is_laid(
    tmp_path: Path, seed: int, wanted: Wanted
) -> None:
    table = VirtualTable(tmp_path, wanted, seed=f"{seed}", people=people(), secret=f"secret {seed}")
    watch = Leaks(table)
    table.until(lambda: table.game.log.over is not None, within=A_GAME)
    assert watch.found == set()
    assert watch.texts > 500
    watch.close()
    table.close()


def test_the_leak_watch_detects_a_card_announced_too_early(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, GAMES[0][1], seed="5", people=people())
    watch = Leaks(table)
    table.until(lambda: table.game.log.n > 3, within=A_GAME)
    card = hidden_cards(table)[0]
    table.game.note(f"This is {card}.")
    table.game.keep_line({"told": card})
    table.until(lambda: table.game.log.n > 12, within=A_GAME)
    assert {f"{card} in a record"} <= watch.found
    watch.close()
    table.close()
