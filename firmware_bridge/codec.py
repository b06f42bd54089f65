"""Frames: a payload and its CRC-32, encoded by COBS and ended by a zero byte. No I/O, bounded memory.

COBS (Consistent Overhead Byte Stuffing) encodes bytes without a zero, so each zero on the wire ends a frame.
A receiver that missed bytes finds the next frame after the next zero.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

from cobs import cobs

from firmware_bridge.errors import FrameError
from firmware_bridge.messages import MAX_PAYLOAD

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
