"""The frames of a PN532 on a serial line, sans-I/O: encoder and parser.

    00 00 FF LEN LCS TFI PD... DCS 00        LEN + LCS = 0, TFI + PD... + DCS = 0, modulo 256

LEN is the number of bytes of TFI and PD. TFI is D4 in frames to the chip and D5 in frames from it. The frame
`00 00 FF 00 FF 00` acknowledges, `00 00 FF FF 00 00` refuses. The first and the last 00 have no meaning, and
some adapters drop them, so the parser requires neither.

The parser returns `Garbled` for an impossible frame, and looks for the next frame right after the bad start
code, because a truncated frame may contain the next frame within its declared length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from hardware.errors import BadFrame
from hardware.tags import Garbled

TO_CHIP, FROM_CHIP = 0xD4, 0xD5
START = b"\x00\xff"
ACK = bytes.fromhex("0000FF00FF00")
NACK = bytes.fromhex("0000FFFF0000")
MOST = 254
"""The most bytes of TFI and PD in a normal frame; no answer to our commands is longer."""


Signal: TypeAlias = Literal["ACK", "NACK"]
"""A frame without data."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame with data; `tfi` is its direction."""

    tfi: int
    data: bytes


def encode(tfi: int, data: bytes) -> bytes:
    """The bytes of a frame with this direction and data; raise BadFrame if `data` is too long."""
    if len(data) >= MOST:
        raise BadFrame(f"a PN532 frame takes {MOST - 1} bytes, not {len(data)}")
    body = bytes([tfi]) + data
    return b"\x00\x00\xff%c%c%b%c\x00" % (len(body), -len(body) & 0xFF, body, -sum(body) & 0xFF)


class Pn532Parser:
    """A parser that finds the frames in a stream of bytes."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def reset(self) -> None:
        """Drop a half-read frame."""
        self._buffer.clear()

    def feed(self, data: bytes) -> tuple[Frame | Signal | Garbled, ...]:
        """The frames that `data` completes, and Garbled for bad frames; `data` may end inside a frame."""
        self._buffer += data
        found: list[Frame | Signal | Garbled] = []
        while (one := self._next()) is not None:
            found.append(one)
        return tuple(found)

    def _next(self) -> Frame | Signal | Garbled | None:
        buffer = self._buffer
        at = buffer.find(START)
        if at < 0:
            # The last byte may begin a start code.
            del buffer[: max(0, len(buffer) - 1)]
            return None
        del buffer[:at]
        if len(buffer) < 4:
            return None
        length, check = buffer[2], buffer[3]
        if (length, check) in ((0x00, 0xFF), (0xFF, 0x00)):
            del buffer[:4]
            return "NACK" if length else "ACK"
        if (length + check) & 0xFF or not length:
            return self._skip(f"a frame whose length is {length:02X} and the check of the length {check:02X}")
        if len(buffer) < 5 + length:
            return None
        body, total = bytes(buffer[4 : 4 + length]), sum(buffer[4 : 5 + length])
        if total & 0xFF:
            return self._skip(f"a frame whose checksum is off by {total & 0xFF:02X}")
        del buffer[: 5 + length]
        return Frame(body[0], body[1:])

    def _skip(self, why: str) -> Garbled:
        del self._buffer[: len(START)]
        return Garbled(why)
