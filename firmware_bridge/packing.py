"""Messages to payloads and back: `pack(message)` and `parse(payload)`.

A payload is a frame's content without CRC and COBS encoding: kind, link number, body. All numbers are
little-endian.
"""

from __future__ import annotations

import struct
from typing import assert_never

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
