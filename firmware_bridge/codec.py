"""Framing: payload + CRC-32, COBS-stuffed, closed by a zero byte. Sans-I/O, bounded memory.

Consistent Overhead Byte Stuffing takes every zero out of a frame, so a zero on the wire is always the
end of one, and a receiver that lost its place finds it again at the next zero.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

from cobs import cobs

from firmware_bridge.errors import FrameError
from firmware_bridge.messages import MAX_PAYLOAD

CRC_BYTES = 4
MAX_WIRE = MAX_PAYLOAD + CRC_BYTES + 1
"""The stuffed bytes of the longest frame, without its closing zero; a longer run is no frame."""


def seal(payload: bytes) -> bytes:
    """The bytes on the wire for one payload: stuffed payload and CRC, then a zero."""
    stuffed: bytes = cobs.encode(payload + zlib.crc32(payload).to_bytes(CRC_BYTES, "little"))
    return stuffed + b"\0"


def unseal(stuffed: bytes) -> bytes:
    """The payload of one frame, given without its closing zero; raise FrameError if it is damaged."""
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
    """The numbers of bytes, good frames and damaged frames that a reader has received."""

    good: int = 0
    bad: int = 0
    octets: int = 0


class FrameReader:
    """Cuts a stream of bytes into payloads; it holds at most one frame, and counts damaged ones."""

    def __init__(self) -> None:
        self.counts = FrameCounts()
        self._part = bytearray()
        self._overlong = False

    def feed(self, data: bytes) -> list[bytes]:
        """The payloads completed by these bytes, oldest first."""
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
        """Drop a half-read frame, because the line was reopened."""
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
            return None  # Zeros between frames mean nothing: senders may put one before a frame.
        try:
            if overlong:
                raise FrameError(f"more than {MAX_WIRE} bytes without a zero")
            payload = unseal(stuffed)
        except FrameError:
            self.counts.bad += 1
            return None
        self.counts.good += 1
        return payload
