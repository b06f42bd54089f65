"""This machine's name and IP address in the local network, by which other devices reach its page."""

from __future__ import annotations

import socket

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
