"""A published table, a collector that collects it, and quick waits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from jokerboard.tournament.collect import audit, collector, stream_reader
from tests.jokerboard.tournament.desk_tables import (
    Collecting,
    FakeTable,
    collecting,
    heard,
    hurried,
    written,
)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits as long as a tournament does."""
    hurried(monkeypatch)
    monkeypatch.setattr(stream_reader, "IDLE", 300)
    monkeypatch.setattr(collector, "PAUSES", (0.05,))
    monkeypatch.setattr(audit, "PATIENCE", 0.2)


@pytest.fixture
def table(link: redis.Redis) -> FakeTable:
    """A table whose 33 records are published."""
    one = written()
    one.publish(link)
    return one


@pytest.fixture
def desk(tmp_path: Path, fake_port: int) -> Iterator[Collecting]:
    """A collector that runs; what was published before it is named is there when it begins."""
    with collecting(tmp_path, fake_port) as one:
        yield one


@pytest.fixture
def group(tmp_path: Path, fake_port: int, table: FakeTable) -> str:
    """The consumer group of a director who has taken in the table's 33 records, and went away."""
    with collecting(tmp_path, fake_port) as desk:
        heard(desk, table)
        return desk.collector.group
