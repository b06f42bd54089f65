"""A connection to Redis that never retries by itself, and what its failures mean, each in one sentence.

Its user must know when it was cut, to compare their own state with Redis's. Therefore every error is raised,
and its user closes the connection and makes another. redis-py is imported here, when a
connection is made, and nowhere before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tournament.address import Address
from tournament.errors import AwayError

if TYPE_CHECKING:
    import redis

TIMEOUT = 5.0
"""Seconds after which a Redis that does not answer is away."""

_PIPELINED = re.compile(r"^Command # \d+ \(.*?\) of pipeline caused error: ", re.DOTALL)
_CONNECTING = re.compile(r"^Error -?\d+ connecting to \S+\. ")
_FULL = "is full: it has reached its maxmemory, and takes nothing until it has more"
_PROTECTED = (
    "is in protected mode and answers only its own machine; give it users and TLS: "
    "jokerboard director redis-setup prints how"
)
_HANGS_UP = ("reset by peer", "closed by server", "not ready")
_HUNG_UP = "a Redis in protected mode hangs up so; jokerboard director redis-setup prints how to open it"
_WHO = "does not accept the user or the password; docs/tournament-log.md tells how they are set"


def connect(address: Address, *, timeout: float = TIMEOUT) -> redis.Redis:
    """A client in bytes and RESP2, connected at its first command; `timeout` counts for each answer.

    A call raises ReplyTooLargeError when an answer has more than `redis_reply.LARGEST` bytes in one value.
    """
    import redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    from tournament.redis_reply import BoundedParser

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
        protocol=2,
        socket_timeout=timeout,
        socket_connect_timeout=timeout,
        retry=Retry(NoBackoff(), 0),
        # The driver's own announcement needs rights that an ACL user may lack.
        driver_info=None,
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

    where, said = f"the Redis at {address}", str(error)
    match error:
        case redis.ResponseError():
            return f"{where} {_refusal(error, address)}"
        case redis.AuthenticationError() | of.AuthorizationError():
            return f"{where} {_WHO}"
        case redis.RedisError() if "DENIED" in said:
            return f"{where} {_PROTECTED}"
        case redis.ConnectionError() if any(words in said for words in _HANGS_UP):
            return f"{where} cannot be reached ({_short(said)}: {_HUNG_UP})"
        case redis.BusyLoadingError():
            return f"{where} is loading its data and is not ready yet"
        case redis.TimeoutError() | TimeoutError():
            return f"{where} does not answer"
    if "CERTIFICATE_VERIFY_FAILED" in said:
        why = said.partition("certificate verify failed: ")[2].partition(" (_ssl")[0] or "not verified"
        return f"{where} has a certificate that is not trusted here ({why}); name the file of its CA"
    return f"{where} cannot be reached ({_short(said)})"


def _refusal(error: redis.ResponseError, address: Address) -> str:
    """What a Redis means that answers, but refuses."""
    import redis
    from redis import exceptions as of

    said = str(error)
    match error:
        case of.NoPermissionError():
            who = f"the user {address.user}" if address.user else "somebody without a user's name"
            return f"does not let {who} do this: {_short(said)}; docs/tournament-log.md has the rules"
        case of.OutOfMemoryError():
            return _FULL
        case redis.ReadOnlyError():
            return "is a replica and takes nothing; another may be becoming the main one just now"
    if "DENIED" in said:
        return _PROTECTED
    if "MISCONF" in said:
        return "cannot write to its own disk, and takes nothing until it can"
    if "WRONGPASS" in said or "NOAUTH" in said:
        return _WHO
    return f"refuses: {_short(said)}"


def _short(text: str) -> str:
    """The server's own words, without the command that they are about: it may hold what people wrote."""
    plain = _CONNECTING.sub("", _PIPELINED.sub("", " ".join(text.split())))
    return plain[:120].rstrip(".")
