"""A model of Redis in memory that fails on request, and a growing journal, to test the publisher."""

from __future__ import annotations

import copy
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from jokerboard.journal.errors import OrderError
from jokerboard.journal.orders import Order, What, new_id
from jokerboard.journal.records import Entry, Json, Kind, Line
from jokerboard.tournament import keys
from jokerboard.tournament.errors import AwayError
from jokerboard.tournament.publish.publication import FILE, Found, Link, PlaceFile, Pointer
from jokerboard.tournament.publish.publisher import PublishedTable, Publisher, Status
from tests.jokerboard.tournament.logs import lines, log

T = TypeVar("T")


@dataclass
class Journal:
    """A journal in memory, which a publisher reads as its `Source`."""

    kept: list[Line] = field(default_factory=lambda: log(1))
    taken: set[str] = field(default_factory=set)

    def append(self, count: int = 1) -> None:
        last = self.kept[-1]
        entries = [
            Entry(1, Kind.VERDICT, {"t": last.n + k, "kind": "turn", "seat": "A"}) for k in range(count)
        ]
        self.kept += lines(entries, last.n, last.hash)

    def lines(self, first: int, most: int) -> Sequence[Line]:
        return self.kept[first - 1 : first - 1 + most]

    def last(self) -> int:
        return len(self.kept)

    def orders(self) -> set[str]:
        return set(self.taken)

    def close(self) -> None:
        pass

    @property
    def id(self) -> str:
        return keys.journal_id(self.kept[0].hash)


@dataclass
class Stream:
    """A stream: entries by number. The highest number is remembered even if the entry is removed."""

    entries: dict[int, tuple[str, str]] = field(default_factory=dict)
    top: int = 0

    def add(self, line: Line) -> bool:
        if line.n <= self.top:
            return False
        self.entries[line.n], self.top = (line.text, line.hash), line.n
        return True


@dataclass
class Server:
    """The data in Redis about one table."""

    streams: dict[int, Stream] = field(default_factory=dict)
    table: Json | None = None
    here: Json | None = None
    here_until: float = 0.0
    orders: list[tuple[str, str]] = field(default_factory=list)
    now: float = 0.0
    down: bool = False
    kept: int = 0
    """The number of the last record that every desk has stored."""
    cut: str | None = None
    """When the next call fails: `before` or `after` it takes effect; None if it works."""

    def copy(self) -> Server:
        return copy.deepcopy(self)

    def call(self, do: Callable[[], T]) -> T:
        cut, self.cut = self.cut, None
        if self.down or cut == "before":
            raise AwayError("the Redis of the test is away")
        answer = do()
        if cut == "after":
            raise AwayError("the Redis of the test was cut off")
        return answer

    @property
    def published(self) -> list[tuple[int, str, str]]:
        """The entries of the stream that the table announces: number, text, hash."""
        if self.table is None or self.table["generation"] not in self.streams:
            return []
        entries = self.streams[self.table["generation"]].entries
        return [(n, *entry) for n, entry in entries.items()]


class ModelLink:
    """A publisher's `Link` to a Server."""

    def __init__(self, server: Callable[[], Server], owner: str) -> None:
        self._find, self._owner = server, owner
        self.server = server()

    def _call(self, do: Callable[[Server], T]) -> T:
        # The server was replaced, so a connection to the old one is lost.
        if self._find() is not self.server:
            raise AwayError("the Redis of the test was cut off")
        return self.server.call(lambda: do(self.server))

    def pointer(self) -> Pointer | None:
        def do(server: Server) -> Pointer | None:
            announcement = server.table
            return (
                None if announcement is None else Pointer(announcement["journal"], announcement["generation"])
            )

        return self._call(do)

    def look(self, generation: int) -> Found:
        def do(server: Server) -> Found:
            entries = server.streams.get(generation, Stream()).entries
            if not entries:
                return Found(0)
            first, last = min(entries), max(entries)
            kept = server.kept
            return Found(len(entries), f"{first}-0", f"{last}-0", entries[last][1], kept, kept)

        return self._call(do)

    def read(self, generation: int, first: int, most: int) -> Sequence[Line]:
        def do(server: Server) -> Sequence[Line]:
            entries = server.streams.get(generation, Stream()).entries
            return [Line(n, *entry) for n, entry in sorted(entries.items()) if n >= first][:most]

        return self._call(do)

    def begin(self, generation: int, lines: Sequence[Line], pointer: Json, retired: int | None) -> bool:
        def do(server: Server) -> bool:
            stream = server.streams.setdefault(generation, Stream())
            fine = [stream.add(line) for line in lines]
            server.table = pointer
            assert retired != generation
            return all(fine) and len(stream.entries) == lines[-1].n

        return self._call(do)

    def trim(self, generation: int, first: int) -> None:
        def do(server: Server) -> None:
            entries = server.streams[generation].entries
            for n in [n for n in entries if n < first]:
                del entries[n]

        self._call(do)

    def append(self, generation: int, lines: Sequence[Line], begin: int) -> bool:
        def do(server: Server) -> bool:
            stream = server.streams.get(generation)
            if stream is None:
                return False
            fine = [stream.add(line) for line in lines]
            return all(fine) and len(stream.entries) == lines[-1].n - begin + 1

        return self._call(do)

    def claim(self, here: Json, pointer: Json | None) -> Json | None:
        def do(server: Server) -> Json | None:
            alive = server.here is not None and server.now < server.here_until
            if alive and server.here is not None and server.here["owner"] != self._owner:
                return server.here
            json.dumps(here)
            server.here, server.here_until = here, server.now + keys.HERE_FOR
            server.table = pointer or server.table
            return None

        return self._call(do)

    def leave(self, here: Json) -> None:
        def do(server: Server) -> None:
            server.here, server.here_until = here, 0.0

        self._call(do)

    def orders(self, after: str) -> Sequence[tuple[str, str]]:
        def do(server: Server) -> Sequence[tuple[str, str]]:
            return [(entry, text) for entry, text in server.orders if _order(entry) > _order(after)][:2]

        return self._call(do)

    def close(self) -> None:
        pass


def _order(entry: str) -> tuple[int, ...]:
    return tuple(map(int, entry.split("-")))


@dataclass(kw_only=True)
class Publishing(ABC):
    """A publisher of a journal in memory, with a progress file and a clock that the test sets."""

    path: Path = field(kw_only=False)
    journal: Journal = field(default_factory=Journal)
    owner: str = "us"
    now: float = 0.0
    reported: list[Status] = field(default_factory=list)
    ordered: list[Order | OrderError] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Replace the publisher by a new one with the same directory, as after a restart."""
        self.publisher = Publisher(
            PublishedTable("t", "Table 7", self.journal.id, self.owner),
            self.journal,
            PlaceFile(self.path / FILE, self.journal.id),
            self.link,
            now=self.clock,
            chance=lambda: 0.5,
            presence=lambda: {"program": "test"},
            order=self._take,
            status=self.reported.append,
        )

    @abstractmethod
    def link(self) -> Link: ...

    def clock(self) -> float:
        return self.now

    def _take(self, order: Order | OrderError) -> None:
        self.ordered.append(order)
        self.journal.taken.add(order.id)


@dataclass
class Desk(Publishing):
    """A publisher with its journal, its progress file and a Redis in memory; the test sets the clock."""

    server: Server = field(default_factory=Server, kw_only=True)

    def link(self) -> Link:
        return ModelLink(lambda: self.server, self.owner)

    def step(self) -> float:
        """Do one step of the publisher, advance the clock to the next step, return the seconds between."""
        self.server.now = self.now
        due = self.publisher.step()
        self.now += due.within
        return due.within

    def settle(self, most: int = 2000, until: Callable[[], bool] | None = None) -> None:
        """Do steps of the publisher until twelve steps have found the whole journal published.

        If `until` is given, stop as soon as it returns True. Raise AssertionError after `most` steps.
        """
        calm = 0
        for _ in range(most):
            self.step()
            if until is not None and self.server.streams and until():
                return
            sent = [(line.n, line.text, line.hash) for line in self.journal.kept]
            calm = calm + 1 if self.server.published == sent else 0
            if calm > 12:
                return
        raise AssertionError(f"not published after {most} steps: {self.reported[-1:]}")


def generation(desk: Desk) -> int:
    """The generation of the log that the table announces."""
    assert desk.server.table is not None
    return int(desk.server.table["generation"])


def an_order(desk: Desk) -> str:
    order = Order(new_id(), "Dora", "now", desk.journal.id, 1, What.LET_STAND)
    return order.text_form()
