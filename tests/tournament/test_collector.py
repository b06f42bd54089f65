"""Collecting: what comes through a Redis is in the store, once, in order, or named as what it is."""

from __future__ import annotations

from pathlib import Path

import redis

from tests.tournament.desk_tables import FakeTable, collecting, incidents, kept, until


def test_every_tables_log_is_kept_as_it_was_written(
    tmp_path: Path, fake_port: int, link: redis.Redis
) -> None:
    tables = [FakeTable(f"t{n}") for n in range(3)]
    for table in tables:
        table.begin()
        table.turns(30)
        table.publish(link)
    with collecting(tmp_path, fake_port) as desk:
        until(lambda: all(len(kept(desk.store, table)) == 33 for table in tables))
        for table in tables:
            table.turns(20)
            table.publish(link)
        until(lambda: all(len(kept(desk.store, table)) == 53 for table in tables))
        assert all(kept(desk.store, table) == table.lines for table in tables)
        until(lambda: link.xpending(tables[0].stream, desk.collector.group)["pending"] == 0)
        assert incidents(desk.store) == []
