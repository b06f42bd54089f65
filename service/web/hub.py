"""The newest state of a desk, to everybody who watches it (`page/news.py`), and to each what is his own.

A desk only says that something changed. The state is encoded once a change, however many watch.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Final

from page.news import News, as_json, event
from service.web.device_pairing import DevicePairing
from service.web.page_port import Change, TablePage
from service.web.visitors import Visitor

EVERYTHING: Final[tuple[Change, ...]] = ("state", "leds")


class Hub:
    """Everybody who watches one desk."""

    def __init__(self, desk: TablePage, pairing: DevicePairing | None) -> None:
        self._desk = desk
        self._pairing = pairing
        self._news = News(EVERYTHING)
        self._body: bytes | None = None
        self._unsubscribe = desk.subscribe(self.changed)

    @property
    def watchers(self) -> int:
        """How many watch just now."""
        return self._news.watchers

    def changed(self, what: Change) -> None:
        """Something is new for everybody; returns at once."""
        if what == "state":
            self._body = None
        self._news.changed(what)

    def state(self, visitor: Visitor) -> bytes:
        """The state as JSON, with the three fields that are this visitor's own."""
        if self._body is None:
            self._body = as_json(self._desk.state())
        code = self._pairing.code if self._pairing is not None and visitor.local else None
        own = {"may_command": visitor.may_command, "paired": visitor.paired, "pair_code": code}
        return self._body[:-1] + b"," + as_json(own)[1:]

    def watch(self, visitor: Visitor) -> AsyncIterator[bytes]:
        """Everything from now on as server-sent events; BadRequest when too many watch already.

        The table's own page always finds a place.
        """

        def tell(news: frozenset[str]) -> Iterator[bytes]:
            if "state" in news:
                yield event("state", self.state(visitor))
            if "leds" in news:
                yield event("leds", b'{"rgb":"' + self._desk.leds().hex().encode() + b'"}')

        return self._news.watch(tell, always=visitor.local)

    def close(self) -> None:
        """No more news: every watcher's stream ends, the desk is left alone."""
        if not self._news.closed:
            self._unsubscribe()
            self._news.close()
