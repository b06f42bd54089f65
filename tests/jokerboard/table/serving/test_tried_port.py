"""The port of the page is tried before anything of the table is changed."""

from __future__ import annotations

import socket

import pytest

from jokerboard.host.errors import JokerboardError
from jokerboard.table.serving.table_server import _try_port


def test_a_free_port_is_free_after_it_was_tried_and_a_used_port_is_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(JokerboardError, match=str(port)):
            _try_port("127.0.0.1", port)
    _try_port("127.0.0.1", port)
    socket.create_server(("127.0.0.1", port)).close()
    _try_port("127.0.0.1", 0)
