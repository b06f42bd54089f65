"""This machine's addresses in the local network, and the settings of connections to a Redis."""

from __future__ import annotations

import socket
from typing import Any

ELSEWHERE = "192.0.2.1"
"""An address reserved for documentation (RFC 5737); it is never contacted."""


def addresses(local: str) -> tuple[str, ...]:
    """The addresses at which other devices reach a page; only `local` if there is none.

    `local` is the page's address on this machine, such as http://127.0.0.1:8080/.
    """
    name = socket.gethostname().partition(".")[0].lower()
    hosts = [f"{name}.local"] if name and name != "localhost" else []
    number = own_number()
    if number is not None:
        hosts.append(number)
    return tuple(local.replace("127.0.0.1", host) for host in hosts) or (local,)


def own_number() -> str | None:
    """This machine's IP address in the local network; None if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        try:
            # Connecting a datagram socket sends nothing; the system only chooses the local address.
            door.connect((ELSEWHERE, 9))
        except OSError:
            return None
        number = str(door.getsockname()[0])
    return None if number.startswith("127.") or number == "0.0.0.0" else number


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
