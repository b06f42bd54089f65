"""Tables that play recorded games: their publishers are real, their people and journals are not.

A simulated table takes at least a hundredth of a core, mostly for simulated people and boards. A thousand
such tables would slow the measured desk down. So the games are played in advance, in virtual time. During the
benchmark each log grows in memory at the requested pace, and one thread steps the publishers of a hundred
tables. At the end a process writes the logs to the disk, where they are compared with the desk's copies.
"""

from __future__ import annotations

import json
import mmap
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from jokerboard.journal.records import FORMAT, GENESIS, Entry, Kind, Line, canonical, chained
from jokerboard.journal.store import FILE
from jokerboard.tournament.address import parse_address
from jokerboard.tournament.keys import journal_id
from jokerboard.tournament.publish.publication import FILE as PLACE
from jokerboard.tournament.publish.publication import PlaceFile
from jokerboard.tournament.publish.publisher import Next, PublishedTable, Publisher
from jokerboard.tournament.publish.publisher_redis import RedisLink

TICK: Final = 0.05
"""Seconds between two checks for records that are due."""
NOW: Final = "2026-11-21T10:00:00+00:00"
LASTS: Final = "lasts"
"""The name of the shared file with the number of each table's newest record, eight bytes a table."""
Game: TypeAlias = list[tuple[float, str, dict[str, Any]]]
"""The records of a game, each with its time in the game."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A group of tables, numbered from `first` on, that play the games in the file `games`.

    They play `speed` times as fast as people.
    """

    redis: str
    state: Path
    first: int
    count: int
    speed: float
    games: Path


class Lasts:
    """The number of the newest record of each of `count` tables, in memory shared by all processes."""

    def __init__(self, state: Path, count: int) -> None:
        """Open the file in `state`; make it if it is missing."""
        path = state / LASTS
        if not path.exists():
            path.write_bytes(bytes(8 * count))
        with path.open("r+b") as file:
            self.numbers = memoryview(mmap.mmap(file.fileno(), 8 * count)).cast("q")

    def by_table(self) -> dict[int, int]:
        """The number of the newest record of each table; tables are numbered from 1."""
        return dict(enumerate(self.numbers, 1))


def record(path: Path, count: int) -> Path:
    """Play `count` games in virtual time, and record them in the file `path`; return it."""
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
    """How many records per second the games in the file have at the pace of real people."""
    games: list[Game] = json.loads(file.read_text())
    return sum(len(game) for game in games) / sum(game[-1][0] for game in games)


def _timed(records: list[dict[str, Any]]) -> Game:
    t, timed = 0.0, []
    for one in records:
        t = max(t, float(one["data"].get("t", t)))
        timed.append((t, str(one["kind"]), one["data"]))
    return timed


def run(wanted: Recorded) -> None:
    """Run a group of tables until SIGTERM; this is the main function of a process."""
    stopped: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: stopped.append(number))
    games: list[Game] = json.loads(wanted.games.read_text())
    lasts = Lasts(wanted.state, wanted.first + wanted.count - 1).numbers
    tables = [_Table(wanted, wanted.first + n, games, lasts) for n in range(wanted.count)]
    began = time.monotonic()
    while not stopped:
        now = time.monotonic()
        for table in tables:
            table.play((now - began) * wanted.speed)
            table.publish()
        time.sleep(max(0.0, now + TICK - time.monotonic()))
    for table in tables:
        table.close()


class _Log:
    """A table's log in memory, with the methods by which a publisher reads a journal."""

    def __init__(self, table: str) -> None:
        self.all: list[Line] = []
        self.append([Entry(0, Kind.JOURNAL, {"format": FORMAT, "table": table, "program": "0", "made": NOW})])

    def append(self, entries: Sequence[Entry]) -> None:
        """Append entries as records, with the next numbers."""
        for entry in entries:
            n, before = len(self.all) + 1, self.all[-1].hash if self.all else GENESIS
            text = canonical(n, entry)
            self.all.append(Line(n, text, chained(before, text)))

    def lines(self, first: int, most: int) -> Sequence[Line]:
        return self.all[first - 1 : first - 1 + most]

    def last(self) -> int:
        return len(self.all)

    def orders(self) -> set[str]:
        """The orders that the log confirms: none, because no orders are sent to these tables."""
        return set()

    def close(self) -> None:
        """Do nothing, because no file is open."""


class _Table:
    """A table that copies records from recorded games into its log, and publishes them."""

    def __init__(self, wanted: Recorded, number: int, games: list[Game], lasts: memoryview[int]) -> None:
        self._path = wanted.state / f"table{number}"
        self._path.mkdir()
        name = f"recorded{number}"
        self._log = _Log(name)
        journal = journal_id(self._log.all[0].hash)
        address = parse_address(wanted.redis)
        self._publisher = Publisher(
            PublishedTable(name, f"Table {number}", journal, name),
            self._log,
            PlaceFile(self._path / PLACE, journal),
            lambda: RedisLink(address, name, name),
            now=time.monotonic,
            chance=random.random,
        )
        # The tables of a hall are not switched on at the same moment.
        self._due, self._next_step = time.monotonic() + random.random() * 5.0, Next(0.0, early=False)
        self._games, self._number, self._lasts = games, number, lasts
        self._game, self._next, self._offset = 0, 0, 0.0
        self._lasts[number - 1] = 1

    def play(self, elapsed: float) -> None:
        """Append the records that are due `elapsed` seconds after the table's start."""
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
            self._log.append(due)
            self._lasts[self._number - 1] = self._log.last()

    def publish(self) -> None:
        """Step the publisher if it is due, or if it has a new record and can be stepped early."""
        early = self._next_step.early and self._publisher.waiting > 0
        if early or time.monotonic() >= self._due:
            self._next_step = self._publisher.step()
            self._due = time.monotonic() + self._next_step.within

    def close(self) -> None:
        """Send the remaining records, stop publishing, and write the log to the disk."""
        deadline = time.monotonic() + 30.0
        while self._publisher.waiting and time.monotonic() < deadline:
            within = self._publisher.step().within
            time.sleep(within if self._publisher.waiting else 0.0)
        self._publisher.leave()
        db = sqlite3.connect(self._path / FILE)
        db.execute("PRAGMA synchronous = OFF")
        db.execute("CREATE TABLE records (n INTEGER PRIMARY KEY, text TEXT, hash TEXT)")
        db.executemany(
            "INSERT INTO records VALUES (?, ?, ?)", [(line.n, line.text, line.hash) for line in self._log.all]
        )
        db.commit()
        db.close()
