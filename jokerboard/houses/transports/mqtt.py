"""The way over an MQTT 5 broker that people run or rent.

Each rendezvous has two topics, one for each direction. Messages are sent with quality of service 0 and are
never retained: the houses repeat their whole state anyway, so a broker stores nothing. The broker sees two
topic names that say nothing, and encrypted packets.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import socket
import ssl
from typing import TYPE_CHECKING, Any

from jokerboard.host.errors import UsageError
from jokerboard.host.system import install_line
from jokerboard.houses.channel import Side
from jokerboard.houses.transports.port import LONGEST, RETRY, Receiver, Way

if TYPE_CHECKING:
    import aiomqtt

KEEPALIVE = 20
"""Seconds after which broker and client notice that the other is gone."""
_AT_ONCE = ((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),)
"""Without it a second small packet waits for the acknowledgement of the first one, which takes 40 ms."""
_WAITING = 64
"""The most packets that wait for the network; more are dropped."""


class MqttWire:
    """One side of a rendezvous at a broker."""

    def __init__(self, way: Way, side: Side, rendezvous: str) -> None:
        """UsageError without the library aiomqtt."""
        if importlib.util.find_spec("aiomqtt") is None:
            raise UsageError(
                f"a game over an MQTT broker needs the library aiomqtt: {install_line('jokerboard[far]')}"
            )
        other: Side = "guest" if side == "host" else "host"
        self._way = way
        self._out = f"jokerboard/1/{rendezvous}/{side}"
        self._in = f"jokerboard/1/{rendezvous}/{other}"
        self._packets: asyncio.Queue[bytes] = asyncio.Queue(_WAITING)
        self._task: asyncio.Task[None] | None = None
        self._free = False

    def start(self, receiver: Receiver) -> None:
        """Connect, and stay connected until `close`."""
        self._task = asyncio.get_running_loop().create_task(self._run(receiver))

    def send(self, packet: bytes) -> None:
        """Send a packet if the broker is connected."""
        if self._free:
            with contextlib.suppress(asyncio.QueueFull):
                self._packets.put_nowait(packet)

    def close(self) -> None:
        """Disconnect."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self, receiver: Receiver) -> None:
        import aiomqtt

        failed = 0
        while True:
            try:
                async with self._client() as client:
                    await client.subscribe(self._in, qos=0)
                    failed, self._free = 0, True
                    receiver.obstacle(None)
                    await self._carry(client, receiver)
            except (aiomqtt.MqttError, OSError) as error:
                receiver.obstacle(f"the broker {self._way.text} {_reason(error)}")
            finally:
                self._free = False
                self._empty()
            await asyncio.sleep(RETRY[min(failed, len(RETRY) - 1)])
            failed += 1

    def _client(self) -> aiomqtt.Client:
        import aiomqtt

        context = ssl.create_default_context() if self._way.kind == "mqtts" else None
        return aiomqtt.Client(
            self._way.host,
            self._way.port,
            username=self._way.user,
            password=self._way.password,
            protocol=aiomqtt.ProtocolVersion.V5,
            keepalive=KEEPALIVE,
            timeout=10,
            tls_context=context,
            socket_options=_AT_ONCE,
        )

    async def _carry(self, client: aiomqtt.Client, receiver: Receiver) -> None:
        """Carry packets both ways until the connection ends."""
        sending = asyncio.ensure_future(self._send_all(client))
        receiving = asyncio.ensure_future(_receive_all(client, receiver))
        try:
            done, _ = await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
            for each in done:
                each.result()
        finally:
            for each in (sending, receiving):
                each.cancel()
            await asyncio.gather(sending, receiving, return_exceptions=True)

    async def _send_all(self, client: aiomqtt.Client) -> None:
        while True:
            await client.publish(self._out, await self._packets.get(), qos=0)

    def _empty(self) -> None:
        while not self._packets.empty():
            self._packets.get_nowait()


async def _receive_all(client: aiomqtt.Client, receiver: Receiver) -> None:
    async for message in client.messages:
        payload: Any = message.payload
        if isinstance(payload, bytes) and len(payload) <= LONGEST:
            receiver.packet(payload)


def _reason(error: Exception) -> str:
    text = str(error)
    if "ot authorized" in text or "user name" in text.lower():
        return "does not accept the user or the password"
    return f"cannot be reached ({' '.join(text.split())[:100] or type(error).__name__})"
