"""The journal's writers keep the order, call back when the disk has the record, and retry failures."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from jokerboard.journal.errors import JournalError
from jokerboard.journal.records import Entry, Kind
from jokerboard.journal.store import Journal
from jokerboard.journal.writer import DirectWriter, ThreadWriter

HEADER = Entry(1, Kind.GAME, {})
PATIENCE = 30.0


def unexpected(error: JournalError) -> None:
    pytest.fail(str(error))


def restored(n: int) -> Entry:
    return Entry(1, Kind.VERDICT, {"t": n, "kind": "restored"})


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal.open(tmp_path / "journal.sqlite", table="t", made="now")


def test_the_direct_writer_calls_back_once_the_disk_has_the_record(journal: Journal) -> None:
    writer = DirectWriter(journal)
    calls: list[int] = []
    writer.put([HEADER], lambda: calls.append(journal.last))
    writer.put([restored(1), restored(2)], lambda: calls.append(journal.last))
    writer.put([restored(3)])
    assert calls == [2, 4]
    assert journal.last == 5
    writer.close()
    with pytest.raises(JournalError, match="closed database"):
        journal.append([restored(4)])


def test_the_direct_writer_raises_an_error_if_the_journal_refuses_a_record(journal: Journal) -> None:
    writer = DirectWriter(journal)
    writer.put([HEADER])
    calls: list[int] = []
    with pytest.raises(JournalError):
        writer.put([HEADER], lambda: calls.append(1))
    assert calls == []
    writer.close()


def test_the_writers_thread_reports_records_in_order_once_the_disk_has_them(journal: Journal) -> None:
    posted: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
    calls: list[tuple[int, bool]] = []
    writer = ThreadWriter(journal, posted.put, unexpected)
    writer.put([HEADER])
    for n in range(50):
        writer.put([restored(n)], lambda n=n: calls.append((n, journal.last >= n + 3)))  # type: ignore[misc]
    while len(calls) < 50:
        posted.get(timeout=PATIENCE)()
    assert calls == [(n, True) for n in range(50)]
    writer.close()


def busy(journal: Journal, count: int) -> ThreadWriter:
    """A writer's thread with a game and `count` verdicts to write."""
    writer = ThreadWriter(journal, lambda _: None, unexpected)
    writer.put([HEADER])
    for n in range(count):
        writer.put([restored(n)])
    return writer


def test_a_drain_waits_until_all_records_are_written_and_leaves_the_writer_open(journal: Journal) -> None:
    writer = busy(journal, 50)
    writer.drain(PATIENCE)
    assert journal.last == 52
    writer.put([restored(50)])
    writer.close()


def test_a_drain_ends_after_its_time_limit_if_the_disk_refuses_a_record(journal: Journal) -> None:
    refused = threading.Event()
    writer = ThreadWriter(journal, lambda call: call(), lambda _: refused.set())
    writer.put([HEADER, HEADER])  # A header that is already in the journal is refused.
    writer.drain(0.01)
    assert refused.wait(PATIENCE)
    writer.close()


def test_a_closing_writer_writes_a_refused_record_only_once(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused, room = threading.Event(), threading.Event()
    append = journal.append

    def full_until_there_is_room(entries: Sequence[Entry]) -> None:
        if not room.is_set():
            raise JournalError("no room")
        append(entries)

    append([HEADER])
    monkeypatch.setattr(journal, "append", full_until_there_is_room)
    writer = ThreadWriter(journal, lambda call: call(), lambda _: refused.set(), retry=PATIENCE)
    writer.put([restored(1)])
    assert refused.wait(PATIENCE)
    room.set()
    writer.close()
    again = Journal.open(journal.path, table="t", made="now")
    assert again.last == 3
    again.close()


def test_closing_the_writer_writes_the_waiting_records(journal: Journal) -> None:
    busy(journal, 20).close()
    again = Journal.open(journal.path, table="t", made="now")
    assert again.last == 22
    again.close()


def test_handing_a_record_to_the_writer_does_not_wait_for_a_slow_disk(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    posted: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
    may_write = threading.Event()
    append = journal.append

    def slow(entries: Sequence[Entry]) -> None:
        assert may_write.wait(PATIENCE)
        append(entries)

    monkeypatch.setattr(journal, "append", slow)
    writer = ThreadWriter(journal, posted.put, unexpected)
    writer.put([HEADER], lambda: None)
    writer.put([restored(1)], lambda: None)
    assert posted.empty()
    assert journal.last == 1
    may_write.set()
    posted.get(timeout=PATIENCE)
    posted.get(timeout=PATIENCE)
    assert journal.last == 3
    writer.close()


def test_after_a_refused_record_the_writer_reports_one_failure_and_no_record_as_written(
    journal: Journal,
) -> None:
    posted: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
    failures: list[JournalError] = []
    writer = ThreadWriter(journal, posted.put, failures.append)
    writer.put([HEADER])
    writer.put([HEADER], lambda: pytest.fail("it was not kept"))
    posted.get(timeout=PATIENCE)()
    writer.put([restored(1)], lambda: pytest.fail("it was not kept"))
    writer.close()
    assert len(failures) == 1
    assert posted.empty()


def test_each_disk_failure_and_its_end_are_reported_once(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    posted: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
    calls: list[str] = []
    refusing = threading.Event()
    tried = queue.SimpleQueue[None]()
    append = journal.append

    def choosy(entries: Sequence[Entry]) -> None:
        if refusing.is_set():
            tried.put(None)
            raise JournalError("the disk is full")
        append(entries)

    monkeypatch.setattr(journal, "append", choosy)
    writer = ThreadWriter(
        journal,
        posted.put,
        lambda error: calls.append(str(error)),
        lambda: calls.append("mended"),
        retry=0.001,
    )
    writer.put([HEADER], lambda: calls.append("kept 0"))
    posted.get(timeout=PATIENCE)()
    for n in (1, 2):
        refusing.set()
        writer.put([restored(n)], lambda n=n: calls.append(f"kept {n}"))  # type: ignore[misc]
        posted.get(timeout=PATIENCE)()
        while not tried.empty():
            tried.get()
        tried.get(timeout=PATIENCE)  # The disk accepts writes again, and the writer retries.
        refusing.clear()
        for _ in range(2):
            posted.get(timeout=PATIENCE)()
    assert calls == [
        "kept 0",
        "the disk is full", "mended", "kept 1",
        "the disk is full", "mended", "kept 2",
    ]  # fmt: skip
    writer.close()
    assert journal.last == 4


def test_a_closing_writer_tries_refused_records_once_more(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    append, refused = journal.append, threading.Event()

    def once(entries: Sequence[Entry]) -> None:
        if not refused.is_set():
            refused.set()
            raise JournalError("the disk is full")
        append(entries)

    monkeypatch.setattr(journal, "append", once)
    writer = ThreadWriter(journal, lambda call: call(), lambda _: None, retry=PATIENCE)
    writer.put([HEADER])
    assert refused.wait(PATIENCE)
    writer.close()
    assert journal.last == 2


def test_the_writer_syncs_the_head_after_the_records_are_written(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(journal, "sync_head", lambda: synced.append(journal.last))
    writer = ThreadWriter(journal, lambda _: None, unexpected)
    writer.put([HEADER])
    writer.drain(PATIENCE)
    writer.close()
    assert synced[-1] == 2
