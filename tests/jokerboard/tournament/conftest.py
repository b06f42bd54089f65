"""Fixtures: a store, fakeredis for quick tests, and a real redis-server for tests marked `redis`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from jokerboard.tournament.collect.store import FILE, Store
from jokerboard.tournament.redis_setup import trial_redis
from tests.jokerboard.tournament.real_redis import RealRedis


@pytest.fixture
def fake_port() -> Iterator[int]:
    """The port of a fakeredis server that only this test uses."""
    with trial_redis() as address:
        yield address.port


@pytest.fixture
def link(fake_port: int) -> Iterator[redis.Redis]:
    """A connection to the fakeredis server."""
    link = redis.Redis(port=fake_port, protocol=2)
    yield link
    link.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RealRedis]:
    """A real redis-server: fakeredis closes the connection after an error, as if Redis were down."""
    server = RealRedis(tmp_path / "redis")
    yield server
    server.stop()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store of a director."""
    store = Store(tmp_path / FILE)
    yield store
    store.close()
