"""A reader of Redis's answers that never holds more than a table may have written.

Another machine writes what is read here, and Redis takes values of 512 MB. So the length that an answer
declares is looked at before a byte of it is read: one value has at most `LARGEST` bytes, one answer `TOTAL`.
The connection is closed after such an answer, as after every failure.
"""

from __future__ import annotations

from typing import Any

from redis._parsers import _RESP2Parser
from redis._parsers.socket import SocketBuffer

from jokerboard.tournament.english import words
from jokerboard.tournament.errors import ReplyTooLargeError

LARGEST = 128 * 1024
"""Bytes of one value: more than `jokerboard.journal.records.LARGEST` and `keys.LARGEST_VALUE`."""
TOTAL = 64 * 1024 * 1024
_EACH = 64
"""Bytes that a value costs besides its own."""


class _BoundedBuffer(SocketBuffer):
    """redis-py's buffer, which refuses to read too much."""

    _read = 0

    def read(self, length: int, *more: Any, **named: Any) -> bytes:
        self._read += length + _EACH
        if length > LARGEST or self._read > TOTAL:
            raise ReplyTooLargeError(words("redis.too-large", length=length))
        data: bytes = super().read(length, *more, **named)
        return data

    def purge(self) -> None:
        self._read = 0
        super().purge()


class BoundedParser(_RESP2Parser):
    """redis-py's parser for RESP2 on such a buffer."""

    def on_connect(self, connection: Any) -> None:
        """Begin to read a connection."""
        super().on_connect(connection)  # type: ignore[no-untyped-call,unused-ignore]
        sock: Any = self._sock
        self._buffer = _BoundedBuffer(sock, self.socket_read_size, connection.socket_timeout)
