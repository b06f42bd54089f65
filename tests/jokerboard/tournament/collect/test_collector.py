"""A collector stores each record of a Redis once and in order, with several directors and after outages."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
import redis
from redis.client import Pipeline

from jokerboard.tournament.address import Address
from jokerboard.tournament.collect import stream_reader
from jokerboard.tournament.collect.intake import Intake
from jokerboard.tournament.collect.presence import Roll
from jokerboard.tournament.collect.registry import Announced
from jokerboard.tournament.collect.store import Store
from jokerboard.tournament.collect.stream_reader import CAREFUL_BATCH, CollectorState, Stream, StreamReader
from tests.jokerboard.tournament.desk_tables import (
    BEGUN,
    Collecting,
    FakeTable,
    all_stored,
    collecting,
    incidents,
    kept,
    refusal,
    send,
    written,
)
from tests.programs import until


def test_a_desk_stores_the_log_of_every_table_unchanged(
    tmp_path: Path, fake_port: int, link: redis.Redis
) -> None:
    tables = [written(30, f"t{n}") for n in range(3)]
    for table in tables:
        table.publish(link)
    with collecting(tmp_path, fake_port) as desk:
        until(lambda: all(len(kept(desk.store, table)) == 33 for table in tables))
        for table in tables:
            table.turns(20)
            table.publish(link)
        until(lambda: all(len(kept(desk.store, table)) == 53 for table in tables))
        assert all(kept(desk.store, table) == table.lines for table in tables)
        until(lambda: _pending(link, tables[0], desk.collector.group) == 0)
        assert incidents(desk.store) == []


def test_a_restarted_desk_continues_after_the_last_stored_record(
    tmp_path: Path, fake_port: int, link: redis.Redis, table: FakeTable, group: str
) -> None:
    table.turns(40)
    table.publish(link)
    with collecting(tmp_path, fake_port, "two") as desk:
        all_stored(desk, table)


def test_a_record_stored_but_not_acknowledged_is_not_stored_twice(
    tmp_path: Path, fake_port: int, link: redis.Redis, table: FakeTable, group: str
) -> None:
    """The sibling was killed after it had stored the records and before it acknowledged them."""
    link.xgroup_setid(table.stream, group, "0")
    link.xreadgroup(group, "dead", {table.stream: ">"}, count=20)
    with collecting(tmp_path, fake_port, "two") as desk:
        until(lambda: _pending(link, table, group) == 0)
        assert kept(desk.store, table) == table.lines
        assert incidents(desk.store) == []


def test_records_that_a_killed_desk_had_read_but_not_stored_are_stored_by_another(
    tmp_path: Path, fake_port: int, link: redis.Redis
) -> None:
    table = written(5)
    table.publish(link)
    with collecting(tmp_path, fake_port) as desk:
        all_stored(desk, table)
        table.turns(60)
        send(link, table.stream, table.lines[8:40])
        # Another director read the records first, and was killed before it stored them.
        link.xreadgroup(desk.collector.group, "dead", {table.stream: ">"}, count=20)
        table.sent = 40
        table.publish(link)
        all_stored(desk, table)
        until(lambda: _pending(link, table, desk.collector.group) == 0)


def test_two_desks_on_one_store_share_the_collecting_without_duplicates(
    tmp_path: Path, fake_port: int, link: redis.Redis
) -> None:
    table = written(0)
    with collecting(tmp_path, fake_port) as one, collecting(tmp_path, fake_port, "two") as two:
        assert one.collector.group == two.collector.group
        for _ in range(30):
            table.turns(10)
            table.publish(link)
        until(lambda: kept(one.store, table) == table.lines)
        assert kept(two.store, table) == table.lines
        assert incidents(one.store) == []


def test_two_desks_with_separate_stores_both_store_every_record(
    tmp_path: Path, fake_port: int, link: redis.Redis
) -> None:
    table = written()
    with collecting(tmp_path / "a", fake_port) as one, collecting(tmp_path / "b", fake_port) as two:
        table.publish(link)
        until(lambda: kept(one.store, table) == table.lines == kept(two.store, table))


def test_a_desk_that_lacks_the_beginning_of_a_trimmed_stream_asks_the_table_to_publish_it_again(
    tmp_path: Path, fake_port: int, link: redis.Redis, table: FakeTable
) -> None:
    """The desk sets its consumer group back to 0, which asks the table for the beginning.

    No incident is recorded before the table has answered.
    """
    link.xtrim(table.stream, minid="11-0", approximate=False)
    with collecting(tmp_path, fake_port) as desk:
        group = desk.collector.group
        until(lambda: _group(link, table, group) == b"0-0" and desk.collector.streams[table.name].asked)
        assert incidents(desk.store) == []
        assert kept(desk.store, table) == []
        table.anew(link)
        all_stored(desk, table)
        assert incidents(desk.store) == []


def test_a_stream_without_its_beginning_is_reported_if_its_table_does_not_publish_it_again(
    tmp_path: Path, fake_port: int, link: redis.Redis, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_reader, "PATIENCE", 0.2)
    link.xtrim(table.stream, minid="11-0", approximate=False)
    assert "Record 1 is missing: record 11 stands in its place" in refusal(tmp_path, fake_port)


def test_a_trimmed_stream_is_read_on_from_the_last_stored_record(
    tmp_path: Path, fake_port: int, link: redis.Redis, table: FakeTable, group: str
) -> None:
    link.xtrim(table.stream, minid="33-0", approximate=False)
    table.turns(40)
    table.publish(link)
    with collecting(tmp_path, fake_port, "two") as desk:
        all_stored(desk, table)
        assert incidents(desk.store) == []


def test_a_fetch_after_a_too_large_answer_keeps_its_small_pages_when_the_careful_time_ends(
    store: Store, link: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page of full size could be too large again, and then the stream would be set aside as if it had one
    record that is too large."""
    table = written(250)
    table.publish(link)
    state = CollectorState(Address("redis", "127.0.0.1"), store, "one", lambda _: None, Roll())
    link.xgroup_create(table.stream, state.group, id="0")
    announced = Announced(table.name, table.journal, table.generation, table.stream, "")
    intake = Intake(store, state.decoded)
    (owner,) = intake.announced([announced], BEGUN)
    state.streams[table.name] = Stream(announced, owner)
    state.careful_until = time.monotonic() + 60
    counts: list[int] = []
    xrange: Any = Pipeline.xrange

    def ended(pipe: Pipeline, *of: Any, count: int, **more: Any) -> Any:
        counts.append(count)
        state.careful_until = 0.0
        return xrange(pipe, *of, count=count, **more)

    monkeypatch.setattr(Pipeline, "xrange", ended)
    StreamReader(state, link, intake).group()
    assert kept(store, table) == table.lines
    assert set(counts) == {CAREFUL_BATCH}


def _group(link: redis.Redis, table: FakeTable, name: str) -> bytes | None:
    """The id of the last entry that was delivered to the consumer group; None without a group."""
    groups: Any = link.xinfo_groups(table.stream) if link.exists(table.stream) else []
    return next((one["last-delivered-id"] for one in groups if one["name"].decode() == name), None)


def test_a_new_generation_of_a_log_is_followed_after_the_stored_records(
    table: FakeTable, desk: Collecting, link: redis.Redis
) -> None:
    all_stored(desk, table)
    table.turns(10)
    table.anew(link)
    all_stored(desk, table)
    assert incidents(desk.store) == []


def _pending(link: redis.Redis, table: FakeTable, group: str) -> int:
    pending: Any = link.xpending(table.stream, group)
    return int(pending["pending"])
