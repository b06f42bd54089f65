"""The newest state, to everybody who watches: server-sent events without a queue.

A desk only says that something changed. Each watcher keeps a set of what is new to it (at most "state"
and "leds"), and what is sent is made when it is sent. A watcher on a slow line therefore skips states in
between, and costs the table nothing. The state is encoded once a change, however many watch.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Final

from service.web.desk import Change, Desk
from service.web.errors import BadRequest
from service.web.pairing import Pairing
from service.web.visitors import Visitor

GAP: Final = 0.05
"""Seconds between two sendings to one watcher: faster than the eye, slow enough for a fifty-fold game."""
PING: Final = 15.0
"""Seconds of silence after which a comment is sent, so that a dead line is noticed at both ends."""
WATCHERS: Final = 64
EVERYTHING: Final[tuple[Change, ...]] = ("state", "leds")


class Hub:
    """Everybody who watches one desk."""

    def __init__(self, desk: Desk, pairing: Pairing | None) -> None:
        self._desk = desk
        self._pairing = pairing
        self._watchers: set[_Watcher] = set()
        self._body: bytes | None = None
        self._unsubscribe = desk.subscribe(self.changed)
        self.closed = False

    @property
    def watchers(self) -> int:
        """How many watch just now."""
        return len(self._watchers)

    def changed(self, what: Change) -> None:
        """Something is new for everybody; returns at once."""
        if what == "state":
            self._body = None
        for watcher in self._watchers:
            watcher.tell(what)

    def state(self, visitor: Visitor) -> bytes:
        """The state as JSON, with the three fields that are this visitor's own."""
        if self._body is None:
            self._body = _json(self._desk.state())
        code = self._pairing.code if self._pairing is not None and visitor.local else None
        own = {"may_command": visitor.may_command, "paired": visitor.paired, "pair_code": code}
        return self._body[:-1] + b"," + _json(own)[1:]

    def watch(self, visitor: Visitor) -> AsyncIterator[bytes]:
        """Everything from now on as server-sent events; BadRequest when too many watch already.

        The table's own page always finds a place.
        """
        if self.closed or (len(self._watchers) >= WATCHERS and not visitor.local):
            raise BadRequest("Too many are watching this table; try again later.", 503)
        watcher = _Watcher()
        self._watchers.add(watcher)
        return self._events(watcher, visitor)

    async def _events(self, watcher: _Watcher, visitor: Visitor) -> AsyncIterator[bytes]:
        try:
            yield b"retry: 1500\n\n"
            while not self.closed:
                news = await watcher.news()
                if self.closed:
                    return
                if not news:
                    yield b": still here\n\n"
                if "state" in news:
                    yield b"event: state\ndata: " + self.state(visitor) + b"\n\n"
                if "leds" in news:
                    yield b'event: leds\ndata: {"rgb":"' + self._desk.leds().hex().encode() + b'"}\n\n'
                await asyncio.sleep(GAP)
        finally:
            self._watchers.discard(watcher)

    def close(self) -> None:
        """No more news: every watcher's stream ends, the desk is left alone."""
        if not self.closed:
            self.closed = True
            self._unsubscribe()
            for watcher in self._watchers:
                watcher.tell("state")


class _Watcher:
    """What is new to one watcher; begins with everything."""

    __slots__ = ("_news", "_rung")

    def __init__(self) -> None:
        self._news: set[Change] = set(EVERYTHING)
        self._rung = asyncio.Event()
        self._rung.set()

    def tell(self, what: Change) -> None:
        self._news.add(what)
        self._rung.set()

    async def news(self) -> frozenset[Change]:
        """What has changed since the last call, waiting for it; nothing after `PING` seconds."""
        try:
            await asyncio.wait_for(self._rung.wait(), PING)
        except TimeoutError:
            return frozenset()
        news = frozenset(self._news)
        self._news.clear()
        self._rung.clear()
        return news


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
