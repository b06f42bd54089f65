"""Collecting: records from a Redis are in the store once and in order, or are reported as faulty."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from jokerboard.journal.records import Entry, Kind, Line, canonical, chained
from jokerboard.tournament import keys
from jokerboard.tournament.address import parse_address
from jokerboard.tournament.collect import audit as audit_module
from jokerboard.tournament.collect import collector as collector_module
from jokerboard.tournament.collect import stream_reader
from jokerboard.tournament.collect.announced import Announced
from jokerboard.tournament.collect.store import Store
from jokerboard.tournament.redis_link import sentence
from tests.jokerboard.tournament.desk_tables import (
    Collecting,
    FakeTable,
    collecting,
    hurried,
    incidents,
    kept,
    send,
)
from tests.jokerboard.tournament.real_redis import RealRedis
from tests.programs import free_port, until


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits as long as a tournament does."""
    hurried(monkeypatch)
    monkeypatch.setattr(stream_reader, "IDLE", 300)
    monkeypatch.setattr(collector_module, "PAUSES", (0.05,))
    monkeypatch.setattr(audit_module, "PATIENCE", 0.2)


def _table(turns: int = 30, name: str = "t1") -> FakeTable:
    table = FakeTable(name, f"Table {name[1:]}")
    table.begin()
    table.turns(turns)
    return table


@pytest.fixture
def table(link: redis.Redis) -> FakeTable:
    """A table whose 33 records are published."""
    one = _table()
    one.publish(link)
    return one


@pytest.fixture
def desk(tmp_path: Path, fake_port: int) -> Iterator[Collecting]:
    """A collector that runs; what was published before it is named is there when it begins."""
    with collecting(tmp_path, fake_port) as one:
        yield one


def _heard(desk: Collecting, table: FakeTable) -> None:
    """Wait until all that the table wrote is kept."""
    until(lambda: kept(desk.store, table) == table.lines)


@pytest.fixture
def group(tmp_path: Path, fake_port: int, table: FakeTable) -> str:
    """The consumer group of a director who has taken in the table's 33 records, and went away."""
    with collecting(tmp_path, fake_port) as desk:
        _heard(desk, table)
        return desk.collector.group


def _the_incident(desk: Collecting) -> str:
    """Wait for the only incident, and return its sentence."""
    until(lambda: incidents(desk.store))
    (said,) = incidents(desk.store)
    return said


def _refusal(path: Path, port: int) -> str:
    """The message of a desk that begins to collect now."""
    with collecting(path, port) as desk:
        return _the_incident(desk)


def _aside(store: Store) -> list[int]:
    return [row["place"] for row in store.rows("SELECT place FROM aside ORDER BY place")]


def test_every_log_is_kept_as_it_was_written(tmp_path: Path, fake_port: int, link: redis.Redis) -> None:
    tables = [_table(30, f"t{n}") for n in range(3)]
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


def test_a_returning_director_continues_where_the_store_ends(
    tmp_path: Path, fake_port: int, link: redis.Redis, table: FakeTable, group: str
) -> None:
    table.turns(40)
    table.publish(link)
    with collecting(tmp_path, fake_port, "two") as desk:
        _heard(desk, table)


def test_a_record_kept_without_acknowledgement_is_not_kept_twice(
    tmp_path: Path, fake_port: int, link: redis.Redis, table: FakeTable, group: str
) -> None:
    """As after a kill between the commit and the acknowledgement."""
    link.xgroup_setid(table.stream, group, "0")
    link.xreadgroup(group, "dead", {table.stream: ">"}, count=20)
    with collecting(tmp_path, fake_port, "two") as desk:
        until(lambda: _pending(link, table, group) == 0)
        assert kept(desk.store, table) == table.lines
        assert incidents(desk.store) == []


def test_records_read_by_a_dead_sibling_are_not_lost(
    tmp_path: Path, fake_port: int, link: redis.Redis
) -> None:
    table = _table(5)
    table.publish(link)
    with collecting(tmp_path, fake_port) as desk:
        _heard(desk, table)
        table.turns(60)
        send(link, table.stream, table.lines[8:40])
        # The sibling read the records first, and was killed before it stored them.
        link.xreadgroup(desk.collector.group, "dead", {table.stream: ">"}, count=20)
        table.sent = 40
        table.publish(link)
        _heard(desk, table)
        until(lambda: _pending(link, table, desk.collector.group) == 0)


def test_two_directors_on_one_store_share_the_work_without_duplicates(
    tmp_path: Path, fake_port: int, link: redis.Redis
) -> None:
    table = _table(0)
    with collecting(tmp_path, fake_port) as one, collecting(tmp_path, fake_port, "two") as two:
        assert one.collector.group == two.collector.group
        for _ in range(30):
            table.turns(10)
            table.publish(link)
        until(lambda: kept(one.store, table) == table.lines)
        assert kept(two.store, table) == table.lines
        assert incidents(one.store) == []


def test_two_directors_with_a_store_each_both_get_everything(
    tmp_path: Path, fake_port: int, link: redis.Redis
) -> None:
    table = _table()
    with collecting(tmp_path / "a", fake_port) as one, collecting(tmp_path / "b", fake_port) as two:
        table.publish(link)
        until(lambda: kept(one.store, table) == table.lines == kept(two.store, table))


def test_a_store_that_lacks_the_beginning_of_a_trimmed_stream_asks_for_it(
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
        _heard(desk, table)
        assert incidents(desk.store) == []


def test_a_stream_without_its_beginning_whose_table_does_not_answer_is_named(
    tmp_path: Path, fake_port: int, link: redis.Redis, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_reader, "PATIENCE", 0.2)
    link.xtrim(table.stream, minid="11-0", approximate=False)
    assert "Record 1 is missing: record 11 stands in its place" in _refusal(tmp_path, fake_port)


def test_a_trimmed_stream_goes_on_where_the_store_ends(
    tmp_path: Path, fake_port: int, link: redis.Redis, table: FakeTable, group: str
) -> None:
    link.xtrim(table.stream, minid="33-0", approximate=False)
    table.turns(40)
    table.publish(link)
    with collecting(tmp_path, fake_port, "two") as desk:
        _heard(desk, table)
        assert incidents(desk.store) == []


def _group(link: redis.Redis, table: FakeTable, name: str) -> bytes | None:
    """The last entry that a group was given."""
    groups: Any = link.xinfo_groups(table.stream) if link.exists(table.stream) else []
    return next((one["last-delivered-id"] for one in groups if one["name"].decode() == name), None)


def test_a_new_generation_is_followed_and_compared(
    table: FakeTable, desk: Collecting, link: redis.Redis
) -> None:
    _heard(desk, table)
    table.turns(10)
    table.anew(link)
    _heard(desk, table)
    assert incidents(desk.store) == []


def test_a_generation_that_contradicts_the_store_is_named_with_its_first_bad_record(
    table: FakeTable, desk: Collecting, link: redis.Redis
) -> None:
    _heard(desk, table)
    honest = list(table.lines)
    other = _table(0)
    other.lines = list(table.lines[:20])
    other.verdict("turn", seat="B", after=99)
    other.turns(20)
    other.generation, other.sent = 2, 0
    other.publish(link)
    assert _the_incident(desk).startswith("Record 21 is another than the one that was seen before.")
    assert kept(desk.store, table) == honest
    assert _aside(desk.store)[0] == 21
    row = desk.store.row("SELECT * FROM tables")
    assert row is not None
    assert row["bad_n"] == 21
    # The table itself is back, and is followed again.
    table.generation, table.sent = 3, 0
    table.turns(4)
    table.publish(link)
    _heard(desk, table)
    row = desk.store.row("SELECT bad_n, settled FROM tables JOIN incidents ON tables.id = owner")
    assert row is not None
    assert row["bad_n"] is None
    assert row["settled"] is not None


def _edited(lines: list[Line]) -> list[Line]:
    text = lines[20].text.replace('"seat":"C"', '"seat":"D"').replace('"seat":"B"', '"seat":"D"')
    assert text != lines[20].text
    return [*lines[:20], Line(21, text, lines[20].hash), *lines[21:]]


def _left_out(lines: list[Line]) -> list[Line]:
    return [*lines[:20], *lines[21:]]


def _swapped(lines: list[Line]) -> list[Line]:
    one, two = lines[20], lines[21]
    return [*lines[:20], Line(21, two.text, two.hash), Line(22, one.text, one.hash), *lines[22:]]


def _forged(lines: list[Line]) -> list[Line]:
    """A record whose hash fits its text, but not the record before."""
    text = lines[20].text.replace('"t":', '"t": ')
    return [*lines[:20], Line(21, text, chained(lines[19].hash, text)), *lines[21:]]


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_edited, "Record 21 is not what was written"),
        (_left_out, "Record 21 is missing"),
        (_swapped, "Record 21 is missing: record 22 stands in its place"),
        (_forged, "Record 21 is not written as a table writes its records"),
    ],
)
def test_a_damaged_log_is_named_with_its_first_bad_record_and_set_aside(
    tmp_path: Path, fake_port: int, link: redis.Redis, spoil: Any, words: str
) -> None:
    table = _table()
    good, table.lines = table.lines, spoil(table.lines)
    table.publish(link)
    with collecting(tmp_path, fake_port) as desk:
        assert _the_incident(desk).startswith(words)
        assert kept(desk.store, table) == good[:20]
        assert _aside(desk.store)[-1] == 33


def test_a_log_that_lost_its_end_in_the_redis_is_named(
    table: FakeTable, desk: Collecting, link: redis.Redis
) -> None:
    _heard(desk, table)
    link.xtrim(table.stream, maxlen=33)
    for line in table.lines[25:]:
        link.xdel(table.stream, keys.entry_id(line.n))
    assert _the_incident(desk) == "Record 26 is missing: the log ends with record 25, and 33 were written."
    assert kept(desk.store, table) == table.lines


def test_a_record_changed_in_the_redis_long_after_it_was_read_is_named(
    table: FakeTable, desk: Collecting, link: redis.Redis
) -> None:
    _heard(desk, table)
    link.delete(table.stream)
    send(link, table.stream, _edited(table.lines))
    assert _the_incident(desk).startswith("Record 21 is another than the one that was seen before.")
    assert kept(desk.store, table) == table.lines


def test_a_log_of_another_format_is_refused_with_a_sentence(
    tmp_path: Path, fake_port: int, link: redis.Redis
) -> None:
    table = FakeTable("t1")
    text = canonical(1, Entry(0, Kind.JOURNAL, {"format": 7, "table": "t1", "program": "9", "made": "x"}))
    table.lines = [Line(1, text, chained("0" * 64, text))]
    table.publish(link)
    said = "The log is of format 7, and this version of jokerboard reads format 1."
    assert _refusal(tmp_path, fake_port).startswith(said)


def test_a_journal_announced_under_another_ones_name_is_refused(
    tmp_path: Path, fake_port: int, link: redis.Redis
) -> None:
    table, other = _table(), _table(3, "t2")
    table.publish(link)
    told = {"journal": other.journal, "generation": 1, "stream": table.stream, "name": "x"}
    link.set(keys.table("t1"), json.dumps(told))
    said = "Record 1 is not that of the journal which the table announced."
    assert _refusal(tmp_path, fake_port).startswith(said)


def test_a_table_that_falls_silent_is_an_incident_until_it_is_received_again(
    table: FakeTable, desk: Collecting, link: redis.Redis
) -> None:
    until(lambda: desk.roll.heard().get(1) is not None)
    link.delete(keys.here("t1"))
    until(lambda: incidents(desk.store, "contact") == ["The table is not heard any more."])
    table.here(link)
    until(lambda: desk.store.rows("SELECT 1 FROM incidents WHERE settled IS NOT NULL"))
    assert len(incidents(desk.store)) == 1


def test_a_redis_that_comes_back_empty_loses_nothing_that_was_kept(
    table: FakeTable, desk: Collecting, link: redis.Redis
) -> None:
    _heard(desk, table)
    link.flushall()
    table.turns(10)
    table.anew(link)
    _heard(desk, table)
    assert incidents(desk.store, "log") == []


@pytest.mark.parametrize("said", ["UNBLOCKED the stream key no longer exists", "NOGROUP No such key 'x'"])
def test_a_stream_deleted_during_reading_is_reported_in_one_sentence(said: str) -> None:
    sent = sentence(redis.ResponseError(said), parse_address("redis://desk.local"))
    assert sent.startswith(
        "the Redis at redis://desk.local:6379 was emptied, or a stream in it deleted; the tables"
    )


@pytest.mark.redis
def test_a_redis_emptied_while_the_desk_waits_for_it_is_no_trouble(tmp_path: Path, server: RealRedis) -> None:
    table = _table()
    table.publish(server.link)
    with collecting(tmp_path, server.port) as desk:
        _heard(desk, table)
        server.link.flushall()
        table.turns(3)
        table.anew(server.link)
        _heard(desk, table)
        assert [condition.trouble for condition in desk.conditions if not condition.up] == []


def test_a_missing_redis_is_reported_and_tried_again(tmp_path: Path) -> None:
    port = free_port()
    with collecting(tmp_path, port) as desk:
        until(lambda: desk.conditions)
        condition = desk.conditions[-1]
        assert not condition.up
        assert condition.trouble is not None
        assert f"the Redis at redis://127.0.0.1:{port} cannot be reached" in condition.trouble
        until(lambda: len(desk.conditions) > 3)


@pytest.mark.redis
def test_a_foreign_value_in_a_streams_place_disturbs_no_other_table(
    tmp_path: Path, server: RealRedis
) -> None:
    table, odd = _table(), _table(3, "t2")
    odd.announce(server.link)
    server.link.set(odd.stream, "a text, where a stream should be")
    table.publish(server.link)
    with collecting(tmp_path, server.port) as desk:
        _heard(desk, table)
        before = len(desk.conditions)
        until(lambda: len(desk.conditions) > before + 20)  # In these rounds everything is compared again.
        assert [condition for condition in desk.conditions if not condition.up] == []


@pytest.mark.parametrize(
    "told",
    [
        b"", b"[]", b"{", b'{"journal":1}', b'{"journal":"0123456789abcdef","generation":0,"stream":"x"}',
        b'{"journal":"0123456789abcdef","generation":1,"stream":"other"}',
        b'{"journal":"0123456789abcdef","generation":true,"stream":"jokerboard:log:t:1"}',
    ],
)  # fmt: skip
def test_an_announcement_without_a_table_is_ignored(told: bytes) -> None:
    assert Announced.parse("t", told) is None


def _pending(link: redis.Redis, table: FakeTable, group: str) -> int:
    told: Any = link.xpending(table.stream, group)
    return int(told["pending"])
