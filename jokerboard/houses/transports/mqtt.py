"""The transport over an MQTT 5 broker that people run or rent: quality of service 0, nothing retained."""

from __future__ import annotations

import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from jokerboard.houses.transports.broker import CONNECT_WITHIN, Broker, BrokerWire

if TYPE_CHECKING:
    import aiomqtt

KEEPALIVE = 20
"""Seconds after which the broker or the client counts the other as gone."""
_AT_ONCE = ((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),)
"""Socket options without Nagle's algorithm, which would delay a second small packet by 40 ms."""


class MqttWire(BrokerWire):
    """One side of a rendezvous at an MQTT broker."""

    library: ClassVar[str] = "aiomqtt"
    separator: ClassVar[str] = "/"

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Broker]:
        import aiomqtt

        async with aiomqtt.Client(
            self._way.host,
            self._way.port,
            username=self._way.user,
            password=self._way.password,
            protocol=aiomqtt.ProtocolVersion.V5,
            keepalive=KEEPALIVE,
            timeout=CONNECT_WITHIN,
            tls_context=ssl.create_default_context() if self._way.kind == "mqtts" else None,
            socket_options=_AT_ONCE,
        ) as client:
            await client.subscribe(self._in, qos=0)
            yield _Mqtt(client, self._out)

    def _errors(self) -> tuple[type[Exception], ...]:
        import aiomqtt

        return (aiomqtt.MqttError,)

    def _refuses(self, error: Exception) -> bool:
        text = str(error)
        return "ot authorized" in text or "user name" in text.lower()


@dataclass(frozen=True, slots=True)
class _Mqtt:
    client: aiomqtt.Client
    out: str

    async def publish(self, packet: bytes) -> None:
        """Send a packet to the other side."""
        await self.client.publish(self.out, packet, qos=0)

    async def packets(self) -> AsyncIterator[bytes]:
        """The other side's packets, until the connection ends."""
        async for message in self.client.messages:
            if isinstance(message.payload, bytes):
                yield message.payload
