"""This machine's addresses in the local network, where other devices find its page."""

from __future__ import annotations

import socket

ELSEWHERE = "192.0.2.1"
"""An address for documentation (RFC 5737): choosing a route to it sends nothing."""


def addresses(local: str) -> tuple[str, ...]:
    """The page's addresses for other devices; `local` is its address on this machine, as http://127.0.0.1:8080/."""
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
