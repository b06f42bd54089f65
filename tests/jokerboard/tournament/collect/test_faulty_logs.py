"""A collector reports a faulty log or Redis, and goes on to collect the other tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import redis

from jokerboard.journal.records import Entry, Kind, Line, canonical, chained
from jokerboard.tournament import keys
from jokerboard.tournament.address import parse_address
from jokerboard.tournament.collect.registry import Announced
from jokerboard.tournament.collect.store import Store
from jokerboard.tournament.redis_link import sentence
from tests.jokerboard.tournament.desk_tables import (
    Collecting,
    FakeTable,
    all_stored,
    collecting,
    incidents,
    kept,
    refusal,
    send,
    the_incident,
    written,
)
from tests.jokerboard.tournament.real_redis import RealRedis
from tests.programs import free_port, until


def _aside(store: Store) -> list[int]:
    return [row["place"] for row in store.rows("SELECT place FROM aside ORDER BY place")]


def test_a_log_that_contradicts_the_store_is_reported_with_its_first_bad_record(
    table: FakeTable, desk: Collecting, link: redis.Redis
) -> None:
    all_stored(desk, table)
    honest = list(table.lines)
    other = written(0)
    other.lines = list(table.lines[:20])
    other.verdict("turn", seat="B", after=99)
    other.turns(20)
    other.generation, other.sent = 2, 0
    other.publish(link)
    assert the_incident(desk).startswith("Record 21 differs from the record 21 that was received before.")
    assert kept(desk.store, table) == honest
    assert _aside(desk.store)[0] == 21
    row = desk.store.row("SELECT * FROM tables")
    assert row is not None
    assert row["bad_n"] == 21
    # The table publishes its own log again, which is followed from the last good record on.
    table.generation, table.sent = 3, 0
    table.turns(4)
    table.publish(link)
    all_stored(desk, table)
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
    """The log with a record 21 whose hash is right but whose text is not in the canonical form."""
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
def test_a_damaged_log_is_reported_and_its_records_set_aside_from_the_first_bad_one_on(
    tmp_path: Path, fake_port: int, link: redis.Redis, spoil: Any, words: str
) -> None:
    table = written()
    good, table.lines = table.lines, spoil(table.lines)
    table.publish(link)
    with collecting(tmp_path, fake_port) as desk:
        assert the_incident(desk).startswith(words)
        assert kept(desk.store, table) == good[:20]
        assert _aside(desk.store)[-1] == 33


def test_a_log_that_lost_its_end_in_redis_is_reported(
    table: FakeTable, desk: Collecting, link: redis.Redis
) -> None:
    all_stored(desk, table)
    link.xtrim(table.stream, maxlen=33)
    for line in table.lines[25:]:
        link.xdel(table.stream, keys.entry_id(line.n))
    assert the_incident(desk) == "Record 26 is missing: the log ends with record 25, but 33 were written."
    assert kept(desk.store, table) == table.lines


def test_a_record_changed_in_redis_long_after_it_was_read_is_reported(
    table: FakeTable, desk: Collecting, link: redis.Redis
) -> None:
    all_stored(desk, table)
    link.delete(table.stream)
    send(link, table.stream, _edited(table.lines))
    assert the_incident(desk).startswith("Record 21 differs from the record 21 that was received before.")
    assert kept(desk.store, table) == table.lines


def test_a_tables_log_of_another_format_is_refused_with_a_sentence(
    tmp_path: Path, fake_port: int, link: redis.Redis
) -> None:
    table = FakeTable("t1")
    text = canonical(1, Entry(0, Kind.JOURNAL, {"format": 7, "table": "t1", "program": "9", "made": "x"}))
    table.lines = [Line(1, text, chained("0" * 64, text))]
    table.publish(link)
    refused_with = "The log is of format 7, and this version of jokerboard reads format 1."
    assert refusal(tmp_path, fake_port).startswith(refused_with)


def test_a_table_whose_log_is_not_the_announced_journal_is_refused(
    tmp_path: Path, fake_port: int, link: redis.Redis
) -> None:
    table, other = written(), written(3, "t2")
    table.publish(link)
    announcement = {"journal": other.journal, "generation": 1, "stream": table.stream, "name": "x"}
    link.set(keys.table("t1"), json.dumps(announcement))
    refused_with = "Record 1 does not belong to the journal that the table announced."
    assert refusal(tmp_path, fake_port).startswith(refused_with)


def test_a_table_without_a_heartbeat_is_an_incident_until_its_next_heartbeat(
    table: FakeTable, desk: Collecting, link: redis.Redis
) -> None:
    until(lambda: desk.roll.heartbeats().get(1) is not None)
    link.delete(keys.here("t1"))
    until(lambda: incidents(desk.store, "contact") == ["The table has lost contact."])
    table.here(link)
    until(lambda: desk.store.rows("SELECT 1 FROM incidents WHERE settled IS NOT NULL"))
    assert len(incidents(desk.store)) == 1


def test_a_redis_that_restarts_empty_loses_no_stored_record(
    table: FakeTable, desk: Collecting, link: redis.Redis
) -> None:
    all_stored(desk, table)
    link.flushall()
    table.turns(10)
    table.anew(link)
    all_stored(desk, table)
    assert incidents(desk.store, "log") == []


@pytest.mark.parametrize("message", ["UNBLOCKED the stream key no longer exists", "NOGROUP No such key 'x'"])
def test_a_stream_deleted_during_reading_is_reported_in_one_sentence(message: str) -> None:
    sent = sentence(redis.ResponseError(message), parse_address("redis://desk.local"))
    assert sent.startswith(
        "the Redis at redis://desk.local:6379 was emptied, or a stream in it deleted; the tables"
    )


@pytest.mark.redis
def test_a_redis_emptied_while_the_desk_waits_for_records_is_not_reported_as_a_fault(
    tmp_path: Path, server: RealRedis
) -> None:
    table = written()
    table.publish(server.link)
    with collecting(tmp_path, server.port) as desk:
        all_stored(desk, table)
        server.link.flushall()
        table.turns(3)
        table.anew(server.link)
        all_stored(desk, table)
        assert [condition.trouble for condition in desk.conditions if not condition.up] == []


def test_an_unreachable_redis_is_reported_by_the_collector_and_tried_again(tmp_path: Path) -> None:
    port = free_port()
    with collecting(tmp_path, port) as desk:
        until(lambda: desk.conditions)
        condition = desk.conditions[-1]
        assert not condition.up
        assert condition.trouble is not None
        assert f"the Redis at redis://127.0.0.1:{port} cannot be reached" in condition.trouble
        until(lambda: len(desk.conditions) > 3)


@pytest.mark.redis
def test_a_foreign_text_under_the_key_of_one_tables_stream_does_not_affect_other_tables(
    tmp_path: Path, server: RealRedis
) -> None:
    table, odd = written(), written(3, "t2")
    odd.announce(server.link)
    server.link.set(odd.stream, "a text, where a stream should be")
    table.publish(server.link)
    with collecting(tmp_path, server.port) as desk:
        all_stored(desk, table)
        before = len(desk.conditions)
        # The collector compares stored records again while nothing new arrives.
        until(lambda: len(desk.conditions) > before + 20)
        assert [condition for condition in desk.conditions if not condition.up] == []


@pytest.mark.parametrize(
    "announcement",
    [
        b"", b"[]", b"{", b'{"journal":1}', b'{"journal":"0123456789abcdef","generation":0,"stream":"x"}',
        b'{"journal":"0123456789abcdef","generation":1,"stream":"other"}',
        b'{"journal":"0123456789abcdef","generation":true,"stream":"jokerboard:log:t:1"}',
    ],
)  # fmt: skip
def test_an_invalid_announcement_of_a_table_is_ignored(announcement: bytes) -> None:
    assert Announced.parse("t", announcement) is None
