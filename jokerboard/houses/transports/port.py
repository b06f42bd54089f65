"""The interface of all transports between two houses ("ways"), and the addresses that choose one.

A wire joins the host and one guest, who meet under a rendezvous. It carries packets of at most 65,536 bytes.
Each packet arrives once, several times, or not at all, and in any order; a packet sent while the wire is down
is lost. A wire repairs its own connection, and reports each obstacle as a sentence. It never looks into a
packet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import unquote, urlsplit

from jokerboard.host.errors import UsageError

LONGEST = 65_536
"""The most bytes of a packet."""
RETRY = (1.0, 2.0, 4.0, 8.0)
"""Seconds between attempts to connect; the last value repeats."""


@dataclass(frozen=True, slots=True)
class Receiver:
    """The functions that a wire calls in the thread of the event loop, `packet` with each packet received."""

    packet: Callable[[bytes], None]
    obstacle: Callable[[str | None], None]
    """Takes the reason why no packet can be sent now, as a clause for a sentence; None once they can be."""


class Wire(Protocol):
    """One side of the connection between the host and one guest."""

    def start(self, receiver: Receiver) -> None:
        """Connect, and stay connected until `close`."""

    def send(self, packet: bytes) -> None:
        """Send a packet if the wire is connected; return at once."""

    def close(self) -> None:
        """Disconnect."""


@dataclass(frozen=True, slots=True)
class Way:
    """A parsed address of a transport: `kind` is a key of `PORTS`, `text` the address without a password.

    If `kind` is "direct" and `host` is empty, the guest searches the local network for the inviting board by
    the invitation's code.
    """

    kind: str
    host: str
    port: int
    user: str | None = None
    password: str | None = None

    @property
    def text(self) -> str:
        """The address without user and password."""
        if not self.host:
            return HERE
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.kind}://{host}:{self.port}"


HERE = "direct://"
"""The address for two boards on one network."""
PORTS = {"mqtt": 1883, "mqtts": 8883, "redis": 6379, "rediss": 6379, "direct": 8095}
"""The default port of each kind of transport."""


def parse_way(text: str) -> Way:
    """Read an address such as mqtt://broker.example; UsageError names the mistake."""
    if text == HERE:
        return Way("direct", "", PORTS["direct"])
    wanted = "mqtt://HOST, mqtts://HOST, redis://HOST, rediss://HOST or direct://HOST"
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise UsageError(
            f"the way {text[:80]!r} has no valid port; write {wanted}, with :PORT if needed"
        ) from None
    if parts.scheme not in PORTS or not parts.hostname or parts.path not in ("", "/") or parts.query:
        raise UsageError(f"{text[:80]!r} is not an address of another board; write {wanted}")
    user, password = (None if each is None else unquote(each) for each in (parts.username, parts.password))
    if parts.scheme == "direct" and user is not None:
        raise UsageError("a direct way has no user; the code alone lets a board in")
    return Way(parts.scheme, parts.hostname, port or PORTS[parts.scheme], user, password)
