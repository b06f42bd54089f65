"""A running director: the collector in its own thread, the desk and its page in the event loop.

The collector only wakes the desk, which then shows the new records of the store. If the collector's thread
ends unexpectedly, the director ends, too: the store is complete, and a restart continues from it.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from jokerboard.host.system import loud_threads
from jokerboard.tournament import reading
from jokerboard.tournament.address import Address
from jokerboard.tournament.collect.collector import Collector
from jokerboard.tournament.collect.desk import TOPICS, Desk
from jokerboard.tournament.collect.presence import Roll
from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.collect.store_lock import desk_lock
from jokerboard.tournament.collect.store_repair import open_store
from jokerboard.tournament.collect.stream_reader import Condition
from jokerboard.tournament.errors import TournamentError
from jokerboard.tournament.federation.hall_stream import HallStream
from jokerboard.tournament.steady_clock import FILE as CLOCK_FILE
from jokerboard.tournament.steady_clock import SteadyClock
from jokerboard.tournament.web.access import FILE as TOKEN_FILE
from jokerboard.tournament.web.access import Access, token_in
from jokerboard.tournament.web.app import make_app
from jokerboard.tournament.web.event_desk import EventDesk
from jokerboard.tournament.web.event_section import section as event
from jokerboard.tournament.web.hall import section as hall
from jokerboard.tournament.web.sections import Section
from jokerboard.web.news import News
from jokerboard.web.server import serve
from jokerboard.words.catalogue import words

GAP: Final = 0.25
"""Seconds between two messages to one browser that shows the hall."""
WATCHERS: Final = 600
"""The most browsers that may show the hall at once: four at each of a hundred tables, and a reserve."""
LOOK_EVERY: Final = 0.5
"""Seconds between two checks for changes that other directors have written to the same store."""
SECTIONS: Final[tuple[Callable[[Desk], Section], ...]] = (hall, lambda desk: event(EventDesk(desk)))


@dataclass(frozen=True, slots=True)
class Wanted:
    """The settings of a director: its Redis, the directory of its store, and the address of its page."""

    address: Address
    state: Path
    host: str
    port: int
    local_only: bool = True
    names: frozenset[str] | None = None
    hall: str | None = None
    """The name under which the tournament is published for a federation; None to publish nothing."""

    @property
    def token_file(self) -> Path:
        """The path of the file with the desk's token."""
        return self.state / TOKEN_FILE


async def direct(wanted: Wanted, ready: Callable[[str], None], report: Callable[[str | None], None]) -> None:
    """Run a director until it is cancelled.

    `ready` gets the page's address; `report` gets each trouble as a sentence, and None when it ends. Raise
    StoreError or PageError if the director cannot start, TournamentError if the collector fails.
    """
    loop = asyncio.get_running_loop()
    store, damage = open_store(wanted.state / FILE, reading.now())
    if damage is not None:
        report(damage)
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
        stream = None
        if wanted.hall is not None:
            stream = HallStream(
                store, wanted.address, wanted.hall, lambda text: loop.call_soon_threadsafe(report, text)
            )
        sections = [make(desk) for make in SECTIONS]
        woken, stumbled = asyncio.Event(), loop.create_future()
        app = make_app(sections, access, news, local_only=wanted.local_only, names=wanted.names)

        def failed(thread: str) -> None:
            loop.call_soon_threadsafe(_fail, stumbled, thread)

        with loud_threads(failed):
            collector = _Thread(wanted, roll, loop, desk, woken, report)
            try:
                await _first(
                    serve(app, wanted.host, wanted.port, ready=ready, connections=2 * WATCHERS),
                    _follow(desk, sections, woken, stream),
                    stumbled,
                )
            finally:
                await asyncio.to_thread(collector.stop)
                if stream is not None:
                    await asyncio.to_thread(stream.close)
    finally:
        running.close()
        store.close()


async def _follow(
    desk: Desk, sections: list[Section], woken: asyncio.Event, stream: HallStream | None
) -> None:
    """Bring the desk and its sections up to date when `woken` is set, and every `LOOK_EVERY` seconds."""
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


async def _first(*jobs: Awaitable[None]) -> None:
    """Run the jobs until the first one ends, then cancel the others; if the first failed, raise its error."""
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
    """The collector in a thread of its own, with its own connection to the store."""

    def __init__(
        self,
        wanted: Wanted,
        roll: Roll,
        loop: asyncio.AbstractEventLoop,
        desk: Desk,
        woken: asyncio.Event,
        report: Callable[[str | None], None],
    ) -> None:
        self._store = Store(wanted.state / FILE)
        trouble: list[str | None] = [None]

        def receive(condition: Condition) -> None:
            desk.goes(condition)
            woken.set()
            if condition.trouble != trouble[0]:
                trouble[0] = condition.trouble
                report(condition.trouble)

        def send_condition(condition: Condition) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(receive, condition)

        self.collector = Collector(
            wanted.address, self._store, consumer_name(), send_condition, roll, desk.decoded
        )
        self._thread = threading.Thread(target=self.collector.run, name="collector", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread and close its connection; stored records remain."""
        self.collector.stop()
        self._thread.join()
        self._store.close()


def consumer_name() -> str:
    """A name for this director that no other one has: from this machine, this process, and a random part."""
    # Containers often share a host name, and their process numbers begin alike.
    return f"{socket.gethostname()[:40]}-{os.getpid()}-{secrets.token_hex(3)}"
