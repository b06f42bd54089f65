"""A store; fakeredis's server for quick tests, a real redis-server for those marked `redis`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.trial_redis import trial_redis
from tests.jokerboard.tournament.real_redis import RealRedis


@pytest.fixture
def fake_port() -> Iterator[int]:
    """The port of a fakeredis server of this test's own."""
    with trial_redis() as address:
        yield address.port


@pytest.fixture
def link(fake_port: int) -> Iterator[redis.Redis]:
    """A connection to the simulated Redis."""
    link = redis.Redis(port=fake_port, protocol=2)
    yield link
    link.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RealRedis]:
    """A redis-server: fakeredis's hangs up after an error, which looks like a Redis that is away."""
    server = RealRedis(tmp_path / "redis")
    yield server
    server.stop()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store of a director."""
    store = Store(tmp_path / FILE)
    yield store
    store.close()
