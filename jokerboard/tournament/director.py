"""A running director: the collector in its thread, the desk and its page in the event loop.

The collector only wakes the desk; the desk folds what the store has. If the collector's thread ends
unexpectedly, the director ends too: the store is complete, and a restart continues from it.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from jokerboard.host.system import loud_threads
from jokerboard.tournament import reading
from jokerboard.tournament.address import Address
from jokerboard.tournament.collect.collector import Collector, Condition
from jokerboard.tournament.collect.desk import TOPICS, Desk
from jokerboard.tournament.collect.presence import Roll
from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.collect.store_lock import desk_lock
from jokerboard.tournament.collect.store_repair import open_store
from jokerboard.tournament.errors import TournamentError
from jokerboard.tournament.federation.hall_stream import HallStream
from jokerboard.tournament.steady_clock import FILE as CLOCK_FILE
from jokerboard.tournament.steady_clock import SteadyClock
from jokerboard.tournament.web.access import FILE as TOKEN_FILE
from jokerboard.tournament.web.access import Access, token_in
from jokerboard.tournament.web.app import make_app
from jokerboard.tournament.web.event_section import section as event
from jokerboard.tournament.web.hall import section as hall
from jokerboard.tournament.web.sections import Section
from jokerboard.web.news import News
from jokerboard.web.server import serve
from jokerboard.words.catalogue import words

GAP: Final = 0.25
"""Seconds between two messages to one watcher of the hall."""
WATCHERS: Final = 600
"""The most phones and monitors that may watch at once: four at each of a hundred tables, and more."""
LOOK_EVERY: Final = 0.5
"""Seconds between two checks for the siblings' changes."""
SECTIONS: Final[tuple[Callable[[Desk], Section], ...]] = (hall, event)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The settings of a director: the Redis, where its store is, where its page is."""

    address: Address
    state: Path
    host: str
    port: int
    local_only: bool = True
    names: frozenset[str] | None = None
    hall: str | None = None
    """The name under which the tournament is published for a federation."""

    @property
    def token_file(self) -> Path:
        """The path of the token's file."""
        return self.state / TOKEN_FILE


async def direct(wanted: Wanted, ready: Callable[[str], None], said: Callable[[str | None], None]) -> None:
    """Run a director until cancelled; `ready` gets the page's address, `said` each trouble, or None.

    Raises StoreError or PageError if it cannot begin, TournamentError if the collector fails.
    """
    loop = asyncio.get_running_loop()
    store, damage = open_store(wanted.state / FILE, reading.now())
    if damage is not None:
        said(damage)
    running = desk_lock(wanted.state)
    try:
        running.share()
        access = Access(token_in(wanted.token_file))
        news = News((*TOPICS, "event"), GAP, WATCHERS)
        roll = Roll()
        clock = SteadyClock(wanted.state / CLOCK_FILE)
        desk = Desk(store, roll, news, clock.iso, clock=clock)
        while desk.follow():
            await asyncio.sleep(0)
        stream = _hall_stream(wanted, store, lambda text: loop.call_soon_threadsafe(said, text))
        sections = [make(desk) for make in SECTIONS]
        woken, stumbled = asyncio.Event(), loop.create_future()
        app = make_app(sections, access, news, local_only=wanted.local_only, names=wanted.names)

        def failed(thread: str) -> None:
            loop.call_soon_threadsafe(_fail, stumbled, thread)

        with loud_threads(failed):
            collector = _Thread(wanted, roll, loop, desk, woken, said)
            try:
                await _first(
                    serve(app, wanted.host, wanted.port, ready=ready, connections=2 * WATCHERS),
                    _follow(desk, sections, woken, stream),
                    _wait(stumbled),
                )
            finally:
                await asyncio.to_thread(collector.stop)
                if stream is not None:
                    await asyncio.to_thread(stream.close)
    finally:
        running.close()
        store.close()


def _hall_stream(wanted: Wanted, store: Store, said: Callable[[str | None], object]) -> HallStream | None:
    if wanted.hall is None:
        return None
    return HallStream(store, wanted.address, wanted.hall, said)


async def _follow(
    desk: Desk, sections: list[Section], woken: asyncio.Event, stream: HallStream | None
) -> None:
    """Keep the desk and its sections up to date, whenever `woken` is set."""
    while True:
        woken.clear()
        while desk.follow():
            await asyncio.sleep(0)
        for section in sections:
            if section.follow is not None:
                section.follow()
        if stream is not None:
            stream.follow()
        try:
            async with asyncio.timeout(LOOK_EVERY):
                await woken.wait()
        except TimeoutError:
            continue


def _fail(stumbled: asyncio.Future[None], thread: str) -> None:
    if not stumbled.done():
        stumbled.set_exception(TournamentError(words("thread.stumbled", thread=repr(thread))))


async def _wait(stumbled: asyncio.Future[None]) -> None:
    await stumbled


async def _first(*jobs: Coroutine[Any, Any, None]) -> None:
    """Run the jobs until the first one ends, then cancel the others; raise its error."""
    tasks = [asyncio.ensure_future(job) for job in jobs]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


class _Thread:
    """The collector's thread, with a store connection of its own."""

    def __init__(
        self,
        wanted: Wanted,
        roll: Roll,
        loop: asyncio.AbstractEventLoop,
        desk: Desk,
        woken: asyncio.Event,
        said: Callable[[str | None], None],
    ) -> None:
        self._store = Store(wanted.state / FILE)
        trouble: list[str | None] = [None]

        def heard(condition: Condition) -> None:
            desk.goes(condition)
            woken.set()
            if condition.trouble != trouble[0]:
                trouble[0] = condition.trouble
                said(condition.trouble)

        def told(condition: Condition) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(heard, condition)

        self.collector = Collector(wanted.address, self._store, consumer_name(), told, roll, desk.decoded)
        self._thread = threading.Thread(target=self._run, name="collector", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self.collector.run()

    def stop(self) -> None:
        """Stop the thread; what was read is kept."""
        self.collector.stop()
        self._thread.join()
        self._store.close()


def consumer_name() -> str:
    """A unique name among siblings, from this machine, this process, and a random part."""
    # Containers often share a host name, and begin their process numbers alike.
    return f"{socket.gethostname()[:40]}-{os.getpid()}-{secrets.token_hex(3)}"
