"""A publisher with a Redis in memory: after any fault the Redis has the whole journal in the end."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from jokerboard.journal.errors import OrderError
from jokerboard.journal.orders import Order
from jokerboard.journal.records import LARGEST, Line
from jokerboard.tournament.publish import publisher
from jokerboard.tournament.publish.publication import FILE, Found, Place, PlaceFile, misfit
from tests.jokerboard.tournament.desk_model import Desk, Journal, Server, Stream, an_order, generation
from tests.jokerboard.tournament.logs import log


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_a_whole_journal_is_published_with_its_announcement_and_heartbeat(desk: Desk) -> None:
    desk.journal.append(1200)
    desk.settle()
    table = desk.server.table
    assert table == {
        "journal": desk.journal.id, "generation": 1, "stream": "jokerboard:log:t:1", "name": "Table 7",
    }  # fmt: skip
    assert desk.server.here is not None
    here = {name: desk.server.here[name] for name in ("journal", "generation", "last", "sent", "program")}
    sent = {"last": 1201, "sent": 1201, "program": "test"}
    assert here == {"journal": desk.journal.id, "generation": 1, **sent}
    assert desk.reported == [publisher.Status(None, 0, True)]


def test_a_restarted_publisher_continues_the_stream_even_without_its_progress_file(desk: Desk) -> None:
    desk.journal.append(5)
    desk.settle()
    for lost in (False, True):
        desk.publisher.leave()
        if lost:
            (desk.path / FILE).unlink()
        desk.start()
        desk.journal.append(5)
        desk.settle()
        assert desk.publisher.place == Place(desk.journal.id, 1, desk.journal.last())
    assert list(desk.server.streams) == [1]


def test_an_outage_of_redis_is_reported_with_the_number_of_unsent_records_until_its_end(desk: Desk) -> None:
    desk.settle()
    desk.server.down = True
    desk.journal.append(312)
    waits = [desk.step() for _ in range(12)]
    assert desk.reported[-1] == publisher.Status("the Redis of the test is away", 312, False)
    assert waits[-1] == publisher.LONGEST_PAUSE
    assert all(wait > 0 for wait in waits)
    desk.server.down = False
    desk.settle()
    assert desk.reported[-1] == publisher.Status(None, 0, True)
    assert list(desk.server.streams) == [1]


def test_a_redis_that_is_empty_after_a_restart_gets_the_whole_log_as_a_new_generation(desk: Desk) -> None:
    desk.journal.append(700)
    desk.settle()
    desk.server = Server()
    desk.settle()
    assert list(desk.server.streams) == [2]


def test_a_deleted_stream_is_detected_even_without_new_records_or_a_reconnection(desk: Desk) -> None:
    desk.journal.append(3)
    desk.settle()
    desk.server.streams.clear()
    desk.server.table = None
    desk.settle()
    assert list(desk.server.streams) == [2]


def test_a_new_journal_under_the_same_name_begins_a_new_generation(desk: Desk, tmp_path: Path) -> None:
    desk.journal.append(3)
    desk.settle()
    (tmp_path / "new").mkdir()
    other = Desk(tmp_path / "new", server=desk.server, now=desk.now + 60)
    other.journal.kept[:] = log(3, table="u")
    other.start()
    other.settle()
    assert sorted(other.server.streams) == [1, 2]


def test_a_foreign_entry_in_a_stream_leads_to_a_new_generation(desk: Desk) -> None:
    desk.journal.append(3)
    desk.settle()
    desk.server.streams[1].add(Line(5, "foreign", "hash"))
    desk.journal.append(2)
    desk.settle()
    assert generation(desk) == 2


def test_a_stream_that_was_trimmed_empty_is_replaced_by_a_new_generation(
    desk: Desk,
) -> None:
    desk.journal.append(9)
    desk.settle()
    desk.server.streams[1].entries.clear()
    (desk.path / FILE).unlink()
    desk.start()
    desk.settle()
    assert generation(desk) == 2


def test_a_stream_keeps_its_newest_records_and_those_that_a_desk_has_not_stored(desk: Desk) -> None:
    desk.journal.append(999)
    desk.settle()
    desk.server.kept = 700
    for _ in range(40):
        desk.step()
    assert [min(desk.server.streams[1].entries), max(desk.server.streams[1].entries)] == [701, 1000]
    desk.journal.append(50)
    desk.server.kept = 1000
    for _ in range(40):
        desk.step()
    assert [min(desk.server.streams[1].entries), max(desk.server.streams[1].entries)] == [951, 1050]
    desk.publisher.leave()
    (desk.path / FILE).unlink()
    desk.start()
    desk.journal.append(5)
    for _ in range(40):
        desk.step()
    assert max(desk.server.streams[1].entries) == 1055
    assert generation(desk) == 1


def test_for_a_desk_that_lacks_the_beginning_of_a_trimmed_stream_a_new_generation_begins(desk: Desk) -> None:
    desk.journal.append(999)
    desk.server.kept = 1000
    desk.settle(until=lambda: min(desk.server.streams[1].entries) > 1)
    desk.server.kept = 0
    desk.settle()
    assert generation(desk) == 2
    assert min(desk.server.streams[2].entries) == 1
    desk.server.kept = 1000
    desk.settle()  # The publisher waits, because another desk may not have found the new generation yet.
    assert min(desk.server.streams[2].entries) == 1
    desk.now += publisher.CALM_AFTER
    desk.settle(until=lambda: min(desk.server.streams[2].entries) > 1)


def test_a_new_generation_never_uses_a_key_with_data(desk: Desk) -> None:
    desk.journal.append(9)
    desk.settle()
    desk.server.streams[2] = Stream({1: ("foreign", "hash")}, 1)
    desk.server.streams[1].entries.clear()
    desk.settle()
    assert generation(desk) == 3
    assert desk.server.streams[2].entries == {1: ("foreign", "hash")}


@pytest.mark.parametrize(("found", "why"), [
    (Found(3, "1-0", "3-0", "{2}"), None), (Found(2, "1-0", "2-0", "{1}"), "2 records, and 3 were sent"),
    (Found(0), "0 records, and 3 were sent"), (Found(-1), "the key of the stream holds something else"),
    (Found(3, "1-0", "4-0", "{3}"), "from 1-0 to 4-0"),
    (Found(3, "1-0", "3-0", "0"), "differs from the one in the journal"),
    (Found(3, "0-1", "3-0", "{2}"), "from 0-1 to 3-0"), (Found(6, "1-0", "6-0", "0"), "the journal fewer"),
])  # fmt: skip
def test_a_difference_between_a_stream_and_its_journal_is_reported(found: Found, why: str | None) -> None:
    journal = Journal(log(5))
    hashes = [line.hash for line in journal.kept]
    if found.hash is not None:
        found = replace(found, hash=found.hash.format(*hashes))
    fault = misfit(found, Place(journal.id, 1, 3), journal)
    assert (fault is None) if why is None else (why in str(fault))


def test_if_redis_loses_its_data_repeatedly_new_generations_begin_at_growing_intervals(
    desk: Desk,
) -> None:
    desk.journal.append(20)
    begun = desk.now
    for _ in range(8):
        desk.settle()
        desk.server.streams.clear()
    assert "should be noeviction" in str(desk.reported[-1].trouble)
    assert desk.now - begun > publisher.LONGEST_PAUSE
    desk.settle()
    for _ in range(200):
        desk.step()
    assert desk.reported[-1].trouble is None


def test_the_second_of_two_tables_with_one_name_waits_and_does_not_write_to_the_firsts_log(
    desk: Desk, tmp_path: Path
) -> None:
    desk.settle()
    (tmp_path / "copy").mkdir()
    copy = Desk(tmp_path / "copy", server=desk.server, owner="copy", now=desk.now)
    copy.journal.append(4)
    for _ in range(30):
        desk.step()
        copy.now = desk.now
        copy.step()
    assert "another table is published as t" in str(copy.reported[-1].trouble)
    assert copy.reported[-1].waiting == 5
    assert desk.reported[-1].trouble is None
    assert desk.server.published == [(line.n, line.text, line.hash) for line in desk.journal.kept]
    # The first program never returns, so the name becomes free after a while.
    copy.settle()
    assert copy.reported[-1].trouble is None
    desk.now = copy.now
    desk.step()
    assert "another table is published as t" in str(desk.reported[-1].trouble)


def test_a_closed_table_publishes_that_it_is_leaving(desk: Desk) -> None:
    desk.settle()
    desk.publisher.leave()
    assert desk.server.here is not None
    assert desk.server.here["leaving"] is True
    assert json.loads((desk.path / FILE).read_text())["sent"] == 1


def test_a_directors_orders_are_delivered_to_a_table_once_and_in_order(desk: Desk) -> None:
    texts = [an_order(desk) for _ in range(5)]
    desk.server.orders = [(f"{k}-0", text) for k, text in enumerate(texts, 1)]
    desk.server.orders.insert(3, ("3-1", "no order"))
    desk.settle()
    handed = [order for order in desk.ordered if isinstance(order, Order)]
    assert [order.text_form() for order in handed] == texts
    assert [str(each) for each in desk.ordered if isinstance(each, OrderError)] == [
        "an order is a JSON object of at most 16384 characters"
    ]
    # An order that the journal has an answer to is not delivered again, even by a new connection or process.
    before = len(desk.ordered)
    desk.server.cut = "before"
    desk.settle()
    desk.start()
    desk.settle()
    assert [order for order in desk.ordered[before:] if isinstance(order, Order)] == []


def test_over_a_connection_that_is_too_slow_for_a_batch_smaller_batches_are_sent(desk: Desk) -> None:
    desk.journal.append(2000)
    desk.step()
    sizes = []
    for _ in range(3):
        desk.server.cut = "before"
        desk.step()
        desk.step()
        sizes.append(desk.publisher.place.sent)
    steps = [later - sooner for sooner, later in pairwise(sizes)]
    assert steps[-1] < publisher.BATCH
    desk.settle()


def test_a_batch_of_long_records_has_fewer_records_than_one_of_short_records(desk: Desk) -> None:
    each = publisher.BATCH_CHARACTERS // 10
    desk.journal.kept += [Line(n, "x" * each, "h") for n in range(2, 20)]
    desk.step()
    assert desk.publisher.place.sent == 11
    desk.settle()


def test_a_record_too_large_for_a_desk_is_reported_and_not_sent(desk: Desk) -> None:
    desk.journal.kept += [Line(2, "x" * (LARGEST + 1), "h")]
    desk.step()
    assert desk.publisher.place.sent < 2
    assert "record 2 is larger than the 65536 bytes" in str(desk.reported[-1].trouble)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"journal":"j","generation":-1,"sent":0}', '{"journal":1}']
)
def test_an_unreadable_publishing_progress_file_counts_as_missing(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    assert PlaceFile(tmp_path / FILE, "j").place == Place("j")


def test_a_publishing_progress_file_counts_only_for_its_own_journal_and_is_replaced_as_a_whole(
    tmp_path: Path,
) -> None:
    file = PlaceFile(tmp_path / FILE, "j")
    file.place = Place("j", 3, 77)
    file.keep(0.0)
    assert PlaceFile(tmp_path / FILE, "j").place == Place("j", 3, 77)
    assert PlaceFile(tmp_path / FILE, "k").place == Place("k")
    nowhere = PlaceFile(tmp_path / "none" / FILE, "j")
    nowhere.place = Place("j", 3, 77)
    nowhere.keep(0.0)
    assert [each.name for each in tmp_path.iterdir()] == [FILE]
    (tmp_path / f"{FILE}.new").mkdir()  # A new file cannot be written.
    file.place = Place("j", 4, 1)
    file.keep(0.0)
    assert PlaceFile(tmp_path / FILE, "j").place == Place("j", 3, 77)


def test_the_publishing_progress_is_saved_once_a_minute_but_a_new_generation_at_once(tmp_path: Path) -> None:
    file = PlaceFile(tmp_path / FILE, "j")
    for at, place, written in (
        (0.0, Place("j", 1, 5), 5),
        (30.0, Place("j", 1, 9), 5),
        (60.0, Place("j", 1, 9), 9),
        (61.0, Place("j", 2, 1), 1),
    ):
        file.place = place
        file.keep(at)
        assert PlaceFile(tmp_path / FILE, "j").place.sent == written
