"""The settings of every connection to a Redis; redis-py is loaded with the first one."""

from __future__ import annotations

from typing import Any


def redis_settings(retry: type[Any], timeout: float) -> dict[str, Any]:
    """The arguments of a client: `retry` is the class of its library, `timeout` in seconds for each answer.

    A command is never repeated: the caller knows whether it may be sent again.
    """
    from redis.backoff import NoBackoff

    return {
        # Protocol 3 begins with a HELLO, for which an ACL user may lack the rights.
        "protocol": 2,
        "socket_timeout": timeout,
        "socket_connect_timeout": timeout,
        "retry": retry(NoBackoff(), 0),
        # The driver would announce itself, for which an ACL user may lack the rights.
        "driver_info": None,
    }
