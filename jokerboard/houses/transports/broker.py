"""The transports over brokers: an MQTT 5 broker that people run or rent, and a hall's Redis.

A wire connects, carries packets both ways, and reconnects. Each rendezvous has two channels, one for each
direction. The broker stores no packets (MQTT: quality of service 0, nothing retained; Redis: publish and
subscribe): the houses repeat their whole state anyway. A broker sees two random names, and encrypted packets.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import socket
import ssl
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from jokerboard.host.errors import UsageError
from jokerboard.host.network import redis_settings
from jokerboard.host.system import install_line
from jokerboard.houses.channel import Side
from jokerboard.houses.transports.port import LONGEST, RETRY, Receiver, Way

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub


CONNECT_WITHIN = 10.0
"""Seconds for one attempt to connect, and for one packet to be handed over."""
_WAITING = 64
"""The most packets that wait to be sent; more are dropped."""


class Broker(NamedTuple):
    """A connection to a broker, subscribed to the packets of the other side."""

    publish: Callable[[bytes], Awaitable[object]]
    """Sends a packet to the other side."""
    packets: AsyncIterator[bytes]
    """The other side's packets, until the connection ends."""


class BrokerWire(ABC):
    """One side of a rendezvous at a broker."""

    library: ClassVar[str]
    """The Python library for this kind of broker."""
    separator: ClassVar[str]
    """The separator between the parts of a channel's name."""

    def __init__(self, way: Way, side: Side, rendezvous: str) -> None:
        """Raise UsageError if the library is missing."""
        if importlib.util.find_spec(self.library) is None:
            install = install_line("jokerboard[far]")
            raise UsageError(f"a game over {way.kind}:// needs the library {self.library}: {install}")
        other: Side = "guest" if side == "host" else "host"
        self._way = way
        self._out, self._in = (
            self.separator.join(("jokerboard", "1", rendezvous, end)) for end in (side, other)
        )
        self._packets: asyncio.Queue[bytes] = asyncio.Queue(_WAITING)
        self._task: asyncio.Task[None] | None = None
        self._free = False

    def start(self, receiver: Receiver) -> None:
        """Connect, and stay connected until `close`."""
        self._task = asyncio.get_running_loop().create_task(self._run(receiver))

    def send(self, packet: bytes) -> None:
        """Send a packet if the broker is connected."""
        if self._free:
            # A lost packet is sent again by the game, as on any network.
            with contextlib.suppress(asyncio.QueueFull):
                self._packets.put_nowait(packet)

    def close(self) -> None:
        """Disconnect."""
        if self._task is not None:
            self._task.cancel()

    @abstractmethod
    def _connected(self) -> AbstractAsyncContextManager[Broker]:
        """Connect to the broker and subscribe to the packets of the other side."""

    @abstractmethod
    def _errors(self) -> tuple[type[Exception], ...]:
        """The library's errors that end a connection."""

    @abstractmethod
    def _refuses(self, error: Exception) -> bool:
        """Whether the error means that the broker rejects the user or the password."""

    async def _run(self, receiver: Receiver) -> None:
        failed = 0
        errors: tuple[type[Exception], ...] = (*self._errors(), OSError)
        while True:
            try:
                async with self._connected() as broker:
                    failed, self._free = 0, True
                    receiver.obstacle(None)
                    await self._carry(broker, receiver)
            except errors as error:
                receiver.obstacle(f"the broker {self._way.text} {self._reason(error)}")
            finally:
                self._free = False
                while not self._packets.empty():
                    # Packets from before the outage are out of date, and the game repeats its state.
                    self._packets.get_nowait()
            await asyncio.sleep(RETRY[min(failed, len(RETRY) - 1)])
            failed += 1

    async def _carry(self, broker: Broker, receiver: Receiver) -> None:
        """Carry packets both ways until the connection ends."""
        both = (
            asyncio.ensure_future(self._send_all(broker)),
            asyncio.ensure_future(_take_all(broker, receiver)),
        )
        try:
            done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for each in done:
                each.result()
        finally:
            for each in both:
                each.cancel()
            await asyncio.gather(*both, return_exceptions=True)

    async def _send_all(self, broker: Broker) -> None:
        while True:
            await broker.publish(await self._packets.get())

    def _reason(self, error: Exception) -> str:
        if self._refuses(error):
            return "does not accept the user or the password"
        return f"cannot be reached ({' '.join(str(error).split())[:100] or type(error).__name__})"


async def _take_all(broker: Broker, receiver: Receiver) -> None:
    async for packet in broker.packets:
        if len(packet) <= LONGEST:
            receiver.packet(packet)


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
            packets = (each.payload async for each in client.messages if isinstance(each.payload, bytes))
            yield Broker(partial(client.publish, self._out, qos=0), packets)

    def _errors(self) -> tuple[type[Exception], ...]:
        import aiomqtt

        return (aiomqtt.MqttError,)

    def _refuses(self, error: Exception) -> bool:
        text = str(error)
        return "ot authorized" in text or "user name" in text.lower()


class RedisWire(BrokerWire):
    """One side of a rendezvous at a Redis."""

    library: ClassVar[str] = "redis"
    separator: ClassVar[str] = ":"

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Broker]:
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry

        way = self._way
        more: dict[str, Any] = {"ssl": True} if way.kind == "rediss" else {}
        client = Redis(
            host=way.host,
            port=way.port,
            username=way.user,
            password=way.password,
            **redis_settings(Retry, CONNECT_WITHIN),
            **more,
        )
        async with client, client.pubsub(ignore_subscribe_messages=True) as subscribed:
            await subscribed.subscribe(self._in)
            yield Broker(partial(client.publish, self._out), _packets(subscribed))

    def _errors(self) -> tuple[type[Exception], ...]:
        from redis import RedisError

        return (RedisError,)

    def _refuses(self, error: Exception) -> bool:
        return any(word in str(error) for word in ("WRONGPASS", "NOAUTH", "NOPERM", "invalid username"))


async def _packets(subscribed: PubSub) -> AsyncIterator[bytes]:
    while True:
        # If no message arrives for a while, the loop goes on: a lost connection fails at the next send.
        message = await subscribed.get_message(ignore_subscribe_messages=True, timeout=CONNECT_WITHIN)
        if message is not None and isinstance(message["data"], bytes):
            yield message["data"]
