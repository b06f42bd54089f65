"""A connection to Redis that never reconnects by itself, and its failures as sentences.

The user of a connection must notice when it is lost, in order to compare its own state with that of Redis.
Therefore every error is raised; the user closes the connection and opens another one. redis-py is imported
only when a connection is opened.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from jokerboard.host.network import redis_settings
from jokerboard.host.wall_clock import local_time, now
from jokerboard.tournament.address import Address
from jokerboard.tournament.errors import AwayError
from jokerboard.words.catalogue import words

if TYPE_CHECKING:
    import redis

TIMEOUT = 5.0
"""Seconds after which a Redis that does not answer counts as unreachable."""

_PIPELINED = re.compile(r"^Command # \d+ \(.*?\) of pipeline caused error: ", re.DOTALL)
_CONNECTING = re.compile(r"^Error -?\d+ connecting to \S+\. ")
_HANGS_UP = ("reset by peer", "closed by server", "not ready")


def connect(address: Address, *, timeout: float = TIMEOUT) -> redis.Redis:
    """A client that returns bytes (RESP2) and connects at its first command; each answer may take `timeout`
    seconds.

    A call raises ReplyTooLargeError if one value of an answer has more than `redis_reply.LARGEST` bytes.
    """
    import redis
    from redis.retry import Retry

    from jokerboard.tournament.redis_reply import BoundedParser

    more: dict[str, Any] = {}
    if address.scheme == "unix":
        more["unix_socket_path"] = address.host
    if address.tls:
        more |= {"ssl": True, "ssl_ca_certs": None if address.ca is None else str(address.ca)}
    client = redis.Redis(
        host=address.host,
        port=address.port,
        db=address.db,
        username=address.user,
        password=address.password,
        **redis_settings(Retry, timeout),
        **more,
    )
    client.connection_pool.connection_kwargs["parser_class"] = BoundedParser
    return client


@contextmanager
def redis_errors(address: Address) -> Iterator[None]:
    """Turn errors of redis-py and the network inside the block into AwayError with one sentence."""
    import redis

    try:
        yield
    except (redis.RedisError, OSError) as error:
        raise AwayError(sentence(error, address)) from error


def sentence(error: Exception, address: Address) -> str:
    """The cause of a failure as a sentence, without full stop and without secrets."""
    import redis
    from redis import exceptions as of

    where, message = words("redis.at", address=address), str(error)
    match error:
        case redis.ResponseError():
            return _refusal(error, where, address)
        case redis.AuthenticationError() | of.AuthorizationError():
            return words("redis.login", redis=where)
        case redis.RedisError() if "DENIED" in message:
            return words("redis.protected", redis=where)
        case redis.ConnectionError() if any(part in message for part in _HANGS_UP):
            return words("redis.hung-up", redis=where, why=_short(message))
        case redis.BusyLoadingError():
            return words("redis.loading", redis=where)
        case redis.TimeoutError() | TimeoutError():
            return words("redis.silent", redis=where)
    if "CERTIFICATE_VERIFY_FAILED" in message:
        why = message.partition("certificate verify failed: ")[2].partition(" (_ssl")[0] or words(
            "redis.not-verified"
        )
        code = "redis.too-early" if "not yet valid" in why else "redis.certificate"
        return words(code, redis=where, why=why, now=local_time(now()))
    return words("redis.unreachable", redis=where, why=_short(message))


def is_group_gone(error: redis.ResponseError) -> bool:
    """Whether the stream or its consumer group is missing: the stream was deleted, or Redis was emptied."""
    return str(error).startswith(("NOGROUP", "UNBLOCKED"))


def _refusal(error: redis.ResponseError, where: str, address: Address) -> str:
    """The cause for which Redis refuses a command, as a sentence."""
    import redis
    from redis import exceptions as of

    message = str(error)
    match error:
        case of.NoPermissionError():
            if not address.user:
                return words("redis.no-right-unnamed", redis=where, why=_short(message))
            return words("redis.no-right", redis=where, user=address.user, why=_short(message))
        case of.OutOfMemoryError():
            return words("redis.full", redis=where)
        case redis.ReadOnlyError():
            return words("redis.replica", redis=where)
    if is_group_gone(error):
        return words("redis.emptied", redis=where)
    if "DENIED" in message:
        return words("redis.protected", redis=where)
    if "MISCONF" in message:
        return words("redis.disk", redis=where)
    if "WRONGPASS" in message or "NOAUTH" in message:
        return words("redis.login", redis=where)
    return words("redis.refuses", redis=where, why=_short(message))


def _short(text: str) -> str:
    """The server's error text, 120 characters at most, without the quoted command, which may have names."""
    plain = _CONNECTING.sub("", _PIPELINED.sub("", " ".join(text.split())))
    return plain[:120].rstrip(".")
