"""The director's store: creating it, opening it, refusing other files, and the tournament's log in it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from jokerboard.host.files import replace_file
from jokerboard.journal import checkpoint
from jokerboard.journal.checkpoint import read_head
from jokerboard.journal.records import GENESIS, chained
from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.errors import StoreError
from tests.programs import PATIENCE


def test_the_id_of_a_store_is_unchanged_when_the_store_is_opened_again(store: Store) -> None:
    again = Store(store.path)
    assert again.id == store.id
    assert len(store.id) == 12
    again.close()


def test_a_store_of_another_version_is_refused_with_a_sentence(store: Store) -> None:
    store.db.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match=r"is of version 99, and this program reads version 2; use"):
        Store(store.path)


def test_a_file_that_is_not_a_store_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE things (id)")
    other.close()
    with pytest.raises(StoreError, match="is no director's store"):
        Store(path)
    (tmp_path / "text").write_text("not a database, and longer than a page's header " * 50)
    with pytest.raises(StoreError, match="damaged"):
        Store(tmp_path / "text")


def test_the_tournaments_log_is_chained_and_only_grows(store: Store) -> None:
    first = store.append_event('{"a":1}', after=0)
    second = store.append_event('{"b":2}', after=1)
    assert first is not None
    assert second is not None
    assert (first.n, second.n) == (1, 2)
    assert second.hash == chained(chained(GENESIS, '{"a":1}'), '{"b":2}')
    assert store.events() == [first, second]
    assert store.events(after=1) == [second]
    with pytest.raises(StoreError, match="append-only"), store.writing() as db:
        db.execute("DELETE FROM event_log")
    with pytest.raises(StoreError, match="append-only"), store.writing() as db:
        db.execute("UPDATE event_log SET text = ''")
    assert store.events() == [first, second]


def test_a_new_store_is_locked_while_its_head_file_is_created(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def made(path: Path, text: str) -> None:
        other = sqlite3.connect(tmp_path / FILE, isolation_level=None, timeout=0)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.close()
        replace_file(path, text)

    monkeypatch.setattr(checkpoint, "replace_file", made)
    Store(tmp_path / FILE).close()
    assert read_head(tmp_path / FILE) is not None


def test_a_write_to_the_tournaments_log_is_refused_if_another_director_wrote_first(store: Store) -> None:
    sibling = Store(store.path)
    before = sibling.changes
    assert store.append_event("mine", after=0) is not None
    assert sibling.append_event("his", after=0) is None
    assert [entry.text for entry in sibling.events()] == ["mine"]
    assert sibling.changes != before
    sibling.close()


def test_entries_that_belong_together_are_either_all_appended_to_the_log_or_none_is(store: Store) -> None:
    sibling = Store(store.path)
    assert store.append_events(["drawn", "paired"], after=0) is not None
    assert sibling.append_events(["drawn", "paired"], after=0) is None
    assert sibling.append_events(["started"], after=2) is not None
    assert [entry.text for entry in store.events()] == ["drawn", "paired", "started"]
    sibling.close()


SHARED = """
import sys, threading
from pathlib import Path
from jokerboard.tournament.collect.store import Store
store = Store(Path(sys.argv[1]))
row = "INSERT INTO aside VALUES (1, 1, ?, 'text', 'hash', 'why', 'at')"
def write():
    for _ in range(20):
        with store.writing() as db:
            db.execute("DELETE FROM aside")
            db.executemany(row, [(n,) for n in range(300)])
            db.execute("UPDATE aside SET why = 'other'")
writing = threading.Thread(target=write, daemon=True)
writing.start()
while writing.is_alive():
    rows = store.rows("SELECT count(*) AS n FROM aside WHERE owner = ?", 1)
print(store.rows("SELECT count(*) AS n FROM aside")[0]["n"])
"""


def test_threads_that_share_a_store_do_not_block_each_other_for_ever(tmp_path: Path) -> None:
    # Another process is used, because threads that block each other would never end.
    command = [sys.executable, "-c", SHARED, str(tmp_path / FILE)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert ran.stdout == "300\n"
