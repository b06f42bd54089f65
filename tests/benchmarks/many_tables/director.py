"""The director: records a second taken in, verified and kept; how that grows with tables; starting again.

The logs are in a real redis-server before the director begins; the time is from its first word with the Redis
to the last record on the disk. Then the same store is opened again, as after a restart.
"""

from __future__ import annotations

import multiprocessing
import resource
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from jokerboard.tournament.address import parse_address
from jokerboard.tournament.collect.collector import Collector, Condition
from jokerboard.tournament.collect.desk import TOPICS, Desk
from jokerboard.tournament.collect.presence import Roll
from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.web.news import News
from tests.benchmarks.many_tables._redis import game_log, publish, redis_server

RECORDS = 60_000
"""The number of records over all tables."""
TABLES = (10, 100, 1000)


def run() -> Iterator[str]:
    """One line for each figure."""
    for tables in TABLES:
        with tempfile.TemporaryDirectory(prefix="jokerboard-") as directory:
            yield from _taken_in(Path(directory), tables)
    with tempfile.TemporaryDirectory(prefix="jokerboard-") as directory:
        yield _shared(Path(directory), TABLES[-1])


def _collect(path: Path, port: int, name: str) -> None:
    """One of several directors on one store, until it is killed."""
    store = Store(path / FILE)
    address = parse_address(f"redis://127.0.0.1:{port}", environment={})
    Collector(address, store, name, lambda _: None, Roll()).run()


def _shared(path: Path, tables: int) -> str:
    """Two directors, two processes, one store."""
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
        while store.rows("SELECT count(*) FROM records")[0][0] < tables * each:
            time.sleep(0.05)
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


def _taken_in(path: Path, tables: int) -> Iterator[str]:
    with redis_server(path) as link:
        each = RECORDS // tables
        for n in range(tables):
            publish(link, f"t{n}", game_log(f"t{n}", each))
        store = Store(path / FILE)
        port = link.connection_pool.connection_kwargs["port"]
        address = parse_address(f"redis://127.0.0.1:{port}", environment={})

        def told(condition: Condition) -> None:
            if condition.taken >= tables * each:
                collector.stop()

        collector = Collector(address, store, "one", told, Roll())
        began, busy = time.perf_counter(), time.process_time()
        collector.run()
        seconds, busy = time.perf_counter() - began, time.process_time() - busy
        store.close()
    size = (path / FILE).stat().st_size
    yield (
        f"{tables:4} tables, {tables * each} records: {tables * each / seconds:,.0f} a second taken in"
        f" ({1000 * busy / tables / each:.3f} ms of processor each), {size / tables / each:.0f} bytes each"
    )
    began = time.perf_counter()
    store = Store(path / FILE)
    desk = Desk(store, Roll(), News(TOPICS))
    desk.follow()
    hall = len(desk.tables())
    seconds = time.perf_counter() - began
    store.close()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield f"{'':12} started again with {hall} games folded in {seconds:.2f} s; {memory:.0f} MB at most so far"
