"""A connection to Redis that never retries by itself, and what its failures mean, each in one sentence.

The user must notice a lost connection, in order to compare its own state with Redis's. Therefore every error
is raised, and its user closes the connection and makes another. redis-py is imported here, when a connection
is made, and nowhere before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from jokerboard.host.redis_settings import redis_settings
from jokerboard.host.wall_clock import local_time, now
from jokerboard.tournament.address import Address
from jokerboard.tournament.errors import AwayError
from jokerboard.words.catalogue import words

if TYPE_CHECKING:
    import redis

TIMEOUT = 5.0
"""Seconds after which a Redis that does not answer is away."""

_PIPELINED = re.compile(r"^Command # \d+ \(.*?\) of pipeline caused error: ", re.DOTALL)
_CONNECTING = re.compile(r"^Error -?\d+ connecting to \S+\. ")
_HANGS_UP = ("reset by peer", "closed by server", "not ready")


def connect(address: Address, *, timeout: float = TIMEOUT) -> redis.Redis:
    """A client in bytes and RESP2, connected at its first command; `timeout` counts for each answer.

    A call raises ReplyTooLargeError when an answer has more than `redis_reply.LARGEST` bytes in one value.
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
def telling(address: Address) -> Iterator[None]:
    """Turn what redis-py and the network raise into an AwayError with one sentence."""
    import redis

    try:
        yield
    except (redis.RedisError, OSError) as error:
        raise AwayError(sentence(error, address)) from error


def sentence(error: Exception, address: Address) -> str:
    """What the failure means, as one sentence without full stop and without secrets."""
    import redis
    from redis import exceptions as of

    where, said = words("redis.at", address=address), str(error)
    match error:
        case redis.ResponseError():
            return _refusal(error, where, address)
        case redis.AuthenticationError() | of.AuthorizationError():
            return words("redis.login", redis=where)
        case redis.RedisError() if "DENIED" in said:
            return words("redis.protected", redis=where)
        case redis.ConnectionError() if any(part in said for part in _HANGS_UP):
            return words("redis.hung-up", redis=where, why=_short(said))
        case redis.BusyLoadingError():
            return words("redis.loading", redis=where)
        case redis.TimeoutError() | TimeoutError():
            return words("redis.silent", redis=where)
    if "CERTIFICATE_VERIFY_FAILED" in said:
        why = said.partition("certificate verify failed: ")[2].partition(" (_ssl")[0] or words(
            "redis.not-verified"
        )
        code = "redis.too-early" if "not yet valid" in why else "redis.certificate"
        return words(code, redis=where, why=why, now=local_time(now()))
    return words("redis.unreachable", redis=where, why=_short(said))


def is_group_gone(error: redis.ResponseError) -> bool:
    """Whether a stream that is being read is gone with its group: deleted, or its Redis was emptied."""
    return str(error).startswith(("NOGROUP", "UNBLOCKED"))


def _refusal(error: redis.ResponseError, where: str, address: Address) -> str:
    """What a Redis means that answers, but refuses."""
    import redis
    from redis import exceptions as of

    said = str(error)
    match error:
        case of.NoPermissionError():
            if not address.user:
                return words("redis.no-right-unnamed", redis=where, why=_short(said))
            return words("redis.no-right", redis=where, user=address.user, why=_short(said))
        case of.OutOfMemoryError():
            return words("redis.full", redis=where)
        case redis.ReadOnlyError():
            return words("redis.replica", redis=where)
    if is_group_gone(error):
        return words("redis.emptied", redis=where)
    if "DENIED" in said:
        return words("redis.protected", redis=where)
    if "MISCONF" in said:
        return words("redis.disk", redis=where)
    if "WRONGPASS" in said or "NOAUTH" in said:
        return words("redis.login", redis=where)
    return words("redis.refuses", redis=where, why=_short(said))


def _short(text: str) -> str:
    """The server's error text without the quoted command, which may contain people's text."""
    plain = _CONNECTING.sub("", _PIPELINED.sub("", " ".join(text.split())))
    return plain[:120].rstrip(".")
