"""Host and device under attack: bytes are lost, duplicated, delayed or changed, and both ends restart."""

from __future__ import annotations

import itertools
import random
import tracemalloc
from collections.abc import Sequence
from dataclasses import dataclass, field

from hypothesis import example, given
from hypothesis import strategies as st

from firmware_bridge.codec import MAX_WIRE
from firmware_bridge.events import Edge, Gap, Linked, LinkEvent, Snapshot, Trouble
from tests.examples import examples, whole
from tests.firmware_bridge.virtual import VirtualRig

GARBAGE = 1_000_000 if whole() else 200_000


@dataclass
class Adversary:
    """A wire on which each chunk of bytes may be lost, duplicated, delayed or changed."""

    plan: list[int]
    at: int = 0
    held: list[bytes] = field(default_factory=list)
    kind: bool = False
    ready: bytes = b""
    carried: int = 0

    def put(self, data: bytes, now: float) -> None:
        if not data:
            return
        self.carried += len(data)
        deed = 0 if self.kind else self.plan[self.at % len(self.plan)]
        self.at += 1
        if deed == 1:
            return
        if deed == 2:
            data += data
        elif deed == 3:
            self.held.append(data)
            return
        elif deed == 4:
            self.ready += data + b"".join(reversed(self.held))
            self.held.clear()
            return
        elif deed == 5:
            data = data[: len(data) // 2]
        elif deed == 6:
            data = bytes([data[0] ^ 0x41]) + data[1:] + b"\x03\x02\x00"
        self.ready += data

    def take(self, now: float) -> bytes:
        data, self.ready = self.ready, b""
        return data

    def cut(self) -> None:
        self.ready = b""


def edges_by_boot(events: Sequence[LinkEvent]) -> dict[bytes, list[Edge]]:
    """The host's edges, by the boot identifier of the device's run in which they happened."""
    by_boot: dict[bytes, list[Edge]] = {}
    boot = b""
    for event in events:
        if isinstance(event, Linked):
            boot = event.boot.to_bytes(4, "little")
        elif isinstance(event, Edge):
            by_boot.setdefault(boot, []).append(event)
    return by_boot


@examples(150)
@given(
    st.lists(st.integers(0, 6), min_size=1, max_size=12),
    st.lists(st.integers(0, 6), min_size=1, max_size=12),
    st.lists(st.sampled_from("eeeeehdw"), max_size=40),
    st.integers(0, 999),
)
@example(up=[0, 0, 4, 1, 3], down=[1, 0, 4, 1, 0, 3, 1], deeds=list("eeehdehwe"), seed=0)
def test_no_adversary_makes_the_host_receive_an_edge_twice_or_out_of_order(
    up: list[int], down: list[int], deeds: list[str], seed: int
) -> None:
    rig = VirtualRig(0.0, seed, channels=20, leds=4, ring=64)
    rig.up, rig.down = adversaries = Adversary(up), Adversary(down)  # type: ignore[assignment]
    rig.open()
    rig.tick()  # The levels at the device's first scan make no edges.
    chance = random.Random(seed)
    did: dict[bytes, list[tuple[int, bool]]] = {}
    lives = [0]
    for deed in deeds:
        match deed:
            case "e":
                channel = chance.randrange(20)
                rig.hal.levels[channel] ^= True
                did.setdefault(rig.device.boot, []).append((channel, rig.hal.levels[channel]))
                rig.tick(8)
            case "h":
                lives.append(len(rig.events))
                rig.reopen()
            case "d":
                rig.restart_device()
                rig.tick()
            case _:
                rig.tick(60)
    for adversary in adversaries:
        adversary.kind = True
    rig.tick(1200)

    by_boot = edges_by_boot(rig.events)
    for boot, edges in by_boot.items():
        assert [e.seq for e in edges] == list(range(len(edges)))
        assert [(e.channel, e.on) for e in edges] == did[boot][: len(edges)]
    # A new host maps the device's clock again; for each host, times never decrease.
    for begin, end in itertools.pairwise([*lives, len(rig.events)]):
        times = [e.t for e in rig.events[begin:end] if isinstance(e, Edge)]
        assert times == sorted(times)
    # Without further noise the host and the device agree: all edges of this run are delivered, and the
    # snapshot is right.
    assert rig.session.order.boot == int.from_bytes(rig.device.boot, "little")
    assert len(by_boot.get(rig.device.boot, [])) == len(did.get(rig.device.boot, []))
    last = [e for e in rig.events if isinstance(e, Snapshot)][-1]
    after = [e for e in rig.events[rig.events.index(last) :] if isinstance(e, Edge)]
    levels = list(last.levels)
    for edge in after:
        levels[edge.channel] = edge.on
    assert levels == rig.hal.levels


def garbage(chance: random.Random, count: int) -> bytes:
    """`count` bytes of noise, which may be random, mostly zeros, without zeros, or torn frames."""
    out = bytearray()
    while len(out) < count:
        kind = chance.randrange(4)
        if kind == 0:
            out += chance.randbytes(500)
        elif kind == 1:
            out += bytes(chance.choice(b"\0\0\0\x01\x02\x82") for _ in range(200))
        elif kind == 2:
            out += bytes(chance.randrange(1, 256) for _ in range(300))
        else:
            out += bytes.fromhex("0782341201010303")[: chance.randrange(1, 9)] + b"\0"
    return bytes(out[:count])


def test_the_host_works_after_much_garbage_on_the_line() -> None:
    rig = VirtualRig(0.0, 1)
    rig.open()
    rig.tick(50)
    chance = random.Random(2)
    rig.session.receive(garbage(chance, GARBAGE // 10), rig.now)
    tracemalloc.start()
    for _ in range(GARBAGE // 1000):
        rig.session.receive(garbage(chance, 1000), rig.now)
        rig.session.outgoing()
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 200_000
    assert len(rig.session.reader._part) <= MAX_WIRE
    rig.hal.levels[7] = True
    rig.tick(100)
    assert [e.channel for e in rig.events if isinstance(e, Edge)] == [7]


def test_the_device_works_after_much_garbage_on_the_line() -> None:
    rig = VirtualRig(0.0, 1)
    rig.open()
    rig.tick(50)
    noise = garbage(random.Random(3), GARBAGE)
    for at in range(0, len(noise), 64):
        rig.hal.incoming += noise[at : at + 64]
        rig.device.step()
        rig.hal.outgoing.clear()
    rig.hal.incoming += b"\0"
    rig.hal.levels[7] = True
    rig.tick(1500)
    assert rig.device.reader.bad > GARBAGE // 100
    assert [e.channel for e in rig.events if isinstance(e, Edge)] == [7]
    assert not [e for e in rig.events if isinstance(e, Gap | Trouble)]
