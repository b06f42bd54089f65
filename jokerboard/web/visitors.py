"""The origin of a request: whether it is local, and whether one of our own pages sent it.

A browser sends requests for any page it has open, so the address of a request is not enough. The page refuses
three attacks: a foreign page that posts to us (its Origin is not ours), a foreign name that resolves to us
(its Host is not ours), and a proxy that makes everybody look local (it adds a header).
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Mapping

from jokerboard.web.errors import BadRequest
from jokerboard.words.catalogue import words

LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


def is_loopback(address: str) -> bool:
    """Whether `address` (any text) is a loopback address."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(ip, "ipv4_mapped", None)
    return (mapped or ip).is_loopback


def is_local(address: str, headers: Mapping[str, str]) -> bool:
    """Whether the request came from this machine to this machine, without a proxy."""
    proxied = "forwarded" in headers or "x-forwarded-for" in headers
    return is_loopback(address) and not proxied and host_name(headers.get("host", "")) in LOCAL_NAMES


def host_name(host: str) -> str:
    """The name in the text of a Host header, without port and brackets, in lower case."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.rpartition(":")[0].lower() if host.count(":") == 1 else host.lower()


def own_names() -> frozenset[str]:
    """The names by which a local network knows this machine."""
    name = socket.gethostname().lower().rstrip(".")
    short = name.partition(".")[0]
    # mDNS gives each machine a name that ends in .local.
    return frozenset({name, short, f"{short}.local"})


def check_host(host: str, *, local_only: bool, names: frozenset[str]) -> None:
    """Raise BadRequest unless `host`, the text of a Host header, is one of this page's own names.

    DNS rebinding needs a name, so a page that serves the network accepts any IP address.
    """
    name = host_name(host)
    if name in LOCAL_NAMES or (not local_only and (name in names or _is_number(name))):
        return
    raise BadRequest(words("origin.name", name=name[:60]), 421)


def check_origin(headers: Mapping[str, str]) -> None:
    """Raise BadRequest if a page of another origin sent the request."""
    origin, host = headers.get("origin"), headers.get("host", "")
    foreign = origin is not None and origin not in (f"http://{host}", f"https://{host}")
    if foreign or headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        raise BadRequest(words("origin.other"), 403)


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
