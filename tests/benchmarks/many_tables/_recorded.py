"""Tables that play recorded games again: journal and publisher are real, the people are not.

A simulated table at ten times people's pace takes some four hundredths of a core, most of it for people, wood
and light. A hundred of them want more cores than a small machine has. So the games are played before, in
virtual time, and in the benchmark each journal grows at exactly the pace that is asked for.
"""

from __future__ import annotations

import json
import random
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from jokerboard.journal.reader import JournalReader
from jokerboard.journal.records import Entry, Kind
from jokerboard.journal.store import FILE, Journal
from jokerboard.tournament.address import parse_address
from jokerboard.tournament.keys import journal_id
from jokerboard.tournament.publish.publication import FILE as PLACE
from jokerboard.tournament.publish.publication import PlaceFile
from jokerboard.tournament.publish.publisher import PublishedTable, Publisher
from jokerboard.tournament.publish.publisher_redis import RedisLink
from jokerboard.tournament.publish.publisher_thread import PublisherThread

TICK = 0.1
NOW = "2026-11-21T10:00:00+00:00"
Game: TypeAlias = list[tuple[float, str, dict[str, Any]]]
"""A game's records with the time of each."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """Tables number `first` and on, at `speed` times the pace of the games in the file `games`."""

    redis: str
    state: Path
    first: int
    count: int
    speed: float
    games: Path


def record(path: Path, count: int) -> Path:
    """Play `count` games in virtual time, and record them."""
    games = []
    for seed in range(count):
        state = path / f"game{seed}"
        command = [sys.executable, "-m", "jokerboard", "demo", "--headless", "--fast", "--until-over"]
        subprocess.run(
            [*command, "--seed", str(seed), "--state", str(state)], check=True, stdout=subprocess.DEVNULL
        )
        db = sqlite3.connect(state / FILE)
        rows = db.execute("SELECT text FROM records WHERE game = 1 ORDER BY n").fetchall()
        db.close()
        games.append(_timed([json.loads(row[0]) for row in rows]))
    file = path / "games.json"
    file.write_text(json.dumps(games))
    return file


def pace(file: Path) -> float:
    """Records a second that people make in real time."""
    games: list[Game] = json.loads(file.read_text())
    return sum(len(game) for game in games) / sum(game[-1][0] for game in games)


def _timed(records: list[dict[str, Any]]) -> Game:
    t, timed = 0.0, []
    for one in records:
        t = max(t, float(one["data"].get("t", t)))
        timed.append((t, str(one["kind"]), one["data"]))
    return timed


def run(wanted: Recorded) -> None:
    """Play until SIGTERM: what a process does."""
    stopped: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: stopped.append(number))
    games: list[Game] = json.loads(wanted.games.read_text())
    tables = [_Table(wanted, wanted.first + n, games) for n in range(wanted.count)]
    began = time.monotonic()
    while not stopped:
        elapsed = (time.monotonic() - began) * wanted.speed
        for table in tables:
            table.play(elapsed)
        time.sleep(TICK)
    for table in tables:
        table.close()


class _Table:
    """A simulated table whose records are copied from a recorded game."""

    def __init__(self, wanted: Recorded, number: int, games: list[Game]) -> None:
        path = wanted.state / f"table{number}"
        path.mkdir()
        name = f"recorded{number}"
        self.journal = Journal.open(path / FILE, table=name, made=NOW)
        journal = journal_id(self.journal.hash)
        address = parse_address(wanted.redis)

        def publisher() -> Publisher:
            return Publisher(
                PublishedTable(name, f"Table {number}", journal, name),
                JournalReader(path / FILE),
                PlaceFile(path / PLACE, journal),
                lambda: RedisLink(address, name, name),
                now=time.monotonic,
                chance=random.random,
            )

        self._thread = PublisherThread(publisher)
        self._thread.start()
        self._games, self._number = games, number
        self._game, self._next, self._offset = 0, 0, 0.0

    def play(self, elapsed: float) -> None:
        """Write what is due at this time of the table."""
        due: list[Entry] = []
        while True:
            game = self._games[(self._number + self._game) % len(self._games)]
            if self._next == len(game):
                self._offset += game[-1][0] + 5.0
                self._game, self._next = self._game + 1, 0
                continue
            t, kind, data = game[self._next]
            if self._offset + t > elapsed:
                break
            due.append(Entry(self._game + 1, Kind(kind), data))
            self._next += 1
        if due:
            self.journal.append(due)
            self._thread.wake()

    def close(self) -> None:
        """Send the unsent records, then stop."""
        self._thread.close(30.0)
        self.journal.close()
