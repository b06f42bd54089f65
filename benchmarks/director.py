"""The director: records a second taken in, verified and kept; how that grows with tables; starting again.

The logs are in a real redis-server before the director begins; the time is from its first word with the Redis
to the last record on the disk. Then the same store is opened again, as after a restart.
"""

from __future__ import annotations

import resource
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks._redis import game_log, publish, redis_server
from page.news import News
from tournament.address import parse_address
from tournament.collect.collector import Collector, Condition
from tournament.collect.desk import TOPICS, Desk
from tournament.collect.presence import Roll
from tournament.collect.store import FILE, Store

RECORDS = 60_000
"""Altogether, over all tables."""
TABLES = (10, 100, 500)


def run() -> Iterator[str]:
    """One line a figure."""
    try:
        for tables in TABLES:
            with tempfile.TemporaryDirectory(prefix="jokerboard-") as directory:
                yield from _taken_in(Path(directory), tables)
    except FileNotFoundError as missing:
        yield str(missing)


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
        f" ({tables * each / busy:,.0f} a second of the processor), {size / (tables * each):.0f} bytes each"
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
