"""Damage a director's store at random and check the outcome; the benchmark does this thousands of times."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path
from typing import Any

from jokerboard.journal.orders import Order, What, new_id
from jokerboard.journal.records import Kind
from jokerboard.tournament.collect.collector import keep_order
from jokerboard.tournament.collect.intake import Batch, Intake
from jokerboard.tournament.collect.registry import Announced
from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.collect.store_check import check_store
from jokerboard.tournament.collect.store_repair import open_store
from jokerboard.tournament.collect.store_schema import SUMMED
from jokerboard.tournament.errors import StoreError
from tests.jokerboard.tournament.desk_tables import FakeTable

NOW = "2026-11-21T10:00:00+00:00"


def filled(where: Path, turns: int = 14) -> Path:
    """A director's directory, with a store in which every table has rows."""
    store = Store(where / FILE)
    intake = Intake(store)
    for name in ("t1", "t2", "t3"):
        table = FakeTable(name, f"Table {name}")
        table.begin()
        for n in range(1, turns):
            table.play(n, "ABCD"[n % 4], "KS#2 As-A8", f"A8/-/-/- {'BCDA'[n % 4]}")
        table.verdict("illegal", seat="A", text="It went the wrong way.", code="wrong-way")
        table.write_record(Kind.EVENT, button="help", at="B")
        announced = Announced(name, table.journal, 1, table.stream, table.title)
        owner = intake.announced([announced], NOW)[0]
        intake.take([Batch(owner, 1, table.lines, whole=True)], NOW)
    intake.set_aside(3, 1, "for a test", NOW)
    with store.writing() as db:
        db.execute("INSERT INTO notes (incident, at, by, text) VALUES (1, ?, 'Dora', 'seen')", (NOW,))
        db.execute("UPDATE incidents SET seen_by = 'Dora', seen_at = ? WHERE id = 1", (NOW,))
    keep_order(store, 1, Order(new_id(), "Dora", NOW, "0" * 16, 1, What.PAUSE))
    store.append_event('{"one":1}', 0)
    store.append_event('{"two":2}', 1)
    store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    return where


def content(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of the store except checksums and the number of transactions, by table."""
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        names = {**{table: ", ".join(columns) for table, columns in SUMMED.items()}}
        names |= {"records": "seq, owner, n, game, kind, text, hash", "event_log": "n, text, hash"}
        return {
            table: db.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2, 3").fetchall()
            if len(columns.split(",")) > 2
            else db.execute(f"SELECT {columns} FROM {table}").fetchall()
            for table, columns in names.items()
        }
    finally:
        db.close()


def damage(chance: random.Random, data: bytes) -> bytes:
    """The bytes of a file with one damage: a changed bit, a random or zeroed block, or a lost end."""
    at = chance.randrange(len(data))
    match chance.randrange(4):
        case 0:
            return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
        case 1:
            length = min(chance.choice((16, 512, 4096)), len(data) - at)
            return data[:at] + chance.randbytes(length) + data[at + length :]
        case 2:
            at &= ~511
            return data[:at] + bytes(min(512, len(data) - at)) + data[at + 512 :]
    return data[: max(1, at)]


def damaged(chance: random.Random, good: Path, where: Path) -> str:
    """Damage a copy of the store once, check it, open it; return the outcome.

    `harmless`: everything readable is unchanged. `repaired`: the start repaired it. `refused`: the file is no
    store any more. Raise AssertionError if a damage is not reported or remains after the repair.
    """
    shutil.copytree(good, where)
    path = where / FILE
    before = content(path)
    path.write_bytes(damage(chance, path.read_bytes()))
    try:
        problems = check_store(path)
    except StoreError:
        return "refused"
    if not problems:
        assert content(path) == before, "a damage that nobody names"
        return "harmless"
    try:
        store, trouble = open_store(path, NOW)
    except StoreError:
        return "refused"
    store.close()
    assert trouble is not None, f"{problems} and opened in silence"
    assert check_store(path) == ()
    assert list(where.glob("director.damaged-1.sqlite"))
    return "repaired"
