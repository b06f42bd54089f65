"""The director: how many records per second it collects, for several numbers of tables, and its restart time.

All logs are in a real redis-server before the director starts. The time counts from the moment when the page
is served until the last record is on the disk. Then the director is killed and started again on the same
store. Processor seconds are valid on a busy machine, too. On a machine with two cores, director and Redis
have one each.

`JOKERBOARD_BACKLOG=tables:records`, such as 1000:2000000, measures another backlog.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import sqlite3
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from jokerboard.tournament.address import parse_address
from jokerboard.tournament.collect.collector import Collector
from jokerboard.tournament.collect.presence import Roll
from jokerboard.tournament.collect.store import FILE, Store
from tests.benchmarks import BenchmarkError
from tests.benchmarks.many_tables._redis import game_log, publish, redis_server
from tests.benchmarks.many_tables._table_processes import peak_memory, processor_time
from tests.programs import Director

if TYPE_CHECKING:
    import redis

PATIENCE = 1800.0
"""The most seconds for collecting a backlog."""
RECORDS = 60_000
"""The number of records of all tables together."""
TABLES = (10, 100, 1000)


def run() -> Iterator[str]:
    """Run the benchmark; yield a line of text for each figure."""
    backlogs = [(tables, RECORDS) for tables in TABLES]
    if wanted := os.environ.get("JOKERBOARD_BACKLOG"):
        numbers = [int(one) for one in wanted.split(":")]
        backlogs = [(numbers[0], numbers[1])]
    for tables, records in backlogs:
        with tempfile.TemporaryDirectory(prefix="jokerboard-") as directory:
            yield from _taken_in(Path(directory), tables, records)
    if wanted:
        return
    with tempfile.TemporaryDirectory(prefix="jokerboard-") as directory:
        yield _shared(Path(directory), TABLES[-1])


def _collect(path: Path, port: int, name: str) -> None:
    """Run a director on the store in `path` until the process is killed."""
    store = Store(path / FILE)
    address = parse_address(f"redis://127.0.0.1:{port}", environment={})
    Collector(address, store, name, lambda _: None, Roll()).run()


def _shared(path: Path, tables: int) -> str:
    """Measure two directors on one store, in two processes; return a line."""
    with redis_server(path) as link:
        each = RECORDS // tables
        logs = {f"t{n}": game_log(f"t{n}", each) for n in range(tables)}
        for name, lines in logs.items():
            publish(link, name, lines)
        port = link.connection_pool.connection_kwargs["port"]
        store = Store(path / FILE)
        context = multiprocessing.get_context("spawn")
        directors = [context.Process(target=_collect, args=(path, port, name)) for name in ("one", "two")]
        began = time.perf_counter()
        for director in directors:
            director.start()
        _wait(lambda: store.rows("SELECT count(*) FROM records")[0][0] >= tables * each)
        seconds = time.perf_counter() - began
        for director in directors:
            director.kill()
            director.join()
        query = "SELECT name, n, text, records.hash FROM records JOIN tables ON tables.id = owner"
        kept = [tuple(row) for row in store.rows(f"{query} ORDER BY name, n")]
        store.close()
    written = sorted((name, line.n, line.text, line.hash) for name, lines in logs.items() for line in lines)
    same = "no gap and none twice" if kept == written else "NOT what was written"
    return (
        f"{tables:4} tables, two directors on one store: {len(kept)} records, {same};"
        f" {len(kept) / seconds:,.0f} a second, their start included"
    )


def _taken_in(path: Path, tables: int, records: int) -> Iterator[str]:
    """Measure a director that collects a backlog and is then restarted; yield lines."""
    each = records // tables
    with redis_server(path) as link:
        for n in range(tables):
            publish(link, f"t{n}", game_log(f"t{n}", each))
        full, used = _memory(link), _redis_time(link)
        url = f"redis://127.0.0.1:{link.connection_pool.connection_kwargs['port']}"
        director = Director(path / "desk", "--redis", url)
        ready, first = time.perf_counter(), processor_time(director.process.pid)
        store = sqlite3.connect(f"file:{path / 'desk' / FILE}?mode=ro", uri=True, timeout=60)
        _wait(
            lambda: store.execute("SELECT coalesce(sum(last), 0) FROM tables").fetchone()[0] == tables * each
        )
        kept = time.perf_counter()
        store.close()
        _wait(lambda: sum(one["last"] for one in _shown(director)) == tables * each)
        shown, busy = time.perf_counter(), processor_time(director.process.pid)
        count = tables * each
        yield (
            f"{tables:4} tables, {count} records in a Redis of {full:.0f} MB:"
            f" {count / (kept - ready):,.0f} a second kept, the last shown {shown - kept:.1f} s later;"
            f" processor a record: director {1e6 * (busy - first) / count:.0f} us,"
            f" Redis {1e6 * (_redis_time(link) - used) / count:.0f} us"
        )
        peak = peak_memory(director.process.pid)
        director.kill()
        began = time.perf_counter()
        director = Director(path / "desk", "--redis", url)
        back, busy = time.perf_counter() - began, processor_time(director.process.pid)
        _wait(lambda: len(_shown(director)) == tables)
        size = (path / "desk" / FILE).stat().st_size
        yield (
            f"{'':12} started again after a kill in {back:.1f} s ({busy:.1f} s of processor);"
            f" {peak} MB of memory at most; {size / tables / each:.0f} bytes on the disk a record"
        )
        director.kill()


def _wait(so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not so():
        if time.monotonic() > deadline:
            raise BenchmarkError(f"the director has not taken everything in after {PATIENCE:.0f} s")
        time.sleep(0.1)


def _shown(director: Director) -> list[dict[str, Any]]:
    """The tables as the director's page gets them."""
    with urllib.request.urlopen(f"{director.address}api/tables", timeout=60) as answer:
        found: list[dict[str, Any]] = json.load(answer)["tables"]
    return found


def _memory(link: redis.Redis) -> float:
    """The memory that a Redis uses, in megabytes."""
    return float(cast(Any, link.info("memory"))["used_memory"]) / 1e6


def _redis_time(link: redis.Redis) -> float:
    """The processor seconds that a Redis has used."""
    used = cast(Any, link.info("cpu"))
    return float(used["used_cpu_user"] + used["used_cpu_sys"])
