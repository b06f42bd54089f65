"""Publishing a table's journal: records per second to the stream, and the delay that it causes at the table.

The time from lift to light is measured as in `one_table/service.py`, while the journal is published to a
working Redis, to a Redis that refuses, and to one that accepts connections but never answers.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import socket
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from jokerboard.journal.records import parse
from jokerboard.journal.store import FILE, INSERT, Journal, JournalReader
from jokerboard.table.publishing.table_publisher import Director, TablePublisher
from jokerboard.table.runtime.game_setup import Wanted
from jokerboard.tournament import keys
from jokerboard.tournament.address import Address
from jokerboard.tournament.publish.publication import FILE as PLACE
from jokerboard.tournament.publish.publication import PlaceFile
from jokerboard.tournament.publish.publisher import PublishedTable, Publisher
from jokerboard.tournament.publish.publisher_redis import PublisherThread, RedisLink
from tests.benchmarks.many_tables._redis import game_log, redis_server
from tests.benchmarks.one_table.service import NOW, _at, _lifts, served

if TYPE_CHECKING:
    import redis

RECORDS = 20_000
SINGLES = 200
PATIENCE = 60.0


def run() -> Iterator[str]:
    """Run the benchmark; yield a line of text for each figure."""
    with tempfile.TemporaryDirectory(prefix="jokerboard-") as directory:
        path = Path(directory)
        yield asyncio.run(_light(path / "alone", None, "a table that is not published"))
        with redis_server(path) as link:
            port = link.connection_pool.connection_kwargs["port"]
            here = Address("redis", "127.0.0.1", port)
            yield asyncio.run(_light(path / "here", here, "published, Redis there"))
            yield from _many(path / "many", here, link)
            yield _one_by_one(path / "one", here, link)
        refused = Address("redis", "127.0.0.1", _free_port())
        yield asyncio.run(_light(path / "refused", refused, "published, Redis refuses"))
        with socket.create_server(("127.0.0.1", 0)) as silent:
            never = Address("redis", "127.0.0.1", silent.getsockname()[1])
            yield asyncio.run(_light(path / "silent", never, "published, Redis never answers"))


async def _light(path: Path, address: Address | None, what: str) -> str:
    loop = asyncio.get_running_loop()

    def post(call: Callable[[], None]) -> None:
        loop.call_soon_threadsafe(call)

    publishing = None
    with served(path) as (table, boards, _):
        wanted = Wanted(mode="training", edges=True)
        table.begin(wanted)
        try:
            if address is not None:
                director = Director(address)
                publishing = TablePublisher(table, director, path, wanted=wanted, wall=lambda: NOW, post=post)
                publishing.start()
                await asyncio.sleep(
                    1.0
                )  # Before the measurement, redis-py is imported and the connection made.
            return f"{what}: {await _lifts(table, boards)}"
        finally:
            if publishing is not None:
                publishing.close()


def _many(path: Path, address: Address, link: redis.Redis) -> Iterator[str]:
    """Publish a whole journal at once, as after an outage; yield lines with the figures."""
    journal = _journal(path, RECORDS)
    source = JournalReader(path / FILE)
    publisher = _publisher("many", path, source, address)
    memory, began, cpu = _resident(), time.perf_counter(), time.process_time()
    while publisher.place.sent < RECORDS:
        publisher.step()
    seconds, used = time.perf_counter() - began, time.process_time() - cpu
    rate, each, more = RECORDS / seconds, used / RECORDS * 1e6, (_resident() - memory) / 1024
    yield f"{RECORDS} that waited: {rate:,.0f} records a second, {each:.0f} µs each, {more:.1f} MB"
    key = keys.log("many", 1)
    size = int(cast(Any, link.memory_usage(key)))
    yield f"in Redis: {size / RECORDS:.0f} bytes a record, its text has {_texts(source) / RECORDS:.0f}"
    began = time.perf_counter()
    again = _publisher("many", path / "elsewhere", source, address)
    again.step()
    yield f"after a restart without its file, all of it compared in {time.perf_counter() - began:.2f} s"
    again.leave()
    publisher.leave()
    journal.close()


def _one_by_one(path: Path, address: Address, link: redis.Redis) -> str:
    """Publish a journal record by record as it grows; return a line with the delay of a record."""
    journal = _journal(path, 2)
    thread = PublisherThread(lambda: _publisher("one", path, JournalReader(path / FILE), address))
    journal.appended = thread.wake
    thread.start()
    key, lines, samples = keys.log("one", 1), game_log("one", 2 + SINGLES), []
    for line in lines[2:]:
        record = parse(line.text, line.hash)
        journal.append([record])  # type: ignore[list-item]
        began = time.perf_counter()
        while int(cast(Any, link.xlen(key))) < line.n:
            if time.perf_counter() - began > PATIENCE:
                raise RuntimeError("the record did not arrive")
        samples.append(time.perf_counter() - began)
        time.sleep(0.01)
    thread.close()
    journal.close()
    return f"from the disk to the stream: {_ms(samples)} (p50, p99, longest of {SINGLES})"


def _publisher(name: str, path: Path, source: JournalReader, address: Address) -> Publisher:
    path.mkdir(exist_ok=True)
    journal = keys.journal_id(source.lines(1, 1)[0].hash)
    return Publisher(
        PublishedTable(name, name, journal, "us"),
        source,
        PlaceFile(path / PLACE, journal),
        lambda: RedisLink(address, name, "us"),
        now=time.monotonic,
        chance=random.random,
    )


def _journal(path: Path, count: int) -> Journal:
    """A journal with `count` records, written without waiting for the disk."""
    path.mkdir()
    Journal.open(path / FILE, table="t", made=NOW).close()
    for file in path.glob("journal.head"):
        file.unlink()
    lines = game_log(path.name, count)
    with contextlib.closing(sqlite3.connect(path / FILE)) as db:
        db.executescript("DROP TRIGGER records_remain; DELETE FROM records;")
        records = [parse(line.text, line.hash) for line in lines]
        rows = [
            (record.n, record.game, record.kind.value, line.text, line.hash)
            for record, line in zip(records, lines, strict=True)
        ]
        db.executemany(INSERT, rows)
        db.commit()
    return Journal.open(path / FILE, table="t", made=NOW)


def _texts(source: JournalReader) -> int:
    return sum(len(line.text.encode()) + len(line.hash) for line in source.lines(1, RECORDS))


def _resident() -> int:
    """The memory of this process in kilobytes."""
    for line in Path(f"/proc/{os.getpid()}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def _ms(samples: list[float]) -> str:
    found = (_at(samples, 0.5), _at(samples, 0.99), max(samples))
    return ", ".join(f"{value * 1000:.1f} ms" for value in found)
