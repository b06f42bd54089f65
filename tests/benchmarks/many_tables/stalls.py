"""How long each address of the page blocks a director's event loop, with a store of 500,000 records.

A director with a blocked event loop answers no request, and systemd kills it after the watchdog's timeout.
The store has games of 50 tables (one with 100,000 records), 5,000 incidents and a tournament. While each
address is requested, a ticker measures the longest processor time between two iterations of the loop. The aim
is 50 ms.

`JOKERBOARD_STALLS=records` fills a store with another number of records.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from jokerboard.tournament.collect.desk import TOPICS, Desk
from jokerboard.tournament.collect.intake import Batch, Intake
from jokerboard.tournament.collect.presence import Roll
from jokerboard.tournament.collect.registry import Announced
from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.keys import journal_id, log
from jokerboard.tournament.web.access import Access
from jokerboard.tournament.web.app import make_app
from jokerboard.tournament.web.event_desk import EventDesk
from jokerboard.tournament.web.event_section import section as event
from jokerboard.tournament.web.hall import section as hall
from jokerboard.web.news import News
from jokerboard.web.server import serve
from tests.benchmarks.many_tables._redis import game_log

ONLY_NAMED = True
RECORDS, TABLES, LONGEST, INCIDENTS = 500_000, 50, 100_000, 5_000
NOW = "2026-11-21T10:00:00+00:00"
TICK = 0.001
ADDRESSES = (
    "/", "/incidents", "/results", "/event", "/table/t1", "/favicon.ico", "/api/who", "/api/tables",
    "/api/table/t1", "/api/table/t2", "/api/table/t1?game=1", "/api/export/games.csv",
    "/api/export/games.json", "/api/export/incidents.csv", "/api/export/incidents.json",
    "/api/export/log/t1.jsonl", "/api/export/log/t2.jsonl", "/api/event/export/json",
)  # fmt: skip


def run() -> Iterator[str]:
    """A line for each address, the slowest first."""
    count = int(os.environ.get("JOKERBOARD_STALLS", RECORDS))
    with tempfile.TemporaryDirectory(prefix="jokerboard-") as directory:
        began = time.monotonic()
        store = filled(Path(directory), count)
        yield f"{count:,} records of {TABLES} tables taken in within {time.monotonic() - began:.0f} s"
        stalls = asyncio.run(_measure(store))
        store.close()
    for address, (stall, took) in sorted(stalls.items(), key=lambda one: -one[1][0]):
        yield f"{1000 * stall:7.1f} ms longest stall, {took:6.2f} s whole answer: {address}"


def filled(where: Path, count: int) -> Store:
    """Make a store in `where` with `count` records, and return it."""
    store = Store(where / FILE)
    store.db.execute("PRAGMA synchronous = OFF")
    intake = Intake(store)
    for n in range(1, TABLES + 1):
        length = (
            LONGEST * count // RECORDS if n == 1 else (count - LONGEST * count // RECORDS) // (TABLES - 1)
        )
        lines = game_log(f"t{n}", length)
        announced = Announced(f"t{n}", journal_id(lines[0].hash), 1, log(f"t{n}", 1), f"Table {n}")
        owner = intake.announced([announced], NOW)[0]
        for at in range(0, len(lines), 5000):
            intake.take([Batch(owner, 1, lines[at : at + 5000], whole=True)], NOW)
    with store.writing() as db:
        db.executemany(
            "INSERT INTO incidents (owner, key, kind, game, n, seat, at, text)"
            " VALUES (?, ?, 'dispute', 1, ?, 'A', ?, 'Seat A pressed the help button.')",
            [(1 + n % TABLES, f"x{n}", n, NOW) for n in range(INCIDENTS)],
        )
    return store


async def _measure(store: Store) -> dict[str, tuple[float, float]]:
    news = News((*TOPICS, "event"), 0.25)
    desk = Desk(store, Roll(), news)
    while desk.follow():
        pass
    app = make_app([hall(desk), event(EventDesk(desk))], Access("x" * 20), news)
    found = {}
    async with _served(app) as address, httpx.AsyncClient(base_url=address, timeout=120) as http:
        await http.get("/api/who")
        for path in ADDRESSES:
            found[path] = await _asked(http, path)
        found["/api/events (the first)"] = await _events(address)
        found["following 2,000 new records"] = await _following(store, desk)
    return found


@asynccontextmanager
async def _served(app: object) -> AsyncIterator[str]:
    ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(serve(app, "127.0.0.1", 0, ready=ready.set_result))  # type: ignore[arg-type]
    try:
        yield await ready
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


class _Ticker:
    """Measures the longest processor time of the loop's thread between two wake-ups of the ticker."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def __aenter__(self) -> _Ticker:
        self._task = asyncio.create_task(self._tick())
        await asyncio.sleep(0.02)
        self.longest = 0.0
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.sleep(2 * TICK)
        self._task.cancel()

    async def _tick(self) -> None:
        before = time.thread_time()
        while True:
            await asyncio.sleep(TICK)
            now = time.thread_time()
            self.longest = max(self.longest, now - before)
            before = now


async def _asked(http: httpx.AsyncClient, path: str) -> tuple[float, float]:
    began = time.monotonic()
    async with _Ticker() as ticker, http.stream("GET", path) as answer:
        async for _ in answer.aiter_raw():
            pass
    return ticker.longest, time.monotonic() - began


async def _events(address: str) -> tuple[float, float]:
    """The seconds until each topic has sent an event, and the longest stall of the loop meanwhile."""
    began = time.monotonic()
    async with _Ticker() as ticker, httpx.AsyncClient(base_url=address, timeout=60) as http:
        topics = ",".join((*TOPICS, "event"))
        async with http.stream("GET", f"/api/events?of={topics}") as answer:
            seen = 0
            async for line in answer.aiter_lines():
                seen += line.startswith("event:")
                if seen == len(TOPICS) + 1:
                    break
    return ticker.longest, time.monotonic() - began


async def _following(store: Store, desk: Desk) -> tuple[float, float]:
    lines = game_log("new", 2000)
    intake = Intake(store)
    owner = intake.announced([Announced("new", journal_id(lines[0].hash), 1, log("new", 1), "New")], NOW)[0]
    await asyncio.to_thread(intake.take, [Batch(owner, 1, lines, whole=True)], NOW)
    began = time.monotonic()
    async with _Ticker() as ticker:
        while desk.follow():
            await asyncio.sleep(0)
    return ticker.longest, time.monotonic() - began
