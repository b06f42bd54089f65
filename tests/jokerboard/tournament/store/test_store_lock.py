"""Several programs use one store: a check reads a snapshot, and no store is repaired while it is in use."""

from __future__ import annotations

import json
import multiprocessing
import shutil
import sqlite3
import threading
from pathlib import Path

import pytest

from jokerboard.journal.checkpoint import head_path
from jokerboard.tournament.collect.signatures import FILE as KEYS
from jokerboard.tournament.collect.signatures import register
from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.collect.store_check import check_store
from jokerboard.tournament.collect.store_repair import open_store
from jokerboard.tournament.errors import StoreError
from jokerboard.tournament.web.access import token_in
from tests.examples import whole
from tests.jokerboard.tournament.store.store_damage import filled

NOW = "2026-11-21T10:00:00+00:00"


def damage(path: Path) -> None:
    """Change a record in the file, which no program of ours does."""
    with sqlite3.connect(path) as db:
        db.execute("DROP TRIGGER records_stay")
        db.execute("UPDATE records SET text = replace(text, 'KS', 'QS') WHERE n = 4 AND owner = 1")
    db.close()


def test_a_check_of_a_store_finds_no_damage_while_another_program_writes(tmp_path: Path) -> None:
    path = filled(tmp_path) / FILE
    store, done = Store(path), threading.Event()

    def write() -> None:
        n = len(store.events())
        while not done.is_set():
            store.append_event(json.dumps({"n": n}), n)
            n += 1

    writing = threading.Thread(target=write)
    writing.start()
    try:
        assert [check_store(path) for _ in range(40)] == [()] * 40
    finally:
        done.set()
        writing.join()
        store.close()


def test_an_open_reader_of_a_store_does_not_see_later_writes(tmp_path: Path) -> None:
    store = Store(tmp_path / FILE)
    store.append_event('{"n":1}', 0)
    with store.reader() as reader:
        before = reader.rows("SELECT count(*) FROM event_log")[0][0]
        store.append_event('{"n":2}', 1)
        assert reader.rows("SELECT count(*) FROM event_log")[0][0] == before
    store.close()


def test_a_damaged_store_is_not_repaired_while_another_program_uses_it(tmp_path: Path) -> None:
    path = filled(tmp_path) / FILE
    running = Store(path)
    damage(path)
    with pytest.raises(StoreError, match="in use by another program; stop every director"):
        open_store(path, NOW)
    assert [one.name for one in tmp_path.glob("*damaged*")] == []
    running.close()
    store, damaged = open_store(path, NOW)
    assert damaged is not None
    assert "was damaged" in damaged
    store.close()


def test_entries_written_after_a_second_program_opened_the_store_are_read_by_that_program(
    tmp_path: Path,
) -> None:
    first, _ = open_store(tmp_path / FILE, NOW)
    first.append_event('{"n":1}', 0)
    second, damaged = open_store(tmp_path / FILE, NOW)
    assert damaged is None
    first.append_event('{"n":2}', 1)
    assert len(second.events()) == 2
    first.close()
    second.close()


def test_a_store_left_empty_by_a_killed_start_is_created_again(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("PRAGMA journal_mode = WAL")
    db.close()
    assert (tmp_path / FILE).stat().st_size > 0
    assert check_store(tmp_path / FILE) == ()
    store, damaged = open_store(tmp_path / FILE, NOW)
    assert damaged is None
    store.close()


def test_a_store_that_was_moved_away_accepts_no_record(tmp_path: Path) -> None:
    store = Store(tmp_path / FILE)
    (tmp_path / FILE).rename(tmp_path / "elsewhere.sqlite")
    with pytest.raises(StoreError, match="was moved or replaced while this program uses it"):
        store.append_event('{"n":1}', 0)
    with pytest.raises(StoreError, match=r"the file of the store is missing.*in use by"):
        open_store(tmp_path / FILE, NOW)
    store.close()


def test_a_director_waits_until_the_repair_of_its_store_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from jokerboard.tournament.collect import store_lock

    monkeypatch.setattr(store_lock, "PATIENCE", 0.0)
    repairing = store_lock.StoreLock(tmp_path / FILE)
    assert repairing.take_alone()
    with pytest.raises(StoreError, match="is being checked or repaired by another program; wait"):
        Store(tmp_path / FILE)
    repairing.close()
    Store(tmp_path / FILE).close()


def _start(directory: Path, n: int) -> None:
    store, damaged = open_store(directory / FILE, NOW)
    assert damaged is None
    token_in(directory / "director.token")
    register(directory / KEYS, f"t{n}", f"{n:064x}")
    for _ in range(3):
        while store.append_event('{"a":1}', len(store.events())) is None:
            pass
    store.close()


def test_directors_started_at_once_share_one_store_one_token_and_all_keys(
    tmp_path: Path,
) -> None:
    directors = 4 if whole() else 3
    context = multiprocessing.get_context("spawn")
    starts = [context.Process(target=_start, args=(tmp_path, n)) for n in range(directors)]
    for start in starts:
        start.start()
    for start in starts:
        start.join()
    assert [start.exitcode for start in starts] == [0] * directors
    store, damaged = open_store(tmp_path / FILE, NOW)
    assert (damaged, len(store.events())) == (None, 3 * directors)
    assert len(json.loads((tmp_path / KEYS).read_text())) == directors
    store.close()


def test_a_copied_store_without_its_head_file_can_be_opened(tmp_path: Path) -> None:
    filled(tmp_path / "a")
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    head_path(tmp_path / "b" / FILE).unlink()
    store, damaged = open_store(tmp_path / "b" / FILE, NOW)
    assert damaged is None
    store.close()


@pytest.mark.parametrize("token", ["\x1b[A" * 8, "sixteen\tcharacters or more", "  sixteen or more  "])
def test_a_token_file_with_characters_that_cannot_be_typed_is_refused(token: str, tmp_path: Path) -> None:
    (tmp_path / "director.token").write_text(token + "\n")
    with pytest.raises(StoreError, match="cannot be typed"):
        token_in(tmp_path / "director.token")
