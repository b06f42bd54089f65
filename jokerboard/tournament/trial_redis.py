"""A Redis server inside this process, for trials: fakeredis, which forgets its data when it ends."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from jokerboard.host.system import install_line
from jokerboard.tournament.address import Address, parse_address
from jokerboard.tournament.errors import AddressError


@contextmanager
def trial_redis(port: int = 0) -> Iterator[Address]:
    """Run a Redis server that only this machine can reach; with port 0, any free port is used.

    Raise AddressError if fakeredis is not installed or the port cannot be used.
    """
    try:
        from fakeredis import TcpFakeServer
    except ImportError as error:
        raise AddressError(
            f"a trial Redis needs fakeredis: {install_line('jokerboard[trial]')}, or give --redis URL"
        ) from error
    try:
        server = TcpFakeServer(("127.0.0.1", port), server_type="redis", server_version=(7, 0))
    except OSError as error:
        raise AddressError(
            f"the trial Redis cannot use port {port}: {error.strerror}; give another --port"
        ) from error
    # An open connection must not delay the end of the program.
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, name="trial redis", daemon=True)
    thread.start()
    try:
        yield parse_address(f"redis://127.0.0.1:{server.server_address[1]}", environment={})
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
