"""The device's side of the protocol, message by message."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_bridge import codec, messages
from firmware_bridge.codec import FrameReader, seal
from firmware_bridge.events import Edge
from firmware_bridge.messages import Message, Op
from tests.firmware_bridge.virtual import VirtualRig


class Talk:
    """A device to which a test sends messages, and whose messages it reads, without a host session."""

    def __init__(self, **board: object) -> None:
        self.rig = VirtualRig(0.0, 1, **{"channels": 8, "leds": 8, **board})
        self.reader = FrameReader()

    @property
    def device(self) -> Any:
        return self.rig.device

    def send(self, *messages: Message | bytes, ms: int = 2) -> list[Message]:
        for message in messages:
            self.rig.hal.incoming += message if isinstance(message, bytes) else seal(codec.pack(message))
        return self.wait(ms)

    def wait(self, ms: int) -> list[Message]:
        received: list[Message] = []
        for _ in range(ms):
            self.rig.hal.ms += 1
            self.device.step()
            received += [codec.parse(p) for p in self.reader.feed(bytes(self.rig.hal.outgoing))]
            self.rig.hal.outgoing.clear()
        return received

    def link(self, nonce: int = 5) -> int:
        welcome = next(m for m in self.send(messages.Hello(nonce)) if isinstance(m, messages.Welcome))
        return welcome.link


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_a_repeated_hello_keeps_the_link_and_a_hello_with_a_new_nonce_opens_a_new_link(talk: Talk) -> None:
    first = talk.link(5)
    assert talk.link(5) == first
    assert talk.link(6) != first


def test_a_host_of_another_major_version_gets_the_devices_version_and_no_link(talk: Talk) -> None:
    link = talk.link()
    talk.rig.hal.incoming += seal(codec.pack(messages.Hello(9, major=2)))
    talk.device.step()
    # The device sends the part of WELCOME that all versions share, for link 0.
    assert talk.reader.feed(bytes(talk.rig.hal.outgoing)) == [b"\x81\0\0JB\x01\x02"]
    assert talk.device.link == link


def test_frames_of_an_unknown_link_are_answered_with_nolink(talk: Talk) -> None:
    talk.wait(1)
    assert talk.send(messages.Ping(77, 1)) == [messages.NoLink()]
    link = talk.link()
    assert talk.send(messages.Ping(link + 1, 1)) == [messages.NoLink()]


def test_malformed_messages_and_messages_of_other_devices_are_not_answered(talk: Talk) -> None:
    link = talk.link()
    head = bytes([link & 0xFF, link >> 8])
    for payload in (
        b"\x84" + head + b"\x01\x00\x00",
        b"\x01\0\0XX\x01\0\x05\0\0\0",
        b"\x01\0\0JB",
        b"\x02" + head,
        b"\x03" + head,
        b"\x04" + head + b"\x01",
        b"\x55" + head,
    ):
        assert talk.send(seal(payload)) == []


def test_a_repeated_command_is_carried_out_once_and_a_command_out_of_order_is_never_carried_out(
    talk: Talk,
) -> None:
    link = talk.link()
    one = messages.Command(link, 1, Op.DEBOUNCE, b"\x09")
    (result,) = talk.send(one)
    assert result == messages.Result(link, 1, 0)
    talk.device.scanner.debounce_ms = 3
    assert talk.send(one) == [result]
    assert talk.device.scanner.debounce_ms == 3
    assert talk.send(messages.Command(link, 3, Op.DEBOUNCE, b"\x07")) == []
    assert talk.send(messages.Command(link, 0xFFFF, Op.DEBOUNCE, b"\x07")) == []
    assert len(talk.send(messages.Command(link, 2, Op.DEBOUNCE, b"\x07"))) == 1
    assert talk.device.scanner.debounce_ms == 7


def test_acknowledgements_of_old_or_unsent_edges_change_nothing(talk: Talk) -> None:
    link = talk.link()
    talk.wait(10)
    for channel in range(4):
        talk.rig.hal.levels[channel] = True
        talk.wait(1)
    assert talk.device.ring.next == 4
    for number, oldest in ((2, 2), (1, 2), (9, 2), (2, 2), (4, 4)):
        talk.send(messages.Ack(link, number))
        assert talk.device.ring.oldest == oldest


def test_edges_are_repeated_only_after_all_bytes_that_may_acknowledge_them_are_read(talk: Talk) -> None:
    talk.link()
    talk.wait(10)
    talk.rig.hal.levels[3] = True
    assert len(talk.wait(5)) == 1
    for _ in range(60):  # A byte of the host arrives in every pass.
        assert talk.send(b"\x11", ms=1) == []
    repeats = [m for m in talk.wait(60) if isinstance(m, messages.Edges)]
    assert len(repeats) >= 2


def test_edges_are_repeated_after_a_second_if_the_host_sends_without_pause(talk: Talk) -> None:
    talk.link()
    talk.wait(10)
    talk.rig.hal.levels[3] = True
    talk.wait(5)
    received = [m for _ in range(1100) for m in talk.send(b"\x11", ms=1)]
    assert [m for m in received if isinstance(m, messages.Edges)]


def test_edges_more_than_65_seconds_apart_are_sent_in_separate_frames(talk: Talk) -> None:
    talk.wait(5)
    for channel in range(2):
        talk.rig.hal.levels[channel] = True
        talk.wait(1)
        talk.rig.hal.ms += 70_000
    received = talk.send(messages.Hello(5))
    edges = [m for m in received if isinstance(m, messages.Edges)]
    assert [len(m.edges) for m in edges] == [1, 1]
    assert edges[1].edges[0].time - edges[0].edges[0].time > 70_000


def test_a_late_pass_is_counted_and_the_uptime_continues(talk: Talk) -> None:
    before = talk.device.overruns
    talk.rig.hal.ms += 20
    talk.wait(1)
    assert talk.device.overruns == before + 1
    assert talk.device.uptime_s() == 0
    talk.rig.hal.ms += 2000
    talk.wait(1)
    assert talk.device.uptime_s() == 2


@pytest.mark.parametrize("start", [5000, (1 << 30) - 12, (1 << 30) - 9, (1 << 30) + 5000, (3 << 30) + 70])
def test_a_pong_has_the_time_of_its_sending_also_in_a_long_pass(start: int) -> None:
    talk = Talk()
    for turn in range((start >> 30) + 1):  # The device must run at least once during each wrap of its clock.
        talk.rig.hal.ms = (turn << 30) + 60 - 10 * turn
        talk.wait(1)
    talk.rig.hal.ms = start
    link = talk.link()
    talk.rig.hal.reading_takes = 3
    for token in range(1, 9):
        (pong,) = [m for m in talk.send(messages.Ping(link, token), ms=1) if isinstance(m, messages.Pong)]
        assert pong.time == talk.rig.hal.ms % (1 << 32)


def test_the_reported_time_continues_when_the_chips_clock_wraps() -> None:
    talk = Talk()
    talk.rig.hal.ms = 0x3FFFFFFF - 60
    talk.device._now = talk.rig.hal.ms
    link = talk.link()
    talk.rig.hal.levels[1] = True
    talk.wait(1)
    talk.rig.hal.ms += 100
    talk.rig.hal.levels[2] = True
    received = talk.wait(2) + talk.send(messages.Ping(link, 1))
    edge_times = [e.time for m in received if isinstance(m, messages.Edges) for e in m.edges]
    (pong,) = [m for m in received if isinstance(m, messages.Pong)]
    assert edge_times[0] < 0x40000000 < edge_times[-1]
    assert edge_times[-1] - edge_times[0] in (101, 102)
    assert pong.time >= edge_times[-1]


def test_host_and_device_work_while_the_devices_clock_wraps() -> None:
    rig = VirtualRig(0.01, 3)
    rig.hal.ms = 0x3FFFFFFF - 2000
    rig.device._now = rig.hal.ms
    rig.open()
    rig.tick(1000)
    did = []
    for turn in range(100):
        rig.hal.levels[turn] = True
        did.append(rig.now)
        rig.tick(30)
    rig.tick(200)
    times = [e.t for e in rig.events if isinstance(e, Edge)]
    assert len(times) == 100
    assert max(abs(a - b) for a, b in zip(times, did, strict=True)) < 0.004


def test_pixels_are_not_changed_while_the_led_chain_is_being_sent(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk.link()
    talk.wait(100)
    monkeypatch.setattr(talk.device.lights, "_busy", lambda: True)
    shown = len(talk.rig.hal.shown)
    talk.device.lights.define(bytes([1, 9, 9, 9, 0, 0, 0]), 0, 7)
    talk.device.lights.paint(bytes([0, 0, 8, 0, 1]), 0, 5)
    talk.wait(200)
    assert len(talk.rig.hal.shown) == shown
    monkeypatch.setattr(talk.device.lights, "_busy", lambda: False)
    talk.wait(5)
    assert talk.rig.hal.shown[-1] == bytes([9] * 24)


def test_if_a_scan_has_more_edges_than_the_ring_holds_the_newest_edges_are_kept() -> None:
    talk = Talk(channels=112, ring=64)
    talk.link()
    talk.wait(10)
    talk.rig.hal.levels = [True] * 112
    received = talk.wait(2)
    numbers = [m.seq + i for m in received if isinstance(m, messages.Edges) for i in range(len(m.edges))]
    assert numbers == list(range(48, 112))
    assert [m.oldest for m in received if isinstance(m, messages.Pong)] == [48]
