"""Damage of a director's store: it is reported, raises no unexpected error, and good rows are saved."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from jokerboard.cli.main import main
from jokerboard.journal.checkpoint import head_path
from jokerboard.journal.records import Kind
from jokerboard.tournament.collect.fold_incidents import found_in
from jokerboard.tournament.collect.intake import Batch, Intake
from jokerboard.tournament.collect.registry import Announced
from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.collect.store_check import check_store
from jokerboard.tournament.collect.store_repair import open_store
from jokerboard.tournament.errors import StoreError
from tests.examples import some
from tests.jokerboard.table.power_cut.disk import interrupted
from tests.jokerboard.tournament.desk_tables import FakeTable
from tests.jokerboard.tournament.store.store_damage import content, damaged, filled
from tests.programs import refused

NOW = "2026-11-21T10:00:00+00:00"


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A director's directory, with a store in which every table has rows."""
    return filled(tmp_path_factory.mktemp("good"))


def test_the_check_of_an_undamaged_store_finds_nothing(good: Path) -> None:
    assert check_store(good / FILE) == ()
    assert main(["director", "--state", str(good), "verify"]) == 0


@pytest.mark.parametrize("seed", some(range(40), 12))
def test_random_damage_of_a_store_is_harmless_or_repaired_or_refused(
    seed: int, good: Path, tmp_path: Path
) -> None:
    assert damaged(random.Random(seed), good, tmp_path / "d") in ("harmless", "repaired", "refused")


def test_a_repair_keeps_undamaged_records_and_reports_the_damaged_ones(good: Path, tmp_path: Path) -> None:
    where = tmp_path / "d"
    shutil.copytree(good, where)
    before = content(where / FILE)
    with sqlite3.connect(where / FILE) as db:
        db.create_function("row_sum", -1, lambda *_: 0)
        db.execute("DROP TRIGGER records_stay")
        db.execute("UPDATE records SET text = replace(text, 'KS', 'QS') WHERE n = 4 AND owner = 1")
    db.close()
    problems = check_store(where / FILE)
    assert any("record 4 of table t1 was changed" in one for one in problems)
    store, trouble = open_store(where / FILE, NOW)
    try:
        assert trouble is not None
        assert "director.damaged-1.sqlite" in trouble
        assert (where / "director.damaged-1.sqlite").exists()
        after = content(where / FILE)
        assert after["event_log"] == before["event_log"]
        assert store.rows("SELECT last FROM tables WHERE name = 't1'")[0]["last"] == 3
        assert store.rows("SELECT count(*) FROM notes")[0][0] == 1
        assert store.rows("SELECT count(*) FROM orders")[0][0] == 1
        assert check_store(where / FILE) == ()
        kept = store.row("SELECT id FROM store")
        assert kept is not None
        assert [(kept["id"],)] == before["store"]
    finally:
        store.close()


def test_lost_transactions_at_the_end_of_a_store_are_reported(good: Path, tmp_path: Path) -> None:
    where = tmp_path / "d"
    shutil.copytree(good, where)
    early = (where / FILE).read_bytes()
    store = Store(where / FILE)
    store.append_event('{"a":1}', 2)
    store.close()
    (where / FILE).write_bytes(early)
    assert any("transactions are missing at the end of the store" in one for one in check_store(where / FILE))
    _, trouble = open_store(where / FILE, NOW)
    assert trouble is not None


def test_a_store_of_the_previous_version_is_opened_and_gets_checksums(good: Path, tmp_path: Path) -> None:
    where = tmp_path / "d"
    shutil.copytree(good, where)
    head_path(where / FILE).unlink()
    with sqlite3.connect(where / FILE) as db:
        for (name,) in db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%ed'"
        ).fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute("DROP TABLE sums")
        db.execute("DROP TABLE progress")
        db.execute("DROP INDEX to_look_at")
        db.execute("PRAGMA user_version = 1")
    db.close()
    before = content(where / FILE)
    assert check_store(where / FILE) == ()
    store, trouble = open_store(where / FILE, NOW)
    store.close()
    assert trouble is None
    assert content(where / FILE) == before
    assert check_store(where / FILE) == ()


@pytest.mark.parametrize("junk", [b"no database", b"SQLite format 3\0" + bytes(2000)])
def test_a_file_that_is_not_a_store_is_refused_at_its_opening_and_unchanged(
    junk: bytes, tmp_path: Path
) -> None:
    (tmp_path / FILE).write_bytes(junk)
    with pytest.raises(StoreError):
        open_store(tmp_path / FILE, NOW)
    assert (tmp_path / FILE).read_bytes() == junk


def test_a_backup_of_a_store_in_use_is_complete(good: Path, tmp_path: Path, capsys: Any) -> None:
    store = Store(good / FILE)
    try:
        assert main(["director", "--state", str(good), "backup", str(tmp_path / "copy.sqlite")]) == 0
        assert content(tmp_path / "copy.sqlite") == content(good / FILE)
        err = refused(capsys, "director", "--state", good, "backup", tmp_path / "copy.sqlite")
        assert "exists already" in err
    finally:
        store.close()


def test_an_unexpected_error_in_one_tables_records_does_not_affect_another_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The batches of the other tables in the same transaction are stored."""
    store = Store(tmp_path / FILE)
    tables = [FakeTable("t1"), FakeTable("t2")]
    intake = Intake(store)
    before = found_in

    def broken(record: Any, names: Any) -> Any:
        if record.kind is Kind.VERDICT and record.data.get("seat") == "D":
            raise OverflowError("a bug")
        return before(record, names)

    monkeypatch.setattr("jokerboard.tournament.collect.intake.found_in", broken)
    batches = []
    for table in tables:
        table.begin()
        table.turns(3 if table.name == "t2" else 8)
        announced = Announced(table.name, table.journal, 1, table.stream, table.name)
        batches.append(Batch(intake.announced([announced], NOW)[0], 1, table.lines))
    first, second = intake.take(batches, NOW)
    assert first.bad is not None
    assert second.bad is None
    assert second.last == len(tables[1].lines)
    (row,) = store.rows("SELECT name, text FROM incidents JOIN tables ON tables.id = owner")
    assert row["name"] == "t1"
    assert "OverflowError" in row["text"]
    store.close()


def test_a_store_whose_creation_was_cut_off_by_a_power_cut_is_created_again(tmp_path: Path) -> None:
    cut = interrupted(tmp_path / FILE, tmp_path / "cut")
    store, damage = open_store(cut, "2026-11-29T00:00:00+00:00")
    store.close()
    assert damage is None
    assert check_store(cut) == ()
