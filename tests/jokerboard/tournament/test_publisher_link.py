"""The publisher's connection and thread, with fakeredis: what it writes, and that the table never waits."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from jokerboard.host.system import loud_threads
from jokerboard.journal.orders import Order, What, new_id
from jokerboard.tournament import keys
from jokerboard.tournament.address import Address
from jokerboard.tournament.errors import AwayError
from jokerboard.tournament.publish.publication import Found, Place, Pointer, misfit, to_trim
from jokerboard.tournament.publish.publisher import Publisher
from jokerboard.tournament.publish.publisher_redis import PublisherThread, RedisLink
from tests.jokerboard.tournament.desk_model import Journal
from tests.jokerboard.tournament.logs import log
from tests.jokerboard.tournament.published import Published
from tests.programs import PATIENCE, free_port, until


@pytest.fixture
def address(fake_port: int) -> Address:
    return Address("redis", "127.0.0.1", fake_port)


@pytest.fixture
def ours(address: Address) -> Iterator[RedisLink]:
    ours = RedisLink(address, "t", "us")
    yield ours
    ours.close()


POINTER = {"journal": "j", "generation": 1}


def test_a_record_is_never_appended_to_a_stream_twice(ours: RedisLink, link: redis.Redis) -> None:
    lines = log(6)
    assert ours.look(1) == Found(0)
    assert ours.begin(1, lines[:3], POINTER, None)
    assert ours.append(1, lines[3:5], 1)
    assert ours.look(1) == Found(5, "1-0", "5-0", lines[4].hash)
    assert ours.read(1, 2, 3) == lines[1:4]
    assert ours.pointer() == Pointer("j", 1)
    assert not ours.append(1, lines[4:6], 1)
    assert not ours.begin(1, lines[:1], POINTER, None)


def test_a_stream_is_trimmed_of_records_that_every_desk_has_stored(
    ours: RedisLink, link: redis.Redis
) -> None:
    lines, stream = log(400), keys.log("t", 1)
    ours.begin(1, lines[:300], POINTER, None)
    assert (ours.look(1).delivered, ours.look(1).kept) == (0, 0)
    for group, count in (("one", 250), ("two", 280)):
        link.xgroup_create(stream, group, id="0")
        read = link.xreadgroup(group, "desk", {stream: ">"}, count=count)
        assert isinstance(read, list)
        for entry, _ in read[0][1][:200]:
            link.xack(stream, group, entry)
    found = ours.look(1)
    assert (found.delivered, found.kept, to_trim(found)) == (250, 200, 201)
    ours.trim(1, 201)
    begin = ours.look(1).begin
    assert 1 < begin <= 201
    assert ours.append(1, lines[300:], begin)
    assert not ours.append(1, lines[300:], begin)
    assert misfit(ours.look(1), Place("j", 1, 400), Journal(lines)) is None
    link.xgroup_setid(stream, "two", "0")
    assert misfit(ours.look(1), Place("j", 1, 400), Journal(lines)) == (
        f"the stream begins with record {begin}, but a desk needs the earlier records"
    )


def test_a_deleted_stream_is_not_created_again_from_a_later_record(
    ours: RedisLink, link: redis.Redis
) -> None:
    lines = log(5)
    ours.begin(1, lines[:3], POINTER, None)
    link.delete(keys.log("t", 1))
    assert not ours.append(1, lines[3:], 1)
    assert link.exists(keys.log("t", 1)) == 0


def test_only_the_stream_of_the_previous_generation_expires(ours: RedisLink, link: redis.Redis) -> None:
    lines = log(2)
    ours.begin(1, lines, POINTER, None)
    ours.begin(2, lines, POINTER, 1)
    ours.begin(3, lines, POINTER, 3)
    assert int(link.ttl(keys.log("t", 1))) > 3600
    assert [link.ttl(keys.log("t", n)) for n in (2, 3)] == [-1, -1]


def test_a_tables_name_belongs_to_one_program_until_that_program_leaves(
    ours: RedisLink, address: Address, link: redis.Redis
) -> None:
    other = RedisLink(address, "t", "other")
    assert ours.claim({"owner": "us"}, None) is None
    assert other.claim({"owner": "other"}, POINTER) == {"owner": "us"}
    assert ours.claim({"owner": "us", "n": 2}, POINTER) is None
    other.leave({"owner": "other", "leaving": True})
    assert other.claim({"owner": "other"}, None) == {"owner": "us", "n": 2}
    ours.leave({"owner": "us", "leaving": True})
    assert other.claim({"owner": "other"}, None) is None
    assert 0 < int(link.ttl(keys.here("t"))) <= keys.HERE_FOR
    other.close()


@pytest.mark.parametrize(
    "announcement", ["", "[]", "no JSON", '{"journal":7,"generation":1}', '{"journal":"j"}']
)
def test_a_malformed_announcement_in_redis_counts_as_missing(
    ours: RedisLink, link: redis.Redis, announcement: str
) -> None:
    link.set(keys.table("t"), announcement)
    assert ours.pointer() is None


def test_a_call_to_an_unreachable_redis_raises_an_error_with_its_address() -> None:
    nobody = RedisLink(Address("redis", "127.0.0.1", free_port()), "t", "us")
    for call in (nobody.pointer, lambda: nobody.look(1), lambda: nobody.orders("0-0")):
        with pytest.raises(AwayError, match=r"the Redis at redis://127.0.0.1:\d+ cannot be reached"):
            call()
    nobody.close()


def threaded(path: Path, address: Address, link: redis.Redis) -> tuple[Published, PublisherThread]:
    """A publisher in its thread, with a real clock."""
    table = Published(path, address, link, in_real_time=True)

    def make() -> Publisher:
        table.start()
        return table.publisher

    return table, PublisherThread(make)


def test_the_publishers_thread_sends_records_when_woken_and_the_remaining_ones_when_closed(
    tmp_path: Path, address: Address, link: redis.Redis
) -> None:
    table, thread = threaded(tmp_path, address, link)
    thread.start()
    until(table.equal)
    for _ in range(3):
        table.journal.append(2)
        thread.wake()
        until(table.equal)
    table.journal.append(1200)
    thread.close(PATIENCE)
    assert table.equal()


def test_an_order_is_delivered_to_a_table_that_has_no_record_to_send(
    tmp_path: Path, address: Address, link: redis.Redis
) -> None:
    table, thread = threaded(tmp_path, address, link)
    thread.start()
    until(table.equal)
    order = Order(new_id(), "Dora", "now", table.journal.id, 1, What.PAUSE)
    link.xadd(keys.orders("t"), {keys.ORDER: order.text_form()})
    until(lambda: table.ordered == [order])
    thread.close()


def test_closing_a_publisher_does_not_wait_for_an_unreachable_redis(
    tmp_path: Path, link: redis.Redis
) -> None:
    table, thread = threaded(tmp_path, Address("redis", "127.0.0.1", free_port()), link)
    thread.start()
    until(lambda: bool(table.reported))
    thread.close(within=60.0)
    assert not thread._thread.is_alive()


def test_an_unexpected_error_that_ends_the_publishers_thread_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(threading, "excepthook", lambda _: None)

    def broken() -> Publisher:
        raise ZeroDivisionError

    ended: list[str] = []
    with loud_threads(ended.append):
        thread = PublisherThread(broken)
        thread.start()
        until(lambda: ended == ["publisher"])
    thread.close()


def test_a_journal_that_cannot_be_read_is_reported_by_its_publisher_and_tried_again(
    tmp_path: Path, address: Address, link: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Published(tmp_path, address, link)

    def refuse(self: Journal) -> int:
        raise OSError("the disk is gone")

    with monkeypatch.context() as broken:
        broken.setattr(Journal, "last", refuse)
        table.step()
        assert table.trouble == "the journal cannot be published: the disk is gone"
    table.settle()
    table.stop()
