"""The settings with which every connection to a Redis is made."""

from __future__ import annotations

from typing import Any


def redis_settings(retry: type[Any], timeout: float) -> dict[str, Any]:
    """The keyword arguments for a client of redis-py.

    `retry` is redis-py's class Retry; `timeout` is in seconds, for connecting and for each answer. The client
    never repeats a command, because only the caller knows whether that does harm.
    """
    from redis.backoff import NoBackoff

    return {
        # Protocol 3 begins with the command HELLO, which the user's rights (ACL) may exclude.
        "protocol": 2,
        "socket_timeout": timeout,
        "socket_connect_timeout": timeout,
        "retry": retry(NoBackoff(), 0),
        # redis-py would announce its version with a command that the user's rights may exclude.
        "driver_info": None,
    }
