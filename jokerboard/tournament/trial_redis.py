"""A Redis inside this process, for trying out: fakeredis's server, which forgets everything at its end."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from jokerboard.host.system import install_line
from jokerboard.tournament.address import Address, parse_address
from jokerboard.tournament.errors import AddressError


@contextmanager
def trial_redis(port: int = 0) -> Iterator[Address]:
    """Run a redis-server for this machine only; port 0 lets the machine choose.

    Raise AddressError if it cannot be.
    """
    try:
        from fakeredis import TcpFakeServer
    except ImportError as error:
        raise AddressError(
            f"a Redis for trying out is fakeredis: {install_line('jokerboard[trial]')}, or give --redis URL"
        ) from error
    try:
        server = TcpFakeServer(("127.0.0.1", port), server_type="redis", server_version=(7, 0))
    except OSError as error:
        raise AddressError(f"port {port} for the Redis for trying out: {error.strerror}") from error
    # Open connections must not hold up the end of the program.
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, name="trial redis", daemon=True)
    thread.start()
    try:
        yield parse_address(f"redis://127.0.0.1:{server.server_address[1]}", environment={})
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
