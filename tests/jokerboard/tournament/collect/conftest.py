"""Fixtures for collecting: a published table, a running collector, a consumer group; all waits are short."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from jokerboard.tournament.collect import audit, collector, stream_reader
from tests.jokerboard.tournament.desk_tables import (
    Collecting,
    FakeTable,
    all_stored,
    collecting,
    hurried,
    written,
)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    hurried(monkeypatch)
    monkeypatch.setattr(stream_reader, "IDLE", 300)
    monkeypatch.setattr(collector, "PAUSES", (0.05,))
    monkeypatch.setattr(audit, "PATIENCE", 0.2)


@pytest.fixture
def table(link: redis.Redis) -> FakeTable:
    """A table that has published 33 records."""
    one = written()
    one.publish(link)
    return one


@pytest.fixture
def desk(tmp_path: Path, fake_port: int) -> Iterator[Collecting]:
    """A running collector that has stored everything that was published before."""
    with collecting(tmp_path, fake_port) as one:
        yield one


@pytest.fixture
def group(tmp_path: Path, fake_port: int, table: FakeTable) -> str:
    """The consumer group of a director that has stored the table's 33 records and stopped."""
    with collecting(tmp_path, fake_port) as desk:
        all_stored(desk, table)
        return desk.collector.group
