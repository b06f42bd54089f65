"""Server-sent events with the newest state for all watchers, without a queue.

A publisher only names the topic that changed. Each watcher has the set of topics that changed since its last
event, and an event is made only when it can be sent. So a watcher on a slow connection skips states, and
costs no memory.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Final

from jokerboard.web.errors import BadRequest
from jokerboard.words.catalogue import words

GAP: Final = 0.05
"""The least seconds between two events to one watcher: too short to be seen, also at high speed."""
PING: Final = 10.0
"""Seconds of silence after which a `ping` is sent, so that both ends notice a dead connection.

A ping's data is this number, so that a watcher can expect the next ping.
"""
WATCHERS: Final = 64


class News:
    """The watchers of one page; for a new watcher, every topic in `first` counts as changed.

    `gap` is the least time in seconds between two events to one watcher, `most` the number of watchers (None:
    `WATCHERS`).
    """

    def __init__(self, first: Iterable[str], gap: float = GAP, most: int | None = None) -> None:
        self._first = frozenset(first)
        self._most = most
        self._gap = gap
        self._watchers: set[_Watcher] = set()
        self.closed = False

    @property
    def watchers(self) -> int:
        """The number of watchers."""
        return len(self._watchers)

    def changed(self, what: str) -> None:
        """Mark topic `what` as changed for every watcher; return at once."""
        for watcher in self._watchers:
            watcher.notify(what)

    def watch(
        self, make_events: Callable[[frozenset[str]], Iterable[bytes]], *, always: bool = False
    ) -> AsyncIterator[bytes]:
        """A stream of events; `make_events` makes the events of the changed topics when they can be sent.

        Raise BadRequest if too many watch already, unless `always`.
        """
        most = WATCHERS if self._most is None else self._most
        if self.closed or (len(self._watchers) >= most and not always):
            raise BadRequest(words("watchers.too-many"), 503)
        watcher = _Watcher(self._first)
        self._watchers.add(watcher)
        return self._events(watcher, make_events)

    async def _events(
        self, watcher: _Watcher, make_events: Callable[[frozenset[str]], Iterable[bytes]]
    ) -> AsyncIterator[bytes]:
        try:
            yield b"retry: 1500\n\n" + event("ping", f"{PING:g}".encode())
            while not self.closed:
                news = await watcher.news()
                if self.closed:
                    return
                if not news:
                    yield event("ping", f"{PING:g}".encode())
                for one in make_events(news):
                    yield one
                    # Other tasks may run between two topics, so that several topics never block the loop
                    # together.
                    await asyncio.sleep(0)
                # Changes during this pause are sent together, as one event for each topic.
                await asyncio.sleep(self._gap)
        finally:
            self._watchers.discard(watcher)

    def close(self) -> None:
        """End every watcher's stream."""
        if not self.closed:
            self.closed = True
            for watcher in self._watchers:
                watcher.notify("")


class _Watcher:
    """One watcher, with the topics that have changed since its last event."""

    __slots__ = ("_news", "_rung")

    def __init__(self, first: frozenset[str]) -> None:
        self._news = set(first)
        self._rung = asyncio.Event()
        self._rung.set()

    def notify(self, what: str) -> None:
        self._news.add(what)
        self._rung.set()

    async def news(self) -> frozenset[str]:
        """Wait for topics that changed since the last call, and return them; none after `PING` seconds."""
        try:
            await asyncio.wait_for(self._rung.wait(), PING)
        except TimeoutError:
            return frozenset()
        news = frozenset(self._news)
        self._news.clear()
        self._rung.clear()
        return news


def event(name: str, data: bytes) -> bytes:
    """One server-sent event; `data` is a line of JSON."""
    return b"event: " + name.encode() + b"\ndata: " + data + b"\n\n"


def as_json(value: object) -> bytes:
    """The value as JSON in one line, for answers and events."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode(
        errors="replace"
    )
