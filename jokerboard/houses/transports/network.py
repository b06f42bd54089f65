"""Open the wire of a transport by its address, on the running event loop."""

from __future__ import annotations

import ipaddress

from jokerboard.houses.channel import Side
from jokerboard.houses.transports.broker import MqttWire, RedisWire
from jokerboard.houses.transports.direct import DirectGuestWire, DirectListener
from jokerboard.houses.transports.port import Way, Wire, parse_way


class Network:
    """The wires of one table; a direct host has one listener for all its guests."""

    def __init__(self) -> None:
        self._listeners: dict[Way, DirectListener] = {}

    def wire(self, via: str, side: Side, rendezvous: str) -> Wire:
        """Open one side of a rendezvous at the address `via`; raise UsageError if that is impossible."""
        way = parse_way(via)
        if way.kind != "direct":
            return (MqttWire if way.kind.startswith("mqtt") else RedisWire)(way, side, rendezvous)
        if side == "guest":
            return DirectGuestWire(way, rendezvous)
        if way not in self._listeners:
            self._listeners[way] = DirectListener(way, None if not _is_loopback(way.host) else way.host)
        return self._listeners[way].wire(rendezvous)


def _is_loopback(host: str) -> bool:
    """Whether `host` is an address of this machine that no other machine reaches."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
