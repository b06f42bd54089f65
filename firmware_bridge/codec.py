"""Messages to frames and back, without I/O and in bounded memory.

`pack(message)` and `parse(payload)` convert between messages and payloads. A payload is a frame's content:
kind, link number, body; all numbers are little-endian. A frame is a payload and its CRC-32, encoded by COBS
and ended by a zero byte; `seal` and `unseal` convert between the two, and `FrameReader` finds the frames of a
stream.

COBS (Consistent Overhead Byte Stuffing) encodes bytes without a zero, so each zero on the wire ends a frame.
A receiver that missed bytes finds the next frame after the next zero.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import assert_never

from cobs import cobs

from firmware_bridge.errors import FieldError, FrameError
from firmware_bridge.messages import (
    MAGIC,
    MAJOR,
    MAX_PAYLOAD,
    Ack,
    BoardMessage,
    Command,
    Edges,
    Hello,
    HostMessage,
    Kind,
    Message,
    NoLink,
    Note,
    Ping,
    Pong,
    RawEdge,
    Result,
    Skew,
    Unknown,
    Welcome,
)

_U16 = 0xFFFF
_U32 = 0xFFFFFFFF

_HEAD = struct.Struct("<BH")
_HELLO = struct.Struct("<BH2sBBI")
_ACK = struct.Struct("<BHI")
_PING = struct.Struct("<BHH")
_COMMAND = struct.Struct("<BHHB")
_WELCOME = struct.Struct("<BH2sBBIIIII")
_EDGES = struct.Struct("<BHII")
_PONG = struct.Struct("<BHHIII")
_RESULT = struct.Struct("<BHHB")
_VERSIONS = struct.Struct("<BH2sBB")
_ON = 0x8000


def pack(message: Message) -> bytes:
    """The payload of a message; raise FieldError if a field or the whole payload is too large."""
    try:
        payload = _pack(message)
    except struct.error as error:
        raise FieldError(f"{message} does not fit its layout: {error}") from error
    if len(payload) > MAX_PAYLOAD:
        raise FieldError(f"a payload has {len(payload)} bytes; a frame holds at most {MAX_PAYLOAD}")
    return payload


def _pack(message: Message) -> bytes:
    if isinstance(message, Unknown):
        return _HEAD.pack(message.kind, 0)
    return _pack_of_host(message) if isinstance(message, HostMessage) else _pack_of_board(message)


def _pack_of_host(message: HostMessage) -> bytes:
    match message:
        case Hello(nonce, major, minor):
            return _HELLO.pack(Kind.HELLO, 0, MAGIC, major, minor, nonce)
        case Ack(link, next_):
            return _ACK.pack(Kind.ACK, link, next_)
        case Ping(link, token, patience):
            tail = struct.pack("<H", patience) if patience else b""
            return _PING.pack(Kind.PING, link, token) + tail
        case Command(link, n, op, args):
            return _COMMAND.pack(Kind.COMMAND, link, n, op) + args
        case _ as never:  # pragma: no cover
            assert_never(never)


def _pack_of_board(message: BoardMessage) -> bytes:
    match message:
        case Welcome(link, nonce, boot, oldest, next_, time, major, minor):
            return _WELCOME.pack(Kind.WELCOME, link, MAGIC, major, minor, nonce, boot, oldest, next_, time)
        case Skew(major, minor):
            return _VERSIONS.pack(Kind.WELCOME, 0, MAGIC, major, minor)
        case Edges(link, seq, edges):
            return _pack_edges(link, seq, edges)
        case Pong(link, token, time, oldest, next_):
            return _PONG.pack(Kind.PONG, link, token, time, oldest, next_)
        case Result(link, n, status, data):
            return _RESULT.pack(Kind.RESULT, link, n, status) + data
        case NoLink():
            return _HEAD.pack(Kind.NOLINK, 0)
        case Note(link, text):
            return _HEAD.pack(Kind.NOTE, link) + text.encode()
        case _ as never:  # pragma: no cover
            assert_never(never)


def _pack_edges(link: int, seq: int, edges: tuple[RawEdge, ...]) -> bytes:
    if not edges:
        raise FieldError("an EDGES message needs at least one edge")
    before = edges[0].time
    parts = [_EDGES.pack(Kind.EDGES, link, seq, before)]
    for edge in edges:
        parts.append(struct.pack("<HH", (edge.time - before) & _U32, edge.channel | (_ON if edge.on else 0)))
        before = edge.time
    return b"".join(parts)


def parse(payload: bytes) -> Message:
    """The message of a payload with a correct CRC; raise FrameError if its fields are impossible.

    Bytes after the last known field are ignored, because a later minor version may add fields. A message of
    an unknown kind is returned as `Unknown`.
    """
    if len(payload) < _HEAD.size:
        raise FrameError(f"a payload has {len(payload)} bytes; the shortest has {_HEAD.size}")
    kind, link = _HEAD.unpack_from(payload)
    try:
        return _parse(kind, link, payload)
    except struct.error as error:
        raise FrameError(f"a {Kind(kind).name} message is too short: {len(payload)} bytes") from error


def _parse(kind: int, link: int, payload: bytes) -> Message:
    return _parse_of_host(kind, link, payload) or _parse_of_board(kind, link, payload) or Unknown(kind)


def _parse_of_host(kind: int, link: int, payload: bytes) -> HostMessage | None:
    match kind:
        case Kind.HELLO:
            _, _, magic, major, minor, nonce = _HELLO.unpack_from(payload)
            _check_magic(magic)
            return Hello(nonce, major, minor)
        case Kind.ACK:
            return Ack(link, _ACK.unpack_from(payload)[2])
        case Kind.PING:
            token, tail = _PING.unpack_from(payload)[2], payload[_PING.size : _PING.size + 2]
            return Ping(link, token, int.from_bytes(tail, "little") if len(tail) == 2 else 0)
        case Kind.COMMAND:
            _, _, n, op = _COMMAND.unpack_from(payload)
            return Command(link, n, op, payload[_COMMAND.size :])
    return None


def _parse_of_board(kind: int, link: int, payload: bytes) -> BoardMessage | None:
    match kind:
        case Kind.WELCOME:
            return _parse_welcome(link, payload)
        case Kind.EDGES:
            return _parse_edges(link, payload)
        case Kind.PONG:
            return Pong(link, *_PONG.unpack_from(payload)[2:])
        case Kind.RESULT:
            _, _, n, status = _RESULT.unpack_from(payload)
            return Result(link, n, status, payload[_RESULT.size :])
        case Kind.NOLINK:
            return NoLink()
        case Kind.NOTE:
            # The text is for people, and wrong bytes in it must not make the whole line unreadable.
            return Note(link, payload[_HEAD.size :].decode(errors="replace"))
    return None


def _check_magic(magic: bytes) -> None:
    if magic != MAGIC:
        raise FrameError(f"the magic is {magic!r}, not {MAGIC!r}")


def _parse_welcome(link: int, payload: bytes) -> Welcome | Skew:
    _, _, magic, major, minor = _VERSIONS.unpack_from(payload)
    _check_magic(magic)
    if major != MAJOR:
        return Skew(major, minor)
    _, _, _, _, _, nonce, boot, oldest, next_, time = _WELCOME.unpack_from(payload)
    if not link:
        raise FrameError("a WELCOME names link 0, which stands for no link")
    if next_ < oldest:
        raise FrameError(f"a WELCOME has its oldest edge {oldest} after its next edge {next_}")
    return Welcome(link, nonce, boot, oldest, next_, time, major, minor)


def _parse_edges(link: int, payload: bytes) -> Edges:
    _, _, seq, time = _EDGES.unpack_from(payload)
    rest = payload[_EDGES.size :]
    if not rest or len(rest) % 4:
        raise FrameError(f"an EDGES message has {len(rest)} bytes of edges, not a multiple of four")
    edges = []
    for step, what in struct.iter_unpack("<HH", rest):
        time = (time + step) & _U32
        edges.append(RawEdge(time, what & ~_ON & _U16, bool(what & _ON)))
    return Edges(link, seq, tuple(edges))


CRC_BYTES = 4
MAX_WIRE = MAX_PAYLOAD + CRC_BYTES + 1
"""The length of the longest encoded frame, without the zero that ends it."""


def seal(payload: bytes) -> bytes:
    """The frame of a payload, as bytes for the wire, with the zero that ends it."""
    stuffed: bytes = cobs.encode(payload + zlib.crc32(payload).to_bytes(CRC_BYTES, "little"))
    return stuffed + b"\0"


def unseal(stuffed: bytes) -> bytes:
    """The payload of a frame, which is given without the zero that ends it; raise FrameError if damaged."""
    if len(stuffed) > MAX_WIRE:
        raise FrameError(f"more than {MAX_WIRE} bytes without a zero")
    try:
        body: bytes = cobs.decode(stuffed)
    except cobs.DecodeError as error:
        raise FrameError(f"no COBS: {error}") from error
    payload, crc = body[:-CRC_BYTES], body[-CRC_BYTES:]
    if len(crc) < CRC_BYTES or zlib.crc32(payload) != int.from_bytes(crc, "little"):
        raise FrameError(f"the CRC of {len(body)} bytes is wrong")
    return payload


@dataclass(slots=True)
class FrameCounts:
    """How many undamaged frames, damaged frames and bytes a reader has received."""

    good: int = 0
    bad: int = 0
    octets: int = 0


class FrameReader:
    """Extracts payloads from a stream of bytes, and counts frames; buffers at most one frame."""

    def __init__(self) -> None:
        self.counts = FrameCounts()
        self._part = bytearray()
        self._overlong = False

    def feed(self, data: bytes) -> list[bytes]:
        """Take received bytes; return the payloads of the undamaged frames that end in them, oldest first."""
        self.counts.octets += len(data)
        payloads = []
        *closed, last = data.split(b"\0")
        for piece in closed:
            self._take(piece)
            payload = self._close()
            if payload is not None:
                payloads.append(payload)
        self._take(last)
        return payloads

    def reset(self) -> None:
        """Drop the part of a frame received so far; for a line that was reopened."""
        self._part.clear()
        self._overlong = False

    def _take(self, piece: bytes) -> None:
        if len(self._part) + len(piece) > MAX_WIRE:
            self._overlong = True
            self._part.clear()
        elif not self._overlong:
            self._part += piece

    def _close(self) -> bytes | None:
        stuffed, overlong = bytes(self._part), self._overlong
        self.reset()
        if not stuffed and not overlong:
            return None  # A sender may put a zero before a frame, too.
        try:
            if overlong:
                raise FrameError(f"more than {MAX_WIRE} bytes without a zero")
            payload = unseal(stuffed)
        except FrameError:
            self.counts.bad += 1
            return None
        self.counts.good += 1
        return payload
