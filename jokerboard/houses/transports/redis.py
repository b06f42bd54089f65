"""The transport over a hall's Redis, by publish and subscribe, which stores nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from jokerboard.host.network import redis_settings
from jokerboard.houses.transports.broker import CONNECT_WITHIN, Broker, BrokerWire

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.asyncio.client import PubSub


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
            yield _Redis(client, subscribed, self._out)

    def _errors(self) -> tuple[type[Exception], ...]:
        from redis import RedisError

        return (RedisError,)

    def _refuses(self, error: Exception) -> bool:
        return any(word in str(error) for word in ("WRONGPASS", "NOAUTH", "NOPERM", "invalid username"))


@dataclass(frozen=True, slots=True)
class _Redis:
    client: Redis
    subscribed: PubSub
    out: str

    async def publish(self, packet: bytes) -> None:
        """Send a packet to the other side."""
        await self.client.publish(self.out, packet)

    async def packets(self) -> AsyncIterator[bytes]:
        """The other side's packets, until the connection ends."""
        while True:
            # If no message arrives for a while, the loop goes on: a lost connection fails at the next send.
            message = await self.subscribed.get_message(
                ignore_subscribe_messages=True, timeout=CONNECT_WITHIN
            )
            if message is not None and isinstance(message["data"], bytes):
                yield message["data"]
