"""Messages and frames on the host: the golden frames in a file, and malformed messages."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import codec, facts, messages
from firmware_bridge.codec import MAX_WIRE, FrameReader, seal, unseal
from firmware_bridge.errors import FieldError, FrameError
from firmware_bridge.messages import RawEdge

GOLDEN: dict[str, Any] = json.loads((Path(messages.__file__).parent / "golden.json").read_text())

u8 = st.integers(0, 0xFF)
u16 = st.integers(0, 0xFFFF)
u32 = st.integers(0, 0xFFFFFFFF)


def golden_message(frame: dict[str, Any]) -> messages.Message:
    fields = dict(frame["fields"])
    for name in ("args", "data"):
        if name in fields:
            fields[name] = bytes.fromhex(fields[name])
    if "edges" in fields:
        fields["edges"] = tuple(RawEdge(*edge) for edge in fields["edges"])
    kinds: dict[str, Any] = {
        "HELLO": messages.Hello,
        "ACK": messages.Ack,
        "PING": messages.Ping,
        "COMMAND": messages.Command,
        "WELCOME": messages.Welcome,
        "SKEW": messages.Skew,
        "EDGES": messages.Edges,
        "PONG": messages.Pong,
        "RESULT": messages.Result,
        "NOLINK": messages.NoLink,
        "NOTE": messages.Note,
        "UNKNOWN": messages.Unknown,
    }
    message: messages.Message = kinds[frame["kind"]](**fields)
    return message


@pytest.mark.parametrize("frame", GOLDEN["frames"], ids=lambda f: f["name"])
def test_every_golden_frame_is_packed_and_parsed_as_in_the_file(frame: dict[str, Any]) -> None:
    message = golden_message(frame)
    assert codec.pack(message).hex() == frame["payload"]
    assert seal(codec.pack(message)).hex() == frame["wire"]
    (payload,) = FrameReader().feed(bytes.fromhex(frame["wire"]))
    assert codec.parse(payload) == message


@pytest.mark.parametrize("bad", GOLDEN["bad_frames"], ids=lambda f: f["why"])
def test_a_damaged_frame_is_dropped_and_the_frames_around_it_are_read(bad: dict[str, Any]) -> None:
    good = bytes.fromhex(GOLDEN["frames"][0]["wire"])
    reader = FrameReader()
    payloads = reader.feed(good + bytes.fromhex(bad["wire"]) + good)
    read = []
    malformed = 0
    for payload in payloads:
        try:
            read.append(codec.parse(payload))
        except FrameError:
            malformed += 1
    assert read == [golden_message(GOLDEN["frames"][0])] * 2
    assert reader.counts.bad + malformed == 1


edges = st.lists(st.builds(RawEdge, u32, st.integers(0, 0x7FFF), st.booleans()), min_size=1, max_size=20)


def rising(found: list[RawEdge]) -> tuple[RawEdge, ...]:
    time = found[0].time
    out = []
    for edge in found:
        time = (time + edge.time % 0x10000) & 0xFFFFFFFF
        out.append(RawEdge(time, edge.channel, edge.on))
    return tuple(out)


def welcome(link: int, nonce: int, span: tuple[int, int], time: int) -> messages.Welcome:
    return messages.Welcome(link, nonce, nonce ^ 0xFFFF, min(span), max(span), time)


any_message = st.one_of(
    st.builds(messages.Hello, u32, st.just(1), u8),
    st.builds(messages.Ack, u16, u32),
    st.builds(messages.Ping, u16, u16),
    st.builds(messages.Command, u16, u16, u8, st.binary(max_size=messages.MAX_PAYLOAD - 6)),
    st.builds(welcome, st.integers(1, 0xFFFF), u32, st.tuples(u32, u32), u32),
    st.builds(lambda link, seq, es: messages.Edges(link, seq, rising(es)), u16, u32, edges),
    st.builds(messages.Pong, u16, u16, u32, u32, u32),
    st.builds(messages.Result, u16, u16, u8, st.binary(max_size=messages.MAX_PAYLOAD - 6)),
    st.just(messages.NoLink()),
    st.builds(messages.Note, u16, st.text(max_size=20)),
    st.builds(messages.Skew, st.integers(2, 255), u8),
    st.builds(messages.Unknown, st.integers(0x90, 0xFF)),
)


@given(any_message)
def test_a_packed_message_is_parsed_to_an_equal_message(message: messages.Message) -> None:
    assert codec.parse(unseal(seal(codec.pack(message))[:-1])) == message


@given(st.binary(max_size=140))
def test_any_payload_parses_to_a_message_or_raises_frame_error(payload: bytes) -> None:
    with suppress(FrameError):
        assert codec.parse(payload) is not None


@given(st.lists(any_message, max_size=6), st.data())
def test_frames_are_found_in_a_stream_cut_anywhere(sent: list[messages.Message], data: st.DataObject) -> None:
    stream = b"".join(b"\0" + seal(codec.pack(m)) for m in sent)
    reader = FrameReader()
    got = []
    while stream:
        cut = data.draw(st.integers(1, len(stream)))
        got += [codec.parse(p) for p in reader.feed(stream[:cut])]
        stream = stream[cut:]
    assert got == sent


def test_a_stream_without_a_zero_takes_bounded_memory() -> None:
    reader = FrameReader()
    for _ in range(1000):
        assert reader.feed(b"\x55" * 1000) == []
        assert len(reader._part) <= MAX_WIRE
    assert reader.feed(b"\0" + seal(codec.pack(messages.NoLink()))) == [codec.pack(messages.NoLink())]
    assert reader.counts.bad == 1


def test_a_field_too_large_or_a_payload_too_long_is_refused_by_name() -> None:
    with pytest.raises(FieldError, match="does not fit its layout"):
        codec.pack(messages.Ack(70_000, 0))
    with pytest.raises(FieldError, match="at most 124"):
        codec.pack(messages.Note(0, "x" * 200))
    with pytest.raises(FieldError, match="at least one edge"):
        codec.pack(messages.Edges(1, 0, ()))
    with pytest.raises(FrameError, match="without a zero"):
        unseal(b"\x01" * 200)


@pytest.mark.parametrize(
    ("payload", "fault"),
    [
        (b"\x01", "shortest"),
        (b"\x02\0\0\0", "too short"),
        (b"\x01\0\0XX\x01\0\0\0\0\0", "magic"),
        (b"\x81\0\0JB\x01\0" + bytes(20), "link 0"),
        (b"\x81\x01\0JB\x01\0" + bytes(8) + b"\x09\0\0\0" + bytes(8), "after its next edge"),
        (b"\x82\x01\0" + bytes(8), "not a multiple of four"),
        (b"\x82\x01\0" + bytes(11), "not a multiple of four"),
    ],
)
def test_a_malformed_body_is_refused_with_its_fault(payload: bytes, fault: str) -> None:
    with pytest.raises(FrameError, match=fault):
        codec.parse(payload)


def test_fields_of_a_later_minor_version_are_ignored() -> None:
    assert codec.parse(codec.pack(messages.Ping(7, 8, 9)) + b"new") == messages.Ping(7, 8, 9)
    assert codec.parse(codec.pack(messages.Ping(7, 8))) == messages.Ping(7, 8)


def test_the_facts_of_a_board_are_unpacked_and_too_short_data_are_refused() -> None:
    info = facts.BoardInfo.unpack(bytes.fromhex(golden("the device says who it is")["fields"]["data"]))
    assert (info.channels, info.leds, info.build) == (112, 112, "example 1")
    assert info.features == messages.Feature.LIGHTS | messages.Feature.WATCHDOG
    strange = bytearray.fromhex(golden("the device says who it is")["fields"]["data"])
    strange[21] = 99
    assert facts.BoardInfo.unpack(bytes(strange)).reset_cause is messages.ResetCause.UNKNOWN
    snapshot = facts.RawSnapshot.unpack(bytes.fromhex("030000000c000109"))
    assert [c for c, on in enumerate(snapshot.levels) if on] == [0, 8, 11]
    assert snapshot.seq == 3
    for unpack in (facts.BoardInfo.unpack, facts.BoardHealth.unpack, facts.RawSnapshot.unpack):
        with pytest.raises(FrameError, match="at least"):
            unpack(b"\0\0")
    with pytest.raises(FrameError, match="at least 2"):
        facts.RawSnapshot.unpack(bytes.fromhex("030000000c0001"))


def test_calibrations_and_readings_are_packed_and_unpacked() -> None:
    one = facts.Calibration(32768, 3072, 1024)
    assert facts.Calibration.unpack_all(one.pack() * 3) == (one,) * 3
    assert facts.unpack_readings(b"\x01\0\0\x80") == (1, 0x8000)
    with pytest.raises(FrameError, match="does not fit"):
        facts.Calibration(70_000, 1, 1).pack()
    with pytest.raises(FrameError, match="each channel takes 6"):
        facts.Calibration.unpack_all(b"12345")
    with pytest.raises(FrameError, match="each reading takes two"):
        facts.unpack_readings(b"123")


def golden(name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(f for f in GOLDEN["frames"] if f["name"] == name)
    return found
