"""Whole games of simulated people with machine players, whose plays people sometimes carry wrongly."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import pytest

from engine.cards import Card
from engine.referee.verdicts import Illegal
from jokerboard.journal.records import Kind
from jokerboard.journal.store import FILE as JOURNAL
from jokerboard.players.card_sources import FILE, seal
from jokerboard.players.dealer import SECRET_FILE as DEALT_FILE
from jokerboard.players.dealer import digest
from jokerboard.simulation.people.memory import FASTEST, Memory
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.table.web.game_page import GamePage
from tests.examples import some, whole
from tests.jokerboard.table.virtual_table import VirtualTable

A_GAME = 3600.0
STRONG: Final = "strong" if whole() else "easy"
"""The level of machines in games about their cards: `strong` takes most of a game's time."""
WANTED = Wanted(machines={"B": STRONG, "D": "steady"}, switches={"marbles_per_player": "4"})
DEALT = replace(WANTED, dealt=True)
KINDS = [
    pytest.param(DEALT, id="dealt"),
    pytest.param(WANTED, id="readers at seats"),
    pytest.param(replace(WANTED, cards="table", rules="joker-board"), id="one reader, draw first"),
]


UNHURRIED = 3.0
"""A speed at which a reader detects that a card was off it (`hardware.tags`)."""


def people(speed: float = FASTEST) -> Memory:
    return Memory("", "", speed=speed, mistakes=0.15)


def codes(table: VirtualTable) -> set[str]:
    return {each.verdict.code for each in table.announcements if isinstance(each.verdict, Illegal)}


@dataclass(frozen=True, slots=True)
class Played:
    """A whole game, the leaks that were found during it, and the dealer's secret if the table dealt."""

    table: VirtualTable
    leaks: list[str]
    secret: str | None

    def records(self) -> list[dict[str, Any]]:
        newest = self.table.desk.journal.newest_game()
        return [record.data for record in newest if record.kind is Kind.EVENT]


@pytest.fixture(scope="module", params=some(KINDS, 2))
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """A game of each kind, played once for all tests."""
    path = tmp_path_factory.mktemp("table")
    table = VirtualTable(path, request.param, seed="5", people=people())
    secret = json.loads((path / DEALT_FILE).read_text())["secret"] if request.param.dealt else None
    watch = Watch(table)
    table.until(lambda: table.game.log.over is not None, within=A_GAME)
    watch.close()
    table.until(lambda: table.game.log.final, within=60.0)
    yield Played(table, watch.leaks, secret)
    table.close()


def test_every_wrongly_carried_machine_play_of_a_whole_game_is_detected(played: Played) -> None:
    table = played.table
    crew = table.boards.players.people
    assert crew is not None
    assert crew.corrector.tried == crew.corrector.flagged > 5
    assert crew.corrector.mended >= crew.corrector.tried - 2  # Some mistakes are corrected from memory.
    assert "not-the-machines-play" in codes(table)
    assert not {"card-seen-twice", "must-play", "unexplained"} & codes(table)
    assert {each.seat for each in table.game.log.in_force} == {0, 1, 2, 3}


def test_in_a_whole_game_no_card_of_a_machine_is_published_before_it_is_laid(played: Played) -> None:
    assert played.leaks == []


def test_the_machines_cards_published_after_a_whole_game_match_what_was_sealed_during_the_game(
    played: Played,
) -> None:
    (opened,) = [data["opened"] for data in played.records() if "opened" in data]
    if played.secret is not None:
        assert opened == {"secret": played.secret}
        assert digest(played.secret) == played.table.game.header.deal
        return
    seals = [data for data in played.records() if "sealed" in data]
    assert len(seals) == len(opened["cards"]) > 20
    for number, (data, (at, place, card)) in enumerate(zip(seals, opened["cards"], strict=True), 1):
        assert (data["at"], data["place"]) == (at, place)
        assert data["sealed"] == seal(opened["secret"], number, at, place, card)
        Card.parse(card)


class Watch:
    """Searches everything that leaves the table for cards of machines that were not played yet."""

    def __init__(self, table: VirtualTable) -> None:
        self.table, self.leaks = table, list[str]()
        self._page = GamePage(table.desk)
        self._journal, self._read = sqlite3.connect(table.directory / JOURNAL), 0
        table.game.listen(lambda _: self._look())

    def _look(self) -> None:
        table = self.table
        if table.game.log.over is not None:
            return
        hidden = hidden_cards(table)
        rows = self._journal.execute("SELECT text FROM records WHERE n > ?", (self._read,))
        new = [text for (text,) in rows]
        self._read += len(new)
        for text in (
            *new,
            json.dumps(self._page.state()),
            *(message.sentence.text for message in table.announcements[-3:]),
        ):
            self.leaks += [
                f"{card} in {text}" for card in hidden if f'"{card}"' in text or f"{card} " in text
            ]

    def close(self) -> None:
        self._journal.close()


def hidden_cards(table: VirtualTable) -> list[str]:
    """The cards, as text, that machines hold and that do not lie open."""
    open_cards = {str(table.game.card), *(played.card for played in table.game.log.plays)}
    machines = table.desk.machines
    assert machines is not None
    if table.desk.dealer is not None:
        held = [str(card) for seat in machines.levels for card in table.desk.dealer.hand(seat)]
    else:
        path = table.directory / FILE
        kept = json.loads(path.read_text()) if path.exists() else {}
        held = [card for places in kept.get("places", {}).values() for card in places if card]
    return [card for card in held if card not in open_cards]


def test_the_leak_watch_of_whole_games_detects_a_hidden_card_in_a_record(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, DEALT, seed="5", people=people())
    watch = Watch(table)
    table.until(lambda: table.game.log.n > 3, within=A_GAME)
    assert watch.leaks == []
    table.game.keep_line({"told": hidden_cards(table)[0]})
    table.until(lambda: table.game.log.n > 5, within=A_GAME)
    assert watch.leaks
    watch.close()
    table.close()


@pytest.mark.parametrize("wanted", some(KINDS, 1, first=2))
def test_a_table_that_is_killed_repeatedly_resumes_the_game_with_unchanged_hands(
    tmp_path: Path, wanted: Wanted
) -> None:
    table = VirtualTable(tmp_path, wanted, seed="7", people=people(UNHURRIED))
    for stop in range(6):
        run(table, table.clock.now() + 6.3 + 3.7 * stop)
        before, played = hidden_cards(table), table.game.log.n
        table.close()
        table = VirtualTable(tmp_path)
        assert sorted(hidden_cards(table)) == sorted(before)
        run(table, table.clock.now() + 120, played + 2)
        assert table.game.log.n > played + 2 or over(table)
    run(table, A_GAME)
    assert over(table)
    assert not {"card-seen-twice", "must-play"} & codes(table)
    table.close()


def over(table: VirtualTable) -> bool:
    return table.game.log.over is not None


def run(table: VirtualTable, end: float, plays: int = 10_000) -> None:
    """Let people play until `end`, until `plays` plays are announced, or until the game is over."""
    table.until(lambda: table.clock.now() > end or table.game.log.n > plays or over(table), within=2 * A_GAME)
