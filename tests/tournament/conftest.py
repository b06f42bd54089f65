"""Redis for tests: fakeredis's server for the quick ones, a real redis-server for those marked `redis`."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
import redis


@pytest.fixture
def fake_port() -> Iterator[int]:
    """The port of a fakeredis server of this test's own."""
    from fakeredis import TcpFakeServer

    server = TcpFakeServer(("127.0.0.1", 0), server_type="redis", server_version=(7, 0))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, name="fakeredis", daemon=True)
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()
    thread.join(10)


@pytest.fixture
def link(fake_port: int) -> Iterator[redis.Redis]:
    """A connection to it."""
    link = redis.Redis(port=fake_port, protocol=2)
    yield link
    link.close()
