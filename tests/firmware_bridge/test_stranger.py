"""The host with a device written from PROTOCOL.md alone: the smallest device that section 15 permits."""

from __future__ import annotations

import binascii
import random
import struct

import pytest

from firmware_bridge.events import Answer, Edge, Facts, Gap, LinkEvent, Snapshot, Trouble
from firmware_bridge.lightplan import Style
from firmware_bridge.messages import Op, Status
from firmware_bridge.session import HostSession


def unstuffed(stuffed: bytes) -> bytes:
    """The bytes that a frame encodes by COBS; b"" for an incomplete frame."""
    plain = b""
    while stuffed:
        code = stuffed[0]
        if code > len(stuffed):
            return b""
        plain += stuffed[1:code]
        stuffed = stuffed[code:]
        if stuffed:
            plain += b"\0"
    return plain


class StrangersDevice:
    """A device that knows five messages in each direction and sends one edge in each frame.

    It repeats unacknowledged edges every 15 ms.
    """

    def __init__(self, chance: random.Random, channels: int = 40) -> None:
        self.chance = chance
        self.boot = chance.getrandbits(32)
        self.levels = [False] * channels
        self.kept: list[tuple[int, int]] = []
        self.oldest = 0
        self.link = 0
        self.next_link = chance.getrandbits(16)
        self.nonce = b""
        self.n = 0
        self.result = b""
        self.noise = bytearray()
        self.sent_at = 0
        self.ms = 0
        self.out = b""

    def press(self, channel: int) -> None:
        self.levels[channel] = not self.levels[channel]
        self.kept.append((self.ms, channel | self.levels[channel] << 15))
        self.send_edge(self.oldest + len(self.kept) - 1)

    def send(self, payload: bytes) -> None:
        data = payload + struct.pack("<I", binascii.crc32(payload)) + b"\0"
        stuffed = b""
        while data:
            piece, _, data = data.partition(b"\0")
            stuffed += bytes([len(piece) + 1]) + piece
        self.out += stuffed + b"\0"

    def send_edge(self, number: int) -> None:
        time, what = self.kept[number - self.oldest]
        if self.link:
            self.send(struct.pack("<BHIIHH", 0x82, self.link, number, time, 0, what))

    def tick(self, data: bytes) -> bytes:
        self.ms += 1
        self.noise += data
        while 0 in self.noise:
            frame, _, rest = bytes(self.noise).partition(b"\0")
            self.noise[:] = rest
            self.frame(frame)
        del self.noise[:-200]
        if self.kept and self.ms - self.sent_at >= 15:
            self.sent_at = self.ms
            for number in range(self.oldest, self.oldest + min(8, len(self.kept))):
                self.send_edge(number)
        out, self.out = self.out, b""
        return out

    def frame(self, stuffed: bytes) -> None:
        plain = unstuffed(stuffed)
        payload, crc = plain[:-4], plain[-4:]
        if len(payload) < 3 or struct.pack("<I", binascii.crc32(payload)) != crc:
            return
        kind, link = struct.unpack_from("<BH", payload)
        if kind == 1:
            self.hello(payload)
        elif link != self.link or not link:
            self.send(b"\x85\0\0")
        elif kind == 2:
            self.acknowledged(*struct.unpack_from("<I", payload, 3))
        elif kind == 3:
            end = self.oldest + len(self.kept)
            self.send(b"\x83" + payload[1:3] + payload[3:5] + struct.pack("<III", self.ms, self.oldest, end))
        elif kind == 4:
            self.command(payload)

    def acknowledged(self, next_: int) -> None:
        if self.oldest < next_ <= self.oldest + len(self.kept):
            del self.kept[: next_ - self.oldest]
            self.oldest = next_
            self.sent_at = self.ms

    def hello(self, payload: bytes) -> None:
        if payload[7:11] != self.nonce:
            self.nonce = payload[7:11]
            self.next_link = self.next_link % 0xFFFF + 1
            self.link = self.next_link
            self.n = 0
        bounds = struct.pack("<IIII", self.boot, self.oldest, self.oldest + len(self.kept), self.ms)
        self.send(struct.pack("<BH", 0x81, self.link) + b"JB\x01\x00" + self.nonce + bounds)

    def command(self, payload: bytes) -> None:
        n, op = struct.unpack_from("<HB", payload, 3)
        if n == self.n + 1:
            self.n = n
            status, data = 1, b""
            if op == 1:
                status = 0
                data = b"STRANGER" + struct.pack("<HHHHHHBBB", len(self.levels), 9, 99, 1000, 1, 500, 0, 1, 5)
            elif op == 3:
                status = 0
                bits = sum(on << c for c, on in enumerate(self.levels))
                data = struct.pack("<IH", self.oldest + len(self.kept), len(self.levels))
                data += bits.to_bytes((len(self.levels) + 7) // 8, "little")
            self.result = struct.pack("<BHHB", 0x84, self.link, n, status) + data
        if n == self.n:
            self.send(self.result)


class Meeting:
    def __init__(self, rate: float, seed: int) -> None:
        self.chance = random.Random(seed)
        self.device = StrangersDevice(self.chance)
        self.session = HostSession(nonce=lambda: self.chance.getrandbits(32))
        self.rate = rate
        self.now = 0.0
        self.events: list[LinkEvent] = self.session.opened(0.0)

    def harm(self, data: bytes) -> bytes:
        return bytes(b for b in data if self.chance.random() >= self.rate)

    def tick(self, count: int = 1) -> None:
        for _ in range(count):
            self.now += 0.001
            data = self.harm(self.device.tick(self.harm(self.session.outgoing())))
            self.events += self.session.receive(data, self.now) if data else self.session.advance(self.now)

    def numbers(self) -> list[int]:
        return [e.channel for e in self.events if isinstance(e, Edge)]


@pytest.mark.parametrize("rate", [0.0, 0.01, 0.03])
def test_a_device_written_from_protocol_md_alone_works_with_the_host(rate: float) -> None:
    meeting = Meeting(rate, 3)
    meeting.tick(1000)
    assert [e.info.channels for e in meeting.events if isinstance(e, Facts)] == [40]
    did = []
    for _ in range(300):
        channel = meeting.chance.randrange(40)
        did.append(channel)
        meeting.device.press(channel)
        meeting.tick(20)
    meeting.tick(1000)
    assert meeting.numbers() == did
    assert not [e for e in meeting.events if isinstance(e, Gap)]


def test_a_device_written_from_protocol_md_alone_is_linked_again_after_a_restart() -> None:
    meeting = Meeting(0.0, 5)
    meeting.tick(50)
    meeting.device.press(7)
    meeting.tick(50)
    levels = meeting.device.levels
    meeting.device = StrangersDevice(meeting.chance)
    meeting.device.levels = levels
    meeting.tick(1000)
    assert sum(isinstance(e, Gap) for e in meeting.events) == 1
    snapshot = [e for e in meeting.events if isinstance(e, Snapshot)][-1]
    assert list(snapshot.levels) == levels


def test_a_command_that_a_simple_device_lacks_is_reported_once() -> None:
    meeting = Meeting(0.0, 6)
    meeting.session.show((Style(1, 2, 3),) * 9)
    meeting.tick(1000)
    (trouble,) = [e for e in meeting.events if isinstance(e, Trouble)]
    assert "refuses STYLES (status 1)" in trouble.text
    ticket = meeting.session.request(Op.DEBOUNCE, b"\x05")
    meeting.tick(100)
    (answer,) = [e for e in meeting.events if isinstance(e, Answer)]
    assert (answer.ticket, answer.status) == (ticket, Status.UNKNOWN_OP)
    meeting.device.press(3)
    meeting.tick(20)
    assert meeting.numbers() == [3]
