"""Tables without boards for tests of the director: they write logs and publish them to a Redis."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import redis

from jokerboard.journal.records import FORMAT, GENESIS, Entry, Kind, Line, canonical, chained
from jokerboard.tournament import keys
from jokerboard.tournament.address import Address, parse_address
from jokerboard.tournament.collect import collector, stream_reader
from jokerboard.tournament.collect.collector import Collector
from jokerboard.tournament.collect.presence import Roll
from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.collect.stream_reader import Condition
from tests.programs import PATIENCE, until

BEGUN = "2026-11-21T10:00:00+00:00"


def header(**other: Any) -> dict[str, Any]:
    """The header of a game in the form of `jokerboard/journal/games/header.py`."""
    return {
        "trace": 1, "rules": "texas", "players": 4, "sides": 4, "teams": None, "position": "-/-/-/- A",
        "mode": "play", "cards": "seat", "settings": {}, "set": {}, "id": "g1", "begun": BEGUN,
        "seats": ["A", "B", "C", "D"], "names": {"A": "Ann", "B": "Bo", "C": "Cleo", "D": "Dan"},
        "seed": None, "simulated": True, "program": "0", "decks": 2, "board": "simulated", "edges": False,
    } | other  # fmt: skip


@dataclass
class FakeTable:
    """A table that writes a log and publishes it."""

    name: str
    title: str = ""
    generation: int = 1
    lines: list[Line] = field(default_factory=list)
    game: int = 0
    t: float = 0.0
    sent: int = 0

    def __post_init__(self) -> None:
        first = {"format": FORMAT, "table": self.name, "program": "0", "made": BEGUN}
        self.write(Entry(0, Kind.JOURNAL, first))

    @property
    def journal(self) -> str:
        return keys.journal_id(self.lines[0].hash)

    @property
    def stream(self) -> str:
        return keys.log(self.name, self.generation)

    def write(self, *entries: Entry) -> None:
        """Append entries to the journal."""
        for entry in entries:
            n = len(self.lines) + 1
            text = canonical(n, entry)
            digest = chained(self.lines[-1].hash if self.lines else GENESIS, text)
            self.lines.append(Line(n, text, digest))

    def begin(self, **other: Any) -> None:
        self.game += 1
        self.t = 0.0
        self.write(Entry(self.game, Kind.GAME, header(**other)))
        self.verdict("turn", seat="A")

    def verdict(self, kind: str, after: float = 1.0, **data: Any) -> None:
        """Write a verdict of the referee into the journal."""
        self.t += after
        self.write(Entry(self.game, Kind.VERDICT, {"t": self.t, "kind": kind, **data}))

    def write_record(self, kind: Kind, **data: Any) -> None:
        """Write a record that is not a verdict into the journal."""
        self.write(Entry(self.game, kind, {"t": self.t, **data}))

    def play(self, n: int, seat: str, play: str, position: str) -> None:
        """Write a play and the turn after it."""
        card = play.partition(" ")[0]
        self.verdict("move", n=n, seat=seat, card=card, play=play, position=position, owing=[])
        self.verdict("turn", 0, seat=position[-1])

    def turns(self, count: int) -> None:
        """Write `count` small records into the journal."""
        for n in range(count):
            self.verdict("turn", seat="ABCD"[n % 4])

    # ---- in Redis ---------------------------------------------------------------------------------

    def announce(self, link: redis.Redis) -> None:
        fields = {"journal": self.journal, "generation": self.generation, "stream": self.stream}
        link.set(keys.table(self.name), json.dumps(fields | {"name": self.title or self.name}))

    def here(self, link: redis.Redis, **other: Any) -> None:
        fields = {
            "t": BEGUN, "program": "0", "journal": self.journal, "generation": self.generation,
            "last": len(self.lines), "sent": self.sent, "health": {"ok": True, "faults": []}, "address": None,
        }  # fmt: skip
        link.set(keys.here(self.name), json.dumps(fields | other), ex=keys.HERE_FOR)

    def publish(self, link: redis.Redis, upto: int | None = None) -> None:
        """Send a heartbeat, announce the table, and send its unsent records up to `upto`."""
        self.here(link)
        self.announce(link)
        send(link, self.stream, self.lines[self.sent : upto])
        self.sent = len(self.lines) if upto is None else upto
        self.here(link)

    def anew(self, link: redis.Redis) -> None:
        """Publish the whole log again as a new generation."""
        old = self.stream
        self.generation += 1
        self.sent = 0
        self.publish(link)
        link.delete(old)


def send(link: redis.Redis, stream: str, lines: Sequence[Line]) -> None:
    """Add lines to a stream, unchecked."""
    pipe = link.pipeline(transaction=False)
    for line in lines:
        pipe.xadd(stream, {keys.TEXT: line.text, keys.HASH: line.hash}, id=keys.entry_id(line.n))
    pipe.execute()


def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let collectors look for new tables, and compare old records, twenty times a second or more often."""
    for name, seconds in (
        ("LOOK_EVERY", 0.05),
        ("LOOK_AGAIN_EVERY", 0.05),
        ("CLAIM_EVERY", 0.1),
        ("GRACE", 0.0),
    ):
        monkeypatch.setattr(collector, name, seconds)
    monkeypatch.setattr(stream_reader, "WAIT", 50)


class Collecting:
    """A collector in its own thread, with its own store."""

    def __init__(self, path: Path, port: int, name: str = "one") -> None:
        self.store = Store(path / FILE)
        self.roll = Roll()
        self.conditions: list[Condition] = []
        address: Address = parse_address(f"redis://127.0.0.1:{port}", environment={})
        self.collector = Collector(address, self.store, name, self.conditions.append, self.roll)
        self._thread = threading.Thread(target=self.collector.run, name=f"collector {name}")
        self._thread.start()

    def close(self) -> None:
        self.collector.stop()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        self.store.close()


@contextmanager
def collecting(path: Path, port: int, name: str = "one") -> Iterator[Collecting]:
    """Run a collector inside the block."""
    one = Collecting(path, port, name)
    try:
        yield one
    finally:
        one.close()


def kept(store: Store, table: FakeTable) -> list[Line]:
    """The lines of the log of `table` that the store has."""
    rows = store.rows(
        "SELECT n, text, records.hash FROM records JOIN tables ON tables.id = owner"
        " WHERE name = ? AND journal = ? ORDER BY n",
        table.name,
        table.journal,
    )
    return [Line(*row) for row in rows]


def incidents(store: Store, kind: str | None = None) -> list[str]:
    """The texts of the incidents, or of those of one kind."""
    rows = store.rows("SELECT kind, text FROM incidents ORDER BY id")
    return [row["text"] for row in rows if kind in (None, row["kind"])]


def written(turns: int = 30, name: str = "t1") -> FakeTable:
    """A table whose log holds a game with this number of `turns`."""
    table = FakeTable(name, f"Table {name[1:]}")
    table.begin()
    table.turns(turns)
    return table


def all_stored(desk: Collecting, table: FakeTable) -> None:
    """Wait until everything that the table wrote is stored."""
    until(lambda: kept(desk.store, table) == table.lines)


def the_incident(desk: Collecting) -> str:
    """Wait for the first incident; return its text."""
    until(lambda: incidents(desk.store))
    (incident,) = incidents(desk.store)
    return incident


def refusal(path: Path, port: int) -> str:
    """The text of the incident that a new desk records when it begins to collect."""
    with collecting(path, port) as desk:
        return the_incident(desk)
