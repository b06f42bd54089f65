"""A parser of Redis's answers that never reads more into memory than a table may have written.

Other machines write these values, and Redis accepts values of 512 MB. The declared length of an answer is
checked before its bytes are read: one value has at most `LARGEST` bytes, one answer at most `TOTAL`. After a
larger answer the connection is closed, as after every failure.

A desk that stores a backlog spends much of its time here. Values are cut from the received bytes with one
call for each value; redis-py's own parser needs five calls, and three times as long.
"""

from __future__ import annotations

from typing import Any, Final

from redis._parsers import _RESP2Parser
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import InvalidResponse
from redis.utils import SENTINEL

from jokerboard.tournament.errors import ReplyTooLargeError
from jokerboard.words.catalogue import words

LARGEST: Final = 128 * 1024
"""The most bytes of one value: more than `jokerboard.journal.records.LARGEST` and `keys.LARGEST_VALUE`."""
TOTAL: Final = 64 * 1024 * 1024
_EACH: Final = 64
"""Bytes by which each value counts towards `TOTAL`, beyond its contents."""
_END: Final = b"\r\n"
_BULK, _ARRAY, _NUMBER, _SIMPLE, _ERROR = b"$*:+-"


class BoundedParser(_RESP2Parser):
    """A parser for redis-py of answers in RESP2, with the bounds of this module; values are bytes."""

    _data = b""
    """The bytes received from Redis; those before `_at` have been parsed."""
    _at = 0
    _total = 0
    """Bytes of the present answer that count towards `TOTAL`."""
    _timeout: Any = SENTINEL

    def on_connect(self, connection: Any) -> None:
        """Use the socket of the given connection."""
        super().on_connect(connection)  # type: ignore[no-untyped-call,unused-ignore]
        self._data, self._at = b"", 0

    def can_read(self, timeout: float = 0) -> bool:
        """Whether bytes have arrived, or arrive within `timeout` seconds."""
        return self._at < len(self._data) or super().can_read(timeout)

    def read_response(self, disable_decoding: bool = False, timeout: Any = SENTINEL) -> Any:  # noqa: ARG002
        """The next answer: bytes, a number, None, an exception, or a list of such values.

        Raise ReplyTooLargeError if the answer exceeds the bounds; the connection cannot be used after that.
        """
        self._total, self._timeout = 0, timeout
        return self._value()

    def _value(self) -> Any:
        data, at = self._data, self._at
        end = data.find(_END, at)
        if end < 0:
            data, at, end = self._line_end()
        kind = data[at]
        if kind == _BULK:
            length = int(data[at + 1 : end])
            self._total += length + _EACH
            if length > LARGEST or self._total > TOTAL:
                raise ReplyTooLargeError(words("redis.too-large", length=length))
            at = end + 2
            if length < 0:
                self._at = at
                return None
            stop = at + length
            if len(data) < stop + 2:
                data, at, stop = self._arrived(at, length)
            self._at = stop + 2
            return data[at:stop]
        self._at = end + 2
        if kind == _ARRAY:
            return self._values(int(data[at + 1 : end]))
        return self._line(kind, data[at + 1 : end])

    def _values(self, length: int) -> list[Any] | None:
        """The values of an array of this length; None for Redis's null array, whose length is -1."""
        if self._total + length * _EACH > TOTAL:
            raise ReplyTooLargeError(words("redis.too-large", length=length))
        value = self._value
        return None if length < 0 else [value() for _ in range(length)]

    def _line(self, kind: int, text: bytes) -> Any:
        """The value of an answer of one line; `kind` is the line's first byte."""
        if kind == _NUMBER:
            return int(text)
        if kind == _SIMPLE:
            return text
        if kind != _ERROR:
            raise InvalidResponse(f"Protocol Error: {bytes([kind]) + text!r}")
        error: Exception = self.parse_error(text.decode(errors="replace"))  # type: ignore[no-untyped-call,unused-ignore]
        if isinstance(error, RedisConnectionError):
            raise error
        # Other errors are returned: the answers to further commands of a pipeline may follow.
        return error

    def _line_end(self) -> tuple[bytes, int, int]:
        """Wait for the rest of a line; return the received bytes, and the line's start and end in them."""
        end = -1
        while end < 0:
            self._more()
            end = self._data.find(_END)
            if end < 0 and len(self._data) > LARGEST:
                raise ReplyTooLargeError(words("redis.too-large", length=len(self._data)))
        return self._data, 0, end

    def _arrived(self, at: int, length: int) -> tuple[bytes, int, int]:
        """Wait for `length` bytes at `at`; return the received bytes, and the value's start and end."""
        self._at = at
        while len(self._data) - self._at < length + 2:
            self._more()
        return self._data, self._at, self._at + length

    def _more(self) -> None:
        """Receive more bytes, and drop those that have been parsed."""
        buffer: Any = self._buffer
        buffer._read_from_socket(timeout=self._timeout)
        self._data, self._at = self._data[self._at :] + buffer._buffer.read(), 0
        buffer.purge()
