"""One contract for every transport between two houses: memory, direct, mDNS, real MQTT, real Redis."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hardware.clock import LoopClock
from jokerboard.host.errors import UsageError
from jokerboard.houses.channel import Side
from jokerboard.houses.transports import nearby
from jokerboard.houses.transports.network import Network
from jokerboard.houses.transports.port import HERE, Receiver, Wire, parse_way
from jokerboard.tournament.redis_setup import table_rights
from tests.jokerboard.houses.memory import MemoryNetwork
from tests.jokerboard.houses.real_broker import RealBroker, RedisBroker
from tests.programs import free_port

MEETING = "0123456789abcdef0123456789abcdef"
PATIENCE = 60.0
WAYS = ("memory", "direct", "nearby", "mqtt", "redis")


class End:
    """One side of a wire, and the messages that this side has received."""

    def __init__(self, wire: Wire) -> None:
        self.wire, self.packets = wire, list[bytes]()
        self.obstacles: list[str | None] = []
        wire.start(Receiver(self.packets.append, self.obstacles.append))

    async def until(self, so: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not so():
                await asyncio.sleep(0.005)

    async def free(self) -> None:
        await self.until(lambda: self.obstacles and self.obstacles[-1] is None)


class Ground:
    """Opens wires of one kind, and interrupts them."""

    def __init__(self, kind: str, path: Path) -> None:
        self.kind, self.network = kind, Network()
        brokers = {"mqtt": RealBroker, "redis": RedisBroker}
        self.broker = brokers[kind](path) if kind in brokers else None
        here = HERE if kind == "nearby" else f"direct://127.0.0.1:{free_port()}"
        self.via = here if self.broker is None else self.broker.way
        self.memory: MemoryNetwork | None = None

    def wire(self, side: Side, meeting: str = MEETING) -> Wire:
        if self.kind != "memory":
            return self.network.wire(self.via, side, meeting)
        if self.memory is None:
            self.memory = MemoryNetwork(LoopClock(asyncio.get_running_loop()), Random(1))
        return self.memory.wire(side, meeting)

    @asynccontextmanager
    async def pair(self) -> AsyncIterator[tuple[End, End]]:
        host = End(self.wire("host"))
        await host.free()
        guest = End(self.wire("guest"))
        await guest.free()
        try:
            yield host, guest
        finally:
            for end in (host, guest):
                end.wire.close()
            await asyncio.sleep(0.05)


@pytest.fixture(params=WAYS)
def ground(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Ground]:
    monkeypatch.setattr(nearby, "own_number", lambda: None)  # mDNS packets must stay on this machine.
    made = Ground(request.param, tmp_path)
    yield made
    if made.broker is not None:
        made.broker.stop()


def test_a_wire_carries_packets_unchanged_in_both_directions(ground: Ground) -> None:
    async def run() -> None:
        async with ground.pair() as (host, guest):
            sent = [bytes([n]) * size for n, size in enumerate((1, 300, 60_000))]
            for packet in sent:
                host.wire.send(packet)
                guest.wire.send(packet + b"!")
            await guest.until(lambda: set(sent) <= set(guest.packets))
            await host.until(lambda: {packet + b"!" for packet in sent} <= set(host.packets))

    asyncio.run(run())


def test_a_wire_does_not_deliver_packets_of_another_rendezvous(ground: Ground) -> None:
    async def run() -> None:
        async with ground.pair() as (host, guest):
            other = End(ground.wire("host", "f" * 32))
            await other.free()
            other.wire.send(b"for somebody else")
            host.wire.send(b"for you")
            await guest.until(lambda: guest.packets)
            assert b"for somebody else" not in guest.packets
            other.wire.close()

    asyncio.run(run())


def test_a_packet_sent_before_the_other_side_connects_is_lost_and_a_later_packet_arrives(
    ground: Ground,
) -> None:
    async def run() -> None:
        host = End(ground.wire("host"))
        await host.free()
        host.wire.send(b"nobody is there")
        guest = End(ground.wire("guest"))
        await guest.free()
        host.wire.send(b"now")

        def arrived() -> bool:
            host.wire.send(b"now")
            return b"now" in guest.packets

        await guest.until(arrived)
        assert b"nobody is there" not in guest.packets
        host.wire.close()
        guest.wire.close()
        await asyncio.sleep(0.05)

    asyncio.run(run())


def test_a_wire_reports_an_obstacle_and_reconnects_when_the_other_end_is_back(ground: Ground) -> None:
    async def run() -> None:
        async with ground.pair() as (host, guest):
            if ground.broker is not None:
                ground.broker.stop()
                await guest.until(lambda: guest.obstacles[-1] is not None)
                assert f"the broker {ground.broker.way}" in str(guest.obstacles[-1])
                await asyncio.to_thread(ground.broker.start)
            elif ground.memory is not None:
                ground.memory.set_up(False)
                assert guest.obstacles[-1] is not None
                ground.memory.set_up(True)
            else:
                host.wire.close()
                await guest.until(lambda: guest.obstacles[-1] is not None)
                host = End(ground.wire("host"))
            await host.free()
            await guest.free()

            def arrived() -> bool:
                host.wire.send(b"again")
                return b"again" in guest.packets

            await guest.until(arrived)
            host.wire.close()

    asyncio.run(run())


def test_a_direct_guest_with_a_wrong_code_is_refused_and_after_ten_tries_also_with_the_right_code(
    tmp_path: Path,
) -> None:
    async def run() -> None:
        ground = Ground("direct", tmp_path)
        host = End(ground.wire("host"))
        await host.free()
        reasons = []
        for code in (*(f"{n:032x}" for n in range(10)), MEETING):
            guest = End(ground.wire("guest", code))
            await guest.until(lambda guest=guest: guest.obstacles)  # type: ignore[misc]
            reasons.append(guest.obstacles[-1])
            guest.wire.close()
        assert reasons == [
            *["no game answers to this code: it is mistyped, or it was withdrawn; ask for a new code"] * 10,
            "too many wrong codes were tried; wait a minute",
        ]
        host.wire.close()
        await asyncio.sleep(0.05)

    asyncio.run(run())


def test_a_guest_without_an_address_finds_the_host_with_its_code_on_the_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nearby, "own_number", lambda: None)
    monkeypatch.setattr(nearby, "WITHIN", 0.5)

    async def run() -> None:
        ground = Ground("nearby", tmp_path)
        guest = End(ground.wire("guest"))
        await guest.until(lambda: guest.obstacles)
        assert "no board on this network answers to this code" in str(guest.obstacles[0])
        others, host = End(ground.wire("host", "f" * 32)), End(ground.wire("host"))
        monkeypatch.setattr(nearby, "WITHIN", 3.0)
        await guest.free()
        assert len({(each.address, each.port) for each in await nearby.find_all(1.0)}) == 1
        for each in (guest, others, host):
            each.wire.close()
        await asyncio.sleep(0.05)

    asyncio.run(run())


def test_a_table_connects_to_another_table_over_the_halls_redis_only_with_the_right_password(
    tmp_path: Path,
) -> None:
    async def run() -> None:
        ground = Ground("redis", tmp_path)
        assert isinstance(ground.broker, RedisBroker)
        link: Any = ground.broker.link
        link.execute_command("ACL", "SETUSER", "t7", "on", ">secret", *table_rights("t7"))
        own = ground.broker.way.replace("//", "//t7:secret@")
        ground.via = own.replace("secret", "wrong")
        wrong = End(ground.wire("host"))
        await wrong.until(lambda: wrong.obstacles)
        assert str(wrong.obstacles[0]).endswith("does not accept the user or the password")
        wrong.wire.close()
        ground.via = own
        async with ground.pair() as (host, guest):
            host.wire.send(b"for you")
            await guest.until(lambda: b"for you" in guest.packets)
        ground.broker.stop()

    asyncio.run(run())


def test_without_zeroconf_a_missing_address_is_reported_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "zeroconf" else name)
    with pytest.raises(UsageError, match=r"needs the library zeroconf: .*, or name the way, as direct://"):
        Network().wire(HERE, "guest", MEETING)


def test_a_direct_host_reports_a_port_in_use_and_tries_again(tmp_path: Path) -> None:
    async def run() -> None:
        ground = Ground("direct", tmp_path)
        with socket.socket() as door:
            door.bind(("127.0.0.1", parse_way(ground.via).port))
            door.listen()
            host = End(ground.wire("host"))
            await host.until(lambda: host.obstacles)
            assert "cannot listen at direct://127.0.0.1" in str(host.obstacles[0])
        await host.free()
        host.wire.close()
        await asyncio.sleep(0.05)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("broker", "is not an address of another board"),
        ("http://x", "is not an address of another board"),
        ("mqtt://", "is not an address of another board"),
        ("mqtt://x:99999", "has no valid port"),
        ("mqtt://x/topic", "is not an address of another board"),
        ("direct://user:secret@x", "a direct way has no user"),
    ],
)
def test_an_unsupported_transport_address_is_reported_in_one_sentence(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        parse_way(text)


def test_a_transports_address_is_shown_without_its_password() -> None:
    way = parse_way("mqtts://ann:s%40cret@broker.example")
    assert (way.user, way.password, way.port) == ("ann", "s@cret", 8883)
    assert way.text == "mqtts://broker.example:8883"
