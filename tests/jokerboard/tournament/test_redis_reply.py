"""The parser of answers of Redis gives the results of redis-py's parser, for data in any pieces."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
import redis
from redis._parsers import _RESP2Parser
from redis._parsers.encoders import Encoder

from jokerboard.tournament.errors import ReplyTooLargeError
from jokerboard.tournament.redis_reply import LARGEST, BoundedParser


class Socket:
    """A socket that delivers one piece of data with each read."""

    def __init__(self, pieces: list[bytes]) -> None:
        self.pieces = pieces

    def settimeout(self, timeout: object) -> None:
        """Ignore the timeout, because all data is there."""

    def recv(self, _: int) -> bytes:
        return self.pieces.pop(0) if self.pieces else b""


def reading(parser: type[Any], pieces: list[bytes]) -> Any:
    """A parser of this class that reads the given pieces of data."""
    one = parser(65536)
    make: Any = Encoder
    encoder = make("utf-8", "strict", False)
    one.on_connect(SimpleNamespace(_sock=Socket(pieces), socket_timeout=1.0, encoder=encoder))
    return one


def encoded(value: Any) -> bytes:
    """A value in the encoding of Redis's answers."""
    if value is None:
        return random.Random(1).choice((b"$-1\r\n", b"*-1\r\n"))
    if isinstance(value, list):
        return b"*%d\r\n" % len(value) + b"".join(map(encoded, value))
    if isinstance(value, int):
        return b":%d\r\n" % value
    if isinstance(value, str):
        return value.encode() + b"\r\n"
    return b"$%d\r\n%b\r\n" % (len(value), value)


def by_chance(luck: random.Random, depth: int = 0) -> Any:
    """A random value: text with line ends in it, a number, null, an error, or an array of values."""
    kinds = [b"", b"a\r\nb", luck.randbytes(luck.randrange(300)), 0, -7, 1 << 60, None, "+OK", "-ERR no"]
    if depth < 3:
        kinds += [[by_chance(luck, depth + 1) for _ in range(luck.randrange(5))] for _ in range(3)]
    return luck.choice(kinds)


def comparable(value: Any) -> Any:
    """The value with its errors as text, so that values can be compared."""
    if isinstance(value, list):
        return [comparable(one) for one in value]
    return repr(value) if isinstance(value, Exception) else value


def pieces(luck: random.Random, data: bytes) -> Iterator[bytes]:
    """The data cut at random places, some of them between a carriage return and its line feed."""
    while data:
        cut = luck.choice((1, 2, 3, luck.randrange(1, 400)))
        yield data[:cut]
        data = data[cut:]


@pytest.mark.parametrize("seed", range(40))
def test_the_parser_reads_random_answers_of_redis_like_the_parser_of_redis_py(seed: int) -> None:
    luck = random.Random(seed)
    values = [by_chance(luck) for _ in range(8)]
    data = b"".join(map(encoded, values))
    ours = reading(BoundedParser, [*pieces(luck, data)])
    theirs = reading(_RESP2Parser, [data])
    for _ in values:
        assert comparable(ours.read_response()) == comparable(theirs.read_response())
    assert not ours._data[ours._at :]


@pytest.mark.parametrize(
    ("head", "item", "times"),
    [
        (b"$%d\r\n" % (LARGEST + 1), b"", 0),
        (b"*1\r\n$536870912\r\n", b"", 0),
        (b"*2000000\r\n", b"", 0),
        (b"+", b"x", LARGEST + 1),
        (b"*600\r\n", encoded(b"x" * LARGEST), 600),
    ],
    ids=["a long string", "a longer one in a list", "a long list", "a long line", "a list of long strings"],
)
def test_an_answer_of_redis_that_is_too_large_is_refused(head: bytes, item: bytes, times: int) -> None:
    with pytest.raises(ReplyTooLargeError, match="too large to read"):
        reading(BoundedParser, [head + item * times]).read_response()


def test_a_truncated_answer_of_redis_and_an_answer_in_another_protocol_raise_errors() -> None:
    with pytest.raises(redis.ConnectionError):
        reading(BoundedParser, [b"*2\r\n$3\r\nab"]).read_response()
    with pytest.raises(redis.InvalidResponse):
        reading(BoundedParser, [b"HTTP/1.1 200 OK\r\n"]).read_response()
    with pytest.raises(redis.ConnectionError):
        reading(BoundedParser, [b"-LOADING Redis is loading\r\n"]).read_response()


def test_bytes_received_after_an_answer_of_redis_are_kept_for_the_next_answer() -> None:
    parser = reading(BoundedParser, [b":1\r\n:2\r\n"])
    assert parser.read_response() == 1
    assert parser.can_read(0)
    assert parser.read_response() == 2
